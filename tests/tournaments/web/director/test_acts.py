"""The director's acts on pages of their own: a disqualification with its preview, own figures of a deal (T14, T17)."""

from html import unescape

import pytest
from django.test import Client

from backoffice.models import StaffAct
from games.engine.rules.rules import Rules
from games.models import Order
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import person
from tests.staff import staff, with_role
from tests.tournaments.web.support.acts import form_of, send
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind
from tournaments.models import TournamentOrder
from tournaments.web.text.labels import chips

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
    """Fills in the form of an act and confirms twice what it shows; returns that."""
    token = form_of(client.get(path).content.decode())["once"]
    return send(client, path, {"once": token, "reason": "because", **typed}, times=2)[0]


def preview(client: Client, tournament: PageTournament, do: str, **typed: object) -> str:
    """Presses a button of the director's page and confirms twice what it shows; returns that."""
    return send(client, f"/tournaments/{tournament.id}/direct/", {"do": do, "why": "because", **typed}, times=2)[0]


def test_T14_a_disqualification_is_shown_then_done_once_and_logged(tournament: PageTournament) -> None:
    player = max(tournament.state.players)
    shown = preview(staff(DIRECTOR), tournament, "disqualify", player=player)
    assert "chips of P2 go out of play" in shown
    assert "P2 finishes in place 3" in shown
    assert TournamentOrder.objects.filter(kind="Disqualify").count() == 1
    act = StaffAct.objects.get(act="tournament.disqualify")
    assert (act.about_id, act.reason) == (player, "because")
    tournament.catch_up()
    assert tournament.state.players[player].out


def test_F8_only_directors_open_the_pages_of_acts(tournament: PageTournament) -> None:
    address = f"/tournaments/{tournament.id}/direct/"
    typed = {"do": "disqualify", "player": min(tournament.state.players), "why": "x"}
    for client in (Client(), staff(AUDITOR)):
        assert client.get(f"{address}deal/").status_code == 404
        assert client.post(address, typed).status_code == 404


def test_F4_nobody_disqualifies_where_they_play(tournament: PageTournament) -> None:
    one, *_others, player = sorted(tournament.state.players)
    me = with_role(User.objects.get(pk=one), DIRECTOR)
    client = Client()
    client.force_login(me)
    page = preview(client, tournament, "disqualify", player=player)
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


def test_F4_each_act_says_what_players_get_or_lose_before_it_is_done(tournament: PageTournament) -> None:
    first, second, third = sorted(tournament.state.players)
    client, path = staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/"

    def shown(do: str, **typed: object) -> str:
        page = client.post(path, {"do": do, "why": "because", **typed}).content.decode()
        assert 'name="confirmed"' in page, page
        return unescape(page)

    stack = tournament.state.players[second].stack
    assert "Level 2 with" in shown("next")
    assert "big blinds instead of" in shown("next")
    assert "P1 is warned and reads the reason. Earlier warnings: 0." in shown("warn", player=second)
    penalty = shown("penalise", player=second, rounds="2", minutes="5", chips="500")
    assert "P1 is dealt in and folded for 6 hands" in penalty
    assert "For 5 min of play every hand of P1 is folded" in penalty
    assert f"A round of blinds and antes costs 75 now; P1 has {chips(stack)}." in penalty
    assert f"500 of the {chips(stack)} chips of P1 go out of play" in penalty
    tournament.carry_out(cm.Penalise(second, 2, 0, "phone"))
    assert "P1: 2 hands of penalty left." in shown("lift", player=second)
    ends = shown("end")
    assert "in place 1." in ends
    tournament.carry_out(cm.OpenDealTalk())
    tournament.carry_out(cm.ProposeDeal(DealKind.CHIPS))
    for player in (first, second, third):
        tournament.carry_out(cm.AgreeDeal(player))
    deal = shown("deal:yes")
    assert all(f"P{number} gets " in deal for number in range(3))
    assert "the shares are paid at once" in deal
    assert not TournamentOrder.objects.exclude(by=None).exists(), "nothing was done"


def test_F4_an_act_is_done_only_to_what_its_page_has_shown(tournament: PageTournament) -> None:
    """The clock begins the next level, and the table the next hand, while the director reads what would happen."""
    client, path = staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/"
    level = client.post(path, {"do": "next", "why": "because"}).content.decode()
    void = client.post(path, {"do": "void", "table": 1, "why": "because"}).content.decode()
    tournament.carry_out(cm.NextLevel("x"))
    tournament.carry_out(cm.Resume("x"))
    for page, refusal in ((level, "The level has changed"), (void, "Another hand has begun")):
        answer = client.post(path, {**form_of(page), "confirmed": "1"}).content.decode()
        assert f"{refusal} meanwhile: look again." in answer
        again = client.post(path, {**form_of(answer), "table": 1, "reason": "because"}).content.decode()
        assert 'name="confirmed"' in again
        client.post(path, {**form_of(again), "confirmed": "1"})
    tournament.catch_up()
    assert tournament.state.level == 3
    assert tournament.state.tables[1].void_requested == "because"


def test_F4_a_second_click_on_an_act_finds_it_done(tournament: PageTournament) -> None:
    client, path = staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/"
    page = client.post(path, {"do": "next", "why": "because"}).content.decode()
    for _click in range(2):
        answer = client.post(path, {**form_of(page), "confirmed": "1"}, follow=True)
        assert "The decision has been sent." in answer.content.decode()
        tournament.catch_up()
    assert tournament.state.level == 2


def test_F4_acts_about_seats_and_hands_say_who_gets_what() -> None:
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for number in range(5):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up()
    client, path = staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/"

    def shown(do: str, **typed: object) -> str:
        return unescape(client.post(path, {"do": do, "why": "because", **typed}).content.decode())

    start = shown("start")
    assert "Players: 5, tables: 2." in start
    assert "Their seats are drawn." in start
    tournament.carry_out(cm.Start())
    crowded = max(tournament.state.tables.values(), key=lambda table: table.taken)
    other = next(table for table in tournament.state.tables.values() if table is not crowded)
    mover = crowded.players[0]
    move = shown("move", player=mover, to=other.number)
    assert "It happens after the running hand" in move
    assert f"to table {other.number}, seat {other.free[0] + 1}." in move
    assert f"Players then: 2 at table {crowded.number}, 3 at table {other.number}." in move
    void = shown("void", table=crowded.number)
    assert "All bets go back" in void
    assert all(f"{tournament.state.players[player].name}: 10" in void for player in crowded.players)
    tournament.carry_out(cm.Pause("x"))
    loser, winner = crowded.players[:2]
    tournament.play_hand(winner, (loser,), table=crowded.number)
    void = shown("void", table=crowded.number)
    assert f"{tournament.state.players[winner].name} gives back 10" in void
    assert f"{tournament.state.players[loser].name} gets back 10" in void
    assert f"{tournament.state.players[loser].name} is back in seat" in void
