"""The state of a table, and how each event changes it: seats, button, clock, and the hand that runs."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple, Self

from games.engine import events as ev
from games.engine.button import NOBODY, Positions
from games.engine.hand import Hand
from games.engine.rules import Rules


@dataclass(slots=True)
class Seat:
    """One player in one seat; `stack` stands still while a hand runs, `queued` chips join it afterwards (K5).

    `fresh` until first dealt in since sitting down or missing a hand; `sat_at`, `away_since` and `lost_at` are ms,
    0 = not.
    """

    player: int
    name: str
    bot: bool
    stack: int
    bank: int
    auto_muck: bool = True
    auto_post: bool = True
    queued: int = 0
    sat_at: int = 0
    fresh: bool = True
    away_since: int = 0
    sits_out_next: bool = False
    timed_out: bool = False
    leaving: bool = False
    agreed: bool = False
    lost_at: int = 0
    ahead: str = ""
    ahead_amount: int = 0

    @property
    def sitting_out(self) -> bool:
        """Gets no cards (D11)."""
        return self.away_since > 0


class Wait(NamedTuple):
    """What the table waits for: players, next_hand, post, turn, bank, deal or show; until `deadline` ms."""

    kind: str
    seat: int = NOBODY
    deadline: int = 0
    began: int = 0


FOR_PLAYERS = Wait("players")


class Table:
    """A table hand after hand; `story` are the public events of the running or last hand, `names` who plays it."""

    __slots__ = (
        "closed",
        "closing",
        "drawn",
        "hand",
        "hand_number",
        "names",
        "next_rules",
        "paused",
        "positions",
        "rules",
        "seats",
        "story",
        "turn",
        "wait",
    )

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.next_rules: Rules | None = None
        self.seats: list[Seat | None] = [None] * seats
        self.positions = Positions()
        self.hand: Hand | None = None
        self.hand_number = self.turn = 0
        self.wait = FOR_PLAYERS
        self.drawn: tuple[tuple[int, int], ...] = ()
        self.story: list[ev.TableEvent] = []
        self.names: dict[int, str] = {}
        self.paused = self.closing = self.closed = False

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in Table.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.seats = [replace(seat) if seat else None for seat in self.seats]
        twin.hand = self.hand.copy() if self.hand else None
        twin.story = self.story[:]
        return twin

    def snapshot(self) -> dict[str, Any]:
        """The state between hands as JSON-ready data; a finished hand is not in it, so no card is."""
        return {
            "rules": self.rules.to_data(),
            "seats": [asdict(seat) if seat else None for seat in self.seats],
            "positions": list(self.positions),
            "hand_number": self.hand_number,
            "wait": list(self.wait),
            "paused": self.paused,
            "closing": self.closing,
            "closed": self.closed,
        }

    @classmethod
    def restore(cls, data: dict[str, Any]) -> Self:
        """The table that `snapshot` wrote."""
        table = cls(Rules.from_data(data["rules"]), len(data["seats"]))
        table.seats = [Seat(**seat) if seat else None for seat in data["seats"]]
        table.positions = Positions(*data["positions"])
        table.hand_number = data["hand_number"]
        table.wait = Wait(*data["wait"])
        table.paused, table.closing, table.closed = data["paused"], data["closing"], data["closed"]
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

    def in_hand(self, number: int) -> bool:
        """The seat was dealt into the running hand, folded or not."""
        return self.running and self.played(number)

    def played(self, number: int) -> bool:
        """Who sits there now was dealt into the running or last hand, folded or not."""
        seat = self.seats[number]
        return self.hand is not None and number in self.hand.order and seat is not None and not seat.fresh

    def ready(self) -> list[int]:
        """The seats that can be dealt in, ascending (D5, D11)."""
        least = self.rules.least_stack
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat and seat.stack >= least and not seat.sitting_out and not seat.leaving
        ]

    def chips(self) -> dict[int, int]:
        """Each player's chips as the ledger must hold them: the stack, before a running hand, and queued chips."""
        return {seat.player: seat.stack + seat.queued for seat in self.seats if seat}

    def due(self) -> int | None:
        """When a tick has something to do, in ms; None when nothing is awaited."""
        times = [] if self.wait.kind == "players" or self._held else [self.wait.deadline]
        if not self.running:
            times += [seat.away_since + self.rules.clock.sit_out for seat in self.seats if seat and seat.away_since]
        return min(times, default=None)

    def needs_deck(self, now: int) -> bool:
        """Whether a tick at `now` would deal or draw for the button, so that it needs a shuffled deck."""
        return self.wait.kind == "next_hand" and self.wait.deadline <= now and not self._held

    @property
    def _held(self) -> bool:
        return self.wait.kind == "next_hand" and self.paused

    # State is events folded.

    def apply(self, event: ev.TableEvent) -> None:
        """Fold one event into the state."""
        fold = _FOLD.get(type(event))
        if fold:
            fold(self, event)
        else:
            self._hand_event(event)

    def seat(self, number: int) -> Seat:
        """The seat's player; the seat must be taken."""
        seat = self.seats[number]
        assert seat is not None
        return seat

    def _hand_event(self, event: Any) -> None:
        if self.hand is None:
            return
        self.hand.apply(event)
        if type(event) not in ev.SECRET:
            self.story.append(event)
        if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Bet | ev.Raised):
            self.seat(event.seat).ahead = ""

    def _hand_began(self, event: ev.HandBegan) -> None:
        self.hand = Hand(self.rules)
        self.hand_number = event.number
        self.turn = 0
        self.story = []
        self.drawn = ()
        self.wait = FOR_PLAYERS
        self.names = {number: self.seat(number).name for number in event.order}
        for number, seat in enumerate(self.seats):
            if seat:
                seat.fresh = number not in event.order
                seat.agreed = seat.agreed and seat.fresh
        self._hand_event(event)

    def _positions_set(self, event: ev.PositionsSet) -> None:
        self.positions = Positions(*event)

    def _hand_ended(self, event: ev.HandEnded) -> None:
        self._hand_event(event)
        clock = self.rules.clock
        for number, change in event.changes:
            seat = self.seat(number)
            seat.stack += change
            seat.bank = min(clock.bank, seat.bank + clock.bank_refill)
            seat.ahead = ""
        if self.next_rules:
            self.rules, self.next_rules = self.next_rules, None
        self.wait = FOR_PLAYERS

    def _rules_changed(self, event: ev.RulesChanged) -> None:
        rules = Rules.from_data(event.rules)
        if self.running:
            self.next_rules = rules
        else:
            self.rules = rules

    def _seat_taken(self, event: ev.SeatTaken) -> None:
        self.seats[event.seat] = Seat(
            player=event.player,
            name=event.name,
            bot=event.bot,
            stack=event.chips,
            bank=self.rules.clock.bank,
            sat_at=event.at,
            auto_muck=event.auto_muck,
            auto_post=event.auto_post,
        )

    def _chips_queued(self, event: ev.ChipsQueued) -> None:
        self.seat(event.seat).queued += event.chips

    def _chips_added(self, event: ev.ChipsAdded) -> None:
        seat = self.seat(event.seat)
        seat.stack += event.chips
        seat.queued = max(0, seat.queued - event.chips)

    def _sit_out_asked(self, event: ev.SitOutAsked) -> None:
        seat = self.seat(event.seat)
        seat.sits_out_next = event.asked
        seat.timed_out = seat.timed_out and event.asked

    def _timed_out(self, event: ev.TimedOut) -> None:
        seat = self.seat(event.seat)
        seat.sits_out_next = seat.timed_out = True
        self.story.append(event)

    def _sat_out(self, event: ev.SatOut) -> None:
        seat = self.seat(event.seat)
        seat.away_since = event.at
        seat.sits_out_next = seat.timed_out = seat.agreed = False

    def _sat_in(self, event: ev.SatIn) -> None:
        self.seat(event.seat).away_since = 0

    def _leave_asked(self, event: ev.LeaveAsked) -> None:
        self.seat(event.seat).leaving = True

    def _seat_left(self, event: ev.SeatLeft) -> None:
        self.seats[event.seat] = None
        if not any(self.seats):
            self.positions = Positions()
            self.wait = FOR_PLAYERS

    def _habits_set(self, event: ev.HabitsSet) -> None:
        seat = self.seat(event.seat)
        seat.auto_muck, seat.auto_post = event.auto_muck, event.auto_post

    def _blind_agreed(self, event: ev.BlindAgreed) -> None:
        self.seat(event.seat).agreed = True

    def _button_drawn(self, event: ev.ButtonDrawn) -> None:
        self.drawn = event.cards
        self.positions = Positions(event.button)

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.turn = event.turn
        self.wait = Wait("turn", event.seat, event.deadline, event.at)

    def _bank_began(self, event: ev.BankBegan) -> None:
        self.wait = Wait("bank", event.seat, event.deadline, event.at)

    def _bank_changed(self, event: ev.BankChanged) -> None:
        self.seat(event.seat).bank = event.left

    def _wait_began(self, event: ev.WaitBegan) -> None:
        self.wait = Wait(*event)

    def _ahead_set(self, event: ev.AheadSet) -> None:
        seat = self.seat(event.seat)
        seat.ahead, seat.ahead_amount = event.kind, event.amount

    def _line_lost(self, event: ev.LineLost) -> None:
        self.seat(event.seat).lost_at = event.at

    def _line_back(self, event: ev.LineBack) -> None:
        self.seat(event.seat).lost_at = 0

    def _paused(self, _: ev.Paused) -> None:
        self.paused = True

    def _resumed(self, _: ev.Resumed) -> None:
        self.paused = False

    def _closing(self, _: ev.Closing) -> None:
        self.closing = True

    def _closed(self, _: ev.Closed) -> None:
        self.closed = True
        self.wait = FOR_PLAYERS


