"""Registers tournaments with the pages of the card room and with the back office when Django starts."""

from collections.abc import Collection
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from msgspec import MsgspecError

from backoffice.api import ChangeText, Named, register_acts, register_change_text, register_subject
from games.web.api import register_room_tournaments, register_tournament_urls
from tournaments.models import Schedule, Tournament
from tournaments.store.fees import register_cause_link
from tournaments.web.floor import FloorTournaments
from tournaments.web.pages.announcement_changes import told_change
from tournaments.web.pages.permissions import can_view_directing
from tournaments.web.text.act_names import ACT_NAMES, act_change

MOST_FOUND = 200
CAUSES = ("entry", "rebuy", "addon", "entry_back", "fee", "ticket", "prize", "bounty")
"""The causes of entries in the ledger whose number is that of a tournament."""


def register_with_card_room() -> None:
    """Gives tournament tables the URLs for players' decisions and for the way to their seat."""
    register_tournament_urls(
        action=_action_url, own_seat=_own_seat_url, directing=_director_url, may_direct=can_view_directing
    )
    register_room_tournaments(FloorTournaments())


def _action_url(tournament: int) -> str:
    return reverse("tournaments:action", args=(tournament,))


def _own_seat_url(tournament: int) -> str:
    # The page goes on to the viewer's seat, as after entering.
    return f"{reverse('tournaments:lobby', args=(tournament,))}?entered"


def _director_url(tournament: int) -> str:
    return reverse("tournaments:direct", args=(tournament,))


def register_with_back_office() -> None:
    """Gives the log of acts and the books the names and pages of tournaments."""
    register_subject("tournament", _("tournament"), _tournament_names, _tournaments_found)
    register_subject("schedule", _("schedule"), _schedule_names)
    register_acts(ACT_NAMES)
    register_change_text("tournament.", partial(_change, Tournament))
    register_change_text("schedule.", partial(_change, Schedule))
    for cause in CAUSES:
        register_cause_link(cause, _directing_url)


def _change(kind: type[Tournament] | type[Schedule], subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change in words; a part of an announcement setting by setting."""
    change = act_change(subject, what, before, after)
    row = kind.objects.filter(pk=subject).only("setup").first() if subject.isdecimal() else None
    try:
        told = row and told_change(row.announced, what, before, after)
    except (ValueError, TypeError, MsgspecError):
        # An announcement of an older room, whose parts were other ones.
        told = None
    return change._replace(before=told[0], after=told[1]) if told else change


def _directing_url(tournament: str) -> str:
    return reverse("tournaments:direct", args=(int(tournament),)) if tournament.isdecimal() else ""


def _tournament_names(ids: Collection[str]) -> dict[str, Named]:
    rows = Tournament.objects.filter(pk__in=[key for key in ids if key.isdecimal()]).values_list("pk", "name")
    return {str(pk): Named(name, _directing_url(str(pk))) for pk, name in rows}


def _tournaments_found(words: str) -> list[str]:
    rows = Tournament.objects.filter(name__icontains=words).order_by("-pk").values_list("pk", flat=True)
    return [str(pk) for pk in rows[:MOST_FOUND]]


def _schedule_names(ids: Collection[str]) -> dict[str, Named]:
    rows = Schedule.objects.filter(pk__in=[key for key in ids if key.isdecimal()])
    return {str(row.pk): Named(row.announced.name, reverse("tournaments:schedules")) for row in rows}
