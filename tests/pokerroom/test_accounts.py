"""Accounts: guests, sign-up, sign-in, upgrading a guest, settings."""

import re
from unittest.mock import patch

import pytest
from django.conf import settings as room
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override
from pytest_django import Settings

from cashier import api as cashier
from games.messaging.rate_limit import Limit
from pokerroom.accounts import services
from pokerroom.accounts.deletion import delete_account
from pokerroom.models import User
from pokerroom.roles import OWNER
from pokerroom.security import limits
from tests.conftest import PASSWORD
from tests.games.support.tables import open_table
from tests.staff import with_role

pytestmark = pytest.mark.django_db
GOOD = "seven blue lamps"


def url(name: str) -> str:
    return reverse(f"accounts:{name}")


def signed_in(client: Client) -> User | None:
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk) if pk else None


def test_play_now_makes_a_guest_with_play_money(client: Client) -> None:
    response = client.post(url("play_now"))
    assert (response.status_code, response["Location"]) == (302, "/")
    guest = signed_in(client)
    assert guest is not None
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+ \d{2}", guest.display_name)
    guest.full_clean(exclude=["password"])
    assert cashier.balance(user_id=guest.pk, currency="PLAY") == room.PLAY_GRANT == 1_000_000


def test_play_now_needs_a_post_and_creates_one_guest_only(client: Client) -> None:
    client.get(url("play_now"))
    assert not User.objects.exists()
    client.post(url("play_now"))
    client.post(url("play_now"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("waits", ["", "/", "/wallet/"])
def test_play_now_opens_the_best_game_unless_another_page_than_the_lobby_waits(client: Client, waits: str) -> None:
    table = open_table()
    response = client.post(url("play_now"), {"next": waits})
    assert response["Location"] == (waits if waits == "/wallet/" else f"/table/{table.pk}/?sit")


def test_sign_up_signs_in_with_argon2_and_play_money(client: Client, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [hasher for hasher in settings.PASSWORD_HASHERS if "MD5" not in hasher]
    response = client.post(url("sign_up"), {"name": "Markéta N.", "password": GOOD, "next": "/wallet/"})
    assert response["Location"] == "/wallet/"
    user = signed_in(client)
    assert user is not None
    assert (user.display_name, user.username, user.is_guest) == ("Markéta N.", "markéta n.", False)
    assert user.password.startswith("argon2$argon2id$")
    assert cashier.balance(user_id=user.pk, currency="PLAY") == room.PLAY_GRANT


@pytest.mark.parametrize("password", ["", "short", "password", "12345678", "quietotter1"])
def test_poor_passwords_are_refused(client: Client, password: str) -> None:
    response = client.post(url("sign_up"), {"name": "QuietOtter1", "password": password})
    assert response.status_code == 422
    assert f'value="{password}"' not in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["sw4n-", "password", "12345678", "quietotter1"])
def test_a_poor_password_is_refused_in_the_language_of_the_page(password: str) -> None:
    refused: dict[str, list[str]] = {}
    for language, _ in room.LANGUAGES:
        with override(language), pytest.raises(ValidationError) as refusal:
            validate_password(password, User(username="QuietOtter1"))
        refused[language] = refusal.value.messages
    sentences = [sentence for each in refused.values() for sentence in each]
    assert len(set(sentences)) == len(sentences) == len(refused) * len(refused["en"])


def test_the_shortest_password_is_told_in_whole_sentences() -> None:
    for language, sentence in (
        ("en", "The password is too short: it needs at least 8 characters."),
        ("cs", "Heslo je příliš krátké: musí mít aspoň 8 znaků."),
        ("sk", "Heslo je príliš krátke: musí mať aspoň 8 znakov."),
    ):
        with override(language), pytest.raises(ValidationError, match=sentence):
            validate_password("sw4n-", User(username="QuietOtter1"))


@pytest.mark.parametrize("typed", ["Alice", "alice", "ALICE"])
def test_sign_in_by_name_in_any_case(client: Client, alice: User, typed: str) -> None:
    assert client.post(url("sign_in"), {"name": typed, "password": PASSWORD}).status_code == 302
    assert signed_in(client) == alice


def test_sign_in_does_not_reveal_who_has_an_account(client: Client, alice: User, bob: User) -> None:
    bob.is_active = False
    bob.save()
    client.post(url("play_now"))
    guest = signed_in(client)
    assert guest is not None
    pages = set()
    for name, password in [
        ("alice", "wrong"),
        ("nobody", "wrong"),
        ("bob", "wrong"),
        (guest.username, ""),
        (guest.username, "!"),
    ]:
        page = Client().post(url("sign_in"), {"name": name, "password": password or "x"})
        text = page.content.decode().replace(name, "NAME")
        pages.add((page.status_code, re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)))
    assert len(pages) == 1
    assert "don&#x27;t match" in pages.pop()[1]


def test_sign_in_takes_as_long_for_an_unknown_name(client: Client, alice: User) -> None:
    runs: list[str] = []

    def encode_and_count(self: object, password: str, salt: str) -> str:
        runs.append(password)
        return f"md5${salt}$no"

    with patch("django.contrib.auth.hashers.MD5PasswordHasher.encode", autospec=True) as encode:
        encode.side_effect = encode_and_count
        client.post(url("sign_in"), {"name": "alice", "password": "wrong"})
        known = len(runs)
        client.post(url("sign_in"), {"name": "nobody", "password": "wrong"})
    assert known == len(runs) - known == 1


@pytest.mark.parametrize(
    "onward", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example", "word"]
)
def test_sign_in_redirects_to_pages_of_this_site_only(client: Client, alice: User, onward: str) -> None:
    response = client.post(url("sign_in"), {"name": "alice", "password": PASSWORD, "next": onward})
    assert response["Location"] == "/"


def test_a_double_click_upgrades_a_guest_once(client: Client) -> None:
    client.post(url("play_now"))
    guest = signed_in(client)
    assert guest is not None
    first = services.upgrade_guest(guest, name="Zuzana", password=GOOD)
    again = services.upgrade_guest(guest, name="Zuzana", password=GOOD)
    assert (first.password, first.display_name) == (again.password, again.display_name)


def test_every_account_has_a_wallet(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(cashier, "open_wallet", fails)
    with pytest.raises(RuntimeError):
        services.create_guest()
    assert not User.objects.exists()


def test_an_upgraded_guest_keeps_wallet_and_session(client: Client) -> None:
    client.post(url("play_now"))
    guest = signed_in(client)
    assert guest is not None
    response = client.post(url("keep_account"), {"name": "Zuzana", "password": GOOD})
    assert response.status_code == 302
    member = signed_in(client)
    assert member is not None
    assert (member.pk, member.is_guest, member.display_name) == (guest.pk, False, "Zuzana")
    assert cashier.balance(user_id=member.pk, currency="PLAY") == room.PLAY_GRANT
    again = Client()
    again.post(url("sign_in"), {"name": "zuzana", "password": GOOD})
    assert signed_in(again) == member


def test_only_guests_upgrade_and_only_to_free_names(client: Client, alice: User) -> None:
    client.post(url("play_now"))
    assert client.post(url("keep_account"), {"name": "Alice", "password": GOOD}).status_code == 422
    guest = signed_in(client)
    assert guest is not None
    assert guest.is_guest
    client.force_login(alice)
    client.post(url("keep_account"), {"name": "Other", "password": GOOD})
    alice.refresh_from_db()
    assert alice.display_name == "Alice"
    assert alice.check_password(PASSWORD)


def test_sign_out_needs_a_post_and_warns_a_guest(client: Client) -> None:
    client.post(url("play_now"))
    assert "can't come back" in client.get(url("sign_out")).content.decode()
    assert signed_in(client)
    client.post(url("sign_out"))
    assert signed_in(client) is None


def test_forms_from_other_sites_change_nothing(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    for name in ("sign_in", "sign_up", "play_now", "sign_out", "settings", "password", "language"):
        assert strict.post(url(name)).status_code == 403
    assert signed_in(strict) == alice


def test_guessing_passwords_of_one_account_is_rate_limited(alice: User) -> None:
    limit = limits.SIGN_IN_ACCOUNT
    for number in range(limit.times):
        guess = Client(REMOTE_ADDR=f"192.0.2.{number}").post(url("sign_in"), {"name": "Alice", "password": "no"})
        assert guess.status_code == 422
    refused = Client(REMOTE_ADDR="198.51.100.1").post(url("sign_in"), {"name": "alice", "password": PASSWORD})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) == limit.seconds - 10
    assert "Please wait" in refused.content.decode()
    stranger = Client(REMOTE_ADDR="198.51.100.1").post(url("sign_in"), {"name": "bob", "password": "no"})
    assert stranger.status_code == 422


def test_guesses_of_strangers_keep_nobody_out_where_they_were_signed_in_before(alice: User) -> None:
    def sign_in(address: str, password: str = PASSWORD) -> int:
        answer = Client(REMOTE_ADDR=address).post(url("sign_in"), {"name": "Alice", "password": password})
        return answer.status_code

    assert sign_in("203.0.113.5") == 302
    for number in range(limits.SIGN_IN_ACCOUNT.times):
        sign_in(f"192.0.2.{number}", "no")
    assert (sign_in("198.51.100.1"), sign_in("203.0.113.5")) == (429, 302)
    guesses = [sign_in("203.0.113.5", "no") for _ in range(limits.SIGN_IN_USUAL_ADDRESS.times)]
    assert (guesses[0], guesses[-1]) == (422, 429), "the address has a limit of its own"


@pytest.mark.parametrize(
    ("page", "limit"),
    [
        ("play_now", limits.GUEST_ADDRESS),
        ("sign_up", limits.SIGN_UP_ADDRESS),
        ("sign_in", limits.SIGN_IN_ADDRESS),
    ],
)
def test_attempts_from_one_address_are_rate_limited(page: str, limit: Limit) -> None:
    codes = [
        Client().post(url(page), {"name": f"somebody {number}", "password": "x"}).status_code
        for number in range(limit.times + 1)
    ]
    assert codes[-1] == 429
    assert 429 not in codes[:-1]
    assert Client(REMOTE_ADDR="192.0.2.9").post(url(page), {"name": "x", "password": "x"}).status_code != 429


@pytest.mark.parametrize(
    ("headers", "trusted", "address"),
    [
        ({"REMOTE_ADDR": "192.0.2.1"}, False, "192.0.2.1"),
        ({"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, False, "2001:db8:1:2::"),
        ({"REMOTE_ADDR": "::ffff:192.0.2.1"}, False, "192.0.2.1"),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": "198.51.100.7"}, False, "192.0.2.1"),
        ({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": "9.9.9.9, 198.51.100.7"}, True, "198.51.100.7"),
        ({"REMOTE_ADDR": ""}, False, "unknown"),
    ],
)
def test_the_client_address_comes_from_the_trusted_proxy_only(
    rf: RequestFactory, settings: Settings, headers: dict[str, str], trusted: bool, address: str
) -> None:
    settings.TRUST_PROXY = trusted
    assert limits.address(rf.get("/", **headers)) == address


def test_settings_are_saved_and_the_language_changes(client: Client, alice: User) -> None:
    client.force_login(alice)
    response = client.post(url("settings"), {"display_name": "Alenka", "language": "cs", "auto_muck": "on"})
    assert response.status_code == 302
    assert response.cookies[room.LANGUAGE_COOKIE_NAME].value == "cs"
    alice.refresh_from_db()
    assert (alice.display_name, alice.language) == ("Alenka", "cs")
    assert (alice.auto_muck, alice.auto_post) == (True, False)


def test_settings_leave_fields_that_are_not_on_the_page(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(
        url("settings"),
        {"display_name": "Alice", "language": "en", "is_staff": "on", "is_superuser": "on", "username": "root"},
    )
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser, alice.username) == (False, False, "alice")


def test_a_new_password_ends_every_other_session(client: Client, alice: User) -> None:
    other = Client()
    for browser in (client, other):
        browser.force_login(User.objects.get(pk=alice.pk))
    wrong = client.post(url("password"), {"password": "wrong", "new": GOOD})
    assert wrong.status_code == 422
    assert client.post(url("password"), {"password": PASSWORD, "new": GOOD}).status_code == 302
    assert client.get(url("settings")).status_code == 200
    assert other.get(url("settings")).status_code == 302


@pytest.mark.parametrize("page", ["password", "settings"])
def test_F8_a_ban_that_comes_while_a_form_is_carried_out_stands(client: Client, alice: User, page: str) -> None:
    client.force_login(User.objects.get(pk=alice.pk))

    def banned_meanwhile(*args: object, **named: object) -> bool:
        User.objects.filter(pk=alice.pk).update(is_active=False)
        return False

    with (
        patch("pokerroom.accounts.forms.validate_password", banned_meanwhile),
        patch("pokerroom.accounts.services.is_taken", banned_meanwhile),
    ):
        client.post(url(page), {"password": PASSWORD, "new": GOOD, "display_name": "Alicia", "language": "cs"})
    assert not User.objects.get(pk=alice.pk).is_active


def test_a_name_that_is_changed_while_the_account_is_deleted_stays_deleted(client: Client, alice: User) -> None:
    client.force_login(User.objects.get(pk=alice.pk))

    def deleted_meanwhile(*args: object, **named: object) -> bool:
        delete_account(alice.pk)
        return False

    with patch("pokerroom.accounts.services.is_taken", deleted_meanwhile):
        client.post(url("settings"), {"display_name": "Alicia", "language": "cs"})
    alice.refresh_from_db()
    assert (alice.display_name, alice.is_active) == (f"deleted {alice.pk}", False)


def test_the_language_switch_is_remembered(client: Client, alice: User) -> None:
    client.force_login(alice)
    response = client.post(url("language"), {"language": "sk", "next": url("settings")})
    assert response["Location"] == url("settings")
    assert '<html lang="sk">' in client.get(url("settings")).content.decode()
    alice.refresh_from_db()
    assert alice.language == "sk"
    client.post(url("language"), {"language": "xx"})
    alice.refresh_from_db()
    assert alice.language == "sk"


def test_another_browser_speaks_the_language_of_the_account_once_it_is_signed_in(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="sk")
    headers = {"Accept-Language": "en"}
    assert '<html lang="en">' in client.get(url("sign_in"), headers=headers).content.decode()
    client.post(url("sign_in"), {"name": "Alice", "password": PASSWORD}, headers=headers)
    assert '<html lang="sk">' in client.get(url("settings"), headers=headers).content.decode()


def test_F8_every_role_is_a_group_and_auditors_only_view() -> None:
    assert set(Group.objects.values_list("name", flat=True)) >= {
        "player", "cashier", "floorman", "tournament director", "operator", "auditor",
    }  # fmt: skip
    auditor = Group.objects.get(name="auditor").permissions
    assert auditor.filter(content_type__app_label="cashier").exists()
    assert not auditor.exclude(codename__startswith="view_").exclude(codename="run_audit").exists()
    assert not Group.objects.get(name="player").permissions.exists()
    assert not Group.objects.filter(permissions__codename__in=["change_user", "add_permission"]).exists()


def test_staff_use_the_same_rate_limited_sign_in(client: Client, alice: User) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0] == f"{url('sign_in')}?next=/admin/"
    client.force_login(alice)
    assert client.get("/admin/", follow=True).status_code == 403


def test_staff_change_their_password_on_the_page_that_counts_guesses(client: Client, alice: User) -> None:
    client.force_login(with_role(alice, OWNER))
    answers = [client.get("/admin/password_change/"), client.post("/admin/password_change/", {"old_password": "no"})]
    assert [answer["Location"] for answer in answers] == [url("password")] * 2
