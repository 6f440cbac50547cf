"""Finished hands as files, in the PHH format and as text for trackers; only what one player was allowed to see."""

from collections.abc import Callable
from datetime import UTC
from typing import Final

from games.engine.events import HandBegan, HandEvent
from games.engine.history.perspective import viewer_events
from games.engine.history.phh_writer import write_hand
from games.engine.history.text_writer import Heading, write_text
from games.history.hands import VisibleHand
from games.models import CHIPS

ROOM: Final = "Pokerroom"
PLAY_MONEY: Final = "PLAY"
MOST_HANDS: Final = 5_000
"""The largest number of hands in one file."""
_SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£"}


def as_text(seen: VisibleHand) -> str:
    """One hand as text for trackers, followed by two empty lines."""
    heading = Heading(
        ROOM,
        seen.key,
        seen.table,
        seen.seats,
        seen.line.began.astimezone(UTC).strftime("%Y/%m/%d %H:%M:%S UTC"),
        "" if seen.currency in (PLAY_MONEY, CHIPS) else seen.currency,
        seen.own.seat if seen.own else -1,
    )
    events = viewer_events(seen.rules, seen.events, seen.own)
    return write_text(seen.rules, seen.names, events, heading, money_in(seen.currency)) + "\n\n"


def as_phh(seen: VisibleHand) -> str:
    """One hand as a PHH document, amounts in minor units."""
    events = [event for event in viewer_events(seen.rules, seen.events, seen.own) if isinstance(event, HandEvent)]
    began = seen.line.began.astimezone(UTC)
    order = next((event.order for event in events if isinstance(event, HandBegan)), ())
    about = {
        "venue": ROOM,
        "day": began.day,
        "month": began.month,
        "year": began.year,
        "time_zone": "UTC",
        "seat_count": seen.seats,
        "table": seen.table,
        "players": [seen.names[seat] for seat in order],
    }
    return write_hand(seen.rules, events, extra=about)


def as_phhs(seen: VisibleHand) -> str:
    """One hand as a section of a file of many hands, named by its id."""
    return f"[{seen.key}]\n{as_phh(seen)}\n"


def money_in(currency: str) -> Callable[[int], str]:
    """A function that writes minor units of a currency for programs: "$10", "0.50"."""
    if currency == CHIPS:
        return str
    sign = _SIGNS.get(currency, "")

    def money(minor: int) -> str:
        whole, part = divmod(minor, 100)
        return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"

    return money
