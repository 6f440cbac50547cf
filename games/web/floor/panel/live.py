"""The part of a row that changes all the time: who is in turn, the pot, who is disconnected (F1).

It is built without a template, since a busy room has thirty of them a second.
"""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.messaging.floor_summary import FloorSummary
from games.text.amounts import AmountFormat

NOTHING = SafeString("")


def live_html(table: int, live: FloorSummary | None, amounts: AmountFormat) -> SafeString:
    """The element `f-live-` with the id of the table, empty while no host has told of it."""
    content = format_html("{}{}{}", _turn(live), _pot(live, amounts), _away(live)) if live else NOTHING
    return format_html('<div id="f-live-{}" class="f-row-live">{}</div>', table, content)


def _turn(live: FloorSummary) -> SafeString:
    if live.turn:
        css = "out" if live.turn_away else ""
        text = '<b class="{}">{}</b> <time data-since="{}"></time> '
        return format_html(text, css, live.turn, live.turn_since)
    if live.hand:
        return format_html('<span class="muted">{}</span> ', _("hand #{number}").format(number=live.hand))
    return NOTHING


def _pot(live: FloorSummary, amounts: AmountFormat) -> SafeString:
    if not live.pot:
        return NOTHING
    return format_html('<span class="muted">{}</span> ', _("pot {pot}").format(pot=amounts.text(live.pot)))


def _away(live: FloorSummary) -> SafeString:
    if not live.away:
        return NOTHING
    return format_html(
        '<span class="tag quiet">{}</span>', _("disconnected: {names}").format(names=", ".join(live.away))
    )
