"""The one who runs the table: carries a command out on a copy of it, keeping the events."""

from collections.abc import Iterable, Sequence

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LeaveReason, PreAction, SitOutReason, StopPlan, WaitKind
from games.engine.hand.actions import Action, Call, Check, Fold, Muck, RunIt, Show
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import Disconnect, TimeoutAction, TopUp
from games.engine.table import tournament_seat
from games.engine.table.next_hand import begin_hand, draw_button, prepare, stopped_by_blind
from games.engine.table.rabbit_hunt import coming, may_be_asked, payers
from games.engine.table.seat import DAY, Seat, behind
from games.engine.table.state import FOR_PLAYERS, Table


class Dealer:
    """Carries one command out on a copy of the table, keeping the events."""

    def __init__(self, table: Table, now: int, deck: Sequence[Card] | None) -> None:
        self.table = table
        self.now = now
        self.deck = deck
        self.events: list[ev.TableEvent] = []

    def emit(self, event: ev.TableEvent) -> None:
        self.table.apply(event)
        self.events.append(event)

    def emit_each(self, events: Iterable[ev.TableEvent]) -> None:
        """One after another: each happens before the next is worked out."""
        for event in events:
            self.emit(event)

    def wait(self, kind: WaitKind, seat: int, milliseconds: int) -> None:
        self.emit(ev.WaitBegan(kind, seat, self.now + milliseconds, self.now))

    def seated(self, player: int) -> tuple[int, Seat]:
        number = self.table.player_seat(player)
        if number is None:
            raise IllegalAction("not_seated")
        return number, self.table.seat(number)

    def hand_shown(self, number: int) -> Hand:
        """The running hand, if it is the one the player was shown."""
        if self.table.hand is None or number != self.table.hand_number:
            raise IllegalAction("hand_over")
        return self.table.hand

    def play(self, number: int, action: Action) -> None:
        """The seat's action in the hand, and all that follows."""
        hand = self.table.hand
        assert hand is not None
        over = not self.table.running
        events = hand.copy().act(number, action)
        self.stop_bank(number)
        self.emit_each(events)
        if not over:
            self.carry_on()

    def stop_bank(self, number: int) -> None:
        """What is left of a running time bank is kept (B14)."""
        wait = self.table.wait
        if wait.kind == WaitKind.BANK and wait.seat == number:
            bank = self.table.seat(number).bank
            self.emit(ev.BankChanged(number, max(0, min(bank, wait.deadline - self.now))))

    def show(self, number: int, action: Show | Muck | RunIt) -> None:
        """Only who was dealt the cards shows, mucks or runs them, not who took the seat since (H4)."""
        if not self.table.played(number):
            raise IllegalAction("cannot_show")
        self.play(number, action)

    def post_answered(self, number: int) -> None:
        """The seat that was asked to post is settled: the deal goes on at once."""
        if (self.table.wait.kind, self.table.wait.seat) == (WaitKind.POST, number):
            self.wait(WaitKind.NEXT_HAND, -1, 0)

    def time_up(self, number: int) -> None:
        """Plain time, then the bank, then for a lost line its grace, then the room acts (B14, B15)."""
        table, seat = self.table, self.table.seat(number)
        if tournament_seat.room_plays(table, number):
            self.play(number, tournament_seat.room_action(table, number))
            return
        graced = seat.disconnected_at + table.rules.clock.grace if seat.disconnected_at else 0
        if table.wait.kind == WaitKind.TURN and seat.bank > 0:
            self.emit(ev.BankBegan(number, self.now + seat.bank, self.now))
        elif graced > self.now and (table.wait.kind == WaitKind.TURN or seat.bank):
            # Once a turn: a line that comes and goes must not hold the table up.
            if seat.bank:
                self.emit(ev.BankChanged(number, 0))
            self.emit(ev.BankBegan(number, graced, self.now))
        else:
            assert table.hand is not None
            self.emit(ev.TimedOut(number))
            if self.protects(number):
                self.stop_bank(number)
                self.happened(table.hand.copy().protect(number, self.now))
            else:
                dead = table.rules.house.timeout_action is TimeoutAction.FOLD and not seat.disconnected_at
                self.play(number, table.hand.default_action(dead=dead))

    def protects(self, number: int) -> bool:
        """Whether a lost line is all-in for what it has put in, at most so many times a day (B15)."""
        table, seat, house = self.table, self.table.seat(number), self.table.rules.house
        assert table.hand is not None
        used = seat.protections if seat.protected_on == self.now // DAY else 0
        lost = house.disconnect is Disconnect.ALL_IN_PROTECTION and seat.disconnected_at > 0
        return lost and used < house.protections_a_day and table.hand.price_due > 0 and not table.hand.bring_due

    def happened(self, events: Iterable[ev.TableEvent]) -> None:
        """The hand's next events, and what follows from them."""
        self.emit_each(events)
        self.carry_on()

    def next_hand(self) -> None:
        """Draw for the button, ask for blinds, or begin the hand, whichever is next."""
        table = self.table
        if len(table.ready()) < 2:
            self.emit(ev.WaitBegan(*FOR_PLAYERS))
            return
        assert self.deck is not None, "a tick that deals needs a deck"
        if table.positions.button < 0:
            self.emit(tournament_seat.drawn_button(table) or draw_button(table, self.deck))
            self.wait(WaitKind.NEXT_HAND, -1, table.rules.clock.draw_shown if table.drawn else 0)
            return
        plan, players = prepare(table, self.now)
        while stopping := list(stopped_by_blind(table, players.positions)):
            for number in stopping:
                self.stop_at_blind(number)
            if len(table.ready()) < 2:
                self.emit(ev.WaitBegan(*FOR_PLAYERS))
                return
            plan, players = prepare(table, self.now)
        asked = next((post.seat for post in plan.posts if self.must_ask(post.kind, post.seat)), None)
        if asked is not None:
            self.wait(WaitKind.POST, asked, table.rules.clock.show)
            return
        self.happened(begin_hand(table, plan, players, self.deck))

    def stop_at_blind(self, number: int) -> None:
        """The big blind comes to a player who meant to stop there (K6, D11)."""
        if self.table.seat(number).plan == StopPlan.LEAVE_AT_BLIND:
            self.stand_up(number, LeaveReason.ASKED)
        else:
            self.emit(ev.SatOut(number, SitOutReason.ASKED, self.now))

    def stand_up(self, number: int, reason: LeaveReason) -> None:
        """The player goes with all chips; whoever the deal waited for is no longer asked (K6)."""
        seat = self.table.seat(number)
        self.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued, reason))
        self.post_answered(number)

    def must_ask(self, kind: str, number: int) -> bool:
        """A blind that the player posts by hand (D12)."""
        seat = self.table.seat(number)
        asks = not seat.auto_post and not seat.agreed and self.table.config.tournament is None
        return asks and kind in ("small_blind", "big_blind")

    def carry_on(self, *, turn_open: bool = False) -> None:
        """Go on until somebody has to act or wait; `turn_open` when a turn already runs."""
        hand = self.table.hand
        assert hand is not None
        kind, number = hand.waiting
        if kind in ("act", "draw"):
            action = self.already_decided(number)
            if action is not None:
                self.play(number, action)
            elif not turn_open:
                time = tournament_seat.turn_time(self.table, number)
                self.emit(ev.TurnBegan(self.table.turn + 1, number, self.now + time, self.now))
        elif kind == "show":
            seat = self.table.seat(number)
            if seat.auto_muck or seat.leaving or seat.disconnected_at or seat.sitting_out:
                self.play(number, Muck())
            elif not turn_open:
                self.wait(WaitKind.SHOW, number, self.table.rules.clock.show)
        elif kind == "agree":
            if self.table.wait.kind != WaitKind.AGREE:
                self.wait(WaitKind.AGREE, -1, self.table.rules.clock.show)
        elif kind == "deal":
            if not turn_open:
                self.wait(WaitKind.DEAL, -1, self.table.rules.clock.run_out)
        else:
            self.after_hand()

    def already_decided(self, number: int) -> Action | None:
        """What the seat does without being asked: leaving players fold (K6), pre-actions fire or drop (B10)."""
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
        """Between hands: chips join, players go or sit out, the next hand is due."""
        table = self.table
        hand = table.hand
        assert hand is not None
        self.settle()
        if table.game_over():
            self.emit(ev.GameChanged(table.game + 1))
        self.go_on(quick=len(hand.live) == 1 and not may_be_asked(table))

    def go_on(self, *, quick: bool = False) -> None:
        """The table closes, or its next hand is due; sooner where there is nothing to look at."""
        table = self.table
        if table.closing:
            self.stand_all()
        elif len(table.ready()) >= 2:
            clock = table.rules.clock
            self.wait(WaitKind.NEXT_HAND, -1, clock.after_fold if quick else clock.after_showdown)

    def settle(self) -> None:
        """Chips join, players go, sit out or change seats."""
        table = self.table
        if table.config.tournament:
            self.emit_each(tournament_seat.after_hand(table, self.now))
            return
        for number, seat in enumerate(table.seats):
            if seat is None:
                continue
            goes = seat.leaving or seat.plan == StopPlan.LEAVE
            if seat.queued and not goes:
                self.add_queued(number)
            if goes:
                self.stand_up(number, LeaveReason.ASKED)
            elif not seat.stack and table.rules.house.top_up is TopUp.NEVER:
                self.stand_up(number, LeaveReason.BROKE)
            elif not seat.sitting_out and (seat.sits_out_next or not seat.stack):
                reason = SitOutReason.TIMEOUT if seat.timed_out else SitOutReason.ASKED
                self.emit(ev.SatOut(number, reason if seat.stack else SitOutReason.BROKE, self.now))
        for number, seat in enumerate(table.seats):
            if seat and seat.moves_to >= 0:
                self.change_seat(number, seat.moves_to)

    def add_queued(self, number: int) -> None:
        """Chips bought in the hand join the stack; what would pass the most allowed goes back (K5)."""
        seat = self.table.seat(number)
        fits = min(seat.queued, max(0, seat.most - seat.stack)) if seat.most else seat.queued
        over = seat.queued - fits
        if fits:
            self.emit(ev.ChipsAdded(number, fits))
        if over:
            self.emit(ev.ChipsReturned(number, over))

    def hold_deal(self, milliseconds: int) -> None:
        """The next hand waits at least so long: there is something to answer or to look at."""
        wait = self.table.wait
        if wait.kind == WaitKind.NEXT_HAND and wait.deadline < self.now + milliseconds:
            self.wait(WaitKind.NEXT_HAND, -1, milliseconds)

    def show_rabbit(self) -> None:
        """The cards that would have come, once all agree who put chips in and are still there (H7)."""
        table = self.table
        asker, fee = table.rabbit[0], table.rules.house.rabbit_fee
        if payers(table) <= set(table.rabbit) and asker >= 0 and table.seat(asker).stack > fee:
            self.emit(ev.RabbitShown(asker, fee, coming(table)))
            self.hold_deal(table.rules.clock.after_showdown)

    def change_seat(self, number: int, to: int) -> None:
        """Move to a free seat; further from the big blind than before owes the blinds missed so (D8)."""
        table = self.table
        if table.seats[to] is not None:
            self.emit(ev.SeatChangeAsked(number, -1))
            return
        positions, seats = table.positions, len(table.seats)
        further = positions.big >= 0 and behind(to, positions, seats) > behind(number, positions, seats)
        self.emit(ev.SeatChanged(number, to, further, table.seat(number).name))

    def gather(self) -> None:
        """Deal soon, once two can play."""
        table = self.table
        if table.wait.kind == WaitKind.PLAYERS and not table.running and not table.paused and len(table.ready()) >= 2:
            self.wait(WaitKind.NEXT_HAND, -1, table.rules.clock.after_fold)

    def stand_all(self) -> None:
        """Everybody goes with their chips and the table is closed."""
        for number, seat in enumerate(self.table.seats):
            if seat:
                self.stand_up(number, LeaveReason.CLOSED)
        self.emit(ev.Closed())
