"""An exhaustive search for patterns that pay fewer blinds a hand than playing every hand does (D6-D8).

One player may sit out, come back, post or wait, change seats, and leave and return before every hand; the others always
play. Tables that differ in nothing that matters count as one, so there are few, and every pattern is a path through
them: a pattern that pays less in the long run is a circle of negative weight.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from games.engine import events as ev
from games.engine.cards import DECK
from games.engine.events.kinds import PreAction, WaitKind
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.facts import Wait
from games.engine.table.seat import NO_CARRIED_BLINDS
from games.engine.table.state import Table
from tests.games.engine.support.builders import rules

SMALL, BIG = 50, 100
STACK = 10_000
PLAYER = 1
NOW = 1_000
Step: TypeAlias = tuple[str, int]


class Edge(NamedTuple):
    """A step of the player before a hand, and what the hand cost: `weight` is 0 on average for honest play."""

    before: str
    after: str
    step: Step
    weight: int


def cheaper_pattern(players: int, empty: int = 0, **house: Any) -> tuple[Step, ...]:
    """Returns the steps of a pattern that pays less per hand dealt than honest play, () if there is none.

    There are `empty` seats besides those of the players. `Any`: house rules are of many types.
    """
    return negative_circle(_explore(players, empty, house))


def _explore(players: int, empty: int, house: dict[str, Any]) -> list[Edge]:
    """Returns every hand that the player can bring about."""
    start = first_hand(players, empty, house)
    known, waiting, edges = {key(start)}, [start], []
    while waiting:
        table = waiting.pop()
        before = key(table)
        for step, played, paid, dealt in _hands_after(table):
            after = key(played)
            edges.append(Edge(before, after, step, paid * players - (SMALL + BIG) * dealt))
            if after not in known:
                known.add(after)
                waiting.append(played)
    return edges


def first_hand(players: int, empty: int, house: dict[str, Any]) -> Table:
    table = Table(rules(blinds=(SMALL, BIG), **house), players + empty)
    for player in range(1, players + 1):
        table = send(table, cm.TakeSeat(player, str(player), False, player - 1, STACK))
    table = send(_folding(table), cm.Tick())
    table, _, _ = deal(table)
    return table


def _hands_after(table: Table) -> Iterator[tuple[Step, Table, int, int]]:
    """Plays one hand after each step the player may take; yields the step, the table, what was paid and hands dealt."""
    for step, then in _steps(table):
        yield step, *deal(then)


def _steps(table: Table) -> Iterator[tuple[Step, Table]]:
    number = table.player_seat(PLAYER)
    free = [seat for seat, taken in enumerate(table.seats) if taken is None]
    if number is None:
        yield ("stay away", 0), table
        for seat in free:
            back = send(table, cm.TakeSeat(PLAYER, "1", False, seat, STACK))
            yield ("return", seat), back
            yield ("return and wait", seat), send(back, cm.EnterNow(PLAYER, False))
        return
    away = table.seat(number).sitting_out
    back = send(table, cm.SitIn(PLAYER)) if away else table
    yield ("post", 0), send(back, cm.EnterNow(PLAYER, True))
    if table.seat(number).awaits_deal:
        yield ("wait", 0), send(back, cm.EnterNow(PLAYER, False))
    yield ("sit out", 0), table if away else send(table, cm.SitOut(PLAYER))
    yield ("leave", 0), send(table, cm.Leave(PLAYER))
    for seat in free:
        moved = send(back, cm.ChangeSeat(PLAYER, seat))
        yield ("change seat and post", seat), send(moved, cm.EnterNow(PLAYER, True))
        yield ("change seat and wait", seat), send(moved, cm.EnterNow(PLAYER, False))
        yield ("change seat and sit out", seat), send(moved, cm.SitOut(PLAYER))


def deal(table: Table) -> tuple[Table, int, int]:
    """Deals a hand that everybody folds; returns the table, what the player had to post, and whether they were dealt.

    Without enough players for a hand nothing changes.
    """
    if len(table.ready()) < 2:
        return table, 0, 0
    decision = decide(_folding(table), cm.Tick(), now=NOW, deck=DECK)
    dealt = next(event for event in decision.events if isinstance(event, ev.HandBegan))
    after = decision.table
    number = after.player_seat(PLAYER)
    posted = [event for event in decision.events if isinstance(event, ev.Posted) and event.seat == number]
    _settle(after)
    return after, sum(event.amount for event in posted), int(number in dealt.order)


def _folding(table: Table) -> Table:
    """The table with a hand due, in which everybody folds."""
    copy = table.copy()
    copy.wait = Wait(WaitKind.NEXT_HAND, -1, 0, 0)
    copy.seats = [replace(seat, pre_action=PreAction.FOLD) if seat else None for seat in copy.seats]
    return copy


def _settle(table: Table) -> None:
    """Drop everything that has no part in the blinds, so that equal tables have equal keys."""
    table.hand, table.hand_backup, table.public_events = None, None, []
    table.hand_number = table.turn = 0
    table.seats = [replace(seat, stack=STACK, pre_action=PreAction.NONE) if seat else None for seat in table.seats]


def send(table: Table, command: cm.Command) -> Table:
    return decide(table, command, now=NOW, deck=DECK).table


def key(table: Table) -> str:
    number = table.player_seat(PLAYER)
    seat = None if number is None else table.seat(number)
    # What goes along to other tables changes nothing at this one.
    departed = {player: gone._replace(carried=NO_CARRIED_BLINDS) for player, gone in table.departed.items()}
    others = [other and other.awaits_deal for other in table.seats]
    return repr((table.positions, number, seat, departed, others))


def negative_circle(edges: list[Edge]) -> tuple[Step, ...]:
    """Returns the steps of a circle of negative weight, () if there is none (Bellman and Ford)."""
    cost: dict[str, int] = {}
    came: dict[str, Edge] = {}
    for _ in range(len({edge.before for edge in edges}) + 1):
        changed = ""
        for edge in edges:
            total = cost.get(edge.before, 0) + edge.weight
            if total < cost.get(edge.after, 0):
                cost[edge.after], came[edge.after], changed = total, edge, edge.after
        if not changed:
            return ()
    for _ in edges:
        changed = came[changed].before
    steps, at = [came[changed]], came[changed].before
    while at != changed:
        steps.append(came[at])
        at = came[at].before
    return tuple(edge.step for edge in reversed(steps))
