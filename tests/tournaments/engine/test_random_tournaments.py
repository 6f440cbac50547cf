"""Random tournaments of 2 to 200 players with late entries, re-buys, breaks and random commands of a director."""

from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.setup.house_rules import PRESETS, LeaveTournament
from tournaments.engine.setup.payouts import STANDARD, Payouts
from tournaments.engine.setup.setup import AddOn, Game, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import MINUTE, Hourly
from tournaments.engine.setup.templates import TEMPLATES, structure_for
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision, decide
from tournaments.simulation.random_hands import quick_hand, real_hand
from tournaments.simulation.run import OPENING, SimulatedTournament
from tournaments.store.codec import event_from_data, event_to_data, restore, snapshot

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A failing tournament is replayed from its seed instead of being shrunk."""
BOARD_GAMES = [Game(code) for code in ("holdem", "omaha")]
PAYOUTS = st.builds(
    Payouts,
    rows=st.sampled_from([STANDARD.rows, ()]),
    extras=st.sampled_from([(), ("a trip",)]),
    guaranteed=st.sampled_from([0, 0, 3_333, 100_001]),
    unit=st.sampled_from([1, 100]),
    ticket=st.sampled_from([0, 0, 0, 1_100]),
    fixed=st.sampled_from([(), (), (777, 333)]),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Announcements of any kind of tournament."""
    hyper = TEMPLATES["hyper"]
    structure = draw(st.sampled_from([hyper, TEMPLATES["turbo"], hyper._replace(hourly=Hourly(30, 5 * MINUTE))]))
    shootout = draw(st.booleans()) and draw(st.booleans())
    seats = draw(st.integers(2, 10))
    bounty = draw(st.sampled_from([0, 0, 51]))
    price = Price(draw(st.sampled_from([0, 100, 101])), draw(st.sampled_from([0, 10])), bounty)
    late: LateRegistration | None = LateRegistration(draw(st.integers(1, 4)), draw(st.integers(1, 3)))
    rebuy: Rebuy | None = None
    addon: AddOn | None = None
    if draw(st.booleans()):
        late = None
    if draw(st.booleans()):
        rebuy = Rebuy(Price(100, 0, bounty), 500, draw(st.integers(1, 4)), draw(st.sampled_from([0, 500])))
        addon = AddOn(Price(50), 1_000, 3)
    if shootout:
        late = rebuy = addon = None
    house = draw(st.sampled_from(list(PRESETS.values())))
    return Setup(
        "Any",
        structure,
        games=tuple(draw(st.lists(st.sampled_from(BOARD_GAMES), min_size=1, max_size=2, unique=True))),
        every=draw(st.sampled_from([-1, 0, 3])),
        seats=seats,
        final_seats=draw(st.sampled_from([0, 0, min(10, seats + 1)])),
        starts_at=OPENING + MINUTE,
        min_players=2,
        price=price,
        late=late,
        rebuy=rebuy,
        addon=addon,
        progressive=draw(st.booleans()),
        payouts=draw(PAYOUTS),
        shootout=shootout,
        house=house._replace(leave=draw(st.sampled_from(LeaveTournament))),
    )


