"""The schedules page, with a reason for each switch (T1, F3), and the viewer's tickets on the tournament list."""

import pytest
from django.test import Client

from backoffice.models import StaffAct
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import person
from tests.staff import with_role
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.lifecycle.schedules import announce_due
from tournaments.models import Schedule, Ticket

pytestmark = pytest.mark.django_db
URL = "/tournaments/schedules/"


def signed_in(name: str, role: str = "") -> tuple[Client, User]:
    """A browser signed in as a new user, and the user."""
    user, client = person(name), Client()
    if role:
        with_role(user, role)
    client.force_login(user)
    return client, user


@pytest.fixture
def turbo() -> int:
    """The schedule of a sit-and-go."""
    return api.schedule(setup=SIT_AND_GO, every="again")


def test_t1_a_director_switches_a_schedule_off_and_on(turbo: int) -> None:
    client, user = signed_in("Dana", DIRECTOR)
    assert "Turbo Six" in client.get(URL).content.decode()
    page = client.post(URL, {"schedule": turbo, "do": "off", "why": "Nobody comes"}, follow=True).content.decode()
    assert "The schedule is switched off." in page
    assert announce_due(0) == []
    (act,) = StaffAct.objects.all()
    assert (act.by_id, act.subject_id, act.reason) == (user.pk, str(turbo), "Nobody comes")
    assert act.changes == [["is_on", "on", "off"]]
    client.post(URL, {"schedule": turbo, "do": "on", "why": "Summer is over"})
    assert len(announce_due(0)) == 1


def test_f3_without_a_reason_nothing_changes(turbo: int) -> None:
    client, _user = signed_in("Dana", DIRECTOR)
    page = client.post(URL, {"schedule": turbo, "do": "off", "why": " "}, follow=True).content.decode()
    assert "Give a reason" in page
    for schedule in ("", "x", "99999999", "1" * 30):
        page = client.post(URL, {"schedule": schedule, "do": "off", "why": "x"}, follow=True).content.decode()
        assert 'class="message error"' in page
    assert Schedule.objects.get().is_on


def test_f8_auditors_see_the_schedules_and_players_do_not(turbo: int) -> None:
    auditor, _user = signed_in("Audit", AUDITOR)
    assert "Turbo Six" in auditor.get(URL).content.decode()
    auditor.post(URL, {"schedule": turbo, "do": "off", "why": "x"})
    assert Schedule.objects.get().is_on
    player, _user = signed_in("Petr")
    assert player.get(URL).status_code == 404
    assert URL not in player.get("/tournaments/").content.decode()
    assert URL in auditor.get("/tournaments/").content.decode()


def test_t1_ticket_holders_see_the_value_of_their_tickets() -> None:
    client, user = signed_in("Petr")
    satellite = PageTournament(soon()).id
    for amount in (110_00, 110_00, 22_00):
        Ticket.objects.create(player=user, currency="PLAY", amount=amount, from_tournament_id=satellite)
    Ticket.objects.create(
        player=user, currency="PLAY", amount=500_00, from_tournament_id=satellite, used_for_id=satellite
    )
    page = client.get("/tournaments/").content.decode()
    assert "You hold 2 tickets worth 110 each" in page
    assert "You hold 1 ticket worth 22:" in page
    assert "worth 500" not in page
