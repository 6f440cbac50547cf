"""Who may direct tournaments (F8)."""

from typing import Any

DIRECT = "tournaments.direct_tournament"
"""The permission of the tournament director."""
LOOK = "tournaments.view_tournament"
"""The permission of staff who view the director's page and change nothing."""


def can_direct(user: Any) -> bool:
    """Whether this user may announce and direct tournaments."""
    return bool(user.is_active and user.has_perm(DIRECT))


def can_view_directing(user: Any) -> bool:
    """Whether this user may view the director's page."""
    return can_direct(user) or bool(user.is_active and user.is_staff and user.has_perm(LOOK))
