"""A table's state and the questions it answers: seats, button, clock, and the running hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeAlias

from games.engine import events as ev
from games.engine.events.kinds import WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY, Positions
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import DirectorOrders
from games.engine.table.hand_backup import HandBackup
from games.engine.table.seat import CarriedBlinds, DepartedPlayer, Seat


class Wait(NamedTuple):
    """What the table waits for, since `began` until `deadline` (ms); `seat` is NOBODY where no one player is meant."""

    kind: WaitKind
    seat: int = NOBODY
    deadline: int = 0
    began: int = 0


FOR_PLAYERS = Wait(WaitKind.PLAYERS)
UNDEALT_HAND = 60_000
"""How long a hand of a penalty lasts at a cash table with too few players for one, ms."""


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table between hands, as it is stored; `rules` as `Rules.to_data` writes them."""

    rules: dict[str, object]
    game_index: int
    game_hands: int
    seats: list[Seat | None]
    departed: dict[int, DepartedPlayer]
    positions: Positions
    hand_number: int
    hand_began_at: int
    wait: Wait
    paused: bool
    closing: bool
    closed: bool
    director_orders: DirectorOrders
    pause_reason: str
    closing_reason: str
    changes: int
    last_orbit: bool = False
    orbit_from: int = NOBODY


class TableFacts:
    """A table's state from hand to hand; `rules` are those of the game being played, `full_rules` the whole rotation.

    `public_events` are those of the running or last hand, `names` its players by seat, `hand_began_at` when it began
    (ms), and `hand_backup` the table as it was then. `departed` are players who left within the last day.
    `director_orders` are those of the tournament's director. `all_ins` are the all-in seats in the order they went
    all-in, each with the time (ms, 0 until the table has moved on; T10). `button_draw` are the cards of the draw for
    the button, `rabbit` the seats that asked for a rabbit hunt (first) and agreed to it; -1 stands for a player who has
    left. `rabbit_payer` is the player who paid for the last one shown. `pause_reason` and `closing_reason` are the
    house's words, `changes` counts the changes of the settings. In the `last_orbit` a closing table plays on until the
    big blind is back where the orbit began, `orbit_from`, which is NOBODY until its first hand.
    """

    __slots__ = (
        "all_ins",
        "button_draw",
        "changes",
        "closed",
        "closing",
        "closing_reason",
        "departed",
        "director_orders",
        "full_rules",
        "game_hands",
        "game_index",
        "hand",
        "hand_backup",
        "hand_began_at",
        "hand_number",
        "last_orbit",
        "names",
        "next_rules",
        "orbit_from",
        "pause_reason",
        "paused",
        "positions",
        "public_events",
        "rabbit",
        "rabbit_payer",
        "rules",
        "seats",
        "turn",
        "wait",
    )

    def __init__(self, rules: Rules, seats: int) -> None:
        self.full_rules = rules
        self.game_index = self.game_hands = 0
        self.rules = rules.playing(0)
        self.next_rules: Rules | None = None
        self.seats: list[Seat | None] = [None] * seats
        self.positions = Positions()
        self.hand: Hand | None = None
        self.hand_backup: HandBackup | None = None
        self.departed: dict[int, DepartedPlayer] = {}
        self.hand_number = self.turn = self.hand_began_at = 0
        self.wait = FOR_PLAYERS
        self.button_draw: tuple[tuple[int, int], ...] = ()
        self.public_events: list[ev.TableEvent] = []
        self.names: dict[int, str] = {}
        self.rabbit: tuple[int, ...] = ()
        self.rabbit_payer = 0
        self.all_ins: dict[int, int] = {}
        self.paused = self.closing = self.closed = self.last_orbit = False
        self.orbit_from = NOBODY
        self.pause_reason = self.closing_reason = ""
        self.changes = 0
        self.director_orders = DirectorOrders()

    def copy(self) -> Self:
        """An independent copy."""
        # Every decision makes one: see `HandFields.copy`.
        clone = object.__new__(type(self))
        clone.full_rules, clone.rules, clone.next_rules = self.full_rules, self.rules, self.next_rules
        clone.game_index, clone.game_hands = self.game_index, self.game_hands
        clone.positions, clone.hand_backup, clone.names = self.positions, self.hand_backup, self.names
        clone.hand_number, clone.turn, clone.hand_began_at = self.hand_number, self.turn, self.hand_began_at
        clone.wait, clone.button_draw = self.wait, self.button_draw
        clone.rabbit, clone.rabbit_payer = self.rabbit, self.rabbit_payer
        clone.paused, clone.pause_reason = self.paused, self.pause_reason
        clone.closing, clone.closing_reason, clone.closed = self.closing, self.closing_reason, self.closed
        clone.last_orbit, clone.orbit_from = self.last_orbit, self.orbit_from
        clone.changes, clone.director_orders = self.changes, self.director_orders
        clone.seats = [seat.copy() if seat else None for seat in self.seats]
        clone.hand = self.hand.copy() if self.hand else None
        clone.public_events = self.public_events[:]
        clone.departed = self.departed.copy()
        clone.all_ins = self.all_ins.copy()
        return clone

    def snapshot(self) -> TableSnapshot:
        """The state between hands, without the finished hand and so without any card."""
        return TableSnapshot(
            rules=self.full_rules.to_data(),
            game_index=self.game_index,
            game_hands=self.game_hands,
            seats=[seat.copy() if seat else None for seat in self.seats],
            departed=self.departed.copy(),
            positions=self.positions,
            hand_number=self.hand_number,
            hand_began_at=self.hand_began_at,
            wait=self.wait,
            paused=self.paused,
            closing=self.closing,
            closed=self.closed,
            director_orders=self.director_orders._replace(race=None),
            pause_reason=self.pause_reason,
            closing_reason=self.closing_reason,
            changes=self.changes,
            last_orbit=self.last_orbit,
            orbit_from=self.orbit_from,
        )

    @classmethod
    def restore(cls, snapshot: TableSnapshot) -> Self:
        """The table as it was when the snapshot was taken."""
        table = cls(Rules.from_data(snapshot.rules), len(snapshot.seats))
        table.game_index, table.game_hands = snapshot.game_index, snapshot.game_hands
        table.rules = table.full_rules.playing(table.game_index)
        table.seats = [seat.copy() if seat else None for seat in snapshot.seats]
        table.positions, table.departed = snapshot.positions, snapshot.departed.copy()
        table.hand_number, table.hand_began_at = snapshot.hand_number, snapshot.hand_began_at
        table.wait, table.director_orders = snapshot.wait, snapshot.director_orders
        table.paused, table.closing, table.closed = snapshot.paused, snapshot.closing, snapshot.closed
        table.pause_reason, table.closing_reason = snapshot.pause_reason, snapshot.closing_reason
        table.changes = snapshot.changes
        table.last_orbit, table.orbit_from = snapshot.last_orbit, snapshot.orbit_from
        return table

    @property
    def running(self) -> bool:
        """Whether a hand is running."""
        return self.hand is not None and self.hand.changes is None

    def player_seat(self, player: int) -> int | None:
        """The seat of a player, None if not at the table."""
        for number, seat in enumerate(self.seats):
            if seat and seat.player == player:
                return number
        return None

    def seat(self, number: int) -> Seat:
        """The state of a seat, which must be taken."""
        seat = self.seats[number]
        assert seat is not None
        return seat

    def carried_blinds(self, number: int) -> CarriedBlinds:
        """What a player who asks to leave this seat takes along to another table of the same game and stakes (D7)."""
        return CarriedBlinds.from_seat(number, self.seats, self.positions)

    def in_hand(self, number: int) -> bool:
        """Whether the seat was dealt into the running hand, folded since or not."""
        return self.running and self.played(number)

    def played(self, number: int) -> bool:
        """Whether the player in this seat was dealt into the running or last hand, folded since or not."""
        return self.hand_seat(number) != NOBODY

    def hand_seat(self, number: int) -> int:
        """The seat in which this seat's player was dealt the running or last hand, NOBODY if not.

        It is another one where a seat change followed the hand (D8).
        """
        seat = self.seats[number]
        return seat.dealt_seat if seat and self.hand is not None else NOBODY

    def ready(self) -> list[int]:
        """The seats that can be dealt in, ascending (D5, D11, T14); in a tournament all seats with chips (T13)."""
        if self.full_rules.tournament is not None:
            return [number for number, seat in enumerate(self.seats) if seat and seat.stack]
        least = self.rules.least_stack
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat and seat.stack >= least and not (seat.sitting_out or seat.leaving or seat.penalised)
        ]

    def stands_up_at(self, seat: Seat) -> int:
        """When a player who is sitting out loses the seat, ms: sooner without chips (D11, K5).

        0 if not sitting out, or during a penalty, which keeps the seat (T14).
        """
        if not seat.away_since or seat.penalised or self.full_rules.tournament is not None:
            return 0
        clock = self.rules.clock
        return seat.away_since + (clock.sit_out if seat.stack + seat.queued else min(clock.rebuy, clock.sit_out))

    def undealt_hand_passes_at(self, seat: Seat) -> int:
        """When a hand of the seat's penalty passes although none can be dealt, ms; 0 while hands can be (T14)."""
        if not seat.penalty or self.paused or len(self.ready()) >= 2:
            return 0
        return seat.penalty_since + UNDEALT_HAND

    def chips(self) -> dict[int, int]:
        """Each player's chips as the ledger must hold them: the stack before a running hand, and queued chips."""
        return {seat.player: seat.stack + seat.queued for seat in self.seats if seat}

    def may_call_time(self, number: int) -> bool:
        """Whether the seat may call time now, while another player's time bank runs (B14).

        An opponent with cards may; in a tournament any player at the table who is connected and not sitting out.
        """
        allowed = self.rules.house.call_time and self.wait.kind == WaitKind.BANK and number != self.wait.seat
        if self.hand is None or not allowed:
            return False
        seat = self.seat(number)
        present = not (seat.sitting_out or seat.disconnected_at or seat.penalty)
        return present if self.full_rules.tournament else number in self.hand.live

    def game_over(self) -> bool:
        """Whether the rotation moves to its next game: after a set number of hands, or one orbit."""
        hands = self.full_rules.every or len(self.ready())
        return bool(self.full_rules.mix) and self.game_hands >= max(1, hands)

    def next_tick_at(self) -> int | None:
        """When the next `Tick` has something to do, in ms; None when nothing is awaited."""
        times = [] if self.wait.kind == WaitKind.PLAYERS or self._held else [self.wait.deadline]
        if not self.running and self.full_rules.tournament is None:
            for seat in filter(None, self.seats):
                times += filter(None, (self.stands_up_at(seat), seat.penalty_until, self.undealt_hand_passes_at(seat)))
        return min(times, default=None)

    def needs_deck(self, now: int) -> bool:
        """Whether a `Tick` at `now` (ms) deals or draws for the button, and so needs a shuffled deck."""
        return self.wait.kind == WaitKind.NEXT_HAND and self.wait.deadline <= now and not self._held

    @property
    def _held(self) -> bool:
        return self.wait.kind == WaitKind.NEXT_HAND and (self.paused or self.awaits_director)

    @property
    def awaits_director(self) -> bool:
        """Whether a tournament's next hand is not released yet (T9), or a player without chips may re-buy (T12)."""
        if self.full_rules.tournament is None:
            return False
        broke = any(seat and not seat.stack for seat in self.seats)
        return broke or (self.director_orders.held and self.director_orders.deal is None)


TableEventHandlers: TypeAlias = Mapping[type, Callable[[TableFacts, Any], None]]
"""The function that applies each class of event; `Any` because each takes its own class."""
"""How events change a table, by class of event; `Any` because each handler takes its own class."""
