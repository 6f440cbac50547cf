"""What roles are called, and what each may do."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR, OWNER

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ROLE_NAMES: "Mapping[str, StrOrPromise]" = {
    CASHIER: _("cashier"),
    FLOORMAN: _("floorman"),
    DIRECTOR: _("tournament director"),
    OPERATOR: _("operator"),
    AUDITOR: _("auditor"),
    OWNER: _("owner"),
}
ROLE_POWERS: "Mapping[str, StrOrPromise]" = {
    CASHIER: _("pays in and out at a desk"),
    FLOORMAN: _("decides at cash tables, answers calls, bans and mutes"),
    DIRECTOR: _("announces and directs tournaments"),
    OPERATOR: _("sets up tables, rake and tournaments, and gives the roles above"),
    AUDITOR: _("reads everything, changes nothing"),
    OWNER: _("does what operators do, reads everything, changes the room's settings, gives every role"),
}


def role_names(roles: Iterable[str]) -> list[str]:
    """The names of these roles."""
    return [str(ROLE_NAMES[role]) for role in roles]
