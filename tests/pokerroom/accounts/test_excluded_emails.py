"""M7: a self-exclusion covers the e-mail address too, when the account is deleted and for other accounts."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from backoffice.room_settings import store
from cashier.cage import drawers
from cashier.models import Cage, Exclusion, Receipt
from cashier.protection import EMAIL_FOR_MONEY
from pokerroom.accounts import deletion, excluded_emails, services
from pokerroom.models import ExcludedEmail, User
from pokerroom.play_limits.services import cool_off, self_exclude
from pokerroom.roles import CASHIER
from pokerroom.security.private_data import keyed_hash
from tests.conftest import PASSWORD
from tests.pokerroom.accounts.test_email import address_of, ask, link
from tests.staff import staff

pytestmark = pytest.mark.django_db
ADDRESS = "gerda@club.example"


def member(name: str, email: str = "") -> User:
    """An account, with a confirmed address."""
    user = services.create_member(name=name, password=PASSWORD)
    User.objects.filter(pk=user.pk).update(email=email)
    return User.objects.get(pk=user.pk)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def excluded(months: int = 6) -> User:
    """Gerda, who has excluded herself."""
    gerda = member("Gerda", ADDRESS)
    self_exclude(gerda, months)
    return gerda


@pytest.mark.parametrize("months", [6, 0])
@pytest.mark.parametrize(
    "typed",
    [ADDRESS, "Gerda@Club.example", "gerda+new@club.example", '"gerda"@club.example', '"ger\\da+1"@club.example'],
)
def test_M7_deleting_the_account_does_not_free_the_address(months: int, typed: str) -> None:
    deletion.delete_account(excluded(months).pk)
    again = member("Gerda")
    page = browser(again)
    answer = page.post("/accounts/email/", {"email": typed, "password": PASSWORD}, follow=True).content.decode()
    assert "We have written to" in answer, "whoever types an address learns nothing about its owner"
    assert mail.outbox[-1].to == [typed]
    body = str(mail.outbox[-1].body)
    assert "stay away from play" in body
    assert ("Until " in body) == (months == 6)
    assert "http" not in body
    assert address_of(again) == ""


@pytest.mark.parametrize(
    ("known", "typed", "is_same"),
    [
        ("gerda.h@gmail.com", "gerdah@gmail.com", True),
        ("gerdah@gmail.com", "g.e.r.d.a.h+2@GoogleMail.com", True),
        ("gerda.h@club.example", "gerdah@club.example", False),
        ("gerda@bücher.example", "gerda@xn--bcher-kva.example", True),
        ("gerda@xn--bcher-kva.example", "gerda@BÜCHER.example", True),
        ("gerda@gmail.com", "gerda@gmail.example", False),
    ],
)
def test_M7_all_spellings_of_a_mailbox_are_covered(known: str, typed: str, is_same: bool) -> None:
    self_exclude(member("Gerda", known), 6)
    assert (excluded_emails.exclusion_of(typed, but_for=member("Other")) is not None) == is_same


def test_M7_an_address_that_was_kept_with_its_dots_stays_covered() -> None:
    kept = keyed_hash(excluded_emails.PURPOSE, "gerda.h@gmail.com")
    ExcludedEmail.objects.create(person=member("Gerda"), email_hash=kept, until=None)
    assert excluded_emails.exclusion_of("Gerda.H@gmail.com", but_for=member("Other")) is not None


def test_M7_a_link_sent_before_the_exclusion_no_longer_gives_the_address_away() -> None:
    gerda, other = excluded(), member("Other")
    User.objects.filter(pk=gerda.pk).update(email="")
    page = browser(other)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(excluded_emails, "exclusion_of", lambda *_args, **_kwargs: None)
        ask(page, ADDRESS)
    assert page.post(link()).status_code == 410
    assert address_of(other) == ""


def test_M7_an_address_confirmed_during_the_exclusion_is_kept_as_well_and_ones_own_may_come_back() -> None:
    gerda = excluded()
    page = browser(gerda)
    for address in ("second@club.example", ADDRESS):
        ask(page, address)
        assert page.post(link()).status_code == 302
        assert address_of(gerda) == address
    deletion.delete_account(gerda.pk)
    other = member("Other")
    for address in ("second@club.example", ADDRESS):
        assert excluded_emails.exclusion_of(address, but_for=other) is not None


def test_M7_after_the_end_and_after_a_cool_off_the_address_is_free() -> None:
    gerda = member("Gerda", ADDRESS)
    cool_off(gerda, 30)
    assert not ExcludedEmail.objects.exists()
    ExcludedEmail.objects.create(
        person=gerda,
        email_hash=keyed_hash(excluded_emails.PURPOSE, ADDRESS),
        until=timezone.now() - timedelta(seconds=1),
    )
    assert excluded_emails.exclusion_of(ADDRESS, but_for=member("Other")) is None


def test_M7_the_longest_exclusion_counts_and_is_that_of_the_person() -> None:
    gerda = excluded(6)
    self_exclude(gerda, 0)
    found = excluded_emails.exclusion_of(ADDRESS, but_for=member("Other"))
    assert found is not None
    assert found.until is None
    assert Exclusion.objects.count() == 2


def test_M7_only_a_hash_is_kept_which_nobody_changes() -> None:
    excluded()
    (row,) = ExcludedEmail.objects.values()
    assert "gerda" not in str(row)
    for statement in ("DELETE FROM pokerroom_excludedemail", "UPDATE pokerroom_excludedemail SET until = at"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_M7_a_new_account_without_an_address_brings_no_money_in() -> None:
    deletion.delete_account(excluded(0).pk)
    store(EMAIL_FOR_MONEY.key, True)
    again, cashier, cage = member("Gerda"), staff(CASHIER), Cage.objects.create(name="Main desk")
    by = User.objects.get(username=CASHIER).pk
    drawers.open_drawer(token=uuid4(), cage_id=cage.pk, floats={"CZK": 100_00}, by=by, now=timezone.now())
    typed = {"amount": "500", "currency": "CZK", "reason": "cash", "token": str(uuid4()), "confirmed": "1"}
    answer = cashier.post(f"/office/cage/{cage.pk}/person/{again.pk}/deposit/", typed).content.decode()
    assert "first confirms an e-mail address" in answer
    assert not Receipt.objects.filter(kind="deposit").exists()


@pytest.mark.parametrize(("address", "said"), [(ADDRESS, "covers your e-mail address"), ("", "this account only")])
def test_M7_before_an_exclusion_the_page_says_whether_it_holds_for_an_address(address: str, said: str) -> None:
    gerda = member("Gerda")
    User.objects.filter(pk=gerda.pk).update(email=address)
    assert said in browser(gerda).get("/play-limits/self-exclusion").content.decode()
