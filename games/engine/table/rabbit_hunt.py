"""Rabbit hunting: which cards are left to show, who may ask, and who has to agree (H7)."""

from enum import StrEnum

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.table.facts import TableFacts


class RabbitOption(StrEnum):
    """What a seat may do about a rabbit hunt: ask for it, agree to it, wait for the others, or nothing."""

    NONE = ""
    ASK = "ask"
    AGREE = "agree"
    WAIT = "wait"


def rabbit_board(table: TableFacts) -> tuple[Card, ...]:
    """The undealt board of a hand that ended early; empty while it runs, if the rules forbid it, or once shown."""
    hand = table.hand
    if not table.rules.house.rabbit_hunt or hand is None or hand.changes is None or rabbit_shown(table):
        return ()
    return hand.unseen_board()


def rabbit_shown(table: TableFacts) -> tuple[Card, ...]:
    """The cards shown by a rabbit hunt, none before it."""
    return next((event.cards for event in reversed(table.public_events) if isinstance(event, ev.RabbitShown)), ())


def rabbit_fee_paid(table: TableFacts) -> int:
    """The fee that `table.rabbit_payer` paid for the rabbit hunt, minor units; 0 if none was shown."""
    return next((event.fee for event in table.public_events if isinstance(event, ev.RabbitShown)), 0)


def contributors(table: TableFacts) -> set[int]:
    """The current seats of the players still at the table who put chips into the pot."""
    hand = table.hand
    assert hand is not None
    posted = {event.seat for event in table.public_events if isinstance(event, ev.Posted) and event.amount}
    return {
        number
        for number, seat in enumerate(table.seats)
        if seat and seat.dealt_seat >= 0 and (hand.paid[seat.dealt_seat] or seat.dealt_seat in posted)
    }


def may_ask_rabbit(table: TableFacts) -> bool:
    """Whether a human player who put chips in may ask, so that the table should leave time for it."""
    return bool(rabbit_board(table)) and any(not table.seat(number).bot for number in contributors(table))


def rabbit_option(table: TableFacts, number: int) -> RabbitOption:
    """What the seat may do about the rabbit hunt now."""
    seat = table.seat(number)
    if seat.dealt_seat < 0 or not rabbit_board(table):
        return RabbitOption.NONE
    if not table.rabbit:
        return RabbitOption.ASK if seat.stack > table.rules.house.rabbit_fee else RabbitOption.NONE
    if table.rabbit[0] < 0:
        # The player who asked has left, and nobody else is made to pay.
        return RabbitOption.NONE
    if number in table.rabbit:
        return RabbitOption.WAIT
    return RabbitOption.AGREE if number in contributors(table) else RabbitOption.NONE
