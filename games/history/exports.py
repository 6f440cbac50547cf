"""Finished hands as files: PHH, Open Hand History, text for trackers; only what one player was allowed to see."""

from collections.abc import Callable
from datetime import UTC
from typing import Final

from games.engine.events import HandBegan, HandEvent
from games.engine.history import ohh_writer
from games.engine.history.perspective import viewer_events
from games.engine.history.phh_writer import write_hand
from games.engine.history.text_writer import Heading, write_text
from games.history.hands import VisibleHand
from games.models import CHIPS
from games.money import escrow

ROOM: Final = "Pokerroom"
PLAY_MONEY: Final = "PLAY"
OHH_PLAY_MONEY: Final = "XPM"
"""The code of play money in Open Hand Histories."""
MOST_HANDS: Final = 5_000
"""The largest number of hands in one file."""
_SIGNS: Final = {"EUR": "€", "USD": "$", "GBP": "£"}
"""The signs that trackers read; other currencies are told by their code in the first line."""


def as_text(hand: VisibleHand) -> str:
    """One hand as text for trackers, followed by two empty lines."""
    heading = Heading(
        ROOM,
        hand.key,
        hand.table,
        hand.seats,
        hand.line.began.astimezone(UTC).strftime("%Y/%m/%d %H:%M:%S UTC"),
        "" if hand.currency in (PLAY_MONEY, CHIPS) else hand.currency,
        hand.own.seat if hand.own else -1,
    )
    events = viewer_events(hand.rules, hand.events, hand.own)
    return write_text(hand.rules, hand.names, events, heading, money_in(hand.currency)) + "\n\n"


def as_phh(hand: VisibleHand) -> str:
    """One hand as a PHH document, amounts in minor units."""
    events = [event for event in viewer_events(hand.rules, hand.events, hand.own) if isinstance(event, HandEvent)]
    began = hand.line.began.astimezone(UTC)
    order = next((event.order for event in events if isinstance(event, HandBegan)), ())
    about = {
        "venue": ROOM,
        "day": began.day,
        "month": began.month,
        "year": began.year,
        "time_zone": "UTC",
        "seat_count": hand.seats,
        "table": hand.table,
        "players": [hand.names[seat] for seat in order],
    }
    if hand.currency not in (PLAY_MONEY, CHIPS):
        # The format's own field `currency` would promise whole units.
        about |= {"_currency": hand.currency, "_currency_decimals": escrow.currency(hand.currency).digits}
    return write_hand(hand.rules, events, extra=about)


def as_phhs(hand: VisibleHand) -> str:
    """One hand as a section of a file of many hands, named by its id."""
    return f"[{hand.key}]\n{as_phh(hand)}\n"


def has_ohh(hand: VisibleHand) -> bool:
    """Whether a hand can be written as Open Hand History: hold'em and Omaha for money or play money, on one board."""
    return hand.currency != CHIPS and ohh_writer.can_write(hand.rules, hand.events)


def as_ohh(hand: VisibleHand) -> str:
    """One hand as an Open Hand History object and an empty line; nothing for a hand that has no place in the format."""
    if not has_ohh(hand):
        return ""
    about = ohh_writer.About(
        ROOM,
        hand.key,
        hand.table,
        hand.seats,
        hand.line.began.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        OHH_PLAY_MONEY if hand.currency == PLAY_MONEY else hand.currency,
        escrow.currency(hand.currency).digits,
        hand.own.seat if hand.own else -1,
    )
    events = viewer_events(hand.rules, hand.events, hand.own)
    return ohh_writer.write_ohh(hand.rules, hand.names, events, about) + "\n\n"


def money_in(currency: str) -> Callable[[int], str]:
    """A function that writes minor units of a currency for programs: "$10", "0.50"."""
    if currency == CHIPS:
        return str
    sign = _SIGNS.get(currency, "")

    digits = escrow.currency(currency).digits

    def money(minor: int) -> str:
        whole, part = divmod(minor, 10**digits)
        return f"{sign}{whole}.{part:0{digits}d}" if part else f"{sign}{whole}"

    return money
