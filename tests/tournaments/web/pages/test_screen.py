"""T19: the big screen shows the running tournament to everybody, has no controls, and says when nothing is dealt."""

import re

import pytest
from django.test import Client

from tests.games.support.tables import person
from tests.tournaments.web.support.current_views import current_views
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SCENES
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.web.pages import fragments, screen
from tournaments.web.text.labels import chips

pytestmark = pytest.mark.django_db


def shown(scene: str) -> str:
    """The big screen of a scene."""
    view, _own = current_views(SCENES[scene]())
    return fragments.render("screen", screen.context_of(view))


def running() -> PageTournament:
    """Four players at two tables, in the first level."""
    tournament = PageTournament(soon(seats=2, min_players=2, late=None))
    for number in range(4):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    return tournament


def test_T19_a_guest_sees_the_clock_stakes_and_stacks_without_any_control() -> None:
    tournament = running()
    page = Client().get(f"/tournaments/{tournament.id}/screen/").content.decode()
    view = api.current_view(tournament.id).view
    assert f'data-ends="{view.clock.ends}"' in page
    assert 'id="t-server-time"' in page
    assert f'data-socket="/ws/tournament/{tournament.id}/screen/"' in page
    assert f"{view.average:,}".replace(",", "\u202f") in page
    assert all(word in page for word in ("Next level", "Next break", "Players left", "Entries", "Prizes"))
    main = page[page.index("<main") : page.index("</main>")]
    assert not re.search(r"<(a|button|input|form|select|details)\b", main)


def test_T19_nobody_signed_in_has_a_menu_or_own_tables_on_the_big_screen() -> None:
    client = Client()
    client.force_login(person("Petr"))
    page = client.get(f"/tournaments/{running().id}/screen/").content.decode()
    assert "my-tables-place" not in page
    assert 'class="bar"' not in page


def test_T19_the_chip_leader_can_be_left_out() -> None:
    path = f"/tournaments/{running().id}/screen/"
    assert "s-no-leader" not in Client().get(path).content.decode()
    assert "s-no-leader" in Client().get(f"{path}?leader=no").content.decode()


def test_T9_hand_for_hand_is_shown() -> None:
    page = shown("bubble")
    assert "is in the money" in page
    assert "Hand-for-hand" in page


def test_F4_a_pause_is_shown_with_its_reason_and_a_clock_that_stands() -> None:
    tournament = running()
    tournament.carry_out(cm.Pause("The lights went out."))
    page = Client().get(f"/tournaments/{tournament.id}/screen/").content.decode()
    assert "The lights went out." in page
    assert "s-clock stands" in page


def test_T5_a_break_counts_down_to_its_end() -> None:
    view, _own = current_views(SCENES["break"]())
    assert f'data-ends="{view.clock.break_until}"' in fragments.render("screen", screen.context_of(view))


def test_T16_the_result_stands_on_the_screen_when_it_is_over() -> None:
    view, _own = current_views(SCENES["over"]())
    page = fragments.render("screen", screen.context_of(view))
    first = next(row for row in view.standings if row.place == 1)
    assert page.index(first.name) < page.index(next(row for row in view.standings if row.place == 2).name)


def test_T19_the_leader_has_the_largest_stack() -> None:
    view, _own = current_views(SCENES["middle"]())
    assert f"<small>{chips(view.largest)}</small>" in shown("middle")


def test_a_tournament_that_does_not_exist_has_no_screen() -> None:
    assert Client().get("/tournaments/999/screen/").status_code == 404
