"""F3, F8: staff ban people and lift bans, always with a reason that is kept."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from pokerroom import bans
from pokerroom.models import Ban, User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR
from tests.staff import staff

pytestmark = pytest.mark.django_db
ADD = "/admin/pokerroom/ban/add/"


@pytest.mark.parametrize("role", [FLOORMAN, OPERATOR])
def test_F8_a_banned_person_is_signed_out_at_once_and_returns_when_the_ban_is_lifted(role: str, bob: User) -> None:
    player, staff_client = Client(), staff(role, "Fiona")
    player.force_login(bob)
    assert staff_client.post(ADD, {"person": bob.pk, "kind": "banned", "reason": "two accounts"}).status_code == 302
    assert "Bob" not in player.get("/").content.decode()
    page = staff_client.get("/admin/pokerroom/ban/").content.decode()
    assert all(text in page for text in ("Bob", "two accounts", "Fiona"))
    assert staff_client.post(ADD, {"person": bob.pk, "kind": "lifted", "reason": "a mistake"}).status_code == 302
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
    response = staff(role).post(ADD, {"person": bob.pk, "kind": "banned", "reason": "because"})
    assert response.status_code == 403
    assert User.objects.get(pk=bob.pk).is_active


def test_F8_the_link_to_a_ban_is_shown_only_to_staff_who_may_ban(bob: User) -> None:
    page = f"/admin/pokerroom/user/{bob.pk}/change/"
    assert f"{ADD}?person={bob.pk}" in staff(FLOORMAN).get(page).content.decode()
    assert ADD not in staff(CASHIER).get(page).content.decode()


def test_F3_a_ban_needs_a_reason_and_must_change_something(bob: User) -> None:
    staff_client = staff(FLOORMAN)
    for fields, message in [
        ({"kind": "banned", "reason": "  "}, "This field is required."),
        ({"kind": "lifted", "reason": "kindness"}, "This player is not banned."),
        ({"kind": "banned", "reason": "x" * 301}, "at most 300"),
        ({"kind": "gone", "reason": "why not"}, "is not one of the available choices"),
    ]:
        response = staff_client.post(ADD, {"person": bob.pk, **fields})
        assert response.status_code == 200
        assert message in response.content.decode()
    assert User.objects.get(pk=bob.pk).is_active
    assert not Ban.objects.exists()


def test_F8_only_a_superuser_bans_staff_and_nobody_bans_themselves(bob: User) -> None:
    staff_client = staff(FLOORMAN)
    staff(OPERATOR, "Olga")
    floorman, olga = (User.objects.get(username=name) for name in ("floorman", "olga"))
    for person, message in [
        (floorman, "You cannot decide about your own account."),
        (olga, "Only a superuser may decide about staff."),
    ]:
        response = staff_client.post(ADD, {"person": person.pk, "kind": "banned", "reason": "a quarrel"})
        assert message in response.content.decode()
    assert not User.objects.filter(is_active=False).exists()
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    staff_client.force_login(User.objects.get(pk=bob.pk))
    assert staff_client.post(ADD, {"person": olga.pk, "kind": "banned", "reason": "collusion"}).status_code == 302
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


def test_F3_even_a_superuser_needs_a_reason_to_ban(bob: User, dana: User) -> None:
    User.objects.filter(pk=dana.pk).update(is_staff=True, is_superuser=True)
    superuser = Client()
    superuser.force_login(User.objects.get(pk=dana.pk))
    page = superuser.get(f"/admin/pokerroom/user/{bob.pk}/change/").content.decode()
    assert 'name="is_active"' not in page
    assert f"{ADD}?person={bob.pk}&amp;kind=banned" in page
    form = superuser.get(f"{ADD}?person={bob.pk}&kind=banned").content.decode()
    assert '<option value="banned" selected' in form


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
    assert "two accounts" in page.content.decode()
    client.post("/accounts/sign-out/")
    assert client.get("/").status_code == 200, "signed out, they see the room as any visitor"


def test_F8_a_session_from_before_a_new_password_tells_nothing(bob: User, dana: User) -> None:
    client = Client()
    client.force_login(bob)
    bob.set_password("another long one")
    bob.save()
    bans.decide(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
    assert client.get("/").status_code == 200
