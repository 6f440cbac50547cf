"""A finished hand with the cards of all its players, for the floor's reviews alone (H8)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand.hand import Hand
from games.engine.history.replay_steps import ReplayPlayer, ReplayStep, replayed_view, tables_after_steps
from games.engine.rules.rules import Rules
from games.engine.table.state import Table
from games.engine.views.types import TableView

_OF_THE_HAND = (*get_args(ev.HandEvent), ev.PositionsSet, ev.TimedOut, ev.RabbitShown, *ev.HOUSE_ACTS)


class ReviewedCards(NamedTuple):
    """One player's cards in a hand: those at its end, those exchanged in each draw, and those that everybody saw."""

    seat: int
    cards: tuple[Card, ...]
    exchanged: tuple[tuple[Card, ...], ...]
    shown: tuple[Card, ...]


def review_steps(
    rules: Rules,
    players: Mapping[int, ReplayPlayer],
    events: Sequence[ev.TableEvent],
    *,
    seats: int,
    table_id: int,
) -> list[ReplayStep]:
    """The hand of these `events`, secret ones included, step by step with every player's cards open (H8)."""
    told = [event for event in events if isinstance(event, _OF_THE_HAND)]
    steps = []
    for number, (table, rabbit) in enumerate(tables_after_steps(rules, players, told, seats=seats)):
        view = _with_all_cards(replayed_view(table, table_id=table_id, version=number), table)
        steps.append(ReplayStep(view, None, len(view.log), rabbit))
    return steps


def reviewed_cards(rules: Rules, events: Sequence[ev.TableEvent]) -> list[ReviewedCards]:
    """Every player's cards in the hand of these `events`, in the order of seats."""
    hand = Hand(rules)
    exchanged: dict[int, list[tuple[Card, ...]]] = {}
    for event in events:
        if not isinstance(event, ev.HandEvent):
            continue
        hand.apply(event)
        if isinstance(event, ev.Exchanged):
            exchanged.setdefault(event.seat, []).append(event.cards)
    return [
        ReviewedCards(
            seat,
            hand.hole[seat],
            tuple(exchanged.get(seat, ())),
            tuple(card for card in hand.shown[seat] or hand.face_up[seat] if card >= 0),
        )
        for seat in sorted(hand.order)
    ]


def _with_all_cards(view: TableView, table: Table) -> TableView:
    """The view with the cards that each player of the hand held at that moment, folded ones as well."""
    hand = table.hand
    assert hand is not None
    seats = (
        seat._replace(shown=hand.hole[seat.seat], face_down=0, face_up=()) if seat.seat in hand.order else seat
        for seat in view.seats
    )
    return view._replace(seats=tuple(seats))
