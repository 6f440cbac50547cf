"""Giving and taking roles (F8): owners any, operators those of the shift; nobody their own, never the last owner."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, record
from pokerroom.models import User
from pokerroom.owners import is_last_owner, is_owner, lock_owners, roles_of
from pokerroom.roles import CASHIER, DIRECTOR, FLOORMAN, OWNER, STAFF_ROLES

ROLES_CHANGED = "people.roles_changed"
OF_THE_SHIFT = (CASHIER, FLOORMAN, DIRECTOR)
"""The roles that an operator gives and takes."""


def givable(by: User) -> Sequence[str]:
    """The roles that `by` may give to others and take from them."""
    if not by.has_perm("pokerroom.give_roles"):
        return ()
    return STAFF_ROLES if is_owner(by) else OF_THE_SHIFT


def check_roles(*, by: User, person: User, roles: Collection[str]) -> tuple[list[str], list[str]]:
    """The person's roles before and after `by` leaves them those `roles` that `by` may give; raises Refused."""
    held, mine = roles_of(person), givable(by)
    after = [role for role in STAFF_ROLES if (role in roles if role in mine else role in held)]
    if by.pk == person.pk:
        raise Refused("own_roles", _("Nobody gives or takes their own roles: ask another owner."))
    if person.deleted_at is not None:
        raise Refused("deleted", _("This account is deleted."))
    if person.is_guest or person.is_bot:
        raise Refused("no_account", _("Guests and house bots have no roles: a member of staff needs a full account."))
    if set(roles) - set(mine):
        raise Refused("not_yours", _("You may not give or take this role."), field="roles")
    if set(held) - set(mine):
        raise Refused("above", _("Only an owner changes the roles of an operator, an auditor or an owner."))
    if after == held:
        raise Refused("nothing_changed", _("Nothing was changed."))
    if OWNER in held and OWNER not in after and is_last_owner(person):
        raise Refused("last_owner", _("This is the last owner: make somebody else an owner first."), field="roles")
    return held, after


def set_roles(*, by: User, person_id: int, roles: Collection[str], reason: str) -> None:
    """Gives and takes roles, which hold from the person's next click on; logged with the reason. Raises Refused."""
    with transaction.atomic():
        lock_owners()
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        before, after = check_roles(by=by, person=person, roles=roles)
        person.groups.remove(*Group.objects.filter(name__in=set(before) - set(after)))
        person.groups.add(*Group.objects.filter(name__in=set(after) - set(before)))
        person.is_staff = person.is_superuser or bool(after)
        person.save(update_fields=["is_staff"])
        record(
            by=by.pk,
            act=ROLES_CHANGED,
            subject=Subject("person", person.pk),
            about=person.pk,
            changes=[Change("roles", ", ".join(before), ", ".join(after))],
            reason=reason,
        )
