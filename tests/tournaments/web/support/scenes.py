"""Tournaments at chosen moments, played with random hands in memory."""

from collections.abc import Callable
from random import Random

from tournaments.engine.setup.payouts import STANDARD
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.setup.templates import TEMPLATES
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.tournament import Tournament
from tournaments.simulation.random_hands import quick_hand
from tournaments.simulation.run import OPENING, SimulatedTournament

NAMES = (
    "Markéta", "Jan H.", "Emil", "Dáša", "Petr", "Lucia V.", "Maximiliána Dlouhá", "Bořivoj z Hradce K", "Zuzana",
    "Oto", "Kateřina", "Šimon", "Vendula", "Adam Novák", "Iveta", "Hynek", "Barbora", "Radek S.",
)  # fmt: skip
SUNDAY = Setup(
    "Sunday Evening",
    TEMPLATES["standard"],
    starts_at=OPENING,
    max_players=200,
    price=Price(100_00, 10_00),
    late=LateRegistration(6, 2),
    payouts=STANDARD._replace(guaranteed=2_500_00, unit=100),
)
KNOCK_OUT = SUNDAY._replace(
    name="Friday Knock-out",
    price=Price(80_00, 10_00, 20_00),
    rebuy=Rebuy(Price(80_00, 5_00), 10_000, 6, below=10_000, most=2),
    addon=AddOn(Price(80_00, 5_00), 15_000, 6),
)
SIT_AND_GO = Setup("Turbo Six", TEMPLATES["turbo"], seats=6, max_players=6, price=Price(20_00, 2_00))


def with_entries(setup: Setup, players: int, seed: int = 7) -> SimulatedTournament:
    """A tournament in which this many have registered."""
    simulated = SimulatedTournament(Tournament(setup), play=quick_hand, rng=Random(seed))
    simulated.now = OPENING - 90 * MINUTE
    for number in range(1, players + 1):
        name = NAMES[(number - 1) % len(NAMES)]
        simulated.do(cm.Enter(number, name if number <= len(NAMES) else f"{name} {number // len(NAMES) + 1}"))
    return simulated


def play_until(simulated: SimulatedTournament, condition: Callable[[Tournament], bool]) -> SimulatedTournament:
    """Plays until a condition holds."""
    while not condition(simulated.t) and simulated.step():
        pass
    return simulated


def registering() -> SimulatedTournament:
    """A tournament before its start."""
    return with_entries(SUNDAY, 23)


def early() -> SimulatedTournament:
    """The second level: late registration is open and chips can be bought."""
    simulated = with_entries(KNOCK_OUT, 45)
    simulated.now = OPENING
    return play_until(simulated, lambda t: t.level >= 2)


def middle() -> SimulatedTournament:
    """Entries are closed, and some players are out."""
    simulated = with_entries(SUNDAY, 54)
    simulated.now = OPENING
    return play_until(simulated, lambda t: t.entries_closed and t.left <= 31)


def bubble() -> SimulatedTournament:
    """Hand-for-hand just before the money."""
    simulated = with_entries(SUNDAY, 54)
    simulated.now = OPENING
    return play_until(simulated, lambda t: t.hand_for_hand and t.entries_closed)


def on_break() -> SimulatedTournament:
    """A tournament on a break."""
    simulated = with_entries(SUNDAY, 30)
    simulated.now = OPENING
    return play_until(simulated, lambda t: t.current_break.until > 0)


def deal_talk() -> SimulatedTournament:
    """Four players discuss a proposed deal."""
    simulated = with_entries(SUNDAY, 30)
    simulated.now = OPENING
    play_until(simulated, lambda t: t.entries_closed and t.left <= 4)
    simulated.do(cm.OpenDealTalk())
    play_until(simulated, lambda t: t.all_idle)
    simulated.do(cm.ProposeDeal(DealKind.ICM))
    simulated.do(cm.AgreeDeal(min(entrant.player for entrant in simulated.t.still_in())))
    return simulated


def over() -> SimulatedTournament:
    """A finished tournament."""
    simulated = with_entries(SUNDAY, 30)
    simulated.now = OPENING
    return play_until(simulated, lambda t: False)


def sit_and_go() -> SimulatedTournament:
    """A sit-and-go with two players missing."""
    return with_entries(SIT_AND_GO, 4)


SCENES: dict[str, Callable[[], SimulatedTournament]] = {
    "registering": registering,
    "early": early,
    "middle": middle,
    "bubble": bubble,
    "break": on_break,
    "deal": deal_talk,
    "over": over,
    "sit-and-go": sit_and_go,
}
