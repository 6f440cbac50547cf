"""How each event changes a table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.engine import events as ev
from games.engine.events.kinds import PreAction, WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY, Positions
from games.engine.rules.house_rules import MissedBlinds
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced
from games.engine.table.apply import floor, seats, tournament, void
from games.engine.table.facts import FOR_PLAYERS, TableFacts, Wait
from games.engine.table.seat import DAY

__all__ = ["FOR_PLAYERS", "Table"]

ENDING_WITH_STREET = frozenset({PreAction.CHECK, PreAction.CALL})
"""Pre-actions that end with their street; the others are always played (B10)."""


class Table(TableFacts):
    """A table that events are applied to."""

    __slots__ = ()

    def apply(self, event: ev.TableEvent) -> None:
        """Apply one event."""
        _EVENT_HANDLERS.get(type(event), Table._hand_event)(self, event)

    def _hand_event(self, event: ev.HandEvent) -> None:
        if self.hand is None:
            return
        self.hand.apply(event)
        if type(event) not in ev.SECRET:
            self.public_events.append(event)
        if isinstance(event, ev.MAY_BE_ALL_IN) and event.all_in:
            self.all_ins.setdefault(event.seat, 0)
        if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Bet | ev.Raised):
            self.seat(event.seat).pre_action = PreAction.NONE
        if isinstance(event, ev.StreetBegan):
            # A check or the call of an amount was meant for the street on which it was chosen (B10).
            for seat in self.seats:
                if seat and seat.pre_action in ENDING_WITH_STREET:
                    seat.pre_action = PreAction.NONE

    def _hand_began(self, event: ev.HandBegan) -> None:
        self.hand = Hand(self.rules)
        self.hand_number, self.hand_began_at = event.number, event.at
        self.turn = 0
        self.public_events = list(acts_since_last_hand(self.public_events))
        self.rabbit = ()
        self.button_draw = ()
        self.all_ins = {}
        self.wait = FOR_PLAYERS
        self.names = {number: self.seat(number).name for number in event.order}
        for number, seat in enumerate(self.seats):
            if seat:
                seat.awaits_deal = number not in event.order
                seat.dealt_seat = NOBODY if seat.awaits_deal else number
                seat.returned = 0
                seat.penalty_counted = False
                seat.blind_agreed = seat.blind_agreed and seat.awaits_deal
                blinds = self.rules.variant.forced is Forced.BLINDS
                if blinds:
                    seat.had_big = number == self.positions.big
                if not seat.awaits_deal:
                    seat.newcomer = seat.posts_now = seat.enters_free = False
                    if blinds:
                        seat.clear_debts()
        tournament.hand_began(self, event)
        self._hand_event(event)

    def _positions_set(self, event: ev.PositionsSet) -> None:
        self.hand_backup = void.back_up(self)
        last, now = self.positions, Positions(event.button, event.small, event.big)
        if self.rules.variant.forced is Forced.BLINDS:
            by_button = self.rules.house.missed_blinds is MissedBlinds.BIG_BLIND
            self.departed = {
                player: gone.with_missed_blinds(last, now, by_button=by_button)
                for player, gone in self.departed.items()
            }
        self.positions = now
        if self.last_orbit and self.orbit_from == NOBODY and now.big != last.big:
            self.orbit_from = now.big

    def _hand_ended(self, event: ev.HandEnded) -> None:
        self._hand_event(event)
        clock = self.rules.clock
        for number, change in event.changes:
            seat = self.seat(number)
            seat.stack += change
            seat.bank = min(clock.bank, seat.bank + clock.bank_refill)
            seat.pre_action = PreAction.NONE
        self.game_hands += 1
        self._adopt_next()
        self.wait = FOR_PLAYERS

    def _hand_voided(self, event: ev.HandVoided) -> None:
        void.restore(self, event)
        self.wait = FOR_PLAYERS
        self._adopt_next()

    def _adopt_next(self) -> None:
        """Adopt the rules that were changed during the hand."""
        if self.next_rules:
            self._adopt(self.next_rules)
            self.next_rules = None

    def _rules_changed(self, event: ev.RulesChanged) -> None:
        rules = Rules.from_data(event.rules)
        if self.running:
            self.next_rules = rules
        else:
            self._adopt(rules)
        if event.seats:
            self._set_number_of_seats(event.seats)
        if event.changes:
            self.changes += 1
            self.public_events.append(event._replace(rules={}))

    def _set_number_of_seats(self, seats: int) -> None:
        """Give the empty table other seats; it starts afresh; the last hand, played on the old ones, is put away."""
        self.seats = [None] * seats
        self.positions, self.hand, self.hand_backup, self.names = Positions(), None, None, {}
        self.public_events = []
        self.departed = {player: gone._replace(number=NOBODY) for player, gone in self.departed.items()}

    def _adopt(self, rules: Rules) -> None:
        if rules.mix != self.full_rules.mix:
            self.game_index = self.game_hands = 0
        self.full_rules = rules
        self.rules = rules.playing(self.game_index)

    def _game_changed(self, event: ev.GameChanged) -> None:
        self.game_index, self.game_hands = event.turn, 0
        self.rules = self.full_rules.playing(self.game_index)
        self.public_events.append(event)

    def _rabbit_asked(self, event: ev.RabbitAsked) -> None:
        self.rabbit = (event.seat,)
        self.public_events.append(event)

    def _rabbit_agreed(self, event: ev.RabbitAgreed) -> None:
        self.rabbit += (event.seat,)

    def _rabbit_shown(self, event: ev.RabbitShown) -> None:
        self.seat(event.seat).stack -= event.fee
        self.rabbit_payer = self.seat(event.seat).player
        self.public_events.append(event)

    def _protected(self, event: ev.Protected) -> None:
        self._hand_event(event)
        seat, day = self.seat(event.seat), event.at // DAY
        seat.protections = seat.protections + 1 if seat.protected_on == day else 1
        seat.protected_on = day

    def _button_drawn(self, event: ev.ButtonDrawn) -> None:
        self.button_draw = event.cards
        self.positions = Positions(event.button)

    def _turn_began(self, event: ev.TurnBegan) -> None:
        self.turn = event.turn
        self._wait_for(Wait(WaitKind.TURN, event.seat, event.deadline, event.at))

    def _bank_began(self, event: ev.BankBegan) -> None:
        self.wait = Wait(WaitKind.BANK, event.seat, event.deadline, event.at)

    def _time_called(self, event: ev.TimeCalled) -> None:
        self.wait = Wait(WaitKind.CALLED, event.seat, event.deadline, event.at)
        self.public_events.append(event)

    def _wait_began(self, event: ev.WaitBegan) -> None:
        self._wait_for(Wait(event.kind, event.seat, event.deadline, event.at))

    def _wait_for(self, wait: Wait) -> None:
        """Start a wait; players who went all-in since the last one get its start as their time (T10)."""
        self.wait = wait
        if wait.began:
            self.all_ins = {seat: at or wait.began for seat, at in self.all_ins.items()}

    def _paused(self, event: ev.Paused) -> None:
        self.paused, self.pause_reason = True, event.reason
        self.public_events.append(event)

    def _resumed(self, event: ev.Resumed) -> None:
        self.paused, self.pause_reason = False, ""
        self.public_events.append(event)

    def _closing(self, event: ev.Closing) -> None:
        self.closing, self.closing_reason = True, event.reason
        self.last_orbit, self.orbit_from = event.after_orbit, NOBODY
        self.public_events.append(event)

    def _kept_open(self, event: ev.KeptOpen) -> None:
        self.closing, self.closing_reason = False, ""
        self.last_orbit, self.orbit_from = False, NOBODY
        self.public_events.append(event)

    def _closed(self, event: ev.Closed) -> None:
        self.closed = True
        self.wait = FOR_PLAYERS
        self.public_events.append(event)

    def _announced(self, event: ev.Announced) -> None:
        self.public_events.append(event)

    def _log_cleared(self, _event: ev.LogCleared) -> None:
        self.public_events = []


def acts_since_last_hand(events: Sequence[ev.TableEvent]) -> Iterator[ev.TableEvent]:
    """What the house did since the last hand was over; the log of the next hand shows it too."""
    over = [place for place, event in enumerate(events) if isinstance(event, ev.HandEnded | ev.HandVoided)]
    return (event for event in events[over[-1] + 1 if over else 0 :] if isinstance(event, ev.HOUSE_ACTS))


# `Any` because each handler takes its own class of event.
_EVENT_HANDLERS: dict[type, Callable[[Table, Any], None]] = {
    ev.HandBegan: Table._hand_began,
    ev.HandEnded: Table._hand_ended,
    ev.HandVoided: Table._hand_voided,
    ev.PositionsSet: Table._positions_set,
    ev.RulesChanged: Table._rules_changed,
    ev.GameChanged: Table._game_changed,
    ev.RabbitAsked: Table._rabbit_asked,
    ev.RabbitAgreed: Table._rabbit_agreed,
    ev.RabbitShown: Table._rabbit_shown,
    ev.Protected: Table._protected,
    ev.ButtonDrawn: Table._button_drawn,
    ev.TurnBegan: Table._turn_began,
    ev.BankBegan: Table._bank_began,
    ev.TimeCalled: Table._time_called,
    ev.WaitBegan: Table._wait_began,
    ev.Paused: Table._paused,
    ev.Resumed: Table._resumed,
    ev.Closing: Table._closing,
    ev.KeptOpen: Table._kept_open,
    ev.Closed: Table._closed,
    ev.Announced: Table._announced,
    ev.LogCleared: Table._log_cleared,
    **seats.EVENT_HANDLERS,
    **floor.EVENT_HANDLERS,
    **tournament.EVENT_HANDLERS,
}
