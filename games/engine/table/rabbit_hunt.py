"""The cards that would have come: what is left to show, who may ask, who has to agree (H7)."""

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.rules.button import NOBODY
from games.engine.table.facts import TableFacts


def coming(table: TableFacts) -> tuple[Card, ...]:
    """The rest of the board of a hand ended early; none while it runs, where the rules forbid it, or once shown."""
    hand = table.hand
    if not table.rules.house.rabbit_hunt or hand is None or hand.changes is None or rabbit_cards(table):
        return ()
    return hand.unseen_board()


def rabbit_cards(table: TableFacts) -> tuple[Card, ...]:
    """The cards that were shown so, none before."""
    return next((event.cards for event in reversed(table.public_events) if isinstance(event, ev.RabbitShown)), ())


def rabbit_paid(table: TableFacts) -> tuple[int, int]:
    """Who paid to see them, NOBODY if gone since, and the fee in minor units; 0 where they were not shown."""
    fee = next((event.fee for event in table.public_events if isinstance(event, ev.RabbitShown)), 0)
    return (table.rabbit[0], fee) if fee else (NOBODY, 0)


def payers(table: TableFacts) -> set[int]:
    """The seats of those still at the table who put chips into the pot, also where they have changed seats since."""
    hand = table.hand
    assert hand is not None
    posted = {event.seat for event in table.public_events if isinstance(event, ev.Posted) and event.amount}
    return {
        number
        for number, seat in enumerate(table.seats)
        if seat and seat.dealt >= 0 and (hand.paid[seat.dealt] or seat.dealt in posted)
    }


def may_be_asked(table: TableFacts) -> bool:
    """Whether a person who paid into the hand may want to see the cards, so that there should be time to ask."""
    return bool(coming(table)) and any(not table.seat(number).bot for number in payers(table))


def stands(table: TableFacts, number: int) -> str:
    """How the seat stands to them: ask (it may), agree (it is asked to), wait (for others), empty: not at all."""
    seat = table.seat(number)
    if seat.dealt < 0 or not coming(table):
        return ""
    if not table.rabbit:
        return "ask" if seat.stack > table.rules.house.rabbit_fee else ""
    if table.rabbit[0] < 0:
        # Who asked is gone, and nobody else is made to pay for it.
        return ""
    if number in table.rabbit:
        return "wait"
    return "agree" if number in payers(table) else ""
