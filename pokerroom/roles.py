"""The roles of the room (F8) as groups, and what each may see and do in the admin."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.db.models import Q

PLAYER, CASHIER, FLOORMAN, DIRECTOR = "player", "cashier", "floorman", "tournament director"
OPERATOR, AUDITOR = "operator", "auditor"
ROLES = (PLAYER, CASHIER, FLOORMAN, DIRECTOR, OPERATOR, AUDITOR)
WINGS = ("pokerroom", "cashier", "games", "tournaments")

# Who may not sit where (K12), and how the room is kept: news, limits of players' own tables.
APART = tuple(f"{do}_{what}" for do in ("add", "change", "delete") for what in ("keptapart", "admission"))
ROOM = ("add_roomnews", "change_roomnews", "delete_roomnews", "add_owntablerules", "change_owntablerules")

# Calls for the floor, reports of players, and silence for a while.
ANSWERING = ("change_floorcall", "change_report", "add_chatban", "change_chatban")

# Who may come into the room at all, each time with a reason (F3).
BANNING = ("view_user", "view_ban", "add_ban")

# Sending everybody from one cash table to another (K8), each time with a reason (F3).
MERGING = "add_tablemerge"

# Announcing and directing tournaments (F4), and what is announced again and again.
DIRECTING = ("direct_tournament", "change_schedule", "delete_schedule")

# Codenames of permissions by wing; `view` alone stands for every view permission of the wing.
MAY: dict[str, dict[str, tuple[str, ...]]] = {
    CASHIER: {"cashier": ("view",), "pokerroom": ("view_user",)},
    FLOORMAN: {
        "games": ("view", "run_floor", *APART, *ANSWERING, MERGING),
        "pokerroom": BANNING,
    },
    DIRECTOR: {"games": ("view_table",), "tournaments": ("view", *DIRECTING), "pokerroom": ("view_user",)},
    OPERATOR: {
        "games": ("view", "run_floor", "add_table", "change_table", *APART, *ROOM, MERGING),
        "tournaments": ("view", *DIRECTING),
        "cashier": ("view",),
        "pokerroom": BANNING,
    },
    AUDITOR: dict.fromkeys(WINGS, ("view",)),
}


def grant_roles(sender: AppConfig, *, using: str, apps: Any = installed, **kwargs: object) -> None:
    """After each migrate or flush: makes the groups and gives them what `MAY` names and exists by now."""
    if sender.label not in WINGS:
        return
    try:
        groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:
        # Only a part of the room was migrated; the rest comes with its own call.
        return
    for role in ROLES:
        group, _ = groups.objects.using(using).get_or_create(name=role)
        wanted = Q(pk__in=())
        for codename in MAY.get(role, {}).get(sender.label, ()):
            wanted |= Q(codename__startswith="view_") if codename == "view" else Q(codename=codename)
        group.permissions.add(*permissions.objects.using(using).filter(wanted, content_type__app_label=sender.label))
