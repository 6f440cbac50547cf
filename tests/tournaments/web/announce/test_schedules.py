"""The schedules page switches schedules on and off with a reason (T1, F3); the list shows the viewer's tickets."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client

from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import person
from tests.tournaments.web.support.director import PageDesk, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.lifecycle.schedules import announce_due
from tournaments.models import Schedule, Ticket

pytestmark = pytest.mark.django_db
HERE = "/tournaments/schedules/"


def browser(name: str, role: str = "") -> tuple[Client, User]:
    """A browser signed in as this user."""
    user, client = person(name), Client()
    if role:
        user.is_staff = True
        user.save()
        user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    return client, user


@pytest.fixture
def turbo() -> int:
    return api.schedule(setup=SIT_AND_GO, every="again")


def test_t1_a_director_switches_a_schedule_off_and_on(turbo: int) -> None:
    client, user = browser("Dana", DIRECTOR)
    assert "Turbo Six" in client.get(HERE).content.decode()
    page = client.post(HERE, {"schedule": turbo, "do": "off", "why": "Nobody comes"}, follow=True).content.decode()
    assert "The schedule is switched off." in page
    assert announce_due(0) == []
    [kept] = LogEntry.objects.all()
    assert (kept.user_id, kept.object_id, kept.change_message) == (user.pk, str(turbo), "Nobody comes")
    client.post(HERE, {"schedule": turbo, "do": "on", "why": "Summer is over"})
    assert len(announce_due(0)) == 1


def test_f3_without_a_reason_nothing_changes(turbo: int) -> None:
    client, _user = browser("Dana", DIRECTOR)
    page = client.post(HERE, {"schedule": turbo, "do": "off", "why": " "}, follow=True).content.decode()
    assert "Give a reason" in page
    for wrong in ("", "x", "99999999", "1" * 30):
        page = client.post(HERE, {"schedule": wrong, "do": "off", "why": "x"}, follow=True).content.decode()
        assert 'class="message error"' in page
    assert Schedule.objects.get().is_on


def test_f8_auditors_see_the_schedules_and_players_do_not(turbo: int) -> None:
    auditor, _user = browser("Audit", AUDITOR)
    assert "Turbo Six" in auditor.get(HERE).content.decode()
    auditor.post(HERE, {"schedule": turbo, "do": "off", "why": "x"})
    assert Schedule.objects.get().is_on
    player, _user = browser("Petr")
    assert player.get(HERE).status_code == 404
    assert HERE not in player.get("/tournaments/").content.decode()
    assert HERE in auditor.get("/tournaments/").content.decode()


def test_t1_ticket_holders_see_the_value_of_their_tickets() -> None:
    client, user = browser("Petr")
    won = PageDesk(soon()).id
    for worth in (110_00, 110_00, 22_00):
        Ticket.objects.create(player=user, currency="PLAY", amount=worth, from_tournament_id=won)
    Ticket.objects.create(player=user, currency="PLAY", amount=500_00, from_tournament_id=won, used_for_id=won)
    page = client.get("/tournaments/").content.decode()
    assert "You hold 2 tickets worth 110 each" in page
    assert "You hold 1 ticket worth 22:" in page
    assert "worth 500" not in page
