"""Random sessions at a table: players sit down, leave and make requests, and all money is counted."""

from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.validation import validate
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.state import Table
from games.engine.views.hand_log import HandLog
from tests.games.engine.support.builders import Room
from tests.games.engine.support.rakes import ETHP_RAKE, online_rake
from tests.games.engine.support.random_seat_commands import RandomSeatCommands

PLAYERS = st.integers(1, 7)
CLOCK = Clock(turn=1_000, bank=2_000, bank_refill=500, grace=1_500, call_time=10_000, sit_out=20_000)
TURNS = ("turn", "bank", "called")
GAMES = st.sampled_from([game for game in CATALOGUE.values() if game.max_players >= 6])
HOUSES = st.builds(
    HouseRules,
    draw_open=st.sampled_from(["check_allowed", "bet_or_fold"]),
    min_raise=st.sampled_from(["last_raise", "double"]),
    timeout_action=st.sampled_from(["check_or_fold", "fold"]),
    disconnect=st.sampled_from(["check_or_fold", "all_in_protection"]),
    call_time=st.booleans(),
    auto_muck=st.sampled_from(["player", "system"]),
    all_in_show=st.booleans(),
    run_it=st.sampled_from([1, 2, 3]),
    rabbit_hunt=st.just(True),
    rabbit_fee=st.sampled_from([0, 5]),
    first_button=st.sampled_from(["high_card", "first_player"]),
    button=st.sampled_from(["dead", "moving"]),
    min_stack_to_play=st.sampled_from(["none", "big_blind"]),
    entry=st.sampled_from(["free", "post"]),
    enter_between=st.sampled_from(["pay_both", "wait_button", "big_blind"]),
    missed_blinds=st.sampled_from(["both", "big_blind", "owed"]),
    straddle=st.booleans(),
    top_up=st.sampled_from(["between_hands", "when_broke", "never"]),
    chip_unit=st.sampled_from([1, 5]),
)


@st.composite
def stakes_for(draw: st.DrawFn, game: Variant) -> Stakes:
    """Returns stakes with blinds of 10 or 20 and 20, or with a lower limit of 20 and an ante."""
    structure = draw(st.sampled_from(list(Structure)))
    if game.forced is Forced.BLINDS:
        return Stakes(structure, draw(st.sampled_from([10, 20])), 20, draw(st.sampled_from([0, 5])), draw(KINDS))
    return Stakes(structure, 0, 20, 5, bring_in=10 if game.forced is Forced.BRING_IN else 0)


def decks_of(table: Table) -> tuple[int, ...]:
    """Returns as many unshuffled decks as the next hand may need."""
    return table.rules.variant.deck * table.rules.variant.shuffles


