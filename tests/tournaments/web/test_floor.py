"""T14: what a director decides about a player's conduct is on the person's page beside what the floor decided."""

import pytest

from games.operations import floor
from games.web.floor.decision_rows import penalties_of
from pokerroom.models import User
from pokerroom.roles import AUDITOR, FLOORMAN
from tests.games.support.tables import host_with, person
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.web.text.refusals import refusal_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[User, User]:
    return person("Alice"), person("Bob")


@pytest.fixture
def tournament(people: tuple[User, User]) -> PageTournament:
    """A tournament of these two, between two hands."""
    tournament = PageTournament(soon(name="Sunday", seats=3, min_players=2, late=None))
    for who in people:
        api.enter(user=who, tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    tournament.carry_out(cm.Pause("x"))
    tournament.play_hand(people[0].pk)
    return tournament


def direct(tournament: PageTournament, by: User, *commands: cm.Command) -> list[str]:
    """Gives these orders, all before the first is carried out; the codes of those refused then."""
    for command in commands:
        api.direct(user=by, tournament_id=tournament.id, command=command, why=getattr(command, "why", ""))
    return tournament.answer_orders()


def test_T14_conduct_in_tournaments_is_listed_with_that_at_cash_tables(
    tournament: PageTournament, people: tuple[User, User]
) -> None:
    (one, two), jana = people, person("Jana")
    penalty = cm.Penalise(one.pk, 1, 500, "again", rounds=2, time=5 * MINUTE)
    for command in (cm.Warn(one.pk, "phone"), penalty, cm.LiftPenalty(one.pk, "an alarm"), cm.Warn(two.pk, "late")):
        assert direct(tournament, jana, command) == []
    host = host_with(one, two)
    floor.warn(by=jana.pk, table_id=host.id, player=one.pk, why="shouts")
    rows = penalties_of(one.pk)
    assert [row.title for row in rows] == [
        "Alice warned in hand #0, Prague",
        "Penalty lifted, Sunday",
        "Player penalised: 1 hand, 2 rounds, 5 min, 500 chips taken, Sunday",
        "Player warned, Sunday",
    ]
    assert rows[1].detail.endswith("· an alarm")
    assert rows[1].url == f"/tournaments/{tournament.id}/"
    page = staff(AUDITOR).get(f"/office/people/{one.pk}/").content.decode()
    assert "Player warned, Sunday" in page
    at_table = staff(FLOORMAN).get(f"/floor/{host.id}/player/{one.pk}/").content.decode()
    assert "Player penalised: 1 hand, 2 rounds" in at_table
    assert [row.title for row in penalties_of(two.pk)] == ["Player warned, Sunday"]
    assert not penalties_of(jana.pk)


def test_T14_an_order_that_the_tournament_refused_says_so(
    tournament: PageTournament, people: tuple[User, User]
) -> None:
    jana, alice = person("Jana"), people[0]
    assert direct(tournament, jana, cm.Penalise(alice.pk, 1, 0, "phone")) == []
    assert direct(tournament, jana, *[cm.LiftPenalty(alice.pk, "an alarm")] * 2) == ["no_penalty"]
    refused, lifted, _penalised = penalties_of(alice.pk)
    assert refused.title == lifted.title == "Penalty lifted, Sunday"
    assert lifted.detail.endswith("· an alarm")
    assert refused.detail.endswith(f"· {refusal_text('no_penalty')}")
