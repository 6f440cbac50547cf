"""F4: the director's printed lists of seats and payouts, and the final result as CSV."""

import csv
import re
from collections import Counter
from io import StringIO

import pytest
from django.test import Client

from pokerroom.roles import DIRECTOR
from tests.games.support.tables import person
from tests.staff import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

pytestmark = pytest.mark.django_db
PATHS = ("seats/", "payouts/", "result.csv")


def running(*names: str) -> PageTournament:
    """These players at tables of three, started."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for name in names:
        api.enter(user=person(name), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    return tournament


@pytest.mark.parametrize("path", PATHS)
def test_F8_players_have_no_lists_of_the_director(path: str) -> None:
    tournament = running("Ada", "Bob", "Cyd")
    client = Client()
    client.force_login(person("Petr"))
    assert client.get(f"/tournaments/{tournament.id}/direct/{path}").status_code == 404
    assert Client().get(f"/tournaments/{tournament.id}/direct/{path}").status_code == 404


def test_T3_the_seating_list_names_each_player_twice_with_table_and_seat() -> None:
    tournament = running("Zora", "Ada", "Bob", "Cyd", "Dan", "Eva")
    page = staff(DIRECTOR).get(f"/tournaments/{tournament.id}/direct/seats/").content.decode()
    for entrant in tournament.state.players.values():
        assert page.count(f"<b>{entrant.name}</b>") == 2
        cells = (("Table", entrant.table), ("Seat", entrant.seat + 1))
        seat = "".join(f'<td class="n"><span class="cell-name">{name}</span> {number}</td>' for name, number in cells)
        assert f"<b>{entrant.name}</b></td>{seat}" in re.sub(r">\s+<", "><", page)
    assert page.index("<b>Ada</b>") < page.index("<b>Zora</b>")


def test_T16_the_payout_list_has_the_prize_of_each_place() -> None:
    tournament = running("Ada", "Bob", "Cyd")
    view = api.current_view(tournament.id).view
    page = staff(DIRECTOR).get(f"/tournaments/{tournament.id}/direct/payouts/").content.decode()
    assert view.prizes
    assert page.count("<tr>") == 1 + len(view.prizes)


def test_T16_the_result_has_every_bounty_and_ticket_that_was_paid() -> None:
    """The winner of a satellite with bounties keeps the own one, too; the pool of 300 pays two tickets of 110."""
    setup = soon(seats=3, min_players=3, late=None)._replace(
        price=Price(100_00, 10_00, 50_00), payouts=Payouts(ticket=110_00)
    )
    tournament = PageTournament(setup)
    for name in ("Ada", "Bob", "Cyd"):
        api.enter(user=person(name), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    winner, loser, _other = tournament.state.players
    tournament.play_hand(winner, (loser,))
    director, path = staff(DIRECTOR), f"/tournaments/{tournament.id}/direct/"
    _heads, *rows = csv.reader(StringIO(director.get(f"{path}result.csv").content.decode("utf-8-sig")))
    paid = Counter[str]()
    for event in tournament.events():
        if isinstance(event, ev.BountyDue):
            paid[tournament.state.players[event.player].name] += event.amount
    assert sum(paid.values()) == 150_00
    assert {row[1]: round(float(row[4]) * 100) for row in rows} == {row[1]: paid[row[1]] for row in rows}
    assert [float(row[3]) for row in rows] == [110, 110, 0]
    assert "(ticket 110" in re.sub(r"\s+", " ", director.get(f"{path}payouts/").content.decode())


def test_T16_the_result_is_there_when_the_tournament_has_finished() -> None:
    tournament = running("=1+1", "Ada", "Bob")
    director = staff(DIRECTOR)
    path = f"/tournaments/{tournament.id}/direct/result.csv"
    assert director.get(path).status_code == 302
    winner, *losers = tournament.state.players
    tournament.play_hand(winner, tuple(losers))
    answer = director.get(path)
    assert answer["Content-Type"].startswith("text/csv")
    heads, *rows = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
    assert heads == ["Place", "Player", "Prize", "Ticket in the prize", "Bounties", "Chips", "Currency"]
    view = api.current_view(tournament.id).view
    assert [row[0] for row in rows] == ["1", "2–3", "2–3"]
    assert sum(round(float(row[2]) * 100) for row in rows) == view.pool
    assert "=1+1" not in [row[1] for row in rows], "no name is a formula"
