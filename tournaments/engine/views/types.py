"""What a viewer may see of a tournament, as values: nothing of it is secret, but what may be done is each one's own."""

from typing import NamedTuple

from tournaments.engine.setup.setup import Setup
from tournaments.engine.setup.structure import Level
from tournaments.engine.state.reasons import DealKind, DeferredKind
from tournaments.engine.state.tournament_state import Stage


class ClockView(NamedTuple):
    """The level, from 1; it ends at `ends` ms, or stands with `left` ms in it; both 0 when it goes on for ever.

    `unit` is the smallest chip. The next break begins at `break_at` ms, or with `break_in` ms more of a clock that
    stands; 0 is none. `break_until` ms, or `break_coming` ms of break as soon as the last hand is over (T5).
    """

    level: int = 0
    now: Level | None = None
    next: Level | None = None
    unit: int = 1
    ends: int = 0
    left: int = 0
    break_at: int = 0
    break_in: int = 0
    break_until: int = 0
    break_coming: int = 0


class PrizeLine(NamedTuple):
    """What the places from `first` to `last` are paid each, minor units; as a `ticket`, or an `extra` without price."""

    first: int
    last: int
    amount: int
    ticket: bool = False
    extra: str = ""


class Standing(NamedTuple):
    """A player in the order of the standings: `now` by chips, `place` once given, shared from `first` to `last`.

    `prize` and `bounties` won are minor units, `head` the bounty on the player; `table` 0 is none. `waits` until that
    ms whether the player re-buys; `away` is played by the room, `penalty_hands` hands of a penalty are left.
    """

    player: int
    name: str
    chips: int = 0
    table: int = 0
    seat: int = -1
    now: int = 0
    out: bool = False
    place: int = 0
    first: int = 0
    last: int = 0
    prize: int = 0
    bounty: int = 0
    bounties: int = 0
    entries: int = 1
    rebuys: int = 0
    away: bool = False
    penalty_hands: int = 0
    warnings: int = 0
    waits: int = 0
    moves: int = 0


class SeatView(NamedTuple):
    """A seat of a table and who sits there, player 0 for nobody."""

    seat: int
    player: int = 0
    name: str = ""
    chips: int = 0


class TableView(NamedTuple):
    """A table by its number; `room` is the id of the table in the card room, 0 while unknown.

    `running` a hand; it is part of a round of `hand_for_hand`. `breaking`: the director has it broken next. `stopped`:
    it is frozen until an operator has looked at it.
    """

    number: int
    room: int
    seats: tuple[SeatView, ...]
    hand: int = 0
    running: bool = False
    hand_for_hand: bool = False
    breaking: bool = False
    stopped: bool = False

    @property
    def taken(self) -> int:
        """How many sit here."""
        return sum(seat.player > 0 for seat in self.seats)


class DealShare(NamedTuple):
    """A player's share of a deal proposed, minor units."""

    player: int
    name: str
    chips: int
    amount: int
    agreed: bool = False


class DealView(NamedTuple):
    """A deal that is talked about: what is proposed, if anything, and what the usual ways would give (T17).

    `kept` minor units are played for. `all_agreed` it waits for the director's word; else the proposal lapses at
    `until` ms, 0 = never.
    """

    kind: DealKind | None
    shares: tuple[DealShare, ...]
    kept: int
    to_share: int
    by_chips: tuple[DealShare, ...]
    by_icm: tuple[DealShare, ...]
    all_agreed: bool
    made: bool
    until: int = 0


class Waiting(NamedTuple):
    """A command that waits until a hand is over."""

    kind: DeferredKind
    player: int
    name: str
    table: int
    chips: int
    why: str


class TournamentView(NamedTuple):
    """A tournament as everybody sees it (T19), complete; amounts are minor units, chips whole, times ms.

    `stage` is open, running, ended or cancelled. `prizes` are what would be paid now until `prizes_final`; the next
    to go out is sure of `sure`, `jump_places` further up it is `jump`. `standings` are everybody, best first. `frozen`
    it is stopped until an operator has looked.
    """

    tournament: int
    version: int
    setup: Setup
    stage: Stage = Stage.OPEN
    started_at: int = 0
    clock: ClockView = ClockView()
    paused: bool = False
    ending: bool = False
    late_open: bool = False
    hand_for_hand: bool = False
    manual_hand_for_hand: bool = False
    bubble: bool = False
    final_table: int = 0
    round: int = 0
    players: int = 0
    entries: int = 0
    rebuys: int = 0
    addons: int = 0
    left: int = 0
    paid: int = 0
    chips: int = 0
    average: int = 0
    largest: int = 0
    smallest: int = 0
    pool: int = 0
    collected: int = 0
    overlay: int = 0
    bounties: int = 0
    prizes: tuple[PrizeLine, ...] = ()
    prizes_final: bool = False
    sure: int = 0
    jump_places: int = 0
    jump: int = 0
    tables: tuple[TableView, ...] = ()
    standings: tuple[Standing, ...] = ()
    deal: DealView | None = None
    waiting: tuple[Waiting, ...] = ()
    frozen: bool = False


class OwnTournamentView(NamedTuple):
    """A viewer's own part: what stands, and what may be done just now.

    `in_it` is registered or still playing; `room` the id of the own table. `may_enter` also late and again (`again`);
    `rebuy_until` ms is how long the table waits for the answer.
    """

    player: int
    in_it: bool = False
    standing: Standing | None = None
    room: int = 0
    may_enter: bool = False
    again: bool = False
    may_unregister: bool = False
    may_rebuy: bool = False
    rebuy_until: int = 0
    may_add_on: bool = False
    may_leave: bool = False
    may_come_back: bool = False
    deal_share: int = 0
    may_agree: bool = False
    may_refuse: bool = False
