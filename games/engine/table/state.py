"""How each event changes a table."""

from collections.abc import Callable
from typing import Any

from games.engine import events as ev
from games.engine.events.kinds import BACK_ON_RECONNECT, PreAction, SitOutReason, StopPlan, WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY, Positions
from games.engine.rules.house_rules import MissedBlinds
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced
from games.engine.table import tournament_state, void_state
from games.engine.table.facts import FOR_PLAYERS, TableFacts, Wait
from games.engine.table.seat import DAY, DepartedPlayer, Seat

__all__ = ["FOR_PLAYERS", "Table"]


class Table(TableFacts):
    """A table that events are applied to."""

    __slots__ = ()

    def apply(self, event: ev.TableEvent) -> None:
        """Apply one event."""
        handler = _EVENT_HANDLERS.get(type(event))
        if handler:
            handler(self, event)
        else:
            self._hand_event(event)

    def _hand_event(self, event: Any) -> None:
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
            # Pre-actions were chosen on the cards of the last street; only a fold stands (B10).
            for seat in self.seats:
                if seat and seat.pre_action != PreAction.FOLD:
                    seat.pre_action = PreAction.NONE

    def _hand_began(self, event: ev.HandBegan) -> None:
        self.hand = Hand(self.rules)
        self.hand_number, self.at = event.number, event.at
        self.turn = 0
        self.public_events = []
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
                seat.blind_agreed = seat.blind_agreed and seat.awaits_deal
                if not seat.awaits_deal:
                    seat.newcomer = seat.posts_now = seat.enters_free = False
                    if self.rules.variant.forced is Forced.BLINDS:
                        seat.clear_debts()
        tournament_state.hand_began(self, event)
        self._hand_event(event)

    def _positions_set(self, event: ev.PositionsSet) -> None:
        self.hand_backup = void_state.back_up(self)
        last, now = self.positions, Positions(event.button, event.small, event.big)
        if self.rules.variant.forced is Forced.BLINDS:
            by_button = self.rules.house.missed_blinds is MissedBlinds.BIG_BLIND
            self.departed = {
                player: gone.with_missed_blinds(last, now, by_button=by_button)
                for player, gone in self.departed.items()
            }
        self.positions = now

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
        void_state.restore(self, event)
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

    def _adopt(self, rules: Rules) -> None:
        if rules.mix != self.full_rules.mix:
            self.game_index = self.game_hands = 0
        self.full_rules = rules
        self.rules = rules.playing(self.game_index)

    def _game_changed(self, event: ev.GameChanged) -> None:
        self.game_index, self.game_hands = event.turn, 0
        self.rules = self.full_rules.playing(self.game_index)

    def _seat_taken(self, event: ev.SeatTaken) -> None:
        seat = self.seats[event.seat] = Seat(
            player=event.player,
            name=event.name,
            bot=event.bot,
            stack=event.chips,
            bank=self.rules.clock.bank,
            sat_at=event.at,
            auto_muck=event.auto_muck,
            auto_post=event.auto_post,
            posts_now=event.enter_now,
        )
        gone = self.departed.pop(event.player, None)
        if gone and event.at - gone.at < DAY:
            gone.sit_down_again(seat, event.seat, self.positions, len(self.seats))
        if event.free:
            seat.newcomer, seat.enters_free = False, True
        seat.owes_small = seat.owes_small or event.owes_small
        seat.owes_big = seat.owes_big or event.owes_big

    def _chips_queued(self, event: ev.ChipsQueued) -> None:
        seat = self.seat(event.seat)
        seat.queued += event.chips
        seat.max_stack = event.most

    def _chips_added(self, event: ev.ChipsAdded) -> None:
        seat = self.seat(event.seat)
        seat.stack += event.chips
        seat.queued = max(0, seat.queued - event.chips)

    def _chips_returned(self, event: ev.ChipsReturned) -> None:
        seat = self.seat(event.seat)
        seat.queued -= event.chips
        seat.returned = event.chips

    def _sit_out_asked(self, event: ev.SitOutAsked) -> None:
        seat = self.seat(event.seat)
        seat.sits_out_next = event.asked
        seat.timed_out = seat.timed_out and event.asked
        seat.back_on_reconnect = seat.back_on_reconnect and event.asked

    def _timed_out(self, event: ev.TimedOut) -> None:
        seat = self.seat(event.seat)
        seat.sits_out_next = seat.timed_out = True
        seat.back_on_reconnect = seat.disconnected_at > 0
        self.public_events.append(event)

    def _sat_out(self, event: ev.SatOut) -> None:
        seat = self.seat(event.seat)
        seat.away_since = event.at
        seat.sits_out_next = seat.timed_out = seat.blind_agreed = False
        seat.back_on_reconnect, seat.barred = event.reason in BACK_ON_RECONNECT, event.reason == SitOutReason.BARRED
        if seat.plan == StopPlan.SIT_OUT_AT_BLIND:
            seat.plan = StopPlan.NONE

    def _sat_in(self, event: ev.SatIn) -> None:
        seat = self.seat(event.seat)
        seat.away_since = 0
        seat.back_on_reconnect = seat.barred = False

    def _leave_asked(self, event: ev.LeaveAsked) -> None:
        self.seat(event.seat).leaving = event.asked

    def _stop_plan_set(self, event: ev.StopPlanSet) -> None:
        self.seat(event.seat).plan = event.plan

    def _refill_set(self, event: ev.RefillSet) -> None:
        seat = self.seat(event.seat)
        seat.refill_to, seat.refill_below, seat.rebuys = event.to, event.below, event.rebuy

    def _table_move_set(self, event: ev.TableMoveSet) -> None:
        seat = self.seat(event.seat)
        seat.target_table, seat.target_table_name, seat.must_move = event.to, event.name, event.must

    def _moved_to_table(self, _: ev.MovedToTable) -> None:
        """Nothing changes: the `SeatLeft` that follows empties the seat."""

    def _seat_left(self, event: ev.SeatLeft) -> None:
        seat, self.seats[event.seat] = self.seat(event.seat), None
        # The next player in this seat has neither asked for the rabbit hunt nor agreed to it.
        self.rabbit = tuple(NOBODY if number == event.seat else number for number in self.rabbit)
        self.departed = {player: gone for player, gone in self.departed.items() if self.at - gone.at < DAY}
        if self.full_rules.tournament is None and (not seat.newcomer or seat.protections):
            self.departed[event.player] = DepartedPlayer.from_seat(seat, event.seat, self.at)
        if not any(self.seats):
            self.departed = {player: gone._replace(number=NOBODY) for player, gone in self.departed.items()}
            self.positions = Positions()
            self.wait = FOR_PLAYERS

    def _auto_actions_set(self, event: ev.AutoActionsSet) -> None:
        seat = self.seat(event.seat)
        seat.auto_muck, seat.auto_post = event.auto_muck, event.auto_post

    def _seat_change_asked(self, event: ev.SeatChangeAsked) -> None:
        self.seat(event.seat).wanted_seat = event.to

    def _seat_changed(self, event: ev.SeatChanged) -> None:
        seat = self.seat(event.seat)
        seat.wanted_seat = NOBODY
        seat.awaits_deal = True
        if not seat.newcomer:
            seat.pay_for_change(event.seat, event.to, self.positions, len(self.seats))
        self.seats[event.seat], self.seats[event.to] = None, seat
        self.rabbit = tuple(event.to if number == event.seat else number for number in self.rabbit)
        self.public_events.append(event)

    def _rabbit_asked(self, event: ev.RabbitAsked) -> None:
        self.rabbit = (event.seat,)
        self.public_events.append(event)

    def _rabbit_agreed(self, event: ev.RabbitAgreed) -> None:
        self.rabbit += (event.seat,)

    def _rabbit_shown(self, event: ev.RabbitShown) -> None:
        self.seat(event.seat).stack -= event.fee
        self.public_events.append(event)

    def _protected(self, event: ev.Protected) -> None:
        self._hand_event(event)
        seat, day = self.seat(event.seat), event.at // DAY
        seat.protections = seat.protections + 1 if seat.protected_on == day else 1
        seat.protected_on = day

    def _entry_set(self, event: ev.EntrySet) -> None:
        self.seat(event.seat).posts_now = event.now

    def _straddle_set(self, event: ev.StraddleSet) -> None:
        self.seat(event.seat).straddles = event.on

    def _blinds_missed(self, event: ev.BlindsMissed) -> None:
        seat = self.seat(event.seat)
        seat.owes_small, seat.owes_big = event.small, event.big

    def _blind_agreed(self, event: ev.BlindAgreed) -> None:
        self.seat(event.seat).blind_agreed = True

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

    def _bank_changed(self, event: ev.BankChanged) -> None:
        self.seat(event.seat).bank = event.left

    def _wait_began(self, event: ev.WaitBegan) -> None:
        self._wait_for(Wait(event.kind, event.seat, event.deadline, event.at))

    def _wait_for(self, wait: Wait) -> None:
        """Start a wait; players who went all-in since the last one get its start as their time (T10)."""
        self.wait = wait
        if wait.began:
            self.all_ins = {seat: at or wait.began for seat, at in self.all_ins.items()}

    def _pre_action_set(self, event: ev.PreActionSet) -> None:
        seat = self.seat(event.seat)
        seat.pre_action, seat.pre_action_price = event.kind, event.amount

    def _disconnected(self, event: ev.Disconnected) -> None:
        self.seat(event.seat).disconnected_at = event.at

    def _reconnected(self, event: ev.Reconnected) -> None:
        seat = self.seat(event.seat)
        seat.disconnected_at = 0
        if seat.back_on_reconnect:
            # A player who timed out while disconnected plays again from the next hand (B15).
            seat.sits_out_next = seat.timed_out = seat.back_on_reconnect = False

    def _paused(self, _: ev.Paused) -> None:
        self.paused = True

    def _resumed(self, _: ev.Resumed) -> None:
        self.paused = False

    def _closing(self, _: ev.Closing) -> None:
        self.closing = True

    def _closed(self, _: ev.Closed) -> None:
        self.closed = True
        self.wait = FOR_PLAYERS


