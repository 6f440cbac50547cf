"""Who belongs to the floor: its members decide, other staff may look on (F8)."""

from games.web.security.requests import Visitor

RUN_FLOOR = "games.run_floor"
"""The permission of the floor staff (F8)."""
VIEW_FLOOR = "games.view_floordecision"
"""The permission of staff who may only view the floor's page."""


def can_run_floor(user: Visitor) -> bool:
    """Whether this person may make floor decisions."""
    return bool(user.is_active and user.has_perm(RUN_FLOOR))


def can_view_floor(user: Visitor) -> bool:
    """Whether this person may open the floor's page, and watch tables that are closed to watchers (K14)."""
    return can_run_floor(user) or bool(user.is_active and user.is_staff and user.has_perm(VIEW_FLOOR))
