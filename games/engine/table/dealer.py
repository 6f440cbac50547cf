"""The dealer runs a table: it deals, asks players to act, and continues the hand (B10, B14, B15, D12, H7)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LeaveReason, PostKind, PreAction, SitOutReason, StopPlan, WaitKind
from games.engine.hand.actions import Action, Call, Check, Fold, Muck, RunIt, Show
from games.engine.hand.hand import Hand
from games.engine.hand.queries import HandWait
from games.engine.rules.house_rules import Disconnect, TimeoutAction
from games.engine.table import tournament_seat
from games.engine.table.between_hands import BetweenHands
from games.engine.table.last_orbit import begins_another
from games.engine.table.next_hand import begin_hand, draw_button, plan_next_hand, stopped_by_blind
from games.engine.table.rabbit_hunt import contributors, may_ask_rabbit, rabbit_board
from games.engine.table.seat import DAY
from games.engine.table.state import FOR_PLAYERS


class Dealer(BetweenHands):
    """Carries out a command on a copy of the table and collects the events; deals and continues its hands."""

    def check_hand(self, number: int) -> Hand:
        """The running or last hand, if it has this number; raises IllegalAction otherwise."""
        if self.table.hand is None or number != self.table.hand_number:
            raise IllegalAction("hand_over")
        return self.table.hand

    def act(self, number: int, action: Action) -> None:
        """Carry out the seat's action in the hand, and continue the hand."""
        hand = self.table.hand
        assert hand is not None
        over = not self.table.running
        events = hand.copy().act(number, action)
        self.stop_bank(number)
        self.emit_each(events)
        if not over:
            self.continue_hand()

    def stop_bank(self, number: int) -> None:
        """Save what is left of the seat's time bank, if it is running (B14)."""
        wait = self.table.wait
        if wait.kind == WaitKind.BANK and wait.seat == number:
            bank = self.table.seat(number).bank
            self.emit(ev.BankChanged(number, max(0, min(bank, wait.deadline - self.now))))

    def show_or_muck(self, number: int, action: Show | Muck | RunIt) -> None:
        """Show, muck or run the cards, also after a seat change; refused to whoever was not dealt any (H4)."""
        if not self.table.played(number):
            raise IllegalAction("cannot_show")
        self.act(self.table.hand_seat(number), action)

    def time_up(self, number: int) -> None:
        """End the seat's time: run its time bank, then its grace period if disconnected, else act for it (B14, B15)."""
        table, seat = self.table, self.table.seat(number)
        if tournament_seat.room_plays(table, number):
            self.act(number, tournament_seat.room_action(table, number))
            return
        graced = seat.disconnected_at + table.rules.clock.grace if seat.disconnected_at else 0
        if table.wait.kind == WaitKind.TURN and seat.bank > 0:
            self.emit(ev.BankBegan(number, self.now + seat.bank, self.now))
        elif graced > self.now and (table.wait.kind == WaitKind.TURN or seat.bank):
            # Once a turn: a connection that comes and goes must not hold up the table.
            if seat.bank:
                self.emit(ev.BankChanged(number, 0))
            self.emit(ev.BankBegan(number, graced, self.now))
        else:
            assert table.hand is not None
            self.emit(ev.TimedOut(number))
            if self.has_protection(number):
                self.stop_bank(number)
                self.emit_and_continue(table.hand.copy().protect(number, self.now))
            else:
                dead = table.rules.house.timeout_action is TimeoutAction.FOLD and not seat.disconnected_at
                self.act(number, table.hand.default_action(dead=dead))

    def has_protection(self, number: int) -> bool:
        """Whether a disconnected player is protected as all-in for the chips in the pot, limited per day (B15)."""
        table, seat, house = self.table, self.table.seat(number), self.table.rules.house
        assert table.hand is not None
        used = seat.protections if seat.protected_on == self.now // DAY else 0
        offered = house.disconnect is Disconnect.ALL_IN_PROTECTION and seat.disconnected_at > 0
        return offered and used < house.protections_a_day and table.hand.price_due > 0 and not table.hand.bring_due

    def emit_and_continue(self, events: Iterable[ev.TableEvent]) -> None:
        """Emit the hand's events and continue the hand."""
        self.emit_each(events)
        self.continue_hand()

    def start_next_hand(self) -> None:
        """Draw for the button, ask a player to post, or begin the hand, whichever is next."""
        table = self.table
        if len(table.ready()) < 2:
            self.emit(ev.WaitBegan(*FOR_PLAYERS))
            return
        assert self.deck is not None, "a tick that deals needs a deck"
        if table.positions.button < 0:
            self.emit(tournament_seat.directed_button(table) or draw_button(table, self.deck))
            self.wait(WaitKind.NEXT_HAND, -1, table.rules.clock.draw_shown if table.button_draw else 0)
            return
        plan, players = plan_next_hand(table, self.now)
        while stopping := list(stopped_by_blind(table, players.positions)):
            for number in stopping:
                self.stop_at_blind(number)
            if len(table.ready()) < 2:
                self.emit(ev.WaitBegan(*FOR_PLAYERS))
                return
            plan, players = plan_next_hand(table, self.now)
        if begins_another(table, players.positions):
            self.stand_everybody_up()
            return
        asked = next((post.seat for post in plan.posts if self.must_ask(post.kind, post.seat)), None)
        if asked is not None:
            self.wait(WaitKind.POST, asked, table.rules.clock.show)
            return
        self.emit_and_continue(begin_hand(table, plan, players, self.deck))

    def stop_at_blind(self, number: int) -> None:
        """Stop a player whose plan was to stop when the big blind comes (K6, D11)."""
        if self.table.seat(number).plan == StopPlan.LEAVE_AT_BLIND:
            self.stand_up(number, LeaveReason.ASKED)
        else:
            self.emit(ev.SatOut(number, SitOutReason.ASKED, self.now))

    def must_ask(self, kind: PostKind, number: int) -> bool:
        """Whether the player has to be asked before posting this blind (D12)."""
        seat = self.table.seat(number)
        asks = not seat.auto_post and not seat.blind_agreed and self.table.full_rules.tournament is None
        return asks and kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)

    def continue_hand(self, *, turn_open: bool = False) -> None:
        """Continue the hand until a player has to act or the table waits; `turn_open` when a turn already runs."""
        hand = self.table.hand
        assert hand is not None
        kind, number = hand.waiting
        if kind in (HandWait.ACT, HandWait.DRAW):
            action = self.automatic_action(number)
            if action is not None:
                self.act(number, action)
            elif not turn_open:
                time = tournament_seat.turn_time(self.table, number)
                self.emit(ev.TurnBegan(self.table.turn + 1, number, self.now + time, self.now))
        elif kind is HandWait.SHOW:
            seat = self.table.seat(number)
            if seat.auto_muck or seat.leaving or seat.disconnected_at or seat.sitting_out:
                self.act(number, Muck())
            elif not turn_open:
                self.wait(WaitKind.SHOW, number, self.table.rules.clock.show)
        elif kind is HandWait.AGREE:
            if self.table.wait.kind != WaitKind.AGREE:
                self.wait(WaitKind.AGREE, -1, self.table.rules.clock.show)
        elif kind is HandWait.DEAL:
            if not turn_open:
                self.wait(WaitKind.DEAL, -1, self.table.rules.clock.run_out)
        else:
            self.after_hand()

    def automatic_action(self, number: int) -> Action | None:
        """The action taken for the seat without asking: leaving players fold (K6), pre-actions fire or drop (B10)."""
        table = self.table
        seat, hand = table.seat(number), table.hand
        assert hand is not None
        if seat.leaving:
            return hand.default_action(dead=True)
        if tournament_seat.room_plays(table, number):
            return None if tournament_seat.turn_time(table, number) else tournament_seat.room_action(table, number)
        if not seat.pre_action or hand.to_draw:
            return None
        legal = hand.legal()
        match seat.pre_action:
            case PreAction.FOLD if not legal.bring_in:
                return Fold()
            case PreAction.CHECK_FOLD if not legal.bring_in:
                return Check() if legal.can_check else Fold()
            case PreAction.CHECK if legal.can_check:
                return Check()
            case PreAction.CALL if legal.call and legal.call == seat.pre_action_price:
                return Call()
            case PreAction.CALL_ANY if legal.call or legal.can_check:
                return Call() if legal.call else Check()
        self.emit(ev.PreActionSet(number, PreAction.NONE, 0))
        return None

    def after_hand(self) -> None:
        """End the hand: settle the seats, rotate the game, and schedule the next hand."""
        table = self.table
        hand = table.hand
        assert hand is not None
        if table.full_rules.tournament is None:
            self.count_penalties()
            self.end_penalties_in_time()
        self.settle_seats()
        if table.game_over():
            self.emit(ev.GameChanged(table.game_index + 1))
        self.schedule_next_hand(quick=len(hand.live) == 1 and not may_ask_rabbit(table))

    def show_rabbit_if_agreed(self) -> None:
        """Show the rabbit hunt once every player who put chips in and is still at the table agrees (H7)."""
        table = self.table
        asker, fee = table.rabbit[0], table.rules.house.rabbit_fee
        if contributors(table) <= set(table.rabbit) and asker >= 0 and table.seat(asker).stack > fee:
            self.emit(ev.RabbitShown(asker, fee, rabbit_board(table)))
            self.delay_next_hand(table.rules.clock.after_showdown)


CommandHandlers: TypeAlias = Mapping[type, Callable[[Dealer, Any], None]]
"""The function that carries out each class of command; `Any` because each takes its own class."""