_EVENT_HANDLERS: dict[type, Callable[[Table, Any], None]] = {
    ev.HandBegan: Table._hand_began,
    ev.HandEnded: Table._hand_ended,
    ev.HandVoided: Table._hand_voided,
    ev.PositionsSet: Table._positions_set,
    ev.RulesChanged: Table._rules_changed,
    ev.GameChanged: Table._game_changed,
    ev.SeatTaken: Table._seat_taken,
    ev.ChipsQueued: Table._chips_queued,
    ev.ChipsAdded: Table._chips_added,
    ev.ChipsReturned: Table._chips_returned,
    ev.SitOutAsked: Table._sit_out_asked,
    ev.TimedOut: Table._timed_out,
    ev.SatOut: Table._sat_out,
    ev.SatIn: Table._sat_in,
    ev.LeaveAsked: Table._leave_asked,
    ev.SeatLeft: Table._seat_left,
    ev.StopPlanSet: Table._stop_plan_set,
    ev.RefillSet: Table._refill_set,
    ev.TableMoveSet: Table._table_move_set,
    ev.MovedToTable: Table._moved_to_table,
    ev.AutoActionsSet: Table._auto_actions_set,
    ev.SeatChangeAsked: Table._seat_change_asked,
    ev.SeatChanged: Table._seat_changed,
    ev.RabbitAsked: Table._rabbit_asked,
    ev.RabbitAgreed: Table._rabbit_agreed,
    ev.RabbitShown: Table._rabbit_shown,
    ev.Protected: Table._protected,
    ev.EntrySet: Table._entry_set,
    ev.StraddleSet: Table._straddle_set,
    ev.BlindsMissed: Table._blinds_missed,
    ev.BlindAgreed: Table._blind_agreed,
    ev.ButtonDrawn: Table._button_drawn,
    ev.TurnBegan: Table._turn_began,
    ev.BankBegan: Table._bank_began,
    ev.TimeCalled: Table._time_called,
    ev.BankChanged: Table._bank_changed,
    ev.WaitBegan: Table._wait_began,
    ev.PreActionSet: Table._pre_action_set,
    ev.Disconnected: Table._disconnected,
    ev.Reconnected: Table._reconnected,
    ev.Paused: Table._paused,
    ev.Resumed: Table._resumed,
    ev.Closing: Table._closing,
    ev.Closed: Table._closed,
    **tournament_state.EVENT_HANDLERS,
}
