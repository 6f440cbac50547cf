"""F3, F8: staff ban people and lift bans, always with a reason that is kept."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from pokerroom import bans
from pokerroom.models import Ban, User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR
from tests.shown_words import shows_word
from tests.staff import staff

pytestmark = pytest.mark.django_db


def submit(client: Client, who: User, *, lift: bool = False, **typed: str) -> Any:
    """Confirms the page of a ban, or of its end; Any: a client's answer has no type name."""
    page = f"/office/people/{who.pk}/{'lift-ban' if lift else 'ban'}/"
    return client.post(page, {"reason": "two accounts", "confirmed": "1", **typed})


@pytest.mark.parametrize("role", [FLOORMAN, OPERATOR])
def test_F8_a_banned_person_is_signed_out_at_once_and_returns_when_the_ban_is_lifted(role: str, bob: User) -> None:
    player, staff_client = Client(), staff(role, "Fiona")
    player.force_login(bob)
    assert submit(staff_client, bob).status_code == 302
    assert not shows_word(player.get("/").content.decode(), "Bob")
    page = staff_client.get("/admin/pokerroom/ban/").content.decode()
    assert all(text in page for text in ("Bob", "two accounts", "Fiona"))
    assert submit(staff_client, bob, lift=True, reason="a mistake").status_code == 302
    player.force_login(User.objects.get(pk=bob.pk))
    assert "Bob" in player.get("/").content.decode()
    assert [(ban.kind, ban.reason, ban.by.display_name) for ban in Ban.objects.order_by("pk")] == [
        ("banned", "two accounts", "Fiona"),
        ("lifted", "a mistake", "Fiona"),
    ]


