"""T19: the lobby of a tournament, drawn together for all who look at it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.errors import IllegalAction
from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.models import Ticket
from tournaments.web.pages.queries import LobbyViewer, lobbies_of_each, lobby_of

pytestmark = pytest.mark.django_db
LANGUAGES = ["en", "cs", "sk"]


def test_t19_each_viewer_gets_the_lobby_of_their_own(tournament: PageTournament, people: list[User]) -> None:
    first, second, _third = tournament.state.tables[1].players
    tournament.play_hand(first, (second,))
    here = [LobbyViewer(tournament.id, user.pk, "en") for user in people]
    viewers = [*here, LobbyViewer(tournament.id, 0, "en"), here[0]._replace(language="cs")]
    together = lobbies_of_each(viewers)
    assert together == [lobbies_of_each([viewer])[0] for viewer in viewers]
    assert together[0] == lobby_of(tournament.id, people[0], "en")[1]
    *own, visitors, czech = (html["t-own"] for html in together)
    assert "<dd>1<small>" in own[[user.pk for user in people].index(first)]
    assert "You are out." in own[[user.pk for user in people].index(second)]
    assert "Sign in or press" in visitors
    assert "Moje pořadí" in czech


def test_T1_only_who_has_a_ticket_of_the_price_may_use_it() -> None:
    petr, ada, olga = [person(name) for name in ("Petr", "Ada", "Olga")]
    tournament = PageTournament(soon())
    for holder, worth in ((petr, 110_00), (ada, 109_00)):
        Ticket.objects.create(player=holder, currency="PLAY", amount=worth, from_tournament_id=tournament.id)
    viewers = [LobbyViewer(tournament.id, user.pk, "en") for user in (petr, ada, olga)]
    assert ["Use my ticket" in html["t-own"] for html in lobbies_of_each(viewers)] == [True, False, False]
    api.enter(user=petr, tournament_id=tournament.id, ticket=True, key="x")
    viewers.append(viewers[0]._replace(language="cs"))
    assert ["On its way" in html["t-own"] for html in lobbies_of_each(viewers)] == [True, False, False, False]
    assert "Na cestě" in lobbies_of_each(viewers)[-1]["t-own"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_t19_viewers_of_several_tournaments_are_served_together(
    tournament: PageTournament, people: list[User], language: str
) -> None:
    later = PageTournament(soon(name="Later"))
    here, there = lobbies_of_each([LobbyViewer(one.id, people[0].pk, language) for one in (tournament, later)])
    assert "Later" in there["t-head"]
    assert "Later" not in here["t-head"]
    with pytest.raises(IllegalAction, match="no_such_tournament"):
        lobbies_of_each([LobbyViewer(tournament.id, 0, language), LobbyViewer(10**9, 0, language)])


def test_sixteen_viewers_ask_the_database_as_often_as_one(tournament: PageTournament, people: list[User]) -> None:
    crowd = [LobbyViewer(tournament.id, user.pk, language) for user in people for language in LANGUAGES]
    lobbies_of_each(crowd)
    counts = []
    for viewers in (crowd[:1], crowd[:16]):
        with CaptureQueriesContext(connection) as captured:
            lobbies_of_each(viewers)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 5


@pytest.mark.parametrize("page", ["/", "/tournaments/", "/wallet/", "/tournaments/{id}/"])
def test_no_page_with_unread_notices_reads_the_long_state_of_a_tournament(
    tournament: PageTournament, people: list[User], page: str
) -> None:
    lobbies_of_each([LobbyViewer(tournament.id, people[0].pk, "en")])
    client = Client()
    client.force_login(people[0])
    with CaptureQueriesContext(connection) as captured:
        text = client.get(page.format(id=tournament.id)).content.decode()
    assert "your seat is at table" in text
    assert not [query["sql"] for query in captured if '"snapshot"' in query["sql"]]
