"""F3, F4: whatever staff order, the api itself asks for a reason that can be read."""

import pytest

from tests.games.support.concurrency import refusal_code
from tests.games.support.tables import person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.models import Schedule, Tournament, TournamentOrder

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("why", ["", " \u200b\n"])
def test_F3_no_order_of_the_staff_is_taken_without_a_reason(why: str) -> None:
    tournament, erik = PageTournament(soon()), person("Erik")
    schedule = api.schedule(setup=soon()._replace(starts_at=0, max_players=9), every="again")
    Tournament.objects.filter(pk=tournament.id).update(frozen=True)
    acts = (
        lambda: api.thaw(user=erik, tournament_id=tournament.id, why=why),
        lambda: api.direct(user=erik, tournament_id=tournament.id, command=cm.Cancel("a fault"), why=why),
        lambda: api.change(user=erik, tournament_id=tournament.id, setup=soon()._replace(name="Other"), why=why),
        lambda: api.switch_schedule(user=erik, schedule_id=schedule, on=False, why=why),
    )
    assert [refusal_code(act) for act in acts] == ["why_needed"] * len(acts)
    assert Tournament.objects.get(pk=tournament.id).frozen
    assert Schedule.objects.get(pk=schedule).is_on
    assert not TournamentOrder.objects.exists()
