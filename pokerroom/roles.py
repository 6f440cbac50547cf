"""The roles of the room (F8) as groups, with their permissions."""

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.db.models import Q

PLAYER, CASHIER, FLOORMAN, DIRECTOR = "player", "cashier", "floorman", "tournament director"
OPERATOR, AUDITOR, OWNER = "operator", "auditor", "owner"
STAFF_ROLES = (CASHIER, FLOORMAN, DIRECTOR, OPERATOR, AUDITOR, OWNER)
ROLES = (PLAYER, *STAFF_ROLES)
APPS = ("pokerroom", "backoffice", "cashier", "games", "tournaments")

# Separating players and barring them from tables, and ending it (K12); the lobby's news; limits of players' own tables.
APART = tuple(f"{do}_{what}" for do in ("add", "change") for what in ("separatedplayers", "admission"))
ROOM = (
    "add_lobbynews",
    "change_lobbynews",
    "delete_lobbynews",
    "add_playertablelimits",
    "change_playertablelimits",
    "change_chatword",
)

# Reports of players, mutes.
JUDGING = ("change_report", "add_chatban", "change_chatban")

# Taking and answering calls for the floor (F2); directors do so at the tables of tournaments.
ANSWERING = "change_floorcall"

# Seeing all cards of a finished hand on suspicion (H8); directors only of tournaments' hands.
REVIEWING = "review_hand"

# Keeping the words that are covered in the chat (F6).
CHAT_WORDS = "change_chatword"

# Bans from the room, each with a reason (F3); notes of the staff about people.
NOTES = ("view_staffnote", "add_staffnote")
BANNING = ("view_user", "view_ban", "add_ban", *NOTES)
ADDRESSES = ("view_signin", "view_addressban", "add_addressban", "change_addressban")

# Approving accounts before their first game (K15), and taking the approval back.
APPROVING = "add_accountapproval"

# Giving and taking roles; which ones is up to one's own role: see `pokerroom.people.giving`.
GIVING_ROLES = "give_roles"

# Making rake profiles and giving them new versions (R1).
RAKE = "change_rakeprofile"

# Figures of the room (M6).
VIEWING_REPORTS = "view_reports"

# Cases of the watch list (F7), and from which figure on something is flagged.
CASES, THRESHOLDS = "work_case", "change_watchthreshold"

# Announcing and directing tournaments (F4), and their schedules.
DIRECTING = ("direct_tournament", "change_schedule", "delete_schedule")

# Proving the ledger with a button (M2).
AUDITING = "run_audit"

# Working at a cage (M4); approving what somebody else asked for there; adding cages; setting the limits of payouts,
# which bind operators too.
CAGE, SECOND_EYES, CAGES, PAYOUT_LIMITS = "work_cage", "approve_cage", "manage_cages", "set_payout_limits"

# Currencies: their names, symbols and order (M4).
CURRENCIES = ("add_currency", "change_currency")

# Codenames of permissions by app; `view` alone stands for every view permission of the app.
PERMISSIONS: dict[str, dict[str, tuple[str, ...]]] = {
    CASHIER: {"cashier": ("view", CAGE, SECOND_EYES), "games": (APPROVING,), "pokerroom": ("view_user", *NOTES)},
    FLOORMAN: {
        "games": ("view", "run_floor", *APART, ANSWERING, *JUDGING, REVIEWING, APPROVING, CASES),
        "pokerroom": BANNING,
    },
    DIRECTOR: {
        "games": ("view_table", "view_floorcall", ANSWERING, REVIEWING),
        "tournaments": ("view", *DIRECTING),
        "pokerroom": ("view_user",),
    },
    OPERATOR: {
        "games": (
            *("view", "run_floor", ANSWERING, "add_table", "change_table", RAKE, *APART, *ROOM, APPROVING),
            *(CASES, THRESHOLDS, CHAT_WORDS),
        ),
        "tournaments": ("view", *DIRECTING),
        "cashier": ("view", AUDITING, SECOND_EYES, CAGES, *CURRENCIES),
        "pokerroom": (*BANNING, *ADDRESSES, GIVING_ROLES, VIEWING_REPORTS),
    },
    AUDITOR: {**dict.fromkeys(APPS, ("view",)), "cashier": ("view", AUDITING)},
}
# The owner reads everything as an auditor does, does what an operator does, and sets up the room.
OWNERS_OWN = {
    "cashier": (CAGE, PAYOUT_LIMITS),
    "backoffice": ("change_roomsetting",),
    "pokerroom": ("reset_second_factor",),
}
PERMISSIONS[OWNER] = {
    app: tuple(
        dict.fromkeys((*PERMISSIONS[AUDITOR][app], *PERMISSIONS[OPERATOR].get(app, ()), *OWNERS_OWN.get(app, ())))
    )
    for app in APPS
}


def set_roles(sender: AppConfig, *, using: str, apps: Apps = installed, **kwargs: object) -> None:
    """Creates the groups after each migrate or flush, with exactly the permissions of their roles that exist by now."""
    if sender.label not in APPS:
        return
    try:
        groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:
        # Only some apps are migrated yet; the others call this again.
        return
    for role in ROLES:
        group, _ = groups.objects.using(using).get_or_create(name=role)
        wanted = Q(pk__in=())
        for codename in PERMISSIONS.get(role, {}).get(sender.label, ()):
            wanted |= Q(codename__startswith="view_") if codename == "view" else Q(codename=codename)
        found = permissions.objects.using(using).filter(wanted, content_type__app_label=sender.label)
        group.permissions.add(*found)
        of_others = Q(content_type__app_label__in=[app for app in APPS if app != sender.label])
        group.permissions.remove(*group.permissions.exclude(of_others).exclude(pk__in=[one.pk for one in found]))
