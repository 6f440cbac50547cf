"""Hands of nine bots as a host sends them: with each decision the own views that changed, then the public view."""

from random import Random
from typing import NamedTuple

from games.engine.table import commands as cm
from games.engine.table.decide import Decision
from games.engine.views.types import OwnView, TableView
from games.engine.views.visibility import own_view, public_view
from games.messaging.messages import OwnViewUpdate, ViewUpdate, pack
from tests.games.live.bots.bot_table import BIG, Room, bot, rules_of

SEATS = 9


class Shown(NamedTuple):
    """What one decision shows: the public view, and the own views that it changed, by seat."""

    view: TableView
    own: dict[int, OwnView]


class RecordedRoom(Room):
    """A table that keeps what each of its decisions shows."""

    def __init__(self, seed: int) -> None:
        self.shown: list[Shown] = []
        self._own: dict[int, OwnView] = {}
        super().__init__(rules_of(), dict.fromkeys(range(1, SEATS + 1), bot), Random(seed))  # noqa: S311

    def _do(self, command: cm.Command) -> Decision:
        decision = super()._do(command)
        own = {seat: view for seat in range(SEATS) if (view := own_view(self.table, seat + 1, table_id=1, version=0))}
        changed = {seat: view for seat, view in own.items() if self._own.get(seat) != view}
        self._own = own
        self.shown.append(Shown(public_view(self.table, table_id=1, version=0), changed))
        return decision


def play(seed: int, decisions: int) -> list[Shown]:
    """What the first decisions after all have sat down show; the first is complete."""
    room = RecordedRoom(seed)
    room.shown.clear()
    room._own.clear()
    while len(room.shown) < decisions:
        room.stacks(dict.fromkeys(range(1, SEATS + 1), 100 * BIG))
        room.hand()
    return room.shown[:decisions]


def packed(shown: Shown, *, table: int, version: int, first_player: int) -> dict[str, object]:
    """The host's message about one decision, with the players numbered from `first_player`."""

    def number(player: int) -> int:
        return player and first_player + player - 1

    seats = tuple(seat._replace(player=number(seat.player)) for seat in shown.view.seats)
    view = shown.view._replace(table=table, version=version, seats=seats)
    own = [
        OwnViewUpdate(
            table,
            number(one.player),
            version,
            one._replace(table=table, version=version, player=number(one.player)),
        )
        for one in shown.own.values()
    ]
    return pack(*own, ViewUpdate(table, version, "host", view, at=0))
