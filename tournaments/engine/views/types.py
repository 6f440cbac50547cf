"""Views of a tournament as values. Nothing in them is secret; each player's own options differ."""

from typing import NamedTuple

from tournaments.engine.setup.setup import Setup
from tournaments.engine.setup.structure import Level
from tournaments.engine.state.reasons import DealKind, DeferredKind
from tournaments.engine.state.tournament_state import Stage


class ClockView(NamedTuple):
    """The level, counted from 1, ends at `ends` ms or is stopped with `left` ms in it; both are 0 in the last level.

    `unit` is the smallest chip in play. The next break begins at `break_at` ms, or `break_in` ms after a stopped clock
    starts again; 0 = none. A running break ends at `break_until` ms; an announced one lasts `break_coming` ms and
    begins after the last hand (T5). `level_reason` and `break_reason` are the director's reasons for them.
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
    level_reason: str = ""
    break_reason: str = ""


class PrizeLine(NamedTuple):
    """The prize of each place from `first` to `last`: an `amount` and a `ticket` in minor units, an `extra` prize."""

    first: int
    last: int
    amount: int
    ticket: int = 0
    extra: str = ""


class Standing(NamedTuple):
    """A player in the standings: `now` is the place by chips, `place` the final one, shared from `first` to `last`.

    `prize`, the worth of the `ticket` in it, `bounties` won and the `bounty` on the player are minor units; `table` 0
    is none. The player may re-buy until `waits` ms, the room plays for an `away` player. `penalty_hands` are still to
    be sat out, and the time until `penalty_ends` ms, or `penalty_left` ms once it no longer stands still.
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
    penalty_ends: int = 0
    penalty_left: int = 0
    warnings: int = 0
    waits: int = 0
    moves: int = 0
    ticket: int = 0

    @property
    def penalised(self) -> bool:
        """Whether the player sits out a penalty (T14)."""
        return bool(self.penalty_hands or self.penalty_ends or self.penalty_left) and not self.out


class SeatView(NamedTuple):
    """A seat of a table and its player, 0 for a free seat."""

    seat: int
    player: int = 0
    name: str = ""
    chips: int = 0


class TableView(NamedTuple):
    """A table by its number; `table_id` is its id in the card room, 0 while unknown.

    `hand_for_hand` marks a hand of a hand-for-hand round, `breaking` a table to be broken next, `frozen` one that waits
    for an operator. `void_refused` is as in `Table`.
    """

    number: int
    table_id: int
    seats: tuple[SeatView, ...]
    hand: int = 0
    running: bool = False
    hand_for_hand: bool = False
    breaking: bool = False
    frozen: bool = False
    void_refused: bool = False

    @property
    def taken(self) -> int:
        """The number of players here."""
        return sum(seat.player > 0 for seat in self.seats)


class DealShare(NamedTuple):
    """A player's share of a proposed deal, minor units."""

    player: int
    name: str
    chips: int
    amount: int
    agreed: bool = False


class DealView(NamedTuple):
    """Deal talk: the proposal, if any, and the shares by chip-chop and by the independent chip model (T17).

    `kept` minor units are left to play for, `terms` are the figures in short. With `all_agreed` the director's
    confirmation is missing; otherwise the proposal lapses at `until` ms, 0 = never.
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
    terms: str = ""


class Waiting(NamedTuple):
    """A command that waits until a hand is over."""

    kind: DeferredKind
    player: int
    name: str
    table: int
    chips: int
    why: str


class TournamentView(NamedTuple):
    """A tournament as everybody sees it (T19); amounts are minor units, chips whole, times ms.

    `prizes` are those that would be paid now, final with `prizes_final`. The next player out wins `sure`;
    `jump_places` further up the prize is `jump`. `standings` list everybody, best first; `bots` are the house bots
    among them. A `frozen` tournament waits for an operator. The room itself has paused it until `outage_until` ms at
    most, 0 without such a pause, which is `outage_ending` once most players are connected again (T3).
    """

    tournament: int
    version: int
    setup: Setup
    stage: Stage = Stage.OPEN
    started_at: int = 0
    clock: ClockView = ClockView()
    paused: bool = False
    pause_reason: str = ""
    outage_until: int = 0
    outage_ending: bool = False
    ending: bool = False
    late_open: bool = False
    hand_for_hand: bool = False
    manual_hand_for_hand: bool = False
    hand_for_hand_reason: str = ""
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
    bots: frozenset[int] = frozenset()
    deal: DealView | None = None
    waiting: tuple[Waiting, ...] = ()
    frozen: bool = False


class OwnTournamentView(NamedTuple):
    """A player's own view: the standing and the player's options.

    `in_it` is set while the player is registered or playing; `table_id` is the id of the player's table. `can_enter`
    covers late entries and, with `again`, re-entries; the table waits for the re-buy until `rebuy_until` ms.
    """

    player: int
    in_it: bool = False
    standing: Standing | None = None
    table_id: int = 0
    can_enter: bool = False
    again: bool = False
    can_unregister: bool = False
    can_rebuy: bool = False
    rebuy_until: int = 0
    can_add_on: bool = False
    can_leave: bool = False
    can_come_back: bool = False
    deal_share: int = 0
    can_agree: bool = False
    can_refuse: bool = False
