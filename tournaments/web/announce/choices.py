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
