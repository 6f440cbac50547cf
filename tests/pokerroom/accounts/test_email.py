"""E-mail addresses are confirmed by their mailbox; a new password is chosen by a link that works once."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from pokerroom.environment import mail as mail_of
from pokerroom.models import User
from pokerroom.security import limits
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
EMAIL, FORGOTTEN = "/accounts/email/", "/accounts/forgotten/"
NEW = "nine green lamps"


@pytest.fixture
def signed_in(client: Client, alice: User) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


def ask(client: Client, address: str, password: str = PASSWORD) -> int:
    """Types an address; the status of the answer."""
    return client.post(EMAIL, {"email": address, "password": password}).status_code


def link(number: int = -1) -> str:
    """The path of the link in an e-mail."""
    return str(re.findall(r"http://testserver(\S+)", str(mail.outbox[number].body))[0])


def address_of(person: User) -> str:
    """The confirmed address, read again."""
    return User.objects.get(pk=person.pk).email


def test_an_address_is_kept_once_its_mailbox_has_confirmed_it(signed_in: Client, alice: User) -> None:
    assert ask(signed_in, "alice@club.example") == 302
    assert (mail.outbox[0].to, address_of(alice)) == (["alice@club.example"], "")
    assert "alice@club.example" in Client().get(link()).content.decode()
    assert address_of(alice) == "", "a program that opens links confirms nothing"
    assert Client().post(link()).status_code == 302
    assert address_of(alice) == "alice@club.example"


def test_the_old_address_is_told_of_a_change(signed_in: Client, alice: User) -> None:
    for address in ("old@club.example", "new@club.example"):
        ask(signed_in, address)
        signed_in.post(link())
    assert address_of(alice) == "new@club.example"
    assert mail.outbox[-1].to == ["old@club.example"]
    assert "new@club.example" in str(mail.outbox[-1].body)


def test_a_link_works_once_not_after_a_day_and_not_changed(signed_in: Client, alice: User) -> None:
    ask(signed_in, "a@club.example")
    first = link()
    signed_in.post(first)
    ask(signed_in, "b@club.example")
    signed_in.post(link())
    ask(signed_in, "c@club.example")
    with patch("django.core.signing.time.time", return_value=(timezone.now() + timedelta(hours=25)).timestamp()):
        assert signed_in.post(link()).status_code == 410
    for stale in (first, link()[:-3] + "x/", "/accounts/email/nonsense/"):
        assert signed_in.get(stale).status_code == 410
        assert signed_in.post(stale).status_code == 410
    assert address_of(alice) == "b@club.example"


def test_a_change_needs_the_password(signed_in: Client) -> None:
    assert ask(signed_in, "alice@club.example", "wrong") == 422
    assert ask(signed_in, "no address") == 422
    assert not mail.outbox


def test_an_address_of_another_account_is_not_told_to_who_types_it(signed_in: Client, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@club.example")
    free = signed_in.post(EMAIL, {"email": "free@club.example", "password": PASSWORD}, follow=True).content.decode()
    taken = signed_in.post(EMAIL, {"email": "BOB@club.example", "password": PASSWORD}, follow=True).content.decode()

    assert "We have written to free@club.example" in free
    assert "We have written to BOB@club.example" in taken
    assert "another account" in str(mail.outbox[-1].body)
    assert "http" not in str(mail.outbox[-1].body)
    assert address_of(alice) == ""


def test_an_address_taken_meanwhile_is_refused(signed_in: Client, alice: User, bob: User) -> None:
    ask(signed_in, "one@club.example")
    User.objects.filter(pk=bob.pk).update(email="ONE@club.example")
    assert signed_in.post(link()).status_code == 410
    assert address_of(alice) == ""


def test_a_forgotten_password_is_chosen_anew_once(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(pk=alice.pk))
    client.post(FORGOTTEN, {"email": "Alice@club.example"})
    path = link()
    assert client.get(path).status_code == 200
    assert client.post(path, {"new": "123"}).status_code == 422
    assert client.post(path, {"new": NEW}).status_code == 302
    assert User.objects.get(pk=alice.pk).check_password(NEW)
    assert client.post(path, {"new": "eight red lamps"}).status_code == 410
    assert elsewhere.get("/accounts/settings/").status_code == 302, "every session has ended"
    assert mail.outbox[-1].to == ["alice@club.example"], "the mailbox is told"


def test_F8_a_ban_that_comes_while_a_forgotten_password_is_chosen_stands(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    client.post(FORGOTTEN, {"email": "alice@club.example"})

    def banned_meanwhile(*_args: object) -> None:
        User.objects.filter(pk=alice.pk).update(is_active=False)

    with patch("pokerroom.accounts.forms.validate_password", banned_meanwhile):
        assert client.post(link(), {"new": NEW}).status_code == 302
    assert not User.objects.get(pk=alice.pk).is_active


def test_a_forgotten_password_tells_nobody_who_has_an_account(client: Client, alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    User.objects.filter(pk=bob.pk).update(email="bob@club.example", is_active=False)
    pages = set()
    for name in ("alice", "bob", "nobody"):
        page = client.post(FORGOTTEN, {"email": f"{name}@club.example"}).content.decode()
        pages.add(page.partition("<main")[2].replace(name, ""))
    assert len(pages) == 1
    assert [message.to for message in mail.outbox] == [["alice@club.example"]]


def test_nobodys_mailbox_is_flooded(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    answers = [client.post(FORGOTTEN, {"email": "alice@club.example"}).status_code for _ in range(12)]
    assert answers == [200] * limits.EMAIL_SENDER.times + [429] * 2
    assert len(mail.outbox) == limits.EMAIL_RECEIVER.times


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("", ("console", "", 0, "", False, False)),
        ("smtp://me:pa%40ss@mail.example", ("smtp", "mail.example", 587, "pa@ss", True, False)),
        ("smtps://me:x@mail.example", ("smtp", "mail.example", 465, "x", False, True)),
        ("smtp+plain://localhost:2525", ("smtp", "localhost", 2525, "", False, False)),
    ],
)
def test_the_mail_server_is_set_by_the_environment(url: str, found: tuple[object, ...]) -> None:
    there = mail_of(url)
    kind = there.backend.rsplit(".", 2)[1]
    assert (kind, there.host, there.port, there.password, there.use_tls, there.use_ssl) == found


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "mail.example", "smtp://mail.example:port"])
def test_a_wrong_mail_server_is_refused(url: str) -> None:
    with pytest.raises(Exception, match="EMAIL_URL"):
        mail_of(url)
