"""What a table is made of and what can be asked of it: seats, button, clock, and the hand that runs."""

from dataclasses import asdict, replace
from typing import Any, NamedTuple, Self

from games.engine import events as ev
from games.engine.events.kinds import WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY, Positions
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import DirectorOrders
from games.engine.table.hand_backup import HandBackup
from games.engine.table.seat import DepartedPlayer, Seat


class Wait(NamedTuple):
    """What the table waits for: players, next_hand, post, turn, bank, called, deal, agree, show; until `deadline`."""

    kind: WaitKind
    seat: int = NOBODY
    deadline: int = 0
    began: int = 0


FOR_PLAYERS = Wait(WaitKind.PLAYERS)


class TableFacts:
    """A table hand after hand; `rules` are those of the game that is on, `config` the whole rotation.

    `story` are the public events of the running or last hand, `names` who plays it; `at` is when it began (ms), and
    `before` what it found then.
    `gone` are players who left, for a day; `directed` what the director of its tournament has said. `all_ins` are the
    seats that are all-in, in that order, with the moment (ms, 0 until the table has gone on; T10).
    """

    __slots__ = (
        "all_ins",
        "at",
        "closed",
        "closing",
        "config",
        "departed",
        "director_orders",
        "drawn",
        "game",
        "game_hands",
        "hand",
        "hand_backup",
        "hand_number",
        "names",
        "next_rules",
        "paused",
        "positions",
        "public_events",
        "rabbit",
        "rules",
        "seats",
        "turn",
        "wait",
    )

    def __init__(self, rules: Rules, seats: int) -> None:
        self.config = rules
        self.game = self.game_hands = 0
        self.rules = rules.playing(0)
        self.next_rules: Rules | None = None
        self.seats: list[Seat | None] = [None] * seats
        self.positions = Positions()
        self.hand: Hand | None = None
        self.hand_backup: HandBackup | None = None
        self.departed: dict[int, DepartedPlayer] = {}
        self.hand_number = self.turn = self.at = 0
        self.wait = FOR_PLAYERS
        self.drawn: tuple[tuple[int, int], ...] = ()
        self.public_events: list[ev.TableEvent] = []
        self.names: dict[int, str] = {}
        self.rabbit: tuple[int, ...] = ()
        self.all_ins: dict[int, int] = {}
        self.paused = self.closing = self.closed = False
        self.director_orders = DirectorOrders()

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in TableFacts.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.seats = [replace(seat) if seat else None for seat in self.seats]
        twin.hand = self.hand.copy() if self.hand else None
        twin.public_events = self.public_events[:]
        twin.departed = self.departed.copy()
        twin.all_ins = self.all_ins.copy()
        return twin

    def snapshot(self) -> dict[str, Any]:
        """The state between hands as JSON-ready data; a finished hand is not in it, so no card is."""
        return {
            "rules": self.config.to_data(),
            "game": self.game,
            "game_hands": self.game_hands,
            "seats": [asdict(seat) if seat else None for seat in self.seats],
            "departed": [[player, *gone] for player, gone in self.departed.items()],
            "positions": list(self.positions),
            "hand_number": self.hand_number,
            "at": self.at,
            "wait": list(self.wait),
            "paused": self.paused,
            "closing": self.closing,
            "closed": self.closed,
            "director_orders": self.director_orders.to_data(),
        }

    @classmethod
    def restore(cls, data: dict[str, Any]) -> Self:
        """The table that `snapshot` wrote."""
        table = cls(Rules.from_data(data["rules"]), len(data["seats"]))
        table.game, table.game_hands = data["game"], data["game_hands"]
        table.rules = table.config.playing(table.game)
        table.seats = [Seat(**seat) if seat else None for seat in data["seats"]]
        table.positions = Positions(*data["positions"])
        table.departed = {player: DepartedPlayer(*gone) for player, *gone in data["departed"]}
        table.hand_number, table.at = data["hand_number"], data["at"]
        table.wait = Wait(*data["wait"])
        table.paused, table.closing, table.closed = data["paused"], data["closing"], data["closed"]
        table.director_orders = DirectorOrders.from_data(data["director_orders"])
        return table

    # What can be asked of a table.

    @property
    def running(self) -> bool:
        """A hand runs."""
        return self.hand is not None and self.hand.changes is None

    def player_seat(self, player: int) -> int | None:
        """The seat of a player, None if not at the table."""
        for number, seat in enumerate(self.seats):
            if seat and seat.player == player:
                return number
        return None

    def seat(self, number: int) -> Seat:
        """The seat's player; the seat must be taken."""
        seat = self.seats[number]
        assert seat is not None
        return seat

    def in_hand(self, number: int) -> bool:
        """The seat was dealt into the running hand, folded or not."""
        return self.running and self.played(number)

    def played(self, number: int) -> bool:
        """Who sits there now was dealt into the running or last hand, folded or not."""
        seat = self.seats[number]
        return self.hand is not None and number in self.hand.order and seat is not None and not seat.fresh

    def ready(self) -> list[int]:
        """The seats that can be dealt in, ascending (D5, D11); in a tournament all with chips (T13)."""
        if self.config.tournament is not None:
            return [number for number, seat in enumerate(self.seats) if seat and seat.stack]
        least = self.rules.least_stack
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat and seat.stack >= least and not seat.sitting_out and not seat.leaving
        ]

    def stands_up_at(self, seat: Seat) -> int:
        """When a player who sits out is stood up, ms: sooner without chips (D11, K5); 0 for who plays."""
        if not seat.away_since or self.config.tournament is not None:
            return 0
        clock = self.rules.clock
        return seat.away_since + (clock.sit_out if seat.stack + seat.queued else min(clock.rebuy, clock.sit_out))

    def chips(self) -> dict[int, int]:
        """Each player's chips as the ledger must hold them: the stack, before a running hand, and queued chips."""
        return {seat.player: seat.stack + seat.queued for seat in self.seats if seat}

    def may_call_time(self, number: int) -> bool:
        """Whether the seat may call time now, while another's time bank runs (B14).

        An opponent with cards may; in a tournament anybody at the table who neither sits out nor is without a line.
        """
        allowed = self.rules.house.call_time and self.wait.kind == WaitKind.BANK and number != self.wait.seat
        if self.hand is None or not allowed:
            return False
        seat = self.seat(number)
        there = not (seat.sitting_out or seat.disconnected_at or seat.penalty)
        return there if self.config.tournament else number in self.hand.live

    def game_over(self) -> bool:
        """Whether the rotation goes on to its next game: after so many hands, or an orbit of those who play."""
        hands = self.config.every or len(self.ready())
        return bool(self.config.mix) and self.game_hands >= max(1, hands)

    def next_tick_at(self) -> int | None:
        """When a tick has something to do, in ms; None when nothing is awaited."""
        times = [] if self.wait.kind == WaitKind.PLAYERS or self._held else [self.wait.deadline]
        if not self.running:
            times += filter(None, (self.stands_up_at(seat) for seat in self.seats if seat))
        return min(times, default=None)

    def needs_deck(self, now: int) -> bool:
        """Whether a tick at `now` would deal or draw for the button, so that it needs a shuffled deck."""
        return self.wait.kind == WaitKind.NEXT_HAND and self.wait.deadline <= now and not self._held

    @property
    def _held(self) -> bool:
        return self.wait.kind == WaitKind.NEXT_HAND and (self.paused or self.awaits_director)

    @property
    def awaits_director(self) -> bool:
        """The next hand of a tournament is not released (T9), or somebody without chips may re-buy (T12)."""
        if self.config.tournament is None:
            return False
        broke = any(seat and not seat.stack for seat in self.seats)
        return broke or (self.director_orders.held and self.director_orders.deal is None)
