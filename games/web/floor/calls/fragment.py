"""The open calls for the floor as a part of a page, the same for everybody who may answer them (F2)."""

from collections.abc import Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.lobby.floor_calls import OpenCall, open_calls
from games.web.html.squeeze import squeeze_html
from games.web.table.tournament_links import directing_url_of


class ShownCall(NamedTuple):
    """A call with the page of its table, and when it was made and taken, ms since the epoch."""

    call: OpenCall
    url: str
    since: int
    taken_since: int


def calls_fragment(
    language: str, *, may_answer: bool, table: int | None = None, tournament: int | None = None
) -> SafeString:
    """The open calls of the room, a table or a tournament as the element `f-calls`."""
    with override(language):
        context = calls_context(may_answer=may_answer, table=table, tournament=tournament)
        return squeeze_html(render_to_string("games/floor/calls.html", context))


def calls_context(
    *, may_answer: bool, table: int | None = None, tournament: int | None = None, only_tournaments: bool = False
) -> dict[str, object]:
    """What the template `games/floor/calls.html` shows."""
    calls = [one for one in open_calls(table=table, tournament=tournament) if one.tournament or not only_tournaments]
    return shown_calls(calls, may_answer=may_answer, names_tables=table is None)


def shown_calls(calls: Sequence[OpenCall], *, may_answer: bool, names_tables: bool) -> dict[str, object]:
    """What the template shows of these calls."""
    return {
        "calls": [_shown(call) for call in calls],
        "may_answer": may_answer,
        "names_tables": names_tables,
        "newest_call": max((call.id for call in calls), default=0),
    }


def _shown(call: OpenCall) -> ShownCall:
    url = directing_url_of(call.tournament) or reverse("floor:table", args=(call.table,))
    taken_since = int(call.taken_at.timestamp() * 1000) if call.taken_at else 0
    return ShownCall(call, url, int(call.asked_at.timestamp() * 1000), taken_since)