KINDS = st.sampled_from(list(AnteKind))


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Draws one game or a rotation with any house rules."""
    games = [draw(GAMES) for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    mix = tuple(Game(game, draw(stakes_for(game))) for game in games)
    rake = draw(st.sampled_from([NO_RAKE, ETHP_RAKE, online_rake(20)]))
    rules = Rules(
        mix[0].variant,
        mix[0].stakes,
        draw(HOUSES),
        rake,
        CLOCK,
        mix=mix if len(mix) > 1 else (),
        every=draw(st.integers(0, 3)),
    )
    validate(rules)
    return rules


ALL_RULES = all_rules()


class RandomSession(RandomSeatCommands):
    """A random session; `Room.send` checks that every command keeps the old table and stores the new one."""

    @initialize(playing=ALL_RULES, seats=st.integers(2, 6), seed=st.integers(0, 2**32))
    def open_table(self, playing: Rules, seats: int, seed: int) -> None:
        """Opens a table with one seat free."""
        self.room = Room(seats=seats, seed=seed)
        self.told = HandLog()
        self.room.table, self.room.replayed = Table(playing, seats), Table(playing, seats)
        self.rng = Random(seed)
        self.brought = 0
        self.many_sit_down(1, seats - 1)

    @property
    def table(self) -> Table:
        """The current table."""
        return self.room.table

    def send(self, command: cm.Command) -> tuple[ev.TableEvent, ...]:
        """Gives the table a command, which it may refuse, and counts the money that came and went."""
        try:
            events = self.room.send(command)
        except IllegalAction:
            return ()
        self.count_money(events)
        return events

    def count_money(self, events: tuple[ev.TableEvent, ...]) -> None:
        """Counts the money that players bring and take, top-ups and the rake."""
        for event in events:
            match event:
                case ev.SeatTaken(chips=chips) | ev.ChipsQueued(_, chips):
                    self.brought += chips
                case ev.ChipsAdded(seat, chips) if ev.ChipsQueued not in map(type, self.queue_of(events, seat)):
                    self.brought += chips
                case ev.SeatLeft(chips=chips) | ev.ChipsReturned(_, chips):
                    self.brought -= chips
                case ev.RabbitShown(fee=fee):
                    self.brought -= fee
                case ev.HandVoided(undone=undone):
                    # The rake and a rabbit fee are returned.
                    self.brought += sum(chips for _, chips in undone)
                case ev.HandEnded(_, changes, rake):
                    assert sum(change for _, change in changes) == -rake
                    self.brought -= rake

    def queue_of(self, events: tuple[ev.TableEvent, ...], seat: int) -> list[ev.TableEvent]:
        """Returns a queued event if the seat's chips were counted when they were queued.

        This is so if the hand has just ended, or if the chips were too many and were queued first.
        """
        ended = any(isinstance(event, ev.HandEnded | ev.HandVoided | ev.ChipsQueued) for event in events)
        return [ev.ChipsQueued(seat, 0)] if ended else []

    def advance_clock(self) -> None:
        """Advances the clock to the next event that is due."""
        if self.table.next_tick_at() is not None:
            events = self.room.tick()
            assert events, "a tick that was due did nothing"
            self.count_money(events)

    # Players

    @rule(player=PLAYERS, seat=st.integers(-1, 6), chips=st.integers(1, 60), habits=st.integers(0, 7))
    def sits_down(self, player: int, seat: int, chips: int, habits: int) -> None:
        """A player sits down with up to 60 big blinds."""
        self.send(cm.TakeSeat(player, f"p{player}", False, seat, chips * 20, habits % 2 == 0, habits < 6))

    @rule(first=PLAYERS, many=st.integers(2, 6))
    def many_sit_down(self, first: int, many: int) -> None:
        """Several players sit down, so that tables fill up."""
        for one in range(first, first + many):
            self.send(cm.TakeSeat(one, f"p{one}", False, -1, 1_000))

    @rule(player=PLAYERS)
    def leaves(self, player: int) -> None:
        """A player leaves, at any time."""
        self.send(cm.Leave(player))

    @rule(player=PLAYERS, chips=st.integers(-5, 2_000), most=st.sampled_from([0, 0, 500, 1_500]))
    def tops_up(self, player: int, chips: int, most: int) -> None:
        """A player adds chips at any time; between hands they arrive at once, and never exceed the maximum (K5)."""
        events = self.send(cm.AddChips(player, chips, most))
        if most and any(isinstance(event, ev.ChipsAdded) for event in events):
            number = self.table.player_seat(player)
            assert number is not None
            assert self.table.seat(number).stack <= most

    @rule(player=PLAYERS, out=st.booleans())
    def sits_out_or_in(self, player: int, out: bool) -> None:
        """A player sits out or in; repeating it changes nothing."""
        self.send(cm.SitOut(player) if out else cm.SitIn(player))
        if out and self.table.player_seat(player) is not None:
            assert self.room.ignores(cm.SitOut(player))

    @rule(player=PLAYERS, there=st.booleans())
    def disconnects_or_reconnects(self, player: int, there: bool) -> None:
        """A player disconnects or reconnects."""
        self.send(cm.SetConnected(player, there))

    @rule(player=PLAYERS, muck=st.booleans(), post=st.booleans())
    def changes_auto_actions(self, player: int, muck: bool, post: bool) -> None:
        """A player changes automatic mucking and posting, before or in a hand."""
        self.send(cm.SetAutoActions(player, muck, post))

    @rule(player=PLAYERS, agree=st.booleans())
    def answers_for_the_blind(self, player: int, agree: bool) -> None:
        """A player posts or refuses a blind, asked or not."""
        if self.table.wait.kind == "post":
            player = self.table.seat(self.table.wait.seat).player
        self.send(cm.PostBlind(player, agree))

    @rule(player=PLAYERS, now=st.booleans())
    def enters_or_waits(self, player: int, now: bool) -> None:
        """A player posts to enter the next hand or waits, whether or not this is needed."""
        self.send(cm.EnterNow(player, now))

    @rule(player=PLAYERS, on=st.booleans())
    def straddles(self, player: int, on: bool) -> None:
        """A player turns straddling on or off."""
        self.send(cm.SetStraddle(player, on))

    @rule(player=PLAYERS, seat=st.integers(-1, 6))
    def changes_seat(self, player: int, seat: int) -> None:
        """A player asks for any seat, at any time."""
        self.send(cm.ChangeSeat(player, seat))

    @rule(player=PLAYERS)
    def calls_time(self, player: int) -> None:
        """A player calls time, after the regular time of a running turn has expired."""
        if self.table.wait.kind == "turn":
            self.advance_clock()
        self.send(cm.CallTime(player))

    @rule(players=st.lists(PLAYERS, min_size=1, max_size=7, unique=True))
    def ask_for_rabbit_hunt(self, players: list[int]) -> None:
        """Players ask for a rabbit hunt, whether or not one is possible."""
        self.send_rabbit_asks(players)

    def send_rabbit_asks(self, players: list[int]) -> None:
        """Each of these players asks for the rabbit hunt or agrees."""
        for player in players:
            self.send(cm.AskRabbit(player, self.table.hand_number))
