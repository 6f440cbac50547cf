"""The floor's pages and what they add to the page of a person."""

from collections.abc import Collection, Mapping
from functools import partial

from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    Named,
    OfficePage,
    PersonAct,
    PersonPanel,
    Section,
    register_acts,
    register_pages,
    register_person_act,
    register_person_panel,
    register_subject,
)
from games.operations.floor.room import FROZEN, SUBJECT, UNFROZEN
from games.web.floor.calls.history import calls_of, calls_url
from games.web.floor.decision_rows import penalties_of
from games.web.floor.permissions import ADMIT, CHAT_WORDS, KEEP_APART, MUTE, VIEW_CALLS, VIEW_FLOOR, VIEW_REPORTS
from games.web.floor.reports.queue import reports_about, reports_url


def register_floor_pages() -> None:
    """Adds them when Django starts."""
    register_pages(
        OfficePage(Section.FLOOR, _("Panel"), "floor:panel", VIEW_FLOOR),
        OfficePage(Section.FLOOR, _("Calls"), "floor:calls", VIEW_CALLS),
        OfficePage(Section.FLOOR, _("Reports of players"), "floor:reports", VIEW_REPORTS),
        OfficePage(Section.FLOOR, _("Words in the chat"), "floor:chat_words", CHAT_WORDS),
    )
    register_person_panel(
        PersonPanel(_("Calls for the floor"), VIEW_FLOOR, calls_of, calls_url),
        PersonPanel(_("Warnings and penalties"), VIEW_FLOOR, penalties_of),
        PersonPanel(_("Reports of players"), VIEW_REPORTS, reports_about, reports_url),
    )
    register_person_act(
        PersonAct(_("Mute in the chat"), MUTE, partial(_unless_bot, "floor:mute")),
        PersonAct(_("Keep apart from somebody"), KEEP_APART, partial(_unless_bot, "floor:keep_apart")),
        PersonAct(_("Bar from a table"), ADMIT, partial(_unless_bot, "floor:bar")),
        PersonAct(_("Invite to a table"), ADMIT, partial(_unless_bot, "floor:invite")),
    )
    register_acts({FROZEN: _("No new seats given"), UNFROZEN: _("New seats given again")})
    register_subject(SUBJECT, _("room"), _room_names)


def _unless_bot(page: str, person: int) -> str:
    """The page of an act about a person; "" for a house bot."""
    is_bot = get_user_model().objects.filter(pk=person, is_bot=True).exists()
    return "" if is_bot else reverse(page, args=[person])


def _room_names(ids: Collection[str]) -> Mapping[str, Named]:
    """The parts of the room that acts concern: the seats of all cash tables."""
    return {key: Named(str(_("new seats")), reverse("floor:panel")) for key in ids}
