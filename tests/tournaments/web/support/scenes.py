"""Tournaments in telling moments, played at random in memory."""

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


def simulated(setup: Setup, players: int, seed: int = 7) -> SimulatedTournament:
    """A tournament in which this many have registered."""
    one = SimulatedTournament(Tournament(setup), play=quick_hand, rng=Random(seed))
    one.now = OPENING - 90 * MINUTE
    for number in range(1, players + 1):
        name = NAMES[(number - 1) % len(NAMES)]
        one.do(cm.Enter(number, name if number <= len(NAMES) else f"{name} {number // len(NAMES) + 1}"))
    return one


def until(one: SimulatedTournament, when: Callable[[Tournament], bool]) -> SimulatedTournament:
    """Plays until a condition holds."""
    while not when(one.t) and one.step():
        pass
    return one


def registering() -> SimulatedTournament:
    """Before the start."""
    return simulated(SUNDAY, 23)


def early() -> SimulatedTournament:
    """The second level: late registration is open and chips can be bought."""
    one = simulated(KNOCK_OUT, 45)
    one.now = OPENING
    return until(one, lambda t: t.level >= 2)


def middle() -> SimulatedTournament:
    """Some players are out; entries are closed."""
    one = simulated(SUNDAY, 54)
    one.now = OPENING
    return until(one, lambda t: t.entries_closed and t.left <= 31)


def bubble() -> SimulatedTournament:
    """Hand-for-hand before the money."""
    one = simulated(SUNDAY, 54)
    one.now = OPENING
    return until(one, lambda t: t.hand_for_hand and t.entries_closed)


def resting() -> SimulatedTournament:
    """A break."""
    one = simulated(SUNDAY, 30)
    one.now = OPENING
    return until(one, lambda t: t.current_break.until > 0)


def dealing() -> SimulatedTournament:
    """Four players talk about a deal."""
    one = simulated(SUNDAY, 30)
    one.now = OPENING
    until(one, lambda t: t.entries_closed and t.left <= 4)
    one.do(cm.OpenDealTalk())
    until(one, lambda t: t.all_idle)
    one.do(cm.ProposeDeal(DealKind.ICM))
    one.do(cm.AgreeDeal(min(entrant.player for entrant in one.t.still_in())))
    return one


def over() -> SimulatedTournament:
    """Played to its end."""
    one = simulated(SUNDAY, 30)
    one.now = OPENING
    return until(one, lambda t: False)


def sit_and_go() -> SimulatedTournament:
    """Two players are missing."""
    return simulated(SIT_AND_GO, 4)


SCENES: dict[str, Callable[[], SimulatedTournament]] = {
    "registering": registering,
    "early": early,
    "middle": middle,
    "bubble": bubble,
    "resting": resting,
    "dealing": dealing,
    "over": over,
    "sit-and-go": sit_and_go,
}