class DisturbedTournament(SimulatedTournament):
    """A simulated tournament with random late entries, re-buys, void hands, departures and director commands."""

    players = 0
    void_chance = 0.0

    def do(self, command: cm.Command) -> Decision:
        """Decide a command; now and then a finished hand is reported as void (F5)."""
        if isinstance(command, cm.ReportHand) and self.rng.random() < self.void_chance:
            command = cm.ReportVoid(command.table, command.hand, "fault", shown_until=command.shown_until)
        return super().do(command)

    def disturb(self) -> None:
        """Give random commands that may be refused; a refused one changes nothing."""
        player = self.rng.randint(1, self.players + 5)
        table = self.rng.choice(sorted(self.t.tables) or [1])
        commands = (
            [cm.Enter(player, "again")] * 6
            + [cm.TakeRebuy(player), cm.TakeAddOn(player), cm.DeclineRebuy(player)] * 6
            + [cm.Leave(player), cm.ComeBack(player), cm.Penalise(player, 3, 0, "why"), cm.Warn(player, "why")]
            + [
                cm.MovePlayer(player, table, -1, "why"),
                cm.BreakTable(table, "why"),
                cm.TakeBackDeferred(player, table),
            ]
            + [cm.SetHandForHand(True, "why"), cm.SetHandForHand(False, "why"), cm.Penalise(player, 0, 500, "why")]
            + [cm.NextLevel(), cm.PreviousLevel(), cm.BreakNow(MINUTE), cm.Pause(), cm.OpenDealTalk()]
            + [cm.EndBreak(), cm.LiftPenalty(player, "why")]
            + [cm.VoidHand(table, "why")] * 3
            + [cm.Disqualify(player, "why")] * (self.rng.random() < 0.1)
        )
        self.submit(self.rng.choice(commands))
        if not self.t.all_idle and self.rng.random() < 0.05:
            self.submit(cm.EndNow("why"))
            self.submit(cm.TakeBackEnd())
        if self.t.paused and self.rng.random() < 0.7:
            self.submit(cm.Resume())
        if self.t.deal and not self.t.deal.made:
            self.submit(cm.ProposeDeal(self.rng.choice([DealKind.CHIPS, DealKind.ICM])))
            for entrant in self.t.still_in() if self.rng.random() < 0.2 and self.t.deal.shares else ():
                self.submit(cm.AgreeDeal(entrant.player))
            self.submit(cm.ConfirmDeal())
            self.submit(cm.RefuseDeal(0))
        if self.running and self.rng.random() < 0.3:
            running = self.t.tables[self.running[0][1]]
            self.submit(cm.ReportHand(running.number, running.hand - 1, ()))

    def submit(self, command: cm.Command) -> None:
        """Give a command if it is allowed, and replay its events from stored data."""
        before = snapshot(self.t)
        try:
            decision = self.do(command)
        except IllegalAction:
            assert snapshot(self.t) == before
            return
        folded = restore(before)
        for event in decision.events:
            folded.apply(event_from_data(event_to_data(event)))
        assert snapshot(folded) == snapshot(self.t)


@settings(max_examples=25, deadline=None, phases=WITHOUT_SHRINKING, suppress_health_check=list(HealthCheck))
@given(setups(), st.integers(2, 200), st.integers(0, 2**32), st.floats(0, 0.3))
def test_random_tournaments_keep_T6_T9_T10_T16(setup: Setup, players: int, seed: int, disturbance: float) -> None:
    """Chips are conserved, tables stay balanced, hands and blinds fall fairly, and the prizes add up to the pool."""
    setup.check()
    simulated = DisturbedTournament(Tournament(setup), play=quick_hand, rng=Random(seed))
    simulated.players, simulated.void_chance = players, disturbance / 3
    for number in range(1, players + 1):
        simulated.do(cm.Enter(number, f"P{number}"))
    for _ in range(20_000):
        if not simulated.step():
            if not simulated.t.paused:
                break
            simulated.submit(cm.Resume())
        if simulated.rng.random() < disturbance and simulated.t.stage is Stage.RUNNING:
            simulated.disturb()
    assert simulated.t.stage is Stage.ENDED, (simulated.t.left, simulated.t.idle, simulated.running)
    assert simulated.violations() == []


@settings(max_examples=8, deadline=None, phases=WITHOUT_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(CATALOGUE)), st.integers(2, 30), st.integers(0, 2**32))
def test_every_game_is_played_to_the_end(code: str, players: int, seed: int) -> None:
    """The hands are played on the real hand engine with a betting structure that the game allows."""
    variant = CATALOGUE[code]
    games = (Game(code, variant.structures[0]),)
    structure = structure_for("hyper", games=games, ante_kind=AnteKind.BIG_BLIND)
    setup = Setup("One", structure, games=games, seats=min(6, variant.max_players), max_players=players)
    setup.check()
    simulated = SimulatedTournament(Tournament(setup), play=real_hand, rng=Random(seed))
    for number in range(1, players + 1):
        simulated.do(cm.Enter(number, f"P{number}"))
    while simulated.step():
        pass
    assert simulated.summary().invariants_kept, simulated.violations()


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 60), st.integers(0, 2**32))
def test_the_same_random_bytes_play_the_same_tournament(players: int, seed: int) -> None:
    """A decision depends only on state, command, time and random bytes, and does not change its input."""
    setup = Setup("Same", TEMPLATES["hyper"], max_players=players, min_players=2)
    twins = [SimulatedTournament(Tournament(setup), play=quick_hand, rng=Random(seed)) for _ in range(2)]
    for number in range(1, players + 1):
        input_state = twins[0].t
        before = snapshot(input_state)
        first, second = (twin.do(cm.Enter(number, "P")) for twin in twins)
        assert first.events == second.events
        assert snapshot(input_state) == before
    report = twins[0].running[0][2]
    assert decide(twins[0].t, report, now=OPENING, random_bytes=bytes(32)).events
    assert any(isinstance(event, ev.ButtonDrawn) for event in first.events)
