"""The state of a tournament and the values derived from it."""

from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple, Self, TypeVar

from games.engine.errors import BrokenInvariant
from games.engine.rules.stakes import Stakes
from tournaments.engine.setup.payouts import Prizes
from tournaments.engine.setup.setup import Game, Setup
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.table import Table

Value = TypeVar("Value")


class Stage(StrEnum):
    """The stage of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


class LevelClock(NamedTuple):
    """The level, counted from 1, ends at `ends` ms, or is stopped (`ends` 0) with `left` ms in it.

    `why` is the reason of a director who began it, or who ended a break in it.
    """

    level: int = 0
    ends: int = 0
    left: int = 0
    why: str = ""


class BreakState(NamedTuple):
    """A break of `length` ms, announced or running until `until` ms, both 0 without one; `why` is the director's."""

    length: int = 0
    until: int = 0
    why: str = ""


class Elimination(NamedTuple):
    """A player who is out; `tied` with the player just before in the list, 0 = nobody."""

    player: int
    tied: int
    at: int


class Deal(NamedTuple):
    """Deal talk: `shares` is empty until a deal is proposed, `agreed` are the players who agreed (T17).

    The proposal lapses at `until` ms, 0 = never; the deal is `made` once confirmed.
    """

    kind: DealKind | None = None
    shares: tuple[tuple[int, int], ...] = ()
    kept: int = 0
    agreed: tuple[int, ...] = ()
    made: bool = False
    until: int = 0

    @property
    def terms(self) -> str:
        """Who gets what, in short, so that nobody agrees to figures that they have not seen; "" without a proposal."""
        return sha256(repr((self.shares, self.kept)).encode()).hexdigest()[:16] if self.shares else ""

    @property
    def all_agreed(self) -> bool:
        """Whether only the director's confirmation is missing."""
        return bool(self.shares) and {player for player, _ in self.shares} == set(self.agreed)

    @property
    def lapses_at(self) -> int:
        """When the proposal lapses, ms; 0 once everybody has agreed."""
        return 0 if self.made or self.all_agreed else self.until


class PenaltyTime(NamedTuple):
    """A penalty in minutes: it ends at `ends` ms, or stands still with `left` ms in it (T14)."""

    ends: int = 0
    left: int = 0


class Outage(NamedTuple):
    """The room pauses because these `players` have lost their connection, until `until` ms (T3).

    The pause is `ending` once most of them are back.
    """

    players: tuple[int, ...]
    until: int
    ending: bool = False


NO_CLOCK, NO_BREAK, NO_PRIZES = LevelClock(), BreakState(), Prizes(())


