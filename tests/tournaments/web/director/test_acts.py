"""The director's acts on pages of their own: a disqualification with its preview, own figures of a deal (T14, T17)."""

import re

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from backoffice.models import StaffAct
from games.engine.rules.rules import Rules
from games.models import Order
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import person
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import TournamentOrder

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> PageTournament:
    """Three players at one table, between two hands."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(3):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    tournament.carry_out(cm.Pause("x"))
    tournament.play_hand(min(tournament.state.players))
    return tournament


def submit(client: Client, path: str, **typed: object) -> str:
    """Fills in the form of an act, reads what will happen, and confirms it twice; the page that follows."""
    token = re.search(r'name="once" value="([^"]+)"', client.get(path).content.decode())
    assert token
    data = {"once": token[1], "reason": "because", **typed}
    shown = client.post(path, data).content.decode()
    if 'name="confirmed"' not in shown:
        return shown
    client.post(path, {**data, "confirmed": "1"})
    client.post(path, {**data, "confirmed": "1"})
    return shown


def test_T14_a_disqualification_is_shown_then_done_once_and_logged(tournament: PageTournament) -> None:
    player = max(tournament.state.players)
    shown = submit(staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/disqualify/{player}/")
    assert "chips of P2 go out of play" in shown
    assert "P2 finishes in place 3" in shown
    assert TournamentOrder.objects.filter(kind="Disqualify").count() == 1
    act = StaffAct.objects.get(act="tournament.disqualify")
    assert (act.about_id, act.reason) == (player, "because")
    tournament.catch_up()
    assert tournament.state.players[player].out


@pytest.mark.parametrize("path", ["deal/", "disqualify/{player}/"])
def test_F8_only_directors_open_the_pages_of_acts(tournament: PageTournament, path: str) -> None:
    address = f"/tournaments/{tournament.id}/direct/{path.format(player=min(tournament.state.players))}"
    assert Client().get(address).status_code == 404
    assert staff(AUDITOR).get(address).status_code == 404


def test_F4_nobody_disqualifies_where_they_play(tournament: PageTournament) -> None:
    one, *_others, player = sorted(tournament.state.players)
    me = User.objects.get(pk=one)
    me.groups.add(Group.objects.get(name=DIRECTOR))
    client = Client()
    client.force_login(me)
    page = submit(client, f"/tournaments/{tournament.id}/direct/disqualify/{player}/")
    assert "You play in this tournament" in page
    assert not TournamentOrder.objects.filter(kind="Disqualify").exists()


def test_T17_own_figures_are_proposed_when_they_add_up_to_the_unit(tournament: PageTournament) -> None:
    director = staff(DIRECTOR)
    path = f"/tournaments/{tournament.id}/direct/deal/"
    assert director.get(path).status_code == 302, "there is no deal talk"
    tournament.carry_out(cm.OpenDealTalk())
    first, second, third = sorted(tournament.state.players)
    rest = sum(tournament.state.prizes.amounts) // 100
    wrong = {f"share_{first}": rest, f"share_{second}": "0.01", f"share_{third}": 0, "kept": 0}
    assert "0.01 too much is given away" in submit(director, path, **wrong)
    wrong |= {f"share_{first}": rest - 1, f"share_{second}": 0}
    assert "1 is not given to anybody" in submit(director, path, **wrong)
    assert not TournamentOrder.objects.filter(kind="ProposeDeal").exists()
    right = {**wrong, f"share_{first}": rest - 20, f"share_{second}": "10.50", f"share_{third}": "9.50"}
    shown = submit(director, path, **right)
    assert "P1 would get 10.50" in shown
    tournament.catch_up()
    proposed = tournament.state.deal
    assert proposed is not None
    assert dict(proposed.shares) == {first: (rest - 20) * 100, second: 10_50, third: 9_50}
    assert proposed.agreed == (), "each player still has to agree"
    assert [type(event) for event in tournament.events()[-1:]] == [ev.DealProposed]


@pytest.mark.parametrize("typed", ["", "x", "-1", "1e9", "9" * 60])
def test_bad_amounts_are_answered_at_their_field(tournament: PageTournament, typed: str) -> None:
    tournament.carry_out(cm.OpenDealTalk())
    first, *others = sorted(tournament.state.players)
    answer = staff(DIRECTOR).post(
        f"/tournaments/{tournament.id}/direct/deal/",
        {f"share_{first}": typed, **{f"share_{one}": "1" for one in others}, "reason": "x"},
    )
    assert answer.status_code == 422
    assert not TournamentOrder.objects.filter(kind="ProposeDeal").exists()


def test_Y_rules_changed_while_it_runs_are_shown_then_sent_with_the_next_hand_of_each_table(
    tournament: PageTournament,
) -> None:
    director = staff(DIRECTOR)
    path = f"/tournaments/{tournament.id}/direct/rules/"
    form = director.get(path).content.decode()
    assert "Seconds per turn" in form
    typed = {"preset": "online", "turn_seconds": 9, "bank_seconds": 30, "timeout_action": "fold", "disqualify": ""}
    shown = submit(director, path, **typed)
    assert "At each table from its next hand on" in shown
    assert "Seconds per turn: 15 → 9" in shown
    assert "Out of time: check, otherwise fold → fold" in shown
    tournament.catch_up()
    assert tournament.state.setup.clock.turn == 9_000
    assert not Order.objects.filter(kind=Order.Kind.CHANGE_RULES).exists(), "the table waits for its next hand"
    tournament.carry_out(cm.Resume("go on"))
    order = Order.objects.get(kind=Order.Kind.CHANGE_RULES)
    assert (Rules.from_data(order.payload["rules"]).clock.turn, order.payload["reason"]) == (9_000, "because")
    assert StaffAct.objects.filter(act="tournament.change_house_rules", reason="because").count() == 1
    assert "These rules are played already." in submit(director, path, **typed)


def test_Y_before_its_start_a_tournament_has_its_announcement_to_change() -> None:
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    assert staff(DIRECTOR).get(f"/tournaments/{tournament.id}/direct/rules/").status_code == 302
