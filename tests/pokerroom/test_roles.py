"""F8: roles have exactly the powers that the code names; what a role no longer names, it loses."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from pytest_django import DjangoAssertNumQueries

from pokerroom.models import User
from pokerroom.roles import APPS, ROLES, set_roles

pytestmark = pytest.mark.django_db


def powers(person: User) -> set[str]:
    """The permissions of a person, read anew."""
    return User.objects.get(pk=person.pk).get_all_permissions()


def migrate() -> None:
    """What every migrate does to the roles."""
    for label in APPS:
        set_roles(apps.get_app_config(label), using="default")


POWERS = {
    "cashier.work_cage": "cashier owner",
    "cashier.approve_cage": "cashier operator owner",
    "cashier.manage_cages": "operator owner",
    "cashier.set_payout_limits": "owner",
    "cashier.run_audit": "operator auditor owner",
    "cashier.add_currency": "operator owner",
    "cashier.view_entry": "cashier operator auditor owner",
    "games.run_floor": "floorman operator owner",
    "games.change_chatword": "operator owner",
    "games.review_hand": "floorman,tournament director",
    "games.add_table": "operator owner",
    "games.change_table": "operator owner",
    "games.change_rakeprofile": "operator owner",
    "games.work_case": "floorman operator owner",
    "games.change_watchthreshold": "operator owner",
    "games.view_watchflag": "floorman operator auditor owner",
    "games.add_accountapproval": "cashier floorman operator owner",
    "tournaments.direct_tournament": "tournament director,operator,owner",
    "pokerroom.add_ban": "floorman operator owner",
    "pokerroom.add_addressban": "operator owner",
    "pokerroom.view_signin": "operator auditor owner",
    "pokerroom.add_staffnote": "cashier floorman operator owner",
    "pokerroom.give_roles": "operator owner",
    "pokerroom.reset_second_factor": "owner",
    "pokerroom.view_reports": "operator auditor owner",
    "backoffice.view_staffact": "auditor owner",
    "backoffice.change_roomsetting": "owner",
}
"""Who has which power, written down a second time: a change of it is never by chance."""


@pytest.mark.parametrize("power", POWERS)
def test_F8_each_power_belongs_to_these_roles_alone(power: str) -> None:
    wanted = set(POWERS[power].split("," if "," in POWERS[power] else " "))
    app, codename = power.split(".")
    held = Group.objects.filter(permissions__content_type__app_label=app, permissions__codename=codename)
    assert set(held.values_list("name", flat=True)) == wanted


@pytest.mark.parametrize("role", ROLES)
def test_F8_a_role_loses_the_powers_that_the_code_no_longer_names(role: str, bob: User) -> None:
    group = Group.objects.get(name=role)
    bob.groups.add(group)
    before = powers(bob)
    group.permissions.set(Permission.objects.all())
    assert powers(bob) > before
    migrate()
    assert powers(bob) == before
    group.permissions.clear()
    migrate()
    assert powers(bob) == before


def test_F8_somebody_who_leaves_a_role_loses_its_powers_and_keeps_those_of_another(bob: User) -> None:
    floorman, cashier = (Group.objects.get(name=name) for name in ("floorman", "cashier"))
    bob.groups.add(floorman, cashier)
    assert {"games.run_floor", "cashier.view_entry"} <= powers(bob)
    bob.groups.remove(floorman)
    migrate()
    assert "games.run_floor" not in powers(bob)
    assert "cashier.view_entry" in powers(bob)


def test_F8_groups_that_are_no_roles_keep_their_powers(bob: User) -> None:
    own = Group.objects.create(name="translators")
    own.permissions.add(Permission.objects.get(codename="change_lobbynews"))
    bob.groups.add(own)
    migrate()
    assert powers(bob) == {"games.change_lobbynews"}


def test_F8_a_role_gives_powers_to_staff_alone(bob: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    bob.groups.add(Group.objects.get(name="floorman"))
    with django_assert_num_queries(0):
        assert not bob.has_perm("games.run_floor"), "the pages of players ask nothing"
    bob.is_staff = True
    assert bob.has_perm("games.run_floor")