@pytest.mark.django_db(transaction=True)
def test_F8_sockets_of_a_banned_person_close(bob: User, dana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    monkeypatch.setattr("games.messaging.messages.notify_close_sockets", closed.append)
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    assert closed == [bob.pk]


@pytest.mark.parametrize("role", [CASHIER, DIRECTOR, AUDITOR])
def test_F8_other_staff_cannot_ban(role: str, bob: User) -> None:
    assert submit(staff(role), bob).status_code == 403
    assert User.objects.get(pk=bob.pk).is_active


def test_F8_the_link_to_a_ban_is_shown_only_to_staff_who_may_ban(bob: User) -> None:
    page = f"/admin/pokerroom/user/{bob.pk}/change/"
    link = f"/office/people/{bob.pk}/ban/"
    assert link in staff(FLOORMAN).get(page).content.decode()
    assert link not in staff(CASHIER).get(page).content.decode()


def test_F3_a_ban_needs_a_reason_and_must_change_something(bob: User) -> None:
    staff_client = staff(FLOORMAN)
    for lift, reason, message in [
        (False, "  ", "This field is required."),
        (True, "kindness", "This player is not banned."),
        (False, "x" * 301, "at most 300"),
    ]:
        response = submit(staff_client, bob, lift=lift, reason=reason)
        assert response.status_code == 422
        assert message in response.content.decode()
    assert User.objects.get(pk=bob.pk).is_active
    assert not Ban.objects.exists()


def test_F8_only_a_superuser_bans_staff_and_nobody_bans_themselves(bob: User) -> None:
    staff_client = staff(FLOORMAN)
    staff(OPERATOR, "Olga")
    floorman, olga = (User.objects.get(username=name) for name in ("floorman", "olga"))
    for person, message in [
        (floorman, "You cannot decide about your own account."),
        (olga, "Only an owner may decide about staff."),
    ]:
        assert message in submit(staff_client, person).content.decode()
    assert not User.objects.filter(is_active=False).exists()
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    staff_client.force_login(User.objects.get(pk=bob.pk))
    assert submit(staff_client, olga).status_code == 302
    assert not User.objects.get(pk=olga.pk).is_active


def test_F3_decisions_cannot_be_changed_or_deleted(bob: User, dana: User) -> None:
    ban = bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    staff_client = staff(FLOORMAN)
    assert staff_client.get(f"/admin/pokerroom/ban/{ban.pk}/change/").status_code == 200
    assert staff_client.post(f"/admin/pokerroom/ban/{ban.pk}/change/", {"reason": "none"}).status_code == 403
    assert staff_client.post(f"/admin/pokerroom/ban/{ban.pk}/delete/").status_code == 403
    for change in (lambda: Ban.objects.update(reason="none"), lambda: Ban.objects.all().delete()):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_F3_even_a_superuser_bans_on_the_page_that_asks_for_a_reason(bob: User, dana: User) -> None:
    User.objects.filter(pk=dana.pk).update(is_staff=True, is_superuser=True)
    superuser = Client()
    superuser.force_login(User.objects.get(pk=dana.pk))
    page = superuser.get(f"/admin/pokerroom/user/{bob.pk}/change/").content.decode()
    assert 'name="is_active"' not in page
    assert f"/office/people/{bob.pk}/ban/" in page
    assert superuser.get("/admin/pokerroom/ban/add/").status_code == 403


SIGN_IN = "/accounts/sign-in/"


@pytest.fixture
def banned(bob: User, dana: User) -> User:
    """Bob with a password, banned from the room."""
    bob.set_password("correct horse")
    bob.save()
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    bob.refresh_from_db()
    return bob


def test_F8_a_banned_person_who_signs_in_is_told_why(banned: User) -> None:
    page = Client().post(SIGN_IN, {"name": "Bob", "password": "correct horse"})
    text = page.content.decode()
    assert page.status_code == 403
    assert "You are banned" in text
    assert "two accounts" in text
    ways = [f"/accounts/{way}/" in text for way in ("sign-in", "sign-up", "sign-out", "language")]
    assert ways == [True, True, False, True], "who is not signed in need not sign out"


def test_F8_a_wrong_password_tells_nothing_about_a_ban(banned: User) -> None:
    page = Client().post(SIGN_IN, {"name": "Bob", "password": "wrong horse"})
    stranger = Client().post(SIGN_IN, {"name": "Nobody", "password": "wrong horse"})
    assert page.status_code == stranger.status_code == 422
    assert "Name and password don&#x27;t match" in page.content.decode()
    assert "banned" not in page.content.decode()


@pytest.mark.parametrize("path", ["/", "/table/1/", "/accounts/settings/"])
def test_F8_every_page_tells_a_person_banned_meanwhile_why(bob: User, dana: User, path: str) -> None:
    client = Client()
    client.force_login(bob)
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    page = client.get(path)
    assert page.status_code == 403
    text = page.content.decode()
    assert "two accounts" in text
    ways = [f"/accounts/{way}/" in text for way in ("sign-in", "sign-up", "sign-out", "language")]
    assert ways == [False, False, True, True], "who is signed in may only sign out"
    client.post("/accounts/sign-out/")
    assert client.get("/").status_code == 200, "signed out, they see the room as any visitor"


def test_F8_a_session_from_before_a_new_password_tells_nothing(bob: User, dana: User) -> None:
    client = Client()
    client.force_login(bob)
    bob.set_password("another long one")
    bob.save()
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    assert client.get("/").status_code == 200


@pytest.fixture
def until() -> datetime:
    """The end of a ban: tomorrow, in whole seconds, as the form takes it."""
    return timezone.now().replace(microsecond=0) + timedelta(days=1)


def typed_end(until: datetime) -> str:
    """The end of a ban as a browser sends it."""
    return timezone.localtime(until).strftime("%Y-%m-%dT%H:%M:%S")


def test_F8_a_ban_with_an_end_ends_by_itself(bob: User, until: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Client()
    player.force_login(bob)
    assert submit(staff(FLOORMAN), bob, until=typed_end(until)).status_code == 302
    assert Ban.objects.get().until == until
    page = player.get("/")
    assert page.status_code == 403
    assert f"until {date_format(timezone.localtime(until), 'SHORT_DATETIME_FORMAT')}." in page.content.decode()
    monkeypatch.setattr(timezone, "now", lambda: until - timedelta(microseconds=1))
    assert player.get("/").status_code == 403
    monkeypatch.setattr(timezone, "now", lambda: until)
    page = player.get("/")
    assert page.status_code == 200
    assert "Bob" in page.content.decode()
    assert User.objects.get(pk=bob.pk).is_active


def test_F8_somebody_who_signs_in_after_the_end_of_a_ban_is_let_in(
    banned: User, dana: User, until: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The latest ban counts: an earlier one has no end."""
    bans.decide(person_id=banned.pk, kind="lifted", reason="a mistake", by=dana)
    bans.decide(person_id=banned.pk, kind="banned", reason="again", by=dana, until=until)
    form = {"name": "Bob", "password": "correct horse"}
    assert Client().post(SIGN_IN, form).status_code == 403
    monkeypatch.setattr(timezone, "now", lambda: until)
    client = Client()
    assert client.post(SIGN_IN, form).status_code == 302
    assert "Bob" in client.get("/").content.decode()


def test_F8_after_its_end_a_ban_may_be_imposed_again_and_cannot_be_lifted(
    bob: User, dana: User, until: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana, until=until)
    bob.refresh_from_db()
    assert bans.refusal(person=bob, kind="banned", by=dana) == "This player is already banned."
    assert not bans.refusal(person=bob, kind="lifted", by=dana)
    monkeypatch.setattr(timezone, "now", lambda: until)
    assert not bans.refusal(person=bob, kind="banned", by=dana)
    assert bans.refusal(person=bob, kind="lifted", by=dana) == "This player is not banned."


def test_F8_a_ban_without_an_end_never_ends(banned: User, monkeypatch: pytest.MonkeyPatch) -> None:
    later = timezone.now() + timedelta(days=4_000)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert not bans.let_back(banned.pk)
    assert not User.objects.get(pk=banned.pk).is_active


def test_F3_an_end_that_cannot_be_is_refused(bob: User, dana: User, until: datetime) -> None:
    staff_client, now = staff(FLOORMAN), timezone.now()
    past = submit(staff_client, bob, until=typed_end(now - timedelta(days=1)))
    assert "The end must be after the beginning." in past.content.decode()
    assert bans.refusal(person=bob, kind="lifted", by=dana, until=until) == "Only a ban has an end: leave it empty."
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    assert "leave the end empty" in submit(staff_client, bob, until=typed_end(until)).content.decode()
    for kind, end in (("banned", now - timedelta(days=1)), ("lifted", until)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Ban.objects.create(person=bob, kind=kind, reason="why", by=dana, until=end)
    assert not Ban.objects.exists()
