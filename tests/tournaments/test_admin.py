"""The admin of tournaments: records are read-only, and so are schedules (F3, F8)."""

import pytest

from pokerroom.roles import AUDITOR, DIRECTOR
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.models import Schedule, Tournament

pytestmark = pytest.mark.django_db
MODELS = ("tournament", "tournamentdecision", "tournamentorder", "ticket", "schedule")


@pytest.mark.parametrize("model", MODELS)
def test_f8_auditors_read_everything_and_change_nothing(model: str) -> None:
    PageTournament(soon())
    client = staff(AUDITOR)
    assert client.get(f"/admin/tournaments/{model}/").status_code == 200
    assert client.get(f"/admin/tournaments/{model}/add/").status_code == 403


def test_a_tournament_is_read_only_and_hides_its_password() -> None:
    tournament = PageTournament(soon(), password="very secret")
    page = staff(DIRECTOR).get(f"/admin/tournaments/tournament/{tournament.id}/change/").content.decode()
    assert "Sunday Evening" in page
    assert "argon2" not in page
    assert 'name="_save"' not in page


@pytest.mark.parametrize("hidden", ["password__contains=%24", "snapshot__isnull=False"])
def test_no_filter_tells_what_the_admin_does_not_show(hidden: str) -> None:
    PageTournament(soon(), password="very secret")
    answer = staff(DIRECTOR).get(f"/admin/tournaments/tournament/?{hidden}")
    assert "Sunday Evening" not in answer.content.decode()
    shown = staff(AUDITOR).get("/admin/tournaments/tournament/?stage__exact=open&currency=PLAY").content.decode()
    assert "Sunday Evening" in shown


def test_f3_a_frozen_tournament_is_thawed_only_on_the_directors_page_with_a_reason() -> None:
    tournament = PageTournament(soon())
    Tournament.objects.filter(pk=tournament.id).update(frozen=True)
    page, auditor, director = f"/tournaments/{tournament.id}/direct/", staff(AUDITOR), staff(DIRECTOR)
    assert f'href="{page}"' in director.get(f"/admin/tournaments/tournament/{tournament.id}/change/").content.decode()
    for client, why in ((auditor, "checked"), (director, ""), (director, "checked")):
        assert Tournament.objects.get(pk=tournament.id).frozen
        client.post(page, {"do": "thaw", "why": why})
    assert not Tournament.objects.get(pk=tournament.id).frozen


def test_F3_no_schedule_is_switched_off_or_deleted_beside_the_page_that_asks_why() -> None:
    pk, director = api.schedule(setup=SIT_AND_GO, every="again"), staff(DIRECTOR)
    page = f"/admin/tournaments/schedule/{pk}"
    assert director.post(f"{page}/change/", {"ahead": "60", "bots": "0"}).status_code == 403
    assert director.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    assert Schedule.objects.get(pk=pk).is_on
