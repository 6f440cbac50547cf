"""The roles that somebody holds, and the owners, of whom the room always has one."""

from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet

from pokerroom.models import User
from pokerroom.roles import OWNER, STAFF_ROLES


def roles_of(person: User) -> list[str]:
    """The person's roles among the staff, least power first."""
    held = set(person.groups.values_list("name", flat=True))
    return [role for role in STAFF_ROLES if role in held]


def is_owner(person: User) -> bool:
    """Whether the person may do what only owners may; superusers may everything."""
    return person.is_superuser or OWNER in roles_of(person)


def owners() -> QuerySet[User]:
    """Everybody who may now do what only owners may."""
    return User.objects.filter(Q(groups__name=OWNER, is_staff=True) | Q(is_superuser=True), is_active=True).distinct()


def is_last_owner(person: User) -> bool:
    """Whether the room would be without an owner if this one went."""
    owners = User.objects.filter(groups__name=OWNER, is_active=True, is_staff=True)
    return owners.filter(pk=person.pk).exists() and not owners.exclude(pk=person.pk).exists()


def lock_owners() -> None:
    """Makes whoever takes an owner away wait for the other who does, until the transaction ends."""
    Group.objects.select_for_update(no_key=True).get(name=OWNER)
