"""Random evenings at a table: players come, go, play, stall and misbehave; invariants hold after every step."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.queries import HandWait
from games.engine.rules.button import Positions
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.entry import next_players
from games.engine.table.player_commands import PRE_ACTIONS
from games.engine.table.seat_commands import PLANS
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import full_state, stored_and_loaded
from tests.games.engine.support.random_session import ALL_RULES, PLAYERS, TURNS, RandomSession, decks_of
from tests.games.engine.support.random_tables import EXAMPLES, random_turn


class TableMachine(RandomSession):
    """Runs random commands between turns and checks the invariants after every step."""

    @precondition(lambda self: self.table.running and self.table.hand.to_act >= 0)
    @rule(kind=st.sampled_from([*sorted(PRE_ACTIONS), "", "raise"]))
    def acts_ahead(self, kind: str) -> None:
        """A player who is not to act chooses a pre-action."""
        hand = self.table.hand
        assert hand is not None
        number = self.rng.choice([seat for seat in hand.live if seat != hand.to_act])
        self.send(cm.SetPreAction(self.table.seat(number).player, hand.number, kind, hand.price(number)))
        self.plays_on(2)

    @rule(player=PLAYERS, places=st.sampled_from([(), (0,), (1,), (5,)]))
    def shows_cards(self, player: int, places: tuple[int, ...]) -> None:
        """A player asks to show cards, allowed or not."""
        number = self.table.player_seat(player)
        hand = self.table.hand
        for event in self.send(cm.ShowCards(player, self.table.hand_number, places)):
            assert isinstance(event, ev.Shown)
            assert hand is not None
            assert number is not None
            assert event.seat == self.table.hand_seat(number)
            assert event.seat not in hand.folded

    # The game goes on.

    def take_turn(self) -> None:
        """The player to act does something legal; the same command is refused the second time."""
        hand = self.table.hand
        assert hand is not None
        number, action = random_turn(hand, self.rng)
        player = self.table.seat(number).player
        ask = cm.Act(player, hand.number, self.table.turn, hand.price_due, action)
        self.count_money(self.room.send(ask))
        with pytest.raises(IllegalAction):
            self.room.send(ask)

    @rule(steps=st.integers(8, 40))
    def hands_are_played(self, steps: int) -> None:
        """Plays turns in time, and lets the clock run between them."""
        self.plays_on(steps)

    @rule(steps=st.integers(1, 5))
    def the_hand_goes_on(self, steps: int) -> None:
        """Plays a few steps, so that the next command comes during a hand."""
        self.plays_on(steps)

    @rule(steps=st.integers(30, 120))
    def an_evening(self, steps: int) -> None:
        """Plays hands, with other commands now and then."""
        for _ in range(steps):
            self.plays_on(2)
            if self.table.wait.kind == "next_hand" and self.rng.random() < 0.5:
                self.send_rabbit_asks([seat.player for seat in self.table.seats if seat])
            command = self.whim()
            if command:
                self.send(command)
            self.no_chip_comes_or_goes()

    def whim(self) -> cm.Command | None:
        """A random command of a player; those who sit out mostly sit in."""
        table, rng = self.table, self.rng
        seated = [seat for seat in table.seats if seat]
        if len(seated) < 2 or len(table.ready()) < 2:
            back = next((seat for seat in seated if seat.sitting_out and seat.stack), None)
            return cm.SitIn(back.player) if back else cm.TakeSeat(rng.randint(1, 7), "x", False, -1, 1_000)
        seat = rng.choice(seated)
        player = seat.player
        if seat.sitting_out and rng.random() < 0.5:
            return cm.SitIn(player) if seat.stack else cm.AddChips(player, 500)
        if (seat.owes or seat.newcomer) and rng.random() < 0.5:
            return cm.EnterNow(player, True)
        if seat.disconnected_at and rng.random() < 0.7:
            return cm.SetConnected(player, True)
        if table.wait.kind == "bank":
            return cm.CallTime(player)
        free = rng.randrange(len(table.seats))
        wishes: list[cm.Command] = [
            cm.SitOut(player),
            cm.SetConnected(player, False),
            cm.Leave(player),
            cm.ChangeSeat(player, free),
            cm.SetStraddle(player, True),
            cm.AddChips(player, 100),
            cm.SetStopPlan(player, rng.choice(sorted(PLANS))),
            cm.SetStopPlan(player, ""),
            cm.Recover(),
        ]
        wishes += [cm.TakeSeat(other, "x", False, -1, 600, enter_now=rng.random() < 0.5) for other in (1, 4, 7)]
        return rng.choice(wishes) if rng.random() < 0.25 else None

    def plays_on(self, steps: int) -> None:
        """Plays this many steps of players or of the clock."""
        for _ in range(steps):
            hand = self.table.hand
            stalls = self.rng.random() < 0.06 or (
                hand and hand.to_act >= 0 and self.table.seat(hand.to_act).disconnected_at
            )
            asked = hand and self.table.running and hand.waiting.kind not in (HandWait.DEAL, HandWait.DONE)
            if asked and not stalls:
                self.room.now += self.rng.choice((0, 300, 900))
                self.take_turn()
            else:
                self.advance_clock()

    @rule(steps=st.integers(1, 4), late=st.sampled_from([0, 1, 50_000]))
    def time_passes(self, steps: int, late: int) -> None:
        """Lets the clock alone run; ticks may be late."""
        self.room.now += late
        for _ in range(steps):
            self.advance_clock()

    @rule()
    def ticks_early(self) -> None:
        """A tick before anything is due changes nothing."""
        due = self.table.next_tick_at()
        if due is None or due > self.room.now:
            assert self.room.ignores(cm.Tick())

    @precondition(lambda self: self.table.running)
    @rule(player=PLAYERS, hand=st.integers(-1, 1), turn=st.integers(-1, 1), price=st.integers(-1, 40))
    def acts_wrongly(self, player: int, hand: int, turn: int, price: int) -> None:
        """Stale actions, actions out of turn, at another price or of an impossible amount are refused."""
        table = self.table
        assert table.hand is not None
        to_act = table.hand.to_act
        if hand or turn or to_act < 0 or player != self.room.player_to_act or price != table.hand.legal().call:
            for action in (Fold(), Check(), Call(), RaiseTo(100), Discard((9,)), RunIt(0)):
                ask = cm.Act(player, table.hand_number + hand, table.turn + turn, price, action)
                with pytest.raises(IllegalAction):
                    self.room.send(ask)
        if to_act >= 0:
            legal = table.hand.legal()
            for amount in (-20, 0, table.hand.betting.high, 10**9):
                ask = cm.Act(self.room.player_to_act, table.hand_number, table.turn, legal.call, RaiseTo(amount))
                with pytest.raises(IllegalAction):
                    self.room.send(ask)
            for show in (Show(), Muck()):
                with pytest.raises(IllegalAction):
                    self.room.send(cm.Act(self.room.player_to_act, table.hand_number, table.turn, legal.call, show))

    # The house.

    @rule(sure=st.integers(0, 3))
    def pauses_or_resumes(self, sure: int) -> None:
        """A paused table deals no hand."""
        self.send(cm.Pause() if sure == 3 else cm.Resume())
        if self.table.paused:
            assert not self.table.needs_deck(self.room.now + 10**9)

    @rule()
    def recovers(self) -> None:
        """X2: after a fault no deadline is already over."""
        self.send(cm.Recover())
        table = self.table
        assert table.wait.kind == "players" or table.wait.deadline > self.room.now

    @precondition(lambda self: self.table.hand is not None)
    @rule()
    def a_hand_is_void(self) -> None:
        """F5: a void hand, running or ended, restores the chips of its players and the positions.

        D1: a table that has stood empty since draws for the button anew.
        """
        table, started = self.table, self.table.hand
        assert started is not None
        has_stood_empty = table.positions == Positions()
        running, before = table.running, table.hand_backup
        had = {seat.player: seat.stack for seat in table.seats if seat and table.running}
        self.send(cm.VoidHand(table.hand_number, "look", last=True))
        if self.table.hand is not None:
            assert not running, "a running hand can always be void"
            return
        assert before is not None
        assert not self.table.running
        if any(self.table.seats):
            assert self.table.positions == (Positions() if has_stood_empty else before.positions)
        if running and not self.table.closed:
            left = {seat.player: seat.stack for seat in self.table.seats if seat}
            assert all(left[player] >= chips for player, chips in had.items() if player in left)

    @rule(playing=ALL_RULES)
    def rules_change(self, playing: Rules) -> None:
        """Changes the rules from the next hand on."""
        before = self.table.hand.rules if self.table.hand and self.table.running else None
        self.send(cm.ChangeRules(playing))
        if before is not None:
            assert self.table.hand is not None
            assert self.table.hand.rules is before

    @rule(sure=st.integers(0, 19))
    def closes(self, sure: int) -> None:
        """Closes the table, rarely."""
        if sure == 7:
            self.send(cm.Close())

    # What has to hold.

    @invariant()
    def no_chip_comes_or_goes(self) -> None:
        """M2, P6: the chips at the table are those brought to it less those taken away."""
        table = self.table
        assert sum(table.chips().values()) == self.brought
        assert all(seat.stack >= 0 and seat.queued >= 0 for seat in table.seats if seat)
        if table.running:
            assert table.hand is not None
            held = sum(table.hand.stacks) + sum(table.hand.protected_chips) + table.hand.pot + table.hand.rake
            assert held == sum(table.seat(number).stack for number in table.hand.order)

    @invariant()
    def the_table_is_never_stuck(self) -> None:
        """Two ready players are dealt in, a running hand waits for something, and what is due can be carried out."""
        table = self.table
        due = table.next_tick_at()
        if table.running:
            assert table.wait.kind in (*TURNS, "deal", "show", "agree")
        if table.running or (len(table.ready()) >= 2 and not table.paused and not table.closed):
            assert due is not None
        if due is not None:
            decision = decide(table, cm.Tick(), now=max(due, self.room.now), deck=decks_of(table))
            assert decision.events
            assert full_state(decision.table) != full_state(table)

    @invariant()
    def who_is_waited_for_is_there(self) -> None:
        """The clock never runs for an empty seat or for somebody without cards."""
        table = self.table
        kind, number, _, _ = table.wait
        if kind in (*TURNS, "show"):
            assert table.hand is not None
            assert table.hand.waiting.seat == number
            assert table.in_hand(number)
            assert not table.seat(number).leaving
        if kind == "post":
            assert not table.seat(number).sitting_out

    @invariant()
    def between_hands_the_snapshot_is_the_table(self) -> None:
        """Between hands a snapshot holds everything but the finished hand."""
        table = self.table
        if table.running:
            return
        again = stored_and_loaded(table)
        finished_hand = ("all_ins", "hand_backup", "hand", "public_events", "names", "turn", "rabbit", "rabbit_payer")
        left_out = (*finished_hand, "button_draw")
        assert {name: part for name, part in full_state(again).items() if name not in left_out} == {
            name: part for name, part in full_state(table).items() if name not in left_out
        }
        assert again.next_tick_at() == table.next_tick_at()
        assert again.ready() == table.ready()

    @invariant()
    def everybody_can_look(self) -> None:
        """There is always a view for everybody, and it offers exactly the legal actions."""
        table = self.table
        view = public_view(table, table_id=1, version=1)
        assert public_view(table, table_id=1, version=1, told=self.told) == view
        assert (view.turn is not None) == (table.wait.kind in TURNS)
        for seat in filter(None, table.seats):
            mine = own_view(table, seat.player, table_id=1, version=1)
            assert mine is not None
            acts = bool(table.hand and table.running and table.hand.to_act == mine.seat)
            assert (mine.choices is not None) == acts
            draws = bool(table.hand and table.running and table.hand.to_draw[:1] == (mine.seat,))
            assert (mine.draw_limit >= 0) == draws
            assert mine.entry_price >= -1
            assert not mine.cards or table.played(mine.seat)

    @invariant()
    def who_agreed_to_post_pays_what_was_offered(self) -> None:
        """D6, D7: the price on the page is what the next hand takes, and -1 means that the seat is not dealt in."""
        table = self.table
        if table.running or table.wait.kind != "next_hand" or table.positions.button < 0 or not table.ready():
            return
        players = next_players(table)
        for number in table.ready():
            seat = table.seat(number)
            if seat.posts_now and (seat.newcomer or seat.awaits_deal or seat.owes):
                mine = own_view(table, seat.player, table_id=1, version=1)
                assert mine is not None
                paid = sum(post.amount for post in players.posts if post.seat == number)
                assert mine.entry_price == (paid if number in players.seats else -1)

    @invariant()
    def blinds_are_owed_by_who_is_out(self) -> None:
        """D7: players dealt in owe nothing; players who left are remembered, and only while away."""
        table = self.table
        assert not {seat.player for seat in table.seats if seat} & table.departed.keys()
        if table.running and len(table.ready()) > 2 and not table.full_rules.mix:
            assert table.hand is not None
            blinds = table.rules.variant.forced is Forced.BLINDS
            owing = [number for number in table.hand.order if table.seat(number).owes and blinds]
            assert not owing or len(table.hand.order) < 4

    @invariant()
    def nobody_sits_twice(self) -> None:
        """K11: one person never has two seats at one table."""
        players = [seat.player for seat in self.table.seats if seat]
        assert len(set(players)) == len(players)


TableMachine.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestTableMachine = TableMachine.TestCase
