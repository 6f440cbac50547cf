"""An exhaustive search for ways between two tables that pay fewer blinds a hand than playing every hand (D7, D8, K8).

The player asks for a move, or leaves one table and buys in at the other, in any seat.

As at one table (`blind_patterns`), one player decides before every hand, the others always play. The hands of both
tables go on side by side, and the player may also be in time for the other table's next hand or late for it. No table
remembers the player, as if every move went to yet another one.
"""

from collections.abc import Iterator
from functools import cache
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from games.engine import events as ev
from games.engine.cards import DECK
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.seat import NO_CARRIED_BLINDS, CarriedBlinds
from games.engine.table.state import Table
from tests.games.engine.support import blind_patterns as one_table
from tests.games.engine.support.blind_patterns import BIG, NOW, PLAYER, SMALL, STACK, Edge, Step

Place: TypeAlias = int
"""A table in one of its states, as a number: equal tables have the same."""


class Size(NamedTuple):
    """How many players a table has with the player who moves, and how many seats are empty then."""

    players: int
    empty: int = 0


class Position(NamedTuple):
    """Both tables, and at which of them the player sits."""

    tables: tuple[Place, Place]
    here: int


def cheaper_moves(first: Size, second: Size, **house: Any) -> tuple[Step, ...]:
    """Returns the steps of a pattern that pays less per hand dealt than honest play at that table, () if there is none.

    `Any`: house rules are of many types.
    """
    tables = _Tables()
    start = Position((tables.first(first, house, away=False), tables.first(second, house, away=True)), 0)
    return one_table.negative_circle(list(_explore(start, tables, (first, second))))


def _explore(start: Position, tables: "_Tables", sizes: tuple[Size, Size]) -> Iterator[Edge]:
    scale = lcm(*(size.players for size in sizes))
    known, waiting = {start}, [start]
    while waiting:
        before = waiting.pop()
        for step, then in _steps(before, tables):
            played, paid, dealt = tables.deal(then.tables[then.here])
            weight = scale * paid - (SMALL + BIG) * dealt * scale // sizes[then.here].players
            other = then.tables[1 - then.here]
            for late in (tables.deal(other)[0], other):
                after = _with(_with(then, then.here, played), 1 - then.here, late)
                yield Edge(str(before), str(after), step, weight)
                if after not in known:
                    known.add(after)
                    waiting.append(after)


def _steps(before: Position, tables: "_Tables") -> Iterator[tuple[Step, Position]]:
    here = before.here
    for word, table in tables.steps(before.tables[here]):
        yield (word, here), _with(before, here, table)
    left, carried = tables.move_away(before.tables[here])
    for post in (True, False):
        arrived = tables.move_in(before.tables[1 - here], carried, post=post)
        there = _with(_with(before, here, left), 1 - here, arrived)
        yield ("move and post" if post else "move and wait", 1 - here), there._replace(here=1 - here)
    left, blinds = tables.leave(before.tables[here])
    for word, arrived in tables.buy_in(before.tables[1 - here], blinds):
        there = _with(_with(before, here, left), 1 - here, arrived)
        yield (word, 1 - here), there._replace(here=1 - here)


def _with(position: Position, number: int, table: Place) -> Position:
    first, second = position.tables
    return position._replace(tables=(table, second) if number == 0 else (first, table))


class _Tables:
    """The states of both tables; what happens at one of them is played once, whatever the other is like."""

    def __init__(self) -> None:
        self._tables: list[Table] = []
        self._numbers: dict[str, Place] = {}
        self.deal = cache(self._deal)
        self.steps = cache(self._steps)
        self.move_away = cache(self._move_away)
        self.move_in = cache(self._move_in)
        self.leave = cache(self._leave)
        self.buy_in = cache(self._buy_in)

    def first(self, size: Size, house: dict[str, Any], *, away: bool) -> Place:
        """The table after its first hand; if the player is `away`, without ever having seen them."""
        table = one_table.first_hand(size.players, size.empty, house)
        if away:
            table = one_table.send(table, cm.Leave(PLAYER))
            table.departed = {}
            table = one_table.deal(table)[0]
        return self._number(table)

    def _number(self, table: Table) -> Place:
        number = self._numbers.setdefault(one_table.key(table), len(self._tables))
        if number == len(self._tables):
            self._tables.append(table)
        return number

    def _deal(self, place: Place) -> tuple[Place, int, int]:
        table, paid, dealt = one_table.deal(self._tables[place])
        return self._number(table), paid, dealt

    def _steps(self, place: Place) -> tuple[tuple[str, Place], ...]:
        """What the player may do at this table besides moving."""
        table = self._tables[place]
        seat = next(seat for seat in table.seats if seat and seat.player == PLAYER)
        back = one_table.send(table, cm.SitIn(PLAYER)) if seat.sitting_out else table
        steps = [("post", one_table.send(back, cm.EnterNow(PLAYER, True)))]
        if seat.awaits_deal:
            steps.append(("wait", one_table.send(back, cm.EnterNow(PLAYER, False))))
        steps.append(("sit out", table if seat.sitting_out else one_table.send(table, cm.SitOut(PLAYER))))
        return tuple((word, self._number(then)) for word, then in steps)

    def _move_away(self, place: Place) -> tuple[Place, ev.MovedToTable]:
        """The table after a move that the player asked for, and what goes along."""
        table = one_table.send(self._tables[place], cm.SetTableMove(PLAYER, 1, "other"))
        decision = decide(table, cm.MoveToTable(PLAYER), now=NOW, deck=DECK)
        moved = next(event for event in decision.events if isinstance(event, ev.MovedToTable))
        decision.table.departed = {}
        return self._number(decision.table), moved._replace(seat=0)

    def _move_in(self, place: Place, moved: ev.MovedToTable, *, post: bool) -> Place:
        _, _, *carried = moved
        table = one_table.send(self._tables[place], cm.TakeSeat(PLAYER, "1", False, -1, STACK, *carried))
        return self._number(one_table.send(table, cm.EnterNow(PLAYER, post)))

    def _leave(self, place: Place) -> tuple[Place, CarriedBlinds]:
        """The table after the player has left it, and what goes along to another table."""
        table = one_table.send(self._tables[place], cm.Leave(PLAYER))
        gone = table.departed.pop(PLAYER, None)
        table.departed = {}
        return self._number(table), gone.carried if gone else NO_CARRIED_BLINDS

    def _buy_in(self, place: Place, blinds: CarriedBlinds) -> tuple[tuple[str, Place], ...]:
        """The table after a buy-in in each free seat, by what the player does there."""
        table, arrived = self._tables[place], []
        for seat in (seat for seat, taken in enumerate(table.seats) if taken is None):
            taken = one_table.send(table, cm.TakeSeat(PLAYER, "1", False, seat, STACK, **blinds._asdict()))
            for word, post in ((f"buy in at {seat} and post", True), (f"buy in at {seat} and wait", False)):
                arrived.append((word, self._number(one_table.send(taken, cm.EnterNow(PLAYER, post)))))
        return tuple(arrived)
