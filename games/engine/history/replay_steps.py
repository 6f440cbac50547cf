"""A finished hand as a sequence of steps for the replayer: the table as it was shown after each step."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.evaluation.names import named
from games.engine.history.perspective import OwnCards, viewer_events
from games.engine.rules.rules import Rules
from games.engine.table.seat import Seat
from games.engine.table.state import Table
from games.engine.views.hand_log import is_told
from games.engine.views.kinds import TablePhase
from games.engine.views.types import OwnView, TableView, Turn
from games.engine.views.visibility import public_view

# Each of these events joins the step of the event before it, if that is of a listed class; otherwise it begins a step.
_JOINS: Final[Mapping[type, tuple[type, ...]]] = {
    ev.StreetBegan: (ev.HandBegan, ev.DeckShuffled, ev.Posted, ev.BetsCollected, ev.RunBegan),
    ev.BetsCollected: (ev.UncalledReturned,),
    ev.UncalledReturned: (),
    ev.Folded: (ev.TimedOut,),
    ev.Checked: (ev.TimedOut,),
    ev.Called: (ev.TimedOut,),
    ev.Protected: (ev.TimedOut,),
    ev.BroughtIn: (ev.TimedOut,),
    ev.Bet: (),
    ev.Raised: (),
    ev.Exchanged: (ev.TimedOut,),
    ev.Drew: (ev.Exchanged, ev.CardsDealt, ev.TimedOut),
    ev.TimedOut: (),
    ev.HandsTurnedUp: (ev.StreetBegan, ev.CardsDealt, ev.UpDealt),
    ev.RunAgreed: (),
    ev.RunBegan: (),
    ev.Shown: (),
    ev.Mucked: (),
    ev.RakeTaken: (ev.UncalledReturned, ev.BetsCollected),
    ev.PotWon: (ev.UncalledReturned, ev.BetsCollected, ev.RakeTaken, ev.PotWon),
    ev.RabbitShown: (),
}


class ReplayPlayer(NamedTuple):
    """The player of a seat."""

    player: int
    name: str
    bot: bool = False


class ReplayStep(NamedTuple):
    """One step: the public view and the viewer's own view after it, and the number of log lines up to it."""

    view: TableView
    own: OwnView | None
    lines: int
    rabbit: tuple[Card, ...] = ()

    @property
    def street(self) -> str:
        """The street that is played."""
        return self.view.street


def replay_steps(
    rules: Rules,
    players: Mapping[int, ReplayPlayer],
    events: Sequence[ev.TableEvent],
    *,
    seats: int,
    table_id: int,
    own: OwnCards | None = None,
) -> list[ReplayStep]:
    """The hand of these `events` step by step: forced bets and the deal, each action, each street, each pot won.

    What the house did meanwhile is a step with its log line alone. `own` are the viewer's cards; without them only
    shown cards are known.
    """
    known = viewer_events(rules, events, own, ev.HOUSE_ACTS)
    return [
        _step(table, own.seat if own else -1, table_id, number, rabbit)
        for number, (table, rabbit) in enumerate(tables_after_steps(rules, players, known, seats=seats))
    ]


def tables_after_steps(
    rules: Rules, players: Mapping[int, ReplayPlayer], events: Sequence[ev.TableEvent], *, seats: int
) -> Iterator[tuple[Table, tuple[Card, ...]]]:
    """The table after each step of a hand with the cards that a rabbit hunt showed in it; always the same `Table`."""
    table = Table(rules._replace(mix=(), mix_rakes=()), max(seats, *(seat + 1 for seat in players)))
    for group in _groups(events):
        for event in group:
            if isinstance(event, ev.HandBegan):
                _seat(table, players, event)
            if isinstance(event, ev.HOUSE_ACTS):
                # It may be about seats and settings that the replay does not have.
                table.public_events.append(event)
            else:
                table.apply(event)
        yield table, group[-1].cards if isinstance(group[-1], ev.RabbitShown) else ()


def _groups(events: Sequence[ev.TableEvent]) -> Iterator[list[ev.TableEvent]]:
    """The events of each step; those before the hand are in the first."""
    group: list[ev.TableEvent] = []
    begun = False
    for event in events:
        if isinstance(event, ev.HOUSE_ACTS) and not is_told(event):
            continue
        joins = () if isinstance(event, ev.HOUSE_ACTS) else _JOINS.get(type(event))
        if group and begun and joins is not None and not isinstance(group[-1], joins):
            yield group
            group = []
        group.append(event)
        begun = begun or isinstance(event, ev.HandBegan)
    yield group


def _seat(table: Table, players: Mapping[int, ReplayPlayer], began: ev.HandBegan) -> None:
    for number, stack in zip(began.order, began.stacks, strict=True):
        player, name, bot = players[number]
        table.seats[number] = Seat(player, name, bot, stack, bank=0)


def replayed_view(table: Table, *, table_id: int, version: int) -> TableView:
    """The public view of a table after a step, with the turn and the phase of that moment."""
    view = public_view(table, table_id=table_id, version=version)
    hand = table.hand
    assert hand is not None
    seat = hand.to_act if hand.to_act >= 0 else next(iter(hand.to_draw), -1)
    phase = TablePhase.BETTING
    if hand.changes is not None:
        phase = TablePhase.BETWEEN
    elif hand.to_agree:
        phase = TablePhase.AGREEING
    return view._replace(turn=Turn(seat, version, 0, 0, False) if seat >= 0 else None, phase=phase)


def _step(table: Table, own_seat: int, table_id: int, version: int, rabbit: tuple[Card, ...]) -> ReplayStep:
    view = replayed_view(table, table_id=table_id, version=version)
    hand = table.hand
    assert hand is not None
    if own_seat < 0:
        return ReplayStep(view, None, len(view.log), rabbit)
    hole, variant = hand.hole[own_seat], hand.rules.variant
    player = table.seat(own_seat).player
    own = OwnView(table_id, version, own_seat, player, hand=hand.number, cards=hole)
    if own_seat in hand.live:
        low = named(variant.low, hole, hand.board) if variant.low else None
        own = own._replace(name_of_hand=named(variant.high, hole, hand.board), low_name=low)
    return ReplayStep(view, own, len(view.log), rabbit)
