"""The admin of tournaments: records are read-only, schedules can be switched off (F8)."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.tournaments.web.support.director import PageDesk, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.models import Schedule, Tournament

pytestmark = pytest.mark.django_db
MODELS = ("tournament", "tournamentdecision", "tournamentorder", "ticket", "schedule")


def staff(role: str) -> Client:
    user = User.objects.create_user(username=role, display_name=role.title(), is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("model", MODELS)
def test_f8_auditors_read_everything_and_change_nothing(model: str) -> None:
    PageDesk(soon())
    client = staff(AUDITOR)
    assert client.get(f"/admin/tournaments/{model}/").status_code == 200
    assert client.get(f"/admin/tournaments/{model}/add/").status_code == 403


def test_a_tournament_is_read_only_and_hides_its_password() -> None:
    desk = PageDesk(soon(), password="very secret")
    page = staff(DIRECTOR).get(f"/admin/tournaments/tournament/{desk.id}/change/").content.decode()
    assert "Sunday Evening" in page
    assert "argon2" not in page
    assert 'name="_save"' not in page


def test_F3_a_frozen_tournament_is_thawed_only_on_the_directors_page_with_a_reason() -> None:
    desk = PageDesk(soon())
    Tournament.objects.filter(pk=desk.id).update(frozen=True)
    page, auditor, director = f"/tournaments/{desk.id}/direct/", staff(AUDITOR), staff(DIRECTOR)
    assert f'href="{page}"' in director.get(f"/admin/tournaments/tournament/{desk.id}/change/").content.decode()
    for client, why in ((auditor, "looked at"), (director, ""), (director, "looked at")):
        assert Tournament.objects.get(pk=desk.id).frozen
        client.post(page, {"do": "thaw", "why": why})
    assert not Tournament.objects.get(pk=desk.id).frozen


def test_a_schedule_is_switched_off() -> None:
    pk = api.schedule(setup=SIT_AND_GO, every="again")
    staff(DIRECTOR).post(f"/admin/tournaments/schedule/{pk}/change/", {"ahead": "60", "bots": "0"})
    assert not Schedule.objects.get(pk=pk).is_on
