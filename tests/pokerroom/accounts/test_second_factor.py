"""F8: signing in takes a code where a second factor is set up; staff reach nothing before they have one."""

import re
from base64 import b32encode
from datetime import timedelta
from time import time

import pytest
from cryptography.fernet import Fernet
from django.core import mail
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from pytest_django import Settings

from backoffice.api import StaffAct
from pokerroom.accounts import second_factor
from pokerroom.models import RecoveryCode, SecondFactor, User
from pokerroom.roles import OPERATOR, OWNER
from pokerroom.security import limits
from pokerroom.security.private_data import Unreadable
from tests.conftest import PASSWORD
from tests.staff import staff

pytestmark = pytest.mark.django_db
SET_UP, CODE, SIGN_IN = "/accounts/second-factor/set-up/", "/accounts/code/", "/accounts/sign-in/"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's pause after a wrong code; the room's own limit stays."""
    monkeypatch.setattr(SecondFactor, "throttle_factor", 0)


def code_of(person: User, *, later: int = 0) -> str:
    """What the person's app shows now, or so many codes later."""
    totp = TOTP(SecondFactor.objects.get(user=person).secret, drift=later)
    totp.time = time()
    return f"{totp.token():06}"


def set_up(client: Client, person: User) -> list[str]:
    """Sets the second factor up on its page; the recovery codes."""
    client.get(SET_UP)
    page = client.post(SET_UP, {"code": code_of(person), "password": PASSWORD})
    assert page.status_code == 200
    return re.findall(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>", page.content.decode())


@pytest.fixture
def guarded(alice: User) -> list[str]:
    """Alice has set up a second factor; her recovery codes."""
    client = Client()
    client.force_login(alice)
    return set_up(client, alice)


def password_typed(person: User) -> Client:
    """A browser in which the right password was typed."""
    client = Client()
    answer = client.post(SIGN_IN, {"name": person.username, "password": PASSWORD, "next": "/wallet/"})
    assert answer["Location"] == CODE
    return client


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_secret_is_shown_as_a_picture_and_taken_into_use_by_a_code_and_the_password(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    page = client.get(SET_UP).content.decode()
    assert "<svg" in page.partition("<main")[2]
    assert "style=" not in page.partition("<main")[2]
    for code, password in (("000000", PASSWORD), (code_of(alice), "wrong")):
        assert client.post(SET_UP, {"code": code, "password": password}).status_code == 422
        assert not second_factor.is_set_up(alice)
    assert len(set(set_up(client, alice))) == second_factor.CODES
    assert second_factor.is_set_up(alice)


def test_signing_in_takes_the_code_and_each_code_works_once(alice: User, guarded: list[str]) -> None:
    client = password_typed(alice)
    assert not is_signed_in(client)
    assert client.get("/accounts/settings/").status_code == 302, "the password alone opens nothing"
    assert client.post(CODE, {"code": code_of(alice)}).status_code == 422, "the code of the setting up was used"
    code = code_of(alice, later=1)
    assert client.post(CODE, {"code": f"{code[:3]} {code[3:]}"})["Location"] == "/wallet/"
    assert is_signed_in(client)
    assert password_typed(alice).post(CODE, {"code": code}).status_code == 422


def test_a_recovery_code_works_once(alice: User, guarded: list[str]) -> None:
    assert password_typed(alice).post(CODE, {"code": guarded[0].upper()}).status_code == 302
    again = password_typed(alice)
    assert again.post(CODE, {"code": guarded[0]}).status_code == 422
    assert not is_signed_in(again)
    assert second_factor.codes_left(alice) == second_factor.CODES - 1


def test_neither_the_secret_nor_a_recovery_code_is_readable_in_the_database(
    alice: User, bob: User, guarded: list[str], settings: Settings
) -> None:
    factor = SecondFactor.objects.get(user=alice)
    row = SecondFactor.objects.filter(user=alice).values().get()
    kept = "".join(map(str, [*row.values(), *RecoveryCode.objects.values_list("code_hash", flat=True)]))
    for secret in (factor.secret.hex(), b32encode(factor.secret).decode(), *guarded, guarded[0].replace("-", "")):
        assert secret not in kept
    with pytest.raises(Unreadable):
        SecondFactor(user=bob, sealed=factor.sealed).secret  # noqa: B018  # a property that raises
    old, new = settings.PRIVATE_DATA_KEYS[0], Fernet.generate_key().decode()
    settings.PRIVATE_DATA_KEYS = [new, old]
    assert password_typed(alice).post(CODE, {"code": code_of(alice, later=1)}).status_code == 302
    assert password_typed(alice).post(CODE, {"code": guarded[0]}).status_code == 302
    settings.PRIVATE_DATA_KEYS = [new]
    assert password_typed(alice).post(CODE, {"code": "123456"}).status_code == 422


def test_after_a_wrong_code_the_next_one_waits(
    alice: User, guarded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SecondFactor, "throttle_factor", 60)
    client = password_typed(alice)
    for code in ("000000", code_of(alice, later=1), guarded[0]):
        assert client.post(CODE, {"code": code}).status_code == 422
    SecondFactor.objects.update(throttling_failure_timestamp=timezone.now() - timedelta(seconds=61))
    assert client.post(CODE, {"code": guarded[0]}).status_code == 302


def test_somebody_who_waits_longer_than_ten_minutes_types_the_password_again(alice: User, guarded: list[str]) -> None:
    client = password_typed(alice)
    session = client.session
    pk, at, *rest = session[second_factor.WAITING]
    session[second_factor.WAITING] = [pk, at - second_factor.WAIT_SECONDS, *rest]
    session.save()
    assert client.post(CODE, {"code": guarded[0]})["Location"] == SIGN_IN
    assert not is_signed_in(client)


def test_the_code_of_somebody_else_opens_nothing(alice: User, bob: User, guarded: list[str]) -> None:
    client = Client()
    client.force_login(bob)
    codes = set_up(client, bob)
    stranger = password_typed(alice)
    for code in (codes[0], code_of(bob, later=1)):
        assert stranger.post(CODE, {"code": code}).status_code == 422
    assert not is_signed_in(stranger)


def test_codes_are_not_guessed_and_a_changed_password_ends_the_waiting(alice: User, guarded: list[str]) -> None:
    client = password_typed(alice)
    # One try was the setting up.
    answers = [client.post(CODE, {"code": f"{number:06}"}).status_code for number in range(limits.CODE_ACCOUNT.times)]
    assert answers == [422] * (limits.CODE_ACCOUNT.times - 1) + [429]
    assert password_typed(alice).post(CODE, {"code": guarded[0]}).status_code == 429
    alice.set_password("another long one")
    alice.save()
    assert client.get(CODE)["Location"] == SIGN_IN


def test_F8_staff_without_a_second_factor_reach_only_its_page(settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client = staff(OPERATOR)
    operator = User.objects.get(username=OPERATOR)
    operator.set_password(PASSWORD)
    operator.save()
    client.force_login(operator)
    for path in ("/", "/office/people/", "/admin/", "/accounts/password/", "/accounts/second-factor/"):
        assert client.get(path)["Location"].startswith(SET_UP), path
        assert client.post(path)["Location"] == SET_UP, path
    set_up(client, operator)
    assert client.get("/office/people/").status_code == 200
    other = Client()
    other.force_login(operator)
    assert other.get("/office/people/")["Location"] == f"{CODE}?next=/office/people/", "each session asks anew"
    answer = other.post(f"{CODE}?next=/office/people/", {"code": code_of(operator, later=1)})
    assert answer["Location"] == "/office/people/"
    assert other.get("/office/people/").status_code == 200
    assert other.post("/accounts/second-factor/remove/")["Location"] == "/accounts/second-factor/"
    assert second_factor.is_set_up(operator)


def test_players_do_without(settings: Settings, alice: User) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client = Client()
    client.force_login(alice)
    assert client.get("/").status_code == 200


def test_it_is_removed_and_its_codes_renewed_by_password_and_code(alice: User, guarded: list[str]) -> None:
    client = Client()
    client.force_login(alice)
    typed = {"password": PASSWORD, "code": guarded[0]}
    for path in ("/accounts/second-factor/codes/", "/accounts/second-factor/remove/"):
        assert client.post(path, {**typed, "password": "wrong"}).status_code == 422
        assert client.post(path, {**typed, "code": "000000"}).status_code == 422
    new = re.findall(
        r"<code>([a-z0-9-]+)</code>", client.post("/accounts/second-factor/codes/", typed).content.decode()
    )
    assert not set(new) & set(guarded)
    assert client.post("/accounts/second-factor/remove/", {**typed, "code": guarded[1]}).status_code == 422
    assert client.post("/accounts/second-factor/remove/", {**typed, "code": new[0]}).status_code == 302
    assert not second_factor.is_set_up(alice)


def test_F8_an_owner_takes_it_away_from_others_with_a_reason(alice: User, guarded: list[str]) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@club.example")
    path = f"/office/people/{alice.pk}/second-factor/"
    owner = staff(OWNER)
    assert owner.post(path, {"reason": " ", "confirmed": "1"}).status_code == 422
    assert "with the password alone" in owner.post(path, {"reason": "lost phone"}).content.decode()
    assert second_factor.is_set_up(alice)
    owner.post(path, {"reason": "lost phone", "confirmed": "1"})
    assert not second_factor.is_set_up(alice)
    assert [(act.about, act.reason) for act in StaffAct.objects.all()] == [(alice, "lost phone")]
    assert mail.outbox[-1].to == ["alice@club.example"]
    assert owner.post(path, {"reason": "again", "confirmed": "1"}).status_code == 422
