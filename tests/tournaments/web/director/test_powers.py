"""F4, F8: each power of the director at each stage and by each role: allowed and logged, or refused and unchanged."""

import logging
from collections.abc import Callable, Iterable

import pytest
from django.core.cache import cache
from django.test import Client

from backoffice.models import StaffAct
from pokerroom.roles import DIRECTOR, OPERATOR, OWNER, ROLES
from tests.games.support.store import taken_back
from tests.games.support.tables import person
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.powers import use_power
from tournaments import api
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.lifecycle.freeze import FreezeKind, FreezeReason, freeze
from tournaments.models import TournamentOrder
from tournaments.store.codec import snapshot
from tournaments.web.director.commands import COMMANDS
from tournaments.web.director.previewed import ACTS

pytestmark = pytest.mark.django_db
MAY_DIRECT = {DIRECTOR, OPERATOR, OWNER}


def entered() -> PageTournament:
    """Five players have registered, for two tables of three."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(5):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    return tournament.catch_up()


def running(*commands: cm.Command) -> PageTournament:
    """Both tables play a hand of the second level; then these commands."""
    tournament = entered()
    for command in (cm.Start(), cm.NextLevel("x"), *commands):
        tournament.carry_out(command)
    return tournament


def between_hands(*commands: cm.Command) -> PageTournament:
    """As `running`, but the hands are over after the first of the commands, which holds the next ones."""
    tournament = running(*commands[:1])
    for number, table in list(tournament.state.tables.items()):
        tournament.play_hand(table.players[0], table=number)
    for command in commands[1:]:
        tournament.carry_out(command)
    return tournament


def agreed() -> PageTournament:
    """Everybody has agreed to a deal."""
    tournament = between_hands(cm.OpenDealTalk(), cm.ProposeDeal(DealKind.CHIPS))
    for player in list(tournament.state.players):
        tournament.carry_out(cm.AgreeDeal(player))
    return tournament


def frozen() -> PageTournament:
    """Frozen while hands run."""
    tournament = running()
    freeze(tournament.id, FreezeReason(FreezeKind.STATE))
    return tournament


def penalised() -> PageTournament:
    """Paused, with a penalty."""
    tournament = between_hands(cm.Pause("x"))
    crowded = max(tournament.state.tables.values(), key=lambda table: table.taken)
    tournament.carry_out(cm.Penalise(crowded.players[-1], 2, 0, "x"))
    return tournament


def ended() -> PageTournament:
    """Ended by the director."""
    return between_hands(cm.EndNow("x"))


STAGES: dict[str, Callable[[], PageTournament]] = {
    "open": entered,
    "running": running,
    "penalty": penalised,
    "paused": lambda: between_hands(cm.Pause("x")),
    "break": lambda: between_hands(cm.BreakNow(5 * MINUTE, "x")),
    "talk": lambda: between_hands(cm.OpenDealTalk()),
    "agreed": agreed,
    "ending": lambda: running(cm.EndNow("x")),
    "frozen": frozen,
    "ended": ended,
    "cancelled": lambda: running(cm.Cancel("x")),
}
PLAYING = {"running", "penalty", "paused", "break", "talk", "agreed", "ending"}
"""The stages of a tournament that has begun, is not over and not frozen."""
TALKING = {"talk", "agreed"}
ALLOWED: dict[str, set[str]] = {
    "start": {"open"},
    **dict.fromkeys(("pause", "resume", "next", "previous", "hand_on", "hand_off", "end"), PLAYING),
    **dict.fromkeys(("tell", "warn", "penalise", "disqualify", "rules", "move", "undo_player", "undo_table"), PLAYING),
    "break": PLAYING - {"break"},
    "break_over": {"break"},
    "lift": {"penalty"},
    # A table that the others have no seats for is not broken, whoever asks.
    "break_table": set(),
    "void": PLAYING - TALKING,
    "talk": PLAYING - TALKING,
    **dict.fromkeys(("deal:chips", "deal:icm", "deal:own", "deal:no"), TALKING),
    "deal:yes": {"agreed"},
    "keep_on": {"ending"},
    "cancel": PLAYING | {"open", "frozen"},
    "forward": PLAYING | {"frozen"},
    "thaw": {"frozen"},
}
"""At which stages each power is allowed to whoever may direct."""


def _tried_by_each_role() -> dict[str, list[str]]:
    """Each power at one stage that allows it to a director, by stage: while hands are played, if that is one."""
    tried: dict[str, list[str]] = {}
    for power, stages in ALLOWED.items():
        if stages:
            tried.setdefault(next(stage for stage in ("running", *STAGES) if stage in stages), []).append(power)
    return tried


TRIED_BY_EACH_ROLE = _tried_by_each_role()
"""Whether a role may direct is asked before anything of the tournament, so that one stage says it for all."""


def test_F4_every_command_of_the_page_is_a_power() -> None:
    assert {*COMMANDS, "rules", "deal:own", "thaw"} == ALLOWED.keys()
    assert ACTS.keys() <= COMMANDS.keys()


def wrong_answers(
    client: Client,
    tournament: PageTournament,
    powers: Iterable[str],
    is_right: Callable[[str, int, list[str], str], bool],
    caplog: pytest.LogCaptureFixture,
) -> list[tuple[str, int, list[str], int]]:
    """The powers whose use is not answered rightly, and how; what each does is taken back.

    `is_right` is asked with the power, how many orders were sent, the new reasons in the log of staff, and the
    server's log.
    """
    wrong = []
    for power in powers:
        cache.clear()
        caplog.clear()
        with taken_back(), caplog.at_level(logging.WARNING, "tournaments.web.director.access"):
            acts, orders = StaffAct.objects.count(), TournamentOrder.objects.count()
            status = use_power(client, tournament, power).status_code
            new = list(StaffAct.objects.order_by("number")[acts:].values_list("reason", flat=True))
            sent = TournamentOrder.objects.count() - orders
        if status >= 500 or not is_right(power, sent, new, caplog.text):
            wrong.append((power, status, new, sent))
    return wrong


@pytest.mark.parametrize("stage", STAGES)
def test_F4_each_power_of_a_director_at_this_stage(stage: str, caplog: pytest.LogCaptureFixture) -> None:
    tournament = STAGES[stage]()
    before = snapshot(api.state_of(tournament.id)[0])

    def is_right(power: str, sent: int, new: list[str], told: str) -> bool:
        return (sent, new) == ((1, ["because"]) if stage in ALLOWED[power] else (0, []))

    assert wrong_answers(staff(DIRECTOR), tournament, ALLOWED, is_right, caplog) == []
    assert snapshot(api.state_of(tournament.id)[0]) == before, "only the director's host carries orders out"


@pytest.mark.parametrize("stage", TRIED_BY_EACH_ROLE)
def test_F8_each_power_that_a_director_has_at_this_stage_by_each_role(
    stage: str, caplog: pytest.LogCaptureFixture
) -> None:
    tournament, powers = STAGES[stage](), TRIED_BY_EACH_ROLE[stage]

    def is_done(power: str, sent: int, new: list[str], told: str) -> bool:
        return (sent, new) == (1, ["because"])

    def is_refused(power: str, sent: int, new: list[str], told: str) -> bool:
        return (sent, new) == (0, []) and f"may not direct tournament {tournament.id}" in told

    wrong = {
        role: wrong_answers(staff(role), tournament, powers, is_done if role in MAY_DIRECT else is_refused, caplog)
        for role in ROLES
    }
    assert {role: found for role, found in wrong.items() if found} == {}
