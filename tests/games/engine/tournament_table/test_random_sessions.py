"""Random sessions of a tournament table: players act, stall and disconnect, a director gives orders."""

import json
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.engine import events as ev
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.hand.queries import HandWait
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.tournament import LateReturn, Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.decide import decide
from games.engine.table.state import Table
from games.engine.table.tournament_reports import build_reports
from games.engine.table.tournament_seat import room_plays, tournament_of
from games.engine.views.hand_log import HandLog
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, full_state, stored_and_loaded
from tests.games.engine.support.random_session import HOUSES, decks_of, stakes_for
from tests.games.engine.support.random_tables import EXAMPLES, random_turn

PLAYERS = st.integers(1, 7)
CLOCK = Clock(turn=1_000, bank=2_000, bank_refill=500, grace=1_500, call_time=10_000)
GAMES = st.sampled_from([game for game in CATALOGUE.values() if game.max_players >= 6])
ORDERED = (ev.HandsHeld, ev.HandReleased)


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Draws the tournament rules of one game with any house rules."""
    game = draw(GAMES)
    late = draw(st.sampled_from(list(LateReturn)))
    tournament = Tournament(7, late, draw(st.sampled_from([0, 600])), draw(st.booleans()))
    return for_tournament(Rules(game, draw(stakes_for(game)), draw(HOUSES), clock=CLOCK), tournament)


class TournamentMachine(RuleBasedStateMachine):
    """A random session; `Room.send` checks that every command keeps the old table and stores the new one."""

    @initialize(playing=all_rules(), seats=st.integers(3, 6), seed=st.integers(0, 2**32))
    def open_table(self, playing: Rules, seats: int, seed: int) -> None:
        """Opens a table with one free seat and some absent players."""
        self.room = Room(seats=seats, seed=seed)
        self.room.table, self.room.replayed = Table(playing, seats), Table(playing, seats)
        self.rng = Random(seed)
        self.chips: dict[int, int] = {}
        self.released = 0
        self.told = HandLog()
        for player in range(1, seats):
            self.is_seated(player, -1, 40, self.rng.choice(["", "", "absent", "asked"]))

    @property
    def table(self) -> Table:
        """The current table."""
        return self.room.table

    def send(self, command: cm.Command) -> tuple[ev.TableEvent, ...]:
        """Sends a command, which the table may refuse, and count_report its reports as a director does."""
        held, before = self.table.director_orders.held, self.table
        deck = self.room.decks() if isinstance(command, cm.Tick) else None
        try:
            decision = decide(before, command, now=self.room.now, deck=deck)
            events = self.room.send(command, deck)
        except IllegalAction:
            return ()
        for kind, data in build_reports(decision, self.room.now):
            self.count_report(kind, data)
        for event in events:
            self.released += isinstance(event, ev.HandReleased)
            if isinstance(event, ev.HandBegan) and held:
                self.released -= 1
                assert self.released == 0, "T9: a held table deals one hand for each release"
            if isinstance(event, ev.HandsHeld):
                self.released = 0
            if isinstance(event, ev.HandBegan):
                self.everybody_is_in(event, before)
        return events

    def count_report(self, kind: str, data: dict[str, Any]) -> None:
        """Updates the chips of each player from the reports alone."""
        assert json.loads(json.dumps(data)) == data
        match kind:
            case "seated":
                self.chips[data["player"]] = data["chips"]
            case "unseated":
                assert self.chips.pop(data["player"]) == data["chips"]
            case "chips_set":
                assert self.chips[data["player"]] == data["before"]
                self.chips[data["player"]] = data["after"]
            case "raced":
                for player, before, after in data["stacks"]:
                    assert self.chips[player] == before
                    self.chips[player] = after
            case "hand_finished":
                before, after = dict(data["stacks_before"]), dict(data["stacks_after"])
                assert sum(before.values()) == sum(after.values())
                assert {player: self.chips[player] for player in before} == before
                assert {bust["player"] for bust in data["busted"]} == {p for p, left in after.items() if not left}
                assert len({bust["all_in_order"] for bust in data["busted"]}) == len(data["busted"])
                assert all(bust["by"] for bust in data["busted"])
                self.chips |= after

    def everybody_is_in(self, event: ev.HandBegan, before: Table) -> None:
        """T3, T13: all players with chips are dealt in, except newcomers between button and small blind (T7)."""
        table = self.table
        deal = before.director_orders.deal
        if deal and deal.dealt:
            return
        for number in before.ready():
            if number not in event.order:
                assert before.seat(number).newcomer
                assert table.rules.variant.forced is Forced.BLINDS
                gap = (number - table.positions.button) % len(table.seats)
                assert 0 < gap < (table.positions.big - table.positions.button) % len(table.seats)

    # The director

    @rule(player=PLAYERS, seat=st.integers(-1, 6), big_blinds=st.integers(1, 50), away=st.sampled_from(["", "absent"]))
    def is_seated(self, player: int, seat: int, big_blinds: int, away: str) -> None:
        """A player is seated, as a late entry or from another table."""
        self.send(tcm.SeatEntrant(player, f"p{player}", False, seat, big_blinds * 20, away))

    @rule(player=PLAYERS, folds=st.booleans())
    def is_taken_away(self, player: int, folds: bool) -> None:
        """A player is removed, to another table or for good."""
        self.send(tcm.UnseatEntrant(player, folds))

    @rule(player=PLAYERS, chips=st.integers(0, 900))
    def stack_is_set(self, player: int, chips: int) -> None:
        """A stack is changed as a penalty."""
        self.send(tcm.SetChips(player, chips, "penalty"))

    @rule(player=PLAYERS, chips=st.integers(0, 900))
    def gets_chips(self, player: int, chips: int) -> None:
        """A player gets the chips of a re-buy or an add-on."""
        self.send(tcm.GiveChips(player, chips))

    @rule(sure=st.integers(0, 2))
    def chips_are_raced(self, sure: int) -> None:
        """The whole table races 5s for 10s."""
        seats = [seat for seat in self.table.seats if seat]
        if not seats or self.table.running or sure:
            return
        deck = iter(self.rng.sample(DECK, 52))
        cards = tuple((seat.player, next(deck)) for seat in seats if seat.stack % 10)
        stacks = tuple((seat.player, seat.stack + -seat.stack % 10) for seat in seats)
        self.send(tcm.RunChipRace(5, 10, cards, tuple(player for player, _ in cards), (), stacks))

    @rule(held=st.booleans(), together=st.booleans())
    def holds(self, held: bool, together: bool) -> None:
        """Hand-for-hand play begins or ends."""
        self.send(tcm.HoldHands(held, together))

    @rule()
    def releases(self) -> None:
        """The director releases one hand."""
        self.send(tcm.ReleaseHand())

    @rule(seats=st.sets(st.integers(0, 5), min_size=2), button=st.integers(0, 5))
    def releases_with_a_plan(self, seats: set[int], button: int) -> None:
        """The director releases a hand with given players and blinds."""
        dealt = tuple(sorted(seats))
        self.send(tcm.ReleaseHand(button, dealt[0], dealt[1], dealt, dead=dealt[:1]))

    @rule(player=PLAYERS, absent=st.booleans(), barred=st.booleans())
    def is_marked(self, player: int, absent: bool, barred: bool) -> None:
        """A player is marked as absent or present."""
        self.send(tcm.SetAbsent(player, absent, barred and absent))

    @rule(player=PLAYERS, hands=st.integers(0, 3))
    def is_punished(self, player: int, hands: int) -> None:
        """A player gets a penalty of some hands."""
        self.send(cm.Penalise(player, hands))

    @rule(big=st.sampled_from([20, 30, 40]))
    def level_begins(self, big: int) -> None:
        """T4: a level begins with the next hand; a running hand keeps its own."""
        table = self.table
        stakes = table.rules.stakes
        if table.rules.variant.forced is not Forced.BLINDS:
            return
        running = table.hand.rules if table.running else None
        level = Stakes(Structure(stakes.structure), big // 2, big, stakes.ante, stakes.ante_kind)
        self.send(cm.ChangeRules(table.full_rules._replace(stakes=level)))
        if running is not None:
            assert self.table.hand.rules is running

    @rule(sure=st.integers(0, 3))
    def pauses_or_resumes(self, sure: int) -> None:
        """The table pauses or resumes."""
        self.send(cm.Pause() if sure == 3 else cm.Resume())
        if self.table.paused:
            assert not self.table.needs_deck(self.room.now + 10**9)

    # Players and the clock

    @rule(player=PLAYERS, out=st.booleans())
    def sits_out_or_in(self, player: int, out: bool) -> None:
        """A player sits out or in, at any time."""
        self.send(cm.SitOut(player) if out else cm.SitIn(player))

    @rule(player=PLAYERS, there=st.booleans())
    def disconnects_or_reconnects(self, player: int, there: bool) -> None:
        """A player disconnects or reconnects."""
        self.send(cm.SetConnected(player, there))

    @rule(player=PLAYERS)
    def calls_time(self, player: int) -> None:
        """B14: a player calls time."""
        self.send(cm.CallTime(player))

    @rule(player=PLAYERS)
    def sends_cash_table_commands(self, player: int) -> None:
        """Commands of cash tables have no effect."""
        for ask in (cm.Leave(player), cm.AddChips(player, 50), cm.ChangeSeat(player, 1), cm.SetStraddle(player, True)):
            assert self.send(ask) == ()

    @rule(steps=st.integers(1, 60))
    def plays_on(self, steps: int) -> None:
        """Players act in time or let the clock run out."""
        for _ in range(steps):
            table, hand = self.table, self.table.hand
            waiting = hand.waiting if hand and table.running else None
            asked = waiting and waiting.kind in (HandWait.ACT, HandWait.DRAW, HandWait.SHOW)
            if asked and not room_plays(table, waiting.seat) and self.rng.random() > 0.06:
                number, action = random_turn(hand, self.rng)
                player = table.seat(number).player
                assert self.send(cm.Act(player, hand.number, table.turn, hand.price_due, action))
            elif (due := table.next_tick_at()) is not None:
                self.room.now = max(self.room.now, due)
                assert self.send(cm.Tick()), "a tick that was due did nothing"
            self.no_chip_comes_or_goes()

    @rule()
    def recovers(self) -> None:
        """X2: after a fault, nothing the table waits for is already over."""
        self.send(cm.Recover())

    # Invariants

    @invariant()
    def no_chip_comes_or_goes(self) -> None:
        """X1: the chips counted from the reports are those at the table, including the pot of a running hand."""
        table = self.table
        stacks = {seat.player: seat.stack for seat in table.seats if seat}
        assert stacks == self.chips
        if table.running:
            held = sum(table.hand.stacks) + table.hand.pot
            assert held == sum(table.seat(number).stack for number in table.hand.order)

    @invariant()
    def the_table_is_never_stuck(self) -> None:
        """Two players who can play are dealt in unless the director holds the table; what is due can be done."""
        table = self.table
        due = table.next_tick_at()
        held = table.paused or table.awaits_director
        if table.running or (len(table.ready()) >= 2 and not held):
            assert due is not None
        if due is not None:
            assert decide(table, cm.Tick(), now=max(due, self.room.now), deck=decks_of(table)).events

    @invariant()
    def nobody_waits_long_for_the_room(self) -> None:
        """T3: an absent player delays the table only for a moment."""
        table = self.table
        if table.wait.kind in ("turn", "bank", "called") and room_plays(table, table.wait.seat):
            late = table.seat(table.wait.seat).timed_out
            assert table.wait.kind == "turn" or late
            assert table.wait.deadline - table.wait.began <= 600 or late

    @invariant()
    def nobody_without_chips_stays(self) -> None:
        """T12: nobody sits without chips unless the director may still give some."""
        table = self.table
        broke = [seat for seat in table.seats if seat and not seat.stack]
        assert not broke or table.awaits_director

    @invariant()
    def between_hands_the_snapshot_is_the_table(self) -> None:
        """Only the finished hand and a shown chip race are not in the snapshot."""
        table = self.table
        if table.running:
            return
        again = stored_and_loaded(table)
        left_out = (
            "all_ins",
            "hand_backup",
            "hand",
            "public_events",
            "names",
            "button_draw",
            "turn",
            "rabbit",
            "director_orders",
        )
        assert {name: part for name, part in full_state(again).items() if name not in left_out} == {
            name: part for name, part in full_state(table).items() if name not in left_out
        }
        assert again.director_orders == table.director_orders._replace(race=None)
        assert (again.next_tick_at(), again.ready()) == (table.next_tick_at(), table.ready())

    @invariant()
    def everybody_has_a_view(self) -> None:
        """Everybody has a view; players for whom the room acts are offered no action."""
        table = self.table
        view = public_view(table, table_id=1, version=1)
        assert public_view(table, table_id=1, version=1, told=self.told) == view
        assert view.tournament == tournament_of(table) == 7
        for seat in filter(None, table.seats):
            mine = own_view(table, seat.player, table_id=1, version=1)
            acts = bool(table.hand and table.running and table.hand.to_act == mine.seat)
            assert (mine.choices is not None) == (acts and not mine.room_plays)


TournamentMachine.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestTournamentMachine = TournamentMachine.TestCase
