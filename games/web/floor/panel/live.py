"""The part of a row that changes all the time: who is in turn, the pot, who is disconnected (F1).

It is built without a template, since a busy room has thirty of them a second.
"""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.messaging.floor_summary import FloorSummary
from games.text.amounts import AmountFormat, amount_writer
from games.text.fill_html import escaped
from games.text.languages import per_language


class _Words(NamedTuple):
    """The sentences of a live part as HTML, with places for their values."""

    hand: str
    pot: str
    away: str


@per_language
def _words() -> _Words:
    return _Words(_muted(_("hand #{number}")), _muted(_("pot {pot}")), _tag(_("disconnected: {names}")))


def _muted(sentence: str) -> str:
    return f'<span class="muted">{escaped(sentence)}</span> '


def _tag(sentence: str) -> str:
    return f'<span class="tag quiet">{escaped(sentence)}</span>'


def live_html(table: int, live: FloorSummary | None, amounts: AmountFormat, language: str) -> SafeString:
    """The element `f-live-` with the id of the table, empty while no host has told of it."""
    content = "".join(_parts(live, amounts, language)) if live else ""
    return SafeString(f'<div id="f-live-{table}" class="f-row-live">{content}</div>')


def _parts(live: FloorSummary, amounts: AmountFormat, language: str) -> list[str]:
    words, parts = _words(language), []
    if live.turn:
        css = "out" if live.turn_away else ""
        parts.append(f'<b class="{css}">{escaped(live.turn)}</b> <time data-since="{live.turn_since}"></time> ')
    elif live.hand:
        parts.append(words.hand.format(number=live.hand))
    if live.pot:
        parts.append(words.pot.format(pot=escaped(amount_writer(amounts, language)(live.pot))))
    if live.away:
        parts.append(words.away.format(names=escaped(", ".join(live.away))))
    return parts
