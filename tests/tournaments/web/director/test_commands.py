"""The director's forms follow the state of the tournament, and the table bar shows the director's notices."""

import re
from datetime import timedelta
from typing import TypeAlias

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.models import Table, title_of
from games.web.sockets.table_facts import why_silent
from tests.games.support.tables import person
from tests.tournaments.web.support.current_views import bar_html
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.models import Notice, TournamentOrder
from tournaments.store import store
from tournaments.web.director import panel
from tournaments.web.pages import contexts, fragments, notices, queries
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.table_bar import bar_context
from tournaments.web.text import labels

pytestmark = pytest.mark.django_db
PlayerCommand: TypeAlias = cm.Warn | cm.Penalise | cm.Disqualify


@pytest.fixture
def tournament() -> PageTournament:
    """Six players have registered at tables of three."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(6):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    return tournament.catch_up()


def started(tournament: PageTournament) -> PageTournament:
    """The tournament after its start."""
    tournament.carry_out(cm.Start())
    return tournament


def test_f4_the_panel_offers_pause_or_resume(tournament: PageTournament) -> None:
    started(tournament)
    assert 'value="pause"' in panel.panel_fragments(tournament.id, "en", viewer=0)["t-pause"]
    tournament.carry_out(cm.Pause("lights"))
    html = panel.panel_fragments(tournament.id, "en", viewer=0)["t-pause"]
    assert 'value="resume"' in html
    assert 'value="pause"' not in html


def test_f4_the_panel_offers_hand_for_hand_on_or_off(tournament: PageTournament) -> None:
    started(tournament)
    assert 'value="hand_on"' in panel.panel_fragments(tournament.id, "en", viewer=0)["t-hands"]
    tournament.carry_out(cm.SetHandForHand(True, "money"))
    assert 'value="hand_off"' in panel.panel_fragments(tournament.id, "en", viewer=0)["t-hands"]


def test_f4_an_order_refused_later_names_the_reason_with_its_details(tournament: PageTournament) -> None:
    started(tournament)
    user = get_user_model().objects.create_user(username="dora", display_name="Dora", is_staff=True, is_superuser=True)
    order = api.direct(user=user, tournament_id=tournament.id, command=cm.VoidHand(1, "two aces"), why="two aces")
    assert store.refuse(order, "void_chips", {"name": "Petr", "chips": 1500}, number=tournament.number)
    (status,) = queries.director_order_statuses(tournament.id, "PLAY")
    assert status.text == "Petr lacks 1\u202f500 of the chips won in that hand: the hand stands."
    with pytest.raises(DatabaseError), transaction.atomic():
        TournamentOrder.objects.filter(pk=order).update(refused_detail={"name": "Eva"})


def test_f4_no_player_or_table_is_preselected(tournament: PageTournament) -> None:
    html = panel.panel_fragments(started(tournament).id, "en", viewer=0)
    for name in ("t-pick-player", "t-pick-to", "t-pick-table"):
        assert '<option value="">Choose…</option>' in html[name]
    assert html["t-pick-player"].count("<option") == 7
    assert "required" in html["t-pick-player"]
    assert "required" not in html["t-pick-to"]


def test_f3_a_command_without_events_is_named_in_the_audit_log(tournament: PageTournament) -> None:
    user = person("Dana")
    started(tournament)
    api.direct(user=user, tournament_id=tournament.id, command=cm.BreakNow(60_000, "pizza"), why="pizza")
    audit = panel.panel_fragments(tournament.catch_up().id, "en", viewer=0)["t-audit"]
    assert "pizza" in audit
    assert "BreakNow" not in audit


def test_t4_a_new_level_is_announced_with_its_stakes(tournament: PageTournament) -> None:
    view = api.current_view(started(tournament).id).view
    assert labels.level_text(view) == "Level 1: 25/50."
    html = bar_html(tournament.id, person("Viewer"))
    assert '<p class="tb-message" data-news="level" hidden>Level 1: 25/50.</p>' in html
    tournament.carry_out(cm.Pause("lights"))
    html = bar_html(tournament.id, person("Other"))
    assert 'data-news="state" hidden>The director has paused' in html


def test_t5_a_clock_that_ran_out_before_a_break_shows_zero(tournament: PageTournament) -> None:
    view = api.current_view(started(tournament).id).view
    stopped = view._replace(clock=view.clock._replace(ends=0, left=0, break_coming=60_000))
    html = draw("bar", bar_context(stopped, Viewer(), 0), "en") + fragments.render("clock", contexts.clock(stopped))
    assert len(re.findall(r">\s*0:00\s*<", html)) == 2
    assert "∞" not in html


def test_players_who_are_out_get_no_seat_notice(tournament: PageTournament) -> None:
    player = next(iter(started(tournament).state.players))
    Notice.objects.create(tournament_id=tournament.id, player_id=player, kind="out", detail={"place": 6})
    assert [item.text for item in notices.items(player)] == ["Sunday Evening: you finished in place 6."]


def test_a_tournament_table_is_named_without_the_tournaments_id() -> None:
    assert title_of("Sunday Evening 3 (#12)", tournament=True) == "Sunday Evening 3"
    assert title_of("Prague (#1)", tournament=False) == "Prague (#1)"


def test_a_closed_table_says_that_it_is_closed(tournament: PageTournament) -> None:
    started(tournament)
    table = Table.objects.filter(tournament=tournament.id).earliest("pk")
    assert why_silent(table.pk) == "no_answer"
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    assert why_silent(table.pk) == "table_closed"


def bar_of(tournament: PageTournament, player: int) -> str:
    """The table bar as this player sees it."""
    return bar_html(tournament.id, get_user_model().objects.get(pk=player))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cm.Warn(0, "phone"), "the director warned you. phone"),
        (cm.Penalise(0, 1, 0, "phone"), "you have a penalty of 1 hand. phone"),
        (cm.Penalise(0, 0, 25, "phone"), "the director took 25 chips of yours. phone"),
        (cm.Penalise(0, 2, 25, "phone"), "you have a penalty of 2 hands. phone Sunday Evening: the director took"),
        (cm.Disqualify(0, "phone"), "you were disqualified. phone"),
    ],
)
def test_t14_the_table_bar_shows_the_directors_message_to_its_player_only(
    tournament: PageTournament, command: PlayerCommand, text: str
) -> None:
    player = next(iter(started(tournament).state.players))
    other = next(other for other in tournament.state.players if other != player)
    tournament.carry_out(cm.Pause("a word"))
    for table in list(tournament.state.tables):
        winner = next(entrant.player for entrant in tournament.state.still_in() if entrant.table == table)
        tournament.play_hand(winner, table=table)
    tournament.carry_out(command._replace(player=player))
    assert text in bar_of(tournament, player)
    assert text not in bar_of(tournament, other)
    assert 'data-news="own-' in bar_of(tournament, player), (
        "the message stays for a while, so that a reloaded bar still has it"
    )
    assert text not in " ".join(item.text for item in notices.items(player)), (
        "a message in the bar is not shown again as a notice"
    )
    Notice.objects.filter(player=player).update(created_at=timezone.now() - timedelta(minutes=1))
    assert text not in bar_of(tournament, player)


def test_t15_the_table_bar_shows_a_cancellation_also_to_players_who_were_out(tournament: PageTournament) -> None:
    winner, loser, *_ = started(tournament).state.tables[1].players
    tournament.play_hand(winner, (loser,))
    tournament.carry_out(cm.Cancel("No power"))
    for player in (winner, loser):
        assert "This tournament was cancelled. The money is back with the players." in bar_of(tournament, player)


def test_t12_the_bar_of_a_player_who_is_out_explains_when_the_place_is_known(tournament: PageTournament) -> None:
    current = api.current_view(started(tournament).id)
    view, own = current.view, current.of_player(next(iter(tournament.state.players)))
    assert own is not None
    assert own.standing is not None
    out = own._replace(standing=own.standing._replace(out=True))
    late = draw("bar", bar_context(view._replace(prizes_final=False), Viewer(1, out), 0), "en")
    assert "as soon as nobody can enter any more" in late
    assert "Enter again" not in late
    again = out._replace(can_enter=True, again=True)
    assert "Enter again" in draw("bar", bar_context(view._replace(prizes_final=False), Viewer(1, again), 0), "en")
    final = draw("bar", bar_context(view._replace(prizes_final=True), Viewer(1, out), 0), "en")
    assert "other tables have finished" in final
