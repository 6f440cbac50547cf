"""F8: roles are given and taken by whoever may, with a reason, never one's own; the log keeps each change."""

import pytest
from django.test import Client

from backoffice.api import Refused, StaffAct
from pokerroom.models import User
from pokerroom.owners import roles_of
from pokerroom.people import giving
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR, OWNER, STAFF_ROLES
from tests.staff import staff, with_role

pytestmark = pytest.mark.django_db


def member(role: str, name: str = "") -> User:
    """Somebody with this role."""
    staff(role, name)
    return User.objects.get(username=(name or role).casefold())


def page(person: User) -> str:
    return f"/office/people/{person.pk}/roles/"


def give(client: Client, person: User, *roles: str, **more: str) -> str:
    """Confirms these roles for the person; the page afterwards."""
    typed = {"roles": roles, "reason": "new on the shift", "confirmed": "1", **more}
    return client.post(page(person), typed, follow=True).content.decode()


def test_F8_an_owner_gives_every_role_after_a_preview_and_the_log_keeps_it(bob: User) -> None:
    owner = staff(OWNER)
    preview = owner.post(page(bob), {"roles": [CASHIER, AUDITOR], "reason": "helps out"}).content.decode()
    assert "Bob gets the role: cashier." in preview
    assert not roles_of(bob)
    give(owner, bob, *STAFF_ROLES)
    bob.refresh_from_db()
    assert (roles_of(bob), bob.is_staff) == (list(STAFF_ROLES), True)
    give(owner, bob, CASHIER)
    act = StaffAct.objects.latest("number")
    assert (act.about, act.reason) == (bob, "new on the shift")
    assert act.changes == [["roles", ", ".join(STAFF_ROLES), CASHIER]]
    give(owner, bob)
    bob.refresh_from_db()
    assert (roles_of(bob), bob.is_staff) == ([], False)


def test_F8_a_role_taken_away_is_gone_with_the_next_click(bob: User) -> None:
    owner, client = staff(OWNER), Client()
    client.force_login(bob)
    give(owner, bob, FLOORMAN)
    assert client.get("/office/people/").status_code == 200
    give(owner, bob)
    assert client.get("/office/people/").status_code == 403


@pytest.mark.parametrize("role", [OPERATOR, AUDITOR, OWNER])
def test_F8_an_operator_gives_the_roles_of_a_shift_and_no_higher_one(role: str, bob: User) -> None:
    operator = staff(OPERATOR, "Olga")
    give(operator, bob, CASHIER, FLOORMAN, DIRECTOR)
    assert roles_of(bob) == [CASHIER, FLOORMAN, DIRECTOR]
    assert "is not one of the available choices" in give(operator, bob, role)
    other = member(role, "Otto")
    assert "Only an owner changes the roles" in give(operator, other, CASHIER)
    assert roles_of(other) == [role]
    by = User.objects.get(username="olga")
    with pytest.raises(Refused, match="not_yours"):
        giving.set_roles(by=by, person_id=bob.pk, roles=[role], reason="x")


@pytest.mark.parametrize("role", [CASHIER, FLOORMAN, DIRECTOR, AUDITOR])
def test_F8_nobody_else_gives_roles(role: str, bob: User) -> None:
    client = staff(role)
    assert client.get(page(bob)).status_code == 403
    give(client, bob, CASHIER)
    assert not roles_of(bob)


@pytest.mark.parametrize("role", [OPERATOR, OWNER])
def test_F8_nobody_changes_their_own_roles(role: str) -> None:
    client = staff(role)
    me = User.objects.get(username=role)
    assert "Nobody gives or takes their own roles" in give(client, me, CASHIER)
    assert roles_of(me) == [role]


def test_F8_the_last_owner_stays(bob: User) -> None:
    last = member(OWNER, "Last")
    root = Client()
    root.force_login(User.objects.create_superuser("root", password="x", display_name="Root"))
    assert "This is the last owner" in give(root, last)
    assert roles_of(last) == [OWNER]
    with_role(bob, OWNER)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert "This is the last owner" in give(root, last), "a banned owner owns nothing"
    User.objects.filter(pk=bob.pk).update(is_active=True)
    give(root, last)
    assert not roles_of(last)


def test_F8_guests_and_bots_have_no_roles(bob: User) -> None:
    owner = staff(OWNER)
    for kind in ("is_guest", "is_bot"):
        User.objects.filter(pk=bob.pk).update(**{"is_guest": False, "is_bot": False, kind: True})
        assert "Guests and house bots have no roles" in give(owner, bob, CASHIER)
    assert not roles_of(bob)


def test_F3_roles_need_a_reason_and_a_change(bob: User) -> None:
    owner = staff(OWNER)
    assert owner.post(page(bob), {"roles": [CASHIER], "reason": "\u200b", "confirmed": "1"}).status_code == 422
    assert "Nothing was changed." in give(owner, bob)
    give(owner, bob, CASHIER)
    assert "Nothing was changed." in give(owner, bob, CASHIER), "a second submit does nothing"
    assert StaffAct.objects.count() == 1
