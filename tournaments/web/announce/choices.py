"""The choices of the announcement form."""

from django.utils.translation import gettext_lazy

PAYOUT_CHOICES = {
    "standard": gettext_lazy("By entries, from the room's table"),
    "table": gettext_lazy("By entries, from my own table"),
    "winner": gettext_lazy("Winner takes all"),
    "fixed": gettext_lazy("Fixed amounts"),
    "satellite": gettext_lazy("Tickets (satellite)"),
}
SCHEDULE_CHOICES = {
    "": gettext_lazy("Once"),
    "hour": gettext_lazy("Every hour"),
    "day": gettext_lazy("Every day"),
    "week": gettext_lazy("Every week"),
    "again": gettext_lazy("Again as soon as it has started"),
}
HOUSE_RULE_CHOICES = {
    "late_return": (
        gettext_lazy("Returning players"),
        {"at_once": gettext_lazy("takes over at once"), "next_hand": gettext_lazy("plays from the next hand")},
    ),
    "hand_for_hand": (
        gettext_lazy("Hand-for-hand"),
        {"auto": gettext_lazy("automatically before the money"), "manual": gettext_lazy("by the director")},
    ),
    "equal_bust": (
        gettext_lazy("Equal stacks out together"),
        {"split": gettext_lazy("share the prizes"), "order": gettext_lazy("by who was all-in first")},
    ),
    "leave": (
        gettext_lazy("A player who leaves"),
        {"blind_off": gettext_lazy("is blinded off"), "surrender": gettext_lazy("gives up the chips")},
    ),
    "disqualify": (
        gettext_lazy("A disqualified player's chips"),
        {"remove_chips": gettext_lazy("are taken out"), "system_plays": gettext_lazy("are still played by the room")},
    ),
}
