"""What a table does when it is told something: `decide` gives the events and the state after them, purely."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine import commands as cm
from games.engine import events as ev
from games.engine.actions import BettingAction, Call, Check, Fold, Muck, Show
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.hand import Hand
from games.engine.next_hand import begin_hand, draw_button, prepare
from games.engine.table_state import FOR_PLAYERS, Seat, Table

AHEADS = ("fold", "check_fold", "check", "call", "call_any")


class Decision(NamedTuple):
    """The events of one command and the table after them; no events: nothing happened."""

    events: tuple[ev.TableEvent, ...]
    after: Table


def decide(table: Table, command: cm.Command, *, now: int, deck: Sequence[Card] | None = None) -> Decision:
    """What follows from a command at `now` ms; `table` is left as it was.

    `deck` is a freshly shuffled one, needed when `table.needs_deck(now)`. Raises IllegalAction when the rules
    refuse, BrokenInvariant when the state could not be true.
    """
    dealer = _Dealer(table.copy(), now, deck)
    _DO[type(command)](dealer, command)
    if dealer.table.hand:
        dealer.table.hand.check()
    return Decision(tuple(dealer.events), dealer.table)


class _Dealer:
    """Carries one command out on a copy of the table, keeping the events."""

    def __init__(self, table: Table, now: int, deck: Sequence[Card] | None) -> None:
        self.table = table
        self.now = now
        self.deck = deck
        self.events: list[ev.TableEvent] = []

    def emit(self, event: ev.TableEvent) -> None:
        self.table.apply(event)
        self.events.append(event)

    def wait(self, kind: str, seat: int, milliseconds: int) -> None:
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

    # Asks of players.

    def act(self, command: cm.Act) -> None:
        number, _ = self.seated(command.player)
        hand = self.hand_shown(command.hand)
        if isinstance(command.action, Show | Muck):
            self.show(number, command.action)
            return
        if not self.table.running or command.turn != self.table.turn:
            raise IllegalAction("stale_turn")
        if hand.to_act != number:
            raise IllegalAction("not_your_turn")
        if command.price != hand.legal().call:
            raise IllegalAction("price_changed", call=hand.legal().call)
        self.play(number, command.action)

    def play(self, number: int, action: BettingAction | Show | Muck) -> None:
        """The seat's action in the hand, and all that follows."""
        hand = self.table.hand
        assert hand is not None
        over = not self.table.running
        events = hand.copy().act(number, action)
        wait = self.table.wait
        if wait.kind == "bank" and wait.seat == number:
            bank = self.table.seat(number).bank
            self.emit(ev.BankChanged(number, max(0, min(bank, wait.deadline - self.now))))
        for event in events:
            self.emit(event)
        if not over:
            self.carry_on()

    def queue_ahead(self, command: cm.QueueAhead) -> None:
        number, seat = self.seated(command.player)
        hand = self.hand_shown(command.hand)
        if command.kind == seat.ahead and command.amount == seat.ahead_amount:
            return
        if not command.kind:
            if seat.ahead:
                self.emit(ev.AheadSet(number, "", 0))
            return
        if not self.table.running or number not in hand.live or not hand.stacks[number]:
            raise IllegalAction("hand_over")
        if hand.to_act == number:
            raise IllegalAction("your_turn_now")
        if command.kind not in AHEADS:
            raise IllegalAction("bad_message")
        price = hand.price(number)
        if command.kind == "check" and price:
            raise IllegalAction("cannot_check", call=price)
        if command.kind == "call" and price != command.amount:
            raise IllegalAction("price_changed", call=price)
        self.emit(ev.AheadSet(number, command.kind, price))

    def show_cards(self, command: cm.ShowCards) -> None:
        number, _ = self.seated(command.player)
        if self.hand_shown(command.hand).changes is None:
            raise IllegalAction("cannot_show")
        self.show(number, Show(command.places))

    def show(self, number: int, action: Show | Muck) -> None:
        """Only who was dealt the cards shows or mucks them, not who took the seat since (H4)."""
        if not self.table.played(number):
            raise IllegalAction("cannot_show")
        self.play(number, action)

    def sit_out(self, command: cm.SitOut) -> None:
        number, seat = self.seated(command.player)
        if seat.sitting_out or seat.sits_out_next:
            return
        if self.table.in_hand(number):
            self.emit(ev.SitOutAsked(number, True))
        else:
            self.emit(ev.SatOut(number, "asked", self.now))
            self.post_answered(number)

    def sit_in(self, command: cm.SitIn) -> None:
        number, seat = self.seated(command.player)
        if seat.sits_out_next:
            self.emit(ev.SitOutAsked(number, False))
        if not seat.sitting_out:
            return
        if not seat.stack:
            raise IllegalAction("no_chips")
        self.emit(ev.SatIn(number))
        self.gather()

    def leave(self, command: cm.Leave) -> None:
        number, seat = self.seated(command.player)
        if not self.table.in_hand(number):
            self.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued))
            self.post_answered(number)
        elif not seat.leaving:
            self.emit(ev.LeaveAsked(number))
            self.carry_on(turn_open=True)

    def set_habits(self, command: cm.SetHabits) -> None:
        number, seat = self.seated(command.player)
        if (seat.auto_muck, seat.auto_post) != (command.auto_muck, command.auto_post):
            self.emit(ev.HabitsSet(number, command.auto_muck, command.auto_post))

    def post_blind(self, command: cm.PostBlind) -> None:
        number, _ = self.seated(command.player)
        if (self.table.wait.kind, self.table.wait.seat) != ("post", number):
            raise IllegalAction("no_blind_due")
        if command.agree:
            self.emit(ev.BlindAgreed(number))
        else:
            self.emit(ev.SatOut(number, "declined", self.now))
        self.post_answered(number)

    def post_answered(self, number: int) -> None:
        """The seat that was asked to post is settled: the deal goes on at once."""
        if (self.table.wait.kind, self.table.wait.seat) == ("post", number):
            self.wait("next_hand", -1, 0)

    def set_line(self, command: cm.SetLine) -> None:
        number, seat = self.seated(command.player)
        if command.there and seat.lost_at:
            self.emit(ev.LineBack(number))
        elif not command.there and not seat.lost_at:
            self.emit(ev.LineLost(number, self.now))

    # Orders of the house.

    def take_seat(self, command: cm.TakeSeat) -> None:
        table = self.table
        if table.closing or table.closed:
            raise IllegalAction("table_closed")
        if table.player_seat(command.player) is not None:
            raise IllegalAction("already_seated")
        free = [number for number, seat in enumerate(table.seats) if seat is None]
        if not free:
            raise IllegalAction("table_full")
        number = free[0] if command.seat < 0 else command.seat
        if number not in free:
            raise IllegalAction("seat_taken")
        if command.chips <= 0:
            raise IllegalAction("no_chips")
        player, name, bot, _, chips, auto_muck, auto_post = command
        self.emit(ev.SeatTaken(number, player, name, bot, chips, auto_muck, auto_post, self.now))
        self.gather()

    def add_chips(self, command: cm.AddChips) -> None:
        number, seat = self.seated(command.player)
        if command.chips <= 0 or seat.leaving:
            raise IllegalAction("no_chips" if command.chips <= 0 else "leaving")
        if self.table.in_hand(number):
            self.emit(ev.ChipsQueued(number, command.chips))
            return
        broke = not seat.stack
        self.emit(ev.ChipsAdded(number, command.chips))
        if broke and seat.sitting_out:
            self.emit(ev.SatIn(number))
        self.gather()

    def change_rules(self, command: cm.ChangeRules) -> None:
        if len(self.table.seats) > command.rules.variant.max_players:
            raise IllegalAction("too_many_seats")
        self.emit(ev.RulesChanged(command.rules.to_data()))
        self.gather()

    def pause(self, command: cm.Pause) -> None:
        if not self.table.paused:
            self.emit(ev.Paused())

    def resume(self, command: cm.Resume) -> None:
        if self.table.paused:
            self.emit(ev.Resumed())
            self.gather()

    def close(self, command: cm.Close) -> None:
        if not self.table.closing:
            self.emit(ev.Closing())
            if not self.table.running:
                self.stand_all()

    # The clock.

    def recover(self, command: cm.Recover) -> None:
        table, clock = self.table, self.table.rules.clock
        kind, number, _, _ = table.wait
        match kind:
            case "turn" | "bank":
                self.emit(ev.TurnBegan(table.turn, number, self.now + clock.turn, self.now))
            case "deal":
                self.wait(kind, number, clock.run_out)
            case "show" | "post":
                self.wait(kind, number, clock.show)
            case "next_hand":
                self.wait(kind, number, clock.after_fold)
            case _:
                self.gather()

    def tick(self, command: cm.Tick) -> None:
        table = self.table
        if not table.running:
            for number, seat in enumerate(table.seats):
                if seat and seat.away_since and seat.away_since + table.rules.clock.sit_out <= self.now:
                    self.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued))
        kind, number, deadline, _ = table.wait
        if kind == "players" or deadline > self.now:
            return
        match kind:
            case "turn" | "bank":
                self.time_up(number)
            case "deal":
                assert table.hand is not None
                for event in table.hand.copy().go_on():
                    self.emit(event)
                self.carry_on()
            case "show":
                self.play(number, Muck())
            case "post":
                if len(table.ready()) > 1 and not table.paused:
                    self.emit(ev.SatOut(number, "declined", self.now))
                self.post_answered(number)
            case "next_hand" if not table.paused:
                self.next_hand()

    def time_up(self, number: int) -> None:
        """Plain time, then the bank, then for a lost line its grace, then the room acts (B14, B15)."""
        table, seat = self.table, self.table.seat(number)
        graced = seat.lost_at + table.rules.clock.grace if seat.lost_at else 0
        if table.wait.kind == "turn" and seat.bank > 0:
            self.emit(ev.BankBegan(number, self.now + seat.bank, self.now))
        elif graced > self.now and (table.wait.kind == "turn" or seat.bank):
            # Once a turn: a line that comes and goes must not hold the table up.
            if seat.bank:
                self.emit(ev.BankChanged(number, 0))
            self.emit(ev.BankBegan(number, graced, self.now))
        else:
            assert table.hand is not None
            may_check = table.rules.house.timeout_action == "check_or_fold" and table.hand.legal().can_check
            self.emit(ev.TimedOut(number))
            self.play(number, Check() if may_check else Fold())

    def next_hand(self) -> None:
        """Draw for the button, ask for blinds, or begin the hand, whichever is next."""
        table = self.table
        if len(table.ready()) < 2:
            self.emit(ev.WaitBegan(*FOR_PLAYERS))
            return
        assert self.deck is not None, "a tick that deals needs a deck"
        if table.positions.button < 0:
            self.emit(draw_button(table, self.deck))
            self.wait("next_hand", -1, table.rules.clock.draw_shown if table.drawn else 0)
            return
        plan, positions = prepare(table, self.now)
        asked = next((post.seat for post in plan.posts if self.must_ask(post.kind, post.seat)), None)
        if asked is not None:
            self.wait("post", asked, table.rules.clock.show)
            return
        for event in begin_hand(table.rules, plan, positions, self.deck):
            self.emit(event)
        self.carry_on()

    def must_ask(self, kind: str, number: int) -> bool:
        """A blind that the player posts by hand (D12)."""
        seat = self.table.seat(number)
        return kind != "ante" and not seat.auto_post and not seat.agreed

    # What follows.

    def carry_on(self, *, turn_open: bool = False) -> None:
        """Go on until somebody has to act or wait; `turn_open` when a turn already runs."""
        hand = self.table.hand
        assert hand is not None
        kind, number = hand.waiting
        if kind == "act":
            action = self.already_decided(number)
            if action is not None:
                self.play(number, action)
            elif not turn_open:
                clock = self.table.rules.clock
                self.emit(ev.TurnBegan(self.table.turn + 1, number, self.now + clock.turn, self.now))
        elif kind == "show":
            seat = self.table.seat(number)
            if seat.auto_muck or seat.leaving or seat.lost_at:
                self.play(number, Muck())
            elif not turn_open:
                self.wait("show", number, self.table.rules.clock.show)
        elif kind == "deal":
            if not turn_open:
                self.wait("deal", -1, self.table.rules.clock.run_out)
        else:
            self.after_hand()

    def already_decided(self, number: int) -> BettingAction | None:
        """What the seat does without being asked: leaving players fold (K6), pre-actions fire or drop (B10)."""
        table = self.table
        seat, hand = table.seat(number), table.hand
        assert hand is not None
        if seat.leaving:
            return Fold()
        if not seat.ahead:
            return None
        legal = hand.legal()
        match seat.ahead:
            case "fold":
                return Fold()
            case "check_fold":
                return Check() if legal.can_check else Fold()
            case "check" if legal.can_check:
                return Check()
            case "call" if legal.call and legal.call == seat.ahead_amount:
                return Call()
            case "call_any":
                return Call() if legal.call else Check()
        self.emit(ev.AheadSet(number, "", 0))
        return None

    def after_hand(self) -> None:
        """Between hands: chips join, players go or sit out, the next hand is due."""
        table = self.table
        hand = table.hand
        assert hand is not None
        for number, seat in enumerate(table.seats):
            if seat is None:
                continue
            if seat.queued and not seat.leaving:
                self.emit(ev.ChipsAdded(number, seat.queued))
            if seat.leaving:
                self.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued))
            elif not seat.sitting_out and (seat.sits_out_next or not seat.stack):
                why = "broke" if not seat.stack else "timeout" if seat.timed_out else "asked"
                self.emit(ev.SatOut(number, why, self.now))
        if table.closing:
            self.stand_all()
        elif len(table.ready()) >= 2:
            clock = table.rules.clock
            self.wait("next_hand", -1, clock.after_fold if len(hand.live) == 1 else clock.after_showdown)

    def gather(self) -> None:
        """Deal soon, once two can play."""
        table = self.table
        if table.wait.kind == "players" and not table.running and not table.paused and len(table.ready()) >= 2:
            self.wait("next_hand", -1, table.rules.clock.after_fold)

    def stand_all(self) -> None:
        """Everybody goes with their chips and the table is closed."""
        for number, seat in enumerate(self.table.seats):
            if seat:
                self.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued))
        self.emit(ev.Closed())


_DO: dict[type, Callable[[_Dealer, Any], None]] = {
    cm.Act: _Dealer.act,
    cm.QueueAhead: _Dealer.queue_ahead,
    cm.ShowCards: _Dealer.show_cards,
    cm.SitOut: _Dealer.sit_out,
    cm.SitIn: _Dealer.sit_in,
    cm.Leave: _Dealer.leave,
    cm.SetHabits: _Dealer.set_habits,
    cm.PostBlind: _Dealer.post_blind,
    cm.SetLine: _Dealer.set_line,
    cm.TakeSeat: _Dealer.take_seat,
    cm.AddChips: _Dealer.add_chips,
    cm.ChangeRules: _Dealer.change_rules,
    cm.Pause: _Dealer.pause,
    cm.Resume: _Dealer.resume,
    cm.Close: _Dealer.close,
    cm.Recover: _Dealer.recover,
    cm.Tick: _Dealer.tick,
}
