"""The part of a row that changes all the time: who is in turn, the pot, who is disconnected (F1).

It is built without a template, since a busy room has thirty of them a second.
"""

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.messaging.floor_summary import FloorSummary
from games.text.amounts import AmountFormat


def live_html(table: int, live: FloorSummary | None, amounts: AmountFormat) -> SafeString:
    """The element `f-live-` with the id of the table, empty while no host has told of it."""
    content = f"{_turn(live)}{_pot(live, amounts)}{_away(live)}" if live else ""
    return SafeString(f'<div id="f-live-{table}" class="f-row-live">{content}</div>')


def _muted(text: str) -> str:
    return f'<span class="muted">{escape(text)}</span> '


def _turn(live: FloorSummary) -> str:
    if live.turn:
        css = "out" if live.turn_away else ""
        return f'<b class="{css}">{escape(live.turn)}</b> <time data-since="{live.turn_since}"></time> '
    if live.hand:
        return _muted(_("hand #{number}").format(number=live.hand))
    return ""


def _pot(live: FloorSummary, amounts: AmountFormat) -> str:
    if not live.pot:
        return ""
    return _muted(_("pot {pot}").format(pot=amounts.text(live.pot)))


def _away(live: FloorSummary) -> str:
    if not live.away:
        return ""
    text = _("disconnected: {names}").format(names=", ".join(live.away))
    return f'<span class="tag quiet">{escape(text)}</span>'