@dataclass(slots=True)
class TournamentState:
    """A tournament; amounts are minor units, chips whole, times ms.

    `left` counts the players still in, `most_players` the most at any time, `chips` those in play. `idle` tables run
    no hand; `table_sizes` counts the tables by their number of players; `breaking` are the tables the director wants
    broken. `eliminated` lists players in the order they went out; `unranked_busts` wait for others before they can be
    ranked (T10). `rebuy_pending` are the players offered a re-buy, `waiting` the commands that wait for the end
    of a hand. `unclaimed_bounties` belong to nobody yet. With `manual_hand_for_hand` the director switched
    hand-for-hand on, and only the director switches it off; `hand_for_hand_reason` is why the director last did either,
    `hand_for_hand_stopped` whether it was on the bubble that it was switched off, where it then does not begin again.
    `timed_penalties` are the penalties in minutes by player. `raced_into` is the largest chip that smaller ones were
    raced off for, 0 before the first chip race. During an `outage` the room itself has paused play; `outages` are the
    times of those of an hour, `resumed_at` is when a pause ended last.
    """

    setup: Setup
    stage: Stage = Stage.OPEN
    players: dict[int, Entrant] = field(default_factory=dict)
    tables: dict[int, Table] = field(default_factory=dict)
    idle: set[int] = field(default_factory=set)
    table_sizes: dict[int, int] = field(default_factory=dict)
    tables_opened: int = 0
    left: int = 0
    chips: int = 0
    pool: int = 0
    fees: int = 0
    bounties: int = 0
    entries: int = 0
    most_players: int = 0
    clock: LevelClock = NO_CLOCK
    started_at: int = 0
    hourly_at: int = 0
    current_break: BreakState = NO_BREAK
    paused: bool = False
    pause_reason: str = ""
    entries_closed: bool = False
    overlay: int = 0
    prizes: Prizes = NO_PRIZES
    eliminated: list[Elimination] = field(default_factory=list)
    unranked_busts: dict[int, ev.Busted] = field(default_factory=dict)
    rebuy_pending: set[int] = field(default_factory=set)
    final_table: int = 0
    round: int = 0
    hand_for_hand: bool = False
    manual_hand_for_hand: bool = False
    hand_for_hand_reason: str = ""
    hand_for_hand_stopped: bool = False
    breaking: set[int] = field(default_factory=set)
    waiting: list[ev.Deferred] = field(default_factory=list)
    deal: Deal | None = None
    ending: str = ""
    unclaimed_bounties: int = 0
    timed_penalties: dict[int, PenaltyTime] = field(default_factory=dict)
    raced_into: int = 0
    outage: Outage | None = None
    outages: tuple[int, ...] = ()
    resumed_at: int = 0

    def copy(self) -> Self:
        """An independent copy."""
        twin = copy(self)
        twin.players, twin.tables, twin.table_sizes = self.players.copy(), self.tables.copy(), self.table_sizes.copy()
        twin.idle, twin.rebuy_pending, twin.breaking = self.idle.copy(), self.rebuy_pending.copy(), self.breaking.copy()
        twin.timed_penalties = self.timed_penalties.copy()
        twin.eliminated, twin.waiting, twin.unranked_busts = (
            self.eliminated.copy(),
            self.waiting.copy(),
            self.unranked_busts.copy(),
        )
        return twin

    def change(self, player: int, **fields: Any) -> None:  # Any: each field has its own type
        """Replace fields of a player."""
        self.players[player] = self.players[player]._replace(**fields)

    def take_back_elimination(self, player: int) -> None:
        """Remove a player from those who went out; who tied with the player ties with whom the player tied (T10)."""
        place = [out.player for out in self.eliminated].index(player)
        tied = self.eliminated.pop(place).tied
        if place < len(self.eliminated) and self.eliminated[place].tied == player:
            self.eliminated[place] = self.eliminated[place]._replace(tied=tied)

    def seat_player(self, number: int, seat: int, player: int) -> None:
        """Put a player in a seat, or free the seat for player 0; raises BrokenInvariant when it is taken."""
        table = self.tables[number]
        if player and table.seats[seat]:
            raise BrokenInvariant("a seat has one player")
        self.count_table(table.taken, -1)
        self.tables[number] = table = table.with_player(seat, player)
        self.count_table(table.taken, 1)

    def count_table(self, players: int, change: int) -> None:
        """Count one table of this many players more (1) or less (-1)."""
        number = self.table_sizes.get(players, 0) + change
        if number:
            self.table_sizes[players] = number
        else:
            del self.table_sizes[players]

    @property
    def level(self) -> int:
        """The level, from 1."""
        return self.clock.level

    @property
    def hands_held(self) -> bool:
        """Whether no table may begin a hand."""
        talking = self.deal is not None and not self.deal.made
        return self.paused or self.current_break != NO_BREAK or talking or bool(self.ending)

    @property
    def penalties_stand(self) -> bool:
        """Whether no time of a penalty passes: in a pause, a break and deal talk nobody could play anyway (T14)."""
        talking = self.deal is not None and not self.deal.made
        return self.paused or bool(self.current_break.until) or talking

    def sits_out(self, player: int, now: int) -> bool:
        """Whether the player's hands are folded as a penalty at `now` ms (T14)."""
        timed = self.timed_penalties.get(player)
        return self.players[player].penalty_hands > 0 or (timed is not None and (timed.left > 0 or timed.ends > now))

    @property
    def all_idle(self) -> bool:
        """Whether no hand runs."""
        return len(self.idle) == len(self.tables)

    @property
    def places_paid(self) -> int:
        """How many places are paid; 0 before the entries are closed."""
        return max(len(self.prizes.amounts), len(self.setup.payouts.extras)) if self.entries_closed else 0

    @property
    def late_open(self) -> bool:
        """Whether late registration is open at this level (T1, T12)."""
        late = self.setup.late
        return self.stage is Stage.RUNNING and not self.entries_closed and late is not None and self.level <= late.until

    @property
    def below_one_table(self) -> bool:
        """Whether the field has fallen below one full table, so that nobody can enter any more (T12)."""
        return self.most_players >= self.setup.seats > self.left

    @property
    def can_grow(self) -> bool:
        """Whether more players may still enter (T1, T12)."""
        return self.late_open and not self.below_one_table

    @property
    def takes_entries(self) -> bool:
        """Whether late entries are taken now: none while an end is announced, which may still be taken back (T15)."""
        return self.can_grow and not self.ending

    def ready(self, table: Table) -> list[int]:
        """The seats with chips, ascending."""
        return [seat for seat, player in enumerate(table.seats) if player and self.players[player].stack]

    def owes_hand(self, table: Table) -> bool:
        """Whether a hand-for-hand round waits for this table, also to deal a void hand again (T9, F5)."""
        redeals = table.redeal and not self.ending and len(self.ready(table)) > 1
        return table.hand_for_hand and (table.running or redeals)

    def goes_out_after_busts(self, player: int) -> bool:
        """Whether others who bust get their places before this player can leave or be disqualified (T10).

        They are those of a hand-for-hand round, also while it may still have one, and of the same table, and all of
        them where nobody else has chips.
        """
        busts = self.unranked_busts
        if player in busts:
            return False
        table = self.players[player].table
        together = any(bust.hand_for_hand or bust.table == table for bust in busts.values())
        in_round = any(map(self.owes_hand, self.tables.values()))
        return together or in_round or 0 < len(busts) == self.left - 1

    def game(self, turn: int) -> Game:
        """Game number `turn` of the rotation, counted from 0."""
        return self.setup.game(turn)

    def stakes(self, *, level: int, turn: int) -> Stakes:
        """The stakes of that game at a level."""
        return self.setup.stakes(level=level, turn=turn)

    def still_in(self) -> list[Entrant]:
        """The players who are not out."""
        return [entrant for entrant in self.players.values() if not entrant.out]

    def check(self, since: "TournamentState | None" = None) -> None:
        """Raise BrokenInvariant for an impossible state.

        `since` is a checked state that events have made into this one: what is the same object in both was right there,
        so only players and tables that have changed are looked at.
        """
        known = since or TournamentState(self.setup)
        players, tables = _changed(known.players, self.players), _changed(known.tables, self.tables)
        stacks = sum((after.stack if after else 0) - (before.stack if before else 0) for before, after in players)
        if stacks != self.chips - known.chips:
            raise BrokenInvariant("the players' stacks add up to the chips in play (T16)")
        seats = [(one.number, seat, player) for _, one in tables if one for seat, player in enumerate(one.seats)]
        # Whoever has left a seat has left it at its table as well.
        left = [
            before
            for before, after in players
            if before and (not after or (before.table, before.seat) != (after.table, after.seat))
        ]
        seats += [(one.table, one.seat, self._player_at(one.table, one.seat)) for one in left if one.table]
        for number, seat, player in seats:
            if player and (self.players[player].table, self.players[player].seat) != (number, seat):
                raise BrokenInvariant("a seat and its player agree")
        taken = sum((after.taken if after else 0) - (before.taken if before else 0) for before, after in tables)
        if taken != sum(bool(after and after.table) - bool(before and before.table) for before, after in players):
            raise BrokenInvariant("nobody has two seats (T18)")

    def _player_at(self, number: int, seat: int) -> int:
        """Who sits in a seat, 0 for nobody or without the table."""
        return self.tables[number].seats[seat] if number in self.tables else 0


def _changed(before: dict[int, Value], after: dict[int, Value]) -> list[tuple[Value | None, Value | None]]:
    """What was there and what is there now, for every key whose value is another object."""
    changed: list[tuple[Value | None, Value | None]]
    changed = [(before.get(key), value) for key, value in after.items() if before.get(key) is not value]
    if len(after) - sum(old is None for old, _ in changed) != len(before):
        changed += [(value, None) for key, value in before.items() if key not in after]
    return changed