_FOLD: dict[type, Callable[[Table, Any], None]] = {
    ev.HandBegan: Table._hand_began,
    ev.HandEnded: Table._hand_ended,
    ev.PositionsSet: Table._positions_set,
    ev.RulesChanged: Table._rules_changed,
    ev.SeatTaken: Table._seat_taken,
    ev.ChipsQueued: Table._chips_queued,
    ev.ChipsAdded: Table._chips_added,
    ev.SitOutAsked: Table._sit_out_asked,
    ev.TimedOut: Table._timed_out,
    ev.SatOut: Table._sat_out,
    ev.SatIn: Table._sat_in,
    ev.LeaveAsked: Table._leave_asked,
    ev.SeatLeft: Table._seat_left,
    ev.HabitsSet: Table._habits_set,
    ev.BlindAgreed: Table._blind_agreed,
    ev.ButtonDrawn: Table._button_drawn,
    ev.TurnBegan: Table._turn_began,
    ev.BankBegan: Table._bank_began,
    ev.BankChanged: Table._bank_changed,
    ev.WaitBegan: Table._wait_began,
    ev.AheadSet: Table._ahead_set,
    ev.LineLost: Table._line_lost,
    ev.LineBack: Table._line_back,
    ev.Paused: Table._paused,
    ev.Resumed: Table._resumed,
    ev.Closing: Table._closing,
    ev.Closed: Table._closed,
}
