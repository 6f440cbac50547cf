"""The players' pages: the list, the lobby, registration and all other actions (T1, T2, T19)."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from cashier import api as cashier
from pokerroom.models import User
from tests.games.support.tables import GRANT, person
from tests.tournaments.web.support.director import PageDesk, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.state import commands as cm
from tournaments.web.pages import contexts, tournament_list
from tournaments.web.pages.table_bar import bar_fragments

pytestmark = pytest.mark.django_db
PRICE = 110_00
Door = Callable[[User], Client]


@pytest.fixture
def door() -> Door:
    """A browser signed in as this user."""

    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of


@pytest.fixture
def petr() -> User:
    return person("Petr")


def press(client: Client, desk: PageDesk, do: str, **typed: str) -> str:
    """Presses a button of the lobby; the page that follows."""
    page = f"/tournaments/{desk.id}/"
    key = client.get(page).content.decode().partition('name="key" value="')[2].partition('"')[0]
    return client.post(f"{page}action/", {"do": do, "key": key, **typed}, follow=True).content.decode()


class TestSchedule:
    def test_t1_the_list_shows_coming_tournaments_with_price_and_pool(self, client: Client) -> None:
        PageDesk(soon())
        page = client.get("/tournaments/").content.decode()
        assert "Sunday Evening" in page
        assert "100 + 10" in page
        assert "2\u2009500" in page, "what is guaranteed"

    def test_filters_hide_other_tournaments(self, client: Client) -> None:
        PageDesk(soon())
        PageDesk(SIT_AND_GO)
        assert "Sunday Evening" not in client.get("/tournaments/?kind=sitngo").content.decode()
        assert "Turbo Six" in client.get("/tournaments/?kind=sitngo").content.decode()
        assert "Turbo Six" not in client.get("/tournaments/?game=omaha").content.decode()
        assert "No tournament matches" in client.get("/tournaments/?state=over").content.decode()

    def test_the_viewers_tournaments_are_marked(self, door: Door, petr: User) -> None:
        desk = PageDesk(soon())
        client = door(petr)
        press(client, desk, "enter")
        desk.work()
        assert "registered" in client.get("/tournaments/?state=mine").content.decode()

    def test_the_viewers_tournaments_are_listed_behind_any_number_of_others(
        self, door: Door, petr: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tournament_list, "MOST", 2)
        desk, client = PageDesk(soon(name="Long Ago")), door(petr)
        press(client, desk, "enter")
        desk.work()
        for number in range(3):
            PageDesk(soon(name=f"Later {number}"))
        page = client.get("/tournaments/?state=mine").content.decode()
        assert "Long Ago" in page and "Later" not in page

    @pytest.mark.parametrize("query", ["state=nonsense", "kind=%00", "game=<script>"])
    def test_invalid_filters_are_ignored(self, client: Client, query: str) -> None:
        assert client.get(f"/tournaments/?{query}").status_code == 200

    def test_the_lobby_of_the_room_has_a_tab(self, client: Client) -> None:
        assert 'href="/tournaments/"' in client.get("/").content.decode()


class TestRegistering:
    def test_t2_the_price_is_taken_at_once_and_given_back(self, door: Door, petr: User) -> None:
        desk, client = PageDesk(soon()), door(petr)
        page = press(client, desk, "enter")
        assert "On its way to the director" in page
        assert cashier.balance(user_id=petr.pk) == GRANT - PRICE
        desk.work()
        assert "You are registered." in client.get(f"/tournaments/{desk.id}/").content.decode()
        press(client, desk, "unregister")
        desk.work()
        assert cashier.balance(user_id=petr.pk) == GRANT
        assert petr.pk not in desk.state.players

    def test_t2_a_doubled_press_is_one_entry(self, door: Door, petr: User) -> None:
        desk, client = PageDesk(soon()), door(petr)
        page = f"/tournaments/{desk.id}/"
        for _ in range(2):
            client.post(f"{page}action/", {"do": "enter", "key": "same"})
        desk.work()
        assert cashier.balance(user_id=petr.pk) == GRANT - PRICE

    def test_t18_as_many_tournaments_as_the_operator_allows(self, door: Door, petr: User, settings: Any) -> None:
        settings.TOURNAMENTS_PER_PLAYER = 1
        first, other, client = PageDesk(soon()), PageDesk(soon()), door(petr)
        press(client, first, "enter")
        page = press(client, other, "enter")
        assert "as many tournaments as this room allows at once: 1." in page
        assert petr.pk not in other.work().state.players
        press(client, first.work(), "unregister")
        first.work()
        press(client, other, "enter")
        assert petr.pk in other.work().state.players

    def test_t2_without_the_money_registration_is_refused_with_a_sentence(self, door: Door) -> None:
        desk, client = PageDesk(soon()), door(person("Poor", grant=50_00))
        assert "You are short of" in press(client, desk, "enter")
        assert not desk.work().state.players

    def test_a_password_is_asked_for(self, door: Door, petr: User) -> None:
        desk, client = PageDesk(soon(), password="secret"), door(petr)
        assert 'name="password"' in client.get(f"/tournaments/{desk.id}/").content.decode()
        assert "not this tournament&#x27;s password" in press(client, desk, "enter", password="wrong")
        press(client, desk, "enter", password="secret")
        assert petr.pk in desk.work().state.players

    def test_password_guesses_are_limited(self, door: Door, petr: User) -> None:
        desk, client = PageDesk(soon(), password="secret"), door(petr)
        for number in range(10):
            assert "Slow down" not in press(client, desk, "enter", password=f"guess {number}")
        assert "Slow down" in press(client, desk, "enter", password="secret")
        assert not desk.work().state.players

    def test_anonymous_visitors_are_invited_to_sign_in(self, client: Client) -> None:
        desk = PageDesk(soon())
        page = client.get(f"/tournaments/{desk.id}/").content.decode()
        assert "Play now" in page
        client.post(f"/tournaments/{desk.id}/action/", {"do": "enter"})
        assert not desk.work().state.players

    @pytest.mark.parametrize("do", ["", "nonsense", "propose:own", "agree", "add_on", "leave", "rebuy", "come_back"])
    def test_invalid_actions_are_refused_with_a_sentence(self, door: Door, petr: User, do: str) -> None:
        desk, client = PageDesk(soon()), door(petr)
        answer = client.post(f"/tournaments/{desk.id}/action/", {"do": do, "share-1": "x"}, follow=True)
        assert answer.status_code == 200
        assert 'class="message error"' in answer.content.decode()
        assert not desk.work().state.players

    @pytest.mark.parametrize(
        "typed",
        [
            {"do": "enter", "key": "a\0b"},
            {"do": "propose:own", f"share-{'1' * 5000}": "5"},
            {"do": "\0", "next": "word"},
        ],
    )
    def test_forged_input_is_refused_with_a_sentence(self, door: Door, typed: dict[str, str]) -> None:
        desk, client = PageDesk(soon()), door(person("Eva"))
        form = "application/x-www-form-urlencoded"
        answer = client.post(f"/tournaments/{desk.id}/action/", urlencode(typed), content_type=form, follow=True)
        assert answer.status_code == 200
        assert 'class="message error"' in answer.content.decode()
        assert not desk.work().state.players

    def test_an_unknown_tournament_is_not_found(self, client: Client) -> None:
        assert client.get("/tournaments/999/").status_code == 404


class TestRunning:
    @pytest.fixture
    def desk(self, petr: User) -> PageDesk:
        desk = PageDesk(soon(seats=3, min_players=3, late=LateRegistration(3, 2)))
        for user in (petr, person("Ada"), person("Bo")):
            api.enter(user=user, tournament_id=desk.id, key="x")
        desk.work().tell(cm.Start())
        return desk

    def test_t19_clock_place_table_and_structure_are_there(self, door: Door, petr: User, desk: PageDesk) -> None:
        page = door(petr).get(f"/tournaments/{desk.id}/").content.decode()
        for words in ("Level 1", "25/50", "My place", "To my table", "What happened", "The tournament begins"):
            assert words in page

    def test_the_table_bar_links_to_the_players_new_table(self, petr: User, desk: PageDesk) -> None:
        view, own, _ = api.view_of(tournament_id=desk.id, player=petr.pk)
        assert own is not None
        at_home = bar_fragments(desk.id, petr, own.table_id, "en")["tournament-bar"]
        elsewhere = bar_fragments(desk.id, petr, own.table_id + 1, "en")["tournament-bar"]
        assert view.stage == "running"
        assert "data-go" not in at_home
        assert f'href="/table/{own.table_id}/"' in elsewhere
        assert "data-go" in elsewhere

    def test_the_tables_page_carries_the_bar(self, door: Door, petr: User, desk: PageDesk) -> None:
        _view, own, _ = api.view_of(tournament_id=desk.id, player=petr.pk)
        assert own is not None
        page = door(petr).get(f"/table/{own.table_id}/").content.decode()
        assert 'id="tournament-bar"' in page
        assert f'data-socket="/ws/table/{own.table_id}/"' in page
        assert 'id="t-form"' in page

    def test_t13_leaving_and_coming_back(self, door: Door, petr: User, desk: PageDesk) -> None:
        client = door(petr)
        press(client, desk, "leave")
        assert desk.work().state.players[petr.pk].away
        assert "I am back" in client.get(f"/tournaments/{desk.id}/").content.decode()
        press(client, desk, "come_back")
        assert not desk.work().state.players[petr.pk].away

    def test_t12_late_entry_is_offered_to_players_who_are_not_in(self, door: Door, desk: PageDesk) -> None:
        page = door(person("Late")).get(f"/tournaments/{desk.id}/").content.decode()
        assert "Enter late for" in page

    @pytest.mark.parametrize("language", ["cs", "sk"])
    def test_pages_in_other_languages(self, door: Door, petr: User, desk: PageDesk, language: str) -> None:
        User.objects.filter(pk=petr.pk).update(language=language)
        petr.refresh_from_db()
        assert door(petr).get(f"/tournaments/{desk.id}/", HTTP_ACCEPT_LANGUAGE=language).status_code == 200


class TestNews:
    def test_notices_are_shown_once_on_any_page(self, door: Door, petr: User) -> None:
        desk, client = PageDesk(soon()), door(petr)
        api.enter(user=petr, tournament_id=desk.id, key="x")
        desk.work().tell(cm.Cancel("No power"))
        page = client.get("/rules/").content.decode()
        assert "Sunday Evening was cancelled." in page
        assert "110 is back in your wallet" in page
        assert "was cancelled." not in client.get("/rules/").content.decode()


class TestPlayers:
    """The page of all players of a large tournament (T19)."""

    def of(self, monkeypatch: pytest.MonkeyPatch, client: Client, query: str = "") -> str:
        """The page with two players per page; five have registered."""
        monkeypatch.setattr(contexts, "MOST_ROWS", 2)
        desk = PageDesk(soon(seats=3, min_players=3, late=None))
        for name in ("Anna", "Bára", "Cyril", "Dana <b>", "Babeta"):
            api.enter(user=person(name), tournament_id=desk.id, key="x")
        desk.work()
        self.lobby = client.get(f"/tournaments/{desk.id}/").content.decode()
        answer = client.get(f"/tournaments/{desk.id}/players/{query}")
        assert answer.status_code == 200
        return str(answer.content.decode())

    def test_t19_the_lobby_leads_there(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.of(monkeypatch, client)
        assert "and 3 more players" in self.lobby and "/players/" in self.lobby
        assert "1 to 2 of 5" in page and "from=2" in page

    def test_t19_the_next_ones(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.of(monkeypatch, client, "?from=4")
        assert "5 to 5 of 5" in page and "from=2" in page and "from=6" not in page

    def test_t19_a_player_is_found_by_a_part_of_the_name(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.of(monkeypatch, client, "?name=AB")
        assert "Babeta" in page and "Anna" not in page and "1 to 1 of 1" in page

    @pytest.mark.parametrize("query", ["?name=Zuzana", "?from=999", "?name=%00%ff&from=-1x", "?name=" + "x" * 500])
    def test_any_search_is_answered(self, monkeypatch: pytest.MonkeyPatch, client: Client, query: str) -> None:
        assert "Dana <b>" not in self.of(monkeypatch, client, query)
