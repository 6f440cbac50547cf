"""Who may direct tournaments (F8)."""

from typing import TypeGuard

from django.contrib.auth.models import AbstractUser

from games.web.api import Visitor

DIRECT = "tournaments.direct_tournament"
"""The permission of the tournament director."""
VIEW = "tournaments.view_tournament"
"""The permission of staff who may view the director's page but change nothing."""


def can_direct(user: Visitor) -> TypeGuard[AbstractUser]:
    """Whether this user may announce and direct tournaments; nobody may who is not signed in."""
    return bool(user.is_active and user.has_perm(DIRECT))


def can_view_directing(user: Visitor) -> bool:
    """Whether this user may view the director's page."""
    return can_direct(user) or bool(user.is_active and user.is_staff and user.has_perm(VIEW))
