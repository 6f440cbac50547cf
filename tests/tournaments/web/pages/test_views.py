"""The players' pages: the list, the lobby, registration and all other actions (T1, T2, T19)."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import Settings

from cashier import api as cashier
from pokerroom.models import User
from tests.games.support.tables import GRANT, person
from tests.tournaments.web.support.current_views import bar_html
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.engine.setup.setup import LateRegistration, Price
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.web.pages import contexts, tournament_list, views

pytestmark = pytest.mark.django_db
PRICE = 110_00
SignIn = Callable[[User], Client]


@pytest.fixture
def sign_in() -> SignIn:
    """Opens a browser signed in as a user."""

    def open_browser(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return open_browser


@pytest.fixture
def petr() -> User:
    """A user with money."""
    return person("Petr")


def press(client: Client, tournament: PageTournament, do: str, **typed: str) -> str:
    """Presses a button of the lobby, and says which price it shows; the page that follows."""
    page = f"/tournaments/{tournament.id}/"
    return send(client, tournament, client.get(page).content.decode(), do, **typed)


def send(client: Client, tournament: PageTournament, page: str, do: str, **typed: str) -> str:
    """Presses a button of a page that was opened before."""
    key = page.partition('name="key" value="')[2].partition('"')[0]
    shown = re.search(rf'value="({do}(?::\w+)?)"', page)
    form = {"do": shown[1] if shown else do, "key": key, **typed}
    return client.post(f"/tournaments/{tournament.id}/action/", form, follow=True).content.decode()


class TestSchedule:
    def test_t1_the_list_shows_coming_tournaments_with_price_and_pool(self, client: Client) -> None:
        PageTournament(soon())
        page = client.get("/tournaments/").content.decode()
        assert "Sunday Evening" in page
        assert "100 + 10" in page
        assert "2\u202f500" in page, "the guaranteed prize pool"

    def test_filters_hide_other_tournaments(self, client: Client) -> None:
        PageTournament(soon())
        PageTournament(SIT_AND_GO)
        assert "Sunday Evening" not in client.get("/tournaments/?kind=sitngo").content.decode()
        assert "Turbo Six" in client.get("/tournaments/?kind=sitngo").content.decode()
        assert "Turbo Six" not in client.get("/tournaments/?game=omaha").content.decode()
        assert "No tournament matches" in client.get("/tournaments/?state=over").content.decode()

    def test_the_viewers_tournaments_are_marked(self, sign_in: SignIn, petr: User) -> None:
        tournament = PageTournament(soon())
        client = sign_in(petr)
        press(client, tournament, "enter")
        tournament.catch_up()
        assert "registered" in client.get("/tournaments/?state=mine").content.decode()

    def test_T15_a_player_who_is_out_is_not_registered_and_does_not_return(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon(late=None)), sign_in(petr)
        others = [person(f"Other {number}", grant=GRANT) for number in (1, 2)]
        for user in (petr, *others):
            api.enter(user=user, tournament_id=tournament.id, key="in")
        tournament.catch_up().carry_out(cm.Start())
        page = client.get("/tournaments/").content.decode()
        assert ">playing<" in page and ">Return<" in page
        stacks = ((petr.pk, 0), (others[0].pk, 20_000), (others[1].pk, 10_000))
        tournament.carry_out(cm.ReportHand(1, 1, stacks, (cm.Bust(petr.pk),)))
        page = client.get("/tournaments/").content.decode()
        assert ">registered<" not in page and ">playing<" not in page and ">Return<" not in page
        assert "place 3" in " ".join(page.split()) and ">Register<" not in page
        tournament.carry_out(cm.Cancel("fault"))
        page = client.get("/tournaments/?state=mine").content.decode()
        assert ">registered<" not in page and ">Return<" not in page
        assert "place 3" not in " ".join(page.split())
        lobby = client.get(f"/tournaments/{tournament.id}/").content.decode()
        assert 'class="pane t-own is-empty"' in " ".join(lobby.split())
        assert "You finished" not in lobby and "Your place will be known" not in lobby
        assert "You are registered." not in sign_in(others[0]).get(f"/tournaments/{tournament.id}/").content.decode()

    def test_the_viewers_tournaments_are_listed_however_many_others_there_are(
        self, sign_in: SignIn, petr: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tournament_list, "MOST_ROWS", 2)
        tournament, client = PageTournament(soon(name="Long Ago")), sign_in(petr)
        press(client, tournament, "enter")
        tournament.catch_up()
        for number in range(3):
            PageTournament(soon(name=f"Later {number}"))
        page = client.get("/tournaments/?state=mine").content.decode()
        assert "Long Ago" in page and "Later" not in page

    @pytest.mark.parametrize("query", ["state=nonsense", "kind=%00", "game=<script>"])
    def test_invalid_filters_are_ignored(self, client: Client, query: str) -> None:
        assert client.get(f"/tournaments/?{query}").status_code == 200

    def test_the_lobby_of_the_room_has_a_tab(self, client: Client) -> None:
        assert 'href="/tournaments/"' in client.get("/").content.decode()


class TestRegistering:
    def test_t2_the_price_is_held_at_once_and_refunded(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon()), sign_in(petr)
        page = press(client, tournament, "enter")
        assert "On its way to the director" in page
        assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - PRICE
        tournament.catch_up()
        assert "You are registered." in client.get(f"/tournaments/{tournament.id}/").content.decode()
        press(client, tournament, "unregister")
        tournament.catch_up()
        assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT
        assert petr.pk not in tournament.state.players

    def test_t2_a_double_click_enters_once(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon()), sign_in(petr)
        page = f"/tournaments/{tournament.id}/"
        for _ in range(2):
            client.post(f"{page}action/", {"do": f"enter:{PRICE}", "key": "same"})
        tournament.catch_up()
        assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - PRICE

    def test_t2_a_price_that_changed_since_the_page_was_opened_is_not_taken(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon()), sign_in(petr)
        old_page = client.get(f"/tournaments/{tournament.id}/").content.decode()
        tournament.do(cm.ChangeSetup(soon()._replace(price=Price(1_000_00)), "mistake"))
        for page in (old_page, 'name="key" value="1"'):
            assert "The price has changed: look again." in send(client, tournament, page, "enter")
        assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT
        press(client, tournament, "enter")
        assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - 1_000_00

    def test_t18_a_player_enters_no_more_tournaments_than_the_operator_allows(
        self, sign_in: SignIn, petr: User, settings: Settings
    ) -> None:
        settings.TOURNAMENTS_PER_PLAYER = 1
        first, other, client = PageTournament(soon()), PageTournament(soon()), sign_in(petr)
        press(client, first, "enter")
        page = press(client, other, "enter")
        assert "as many tournaments as this room allows at once: 1." in page
        assert petr.pk not in other.catch_up().state.players
        press(client, first.catch_up(), "unregister")
        first.catch_up()
        press(client, other, "enter")
        assert petr.pk in other.catch_up().state.players

    def test_t2_without_the_money_registration_is_refused_with_a_sentence(self, sign_in: SignIn) -> None:
        tournament, client = PageTournament(soon()), sign_in(person("Poor", grant=50_00))
        assert "You are short of" in press(client, tournament, "enter")
        assert not tournament.catch_up().state.players

    def test_a_password_is_asked_for(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon(), password="secret"), sign_in(petr)
        assert 'name="password"' in client.get(f"/tournaments/{tournament.id}/").content.decode()
        assert "not this tournament&#39;s password" in press(client, tournament, "enter", password="wrong")
        press(client, tournament, "enter", password="secret")
        assert petr.pk in tournament.catch_up().state.players

    def test_password_guesses_are_limited(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon(), password="secret"), sign_in(petr)
        for number in range(10):
            assert "Slow down" not in press(client, tournament, "enter", password=f"guess {number}")
        assert "Slow down" in press(client, tournament, "enter", password="secret")
        assert not tournament.catch_up().state.players

    def test_wrong_passwords_of_several_accounts_at_one_address_count_together(
        self, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(views, "WRONG_FROM_ADDRESS", 4)
        tournament = PageTournament(SIT_AND_GO, password="sesame")
        for number in range(2):
            client = sign_in(person(f"Guesser{number}"))
            for _ in range(2):
                assert "Slow down" not in press(client, tournament, "enter", password="guess")
        assert "Slow down" in press(sign_in(person("Fourth")), tournament, "enter", password="sesame")
        assert not tournament.catch_up().state.players
        elsewhere = PageTournament(SIT_AND_GO._replace(name="Elsewhere"), password="sesame")
        assert "Slow down" not in press(client, elsewhere, "enter", password="guess")

    def test_a_whole_club_registers_from_one_address(self, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(views, "WRONG_FROM_ADDRESS", 2)
        tournament = PageTournament(SIT_AND_GO, password="sesame")
        for number in range(4):
            press(sign_in(person(f"Member{number}")), tournament, "enter", password="sesame")
        assert len(tournament.catch_up().state.players) == 4

    def test_anonymous_visitors_are_invited_to_sign_in(self, client: Client) -> None:
        tournament = PageTournament(soon())
        page = client.get(f"/tournaments/{tournament.id}/").content.decode()
        assert "Play now" in page
        client.post(f"/tournaments/{tournament.id}/action/", {"do": "enter"})
        assert not tournament.catch_up().state.players

    @pytest.mark.parametrize("do", ["", "nonsense", "propose:own", "agree", "add_on", "leave", "rebuy", "come_back"])
    def test_invalid_actions_are_refused_with_a_sentence(self, sign_in: SignIn, petr: User, do: str) -> None:
        tournament, client = PageTournament(soon()), sign_in(petr)
        response = client.post(f"/tournaments/{tournament.id}/action/", {"do": do, "share-1": "x"}, follow=True)
        assert response.status_code == 200
        assert 'class="message error"' in response.content.decode()
        assert not tournament.catch_up().state.players

    def test_T17_a_player_agrees_only_to_the_figures_of_the_page(self, sign_in: SignIn, petr: User) -> None:
        tournament = PageTournament(soon(seats=3, min_players=3, late=None))
        for user in (petr, person("Eva"), person("Jan")):
            api.enter(user=user, tournament_id=tournament.id, key="x")
        tournament.catch_up()
        for command in (cm.Start(), cm.OpenDealTalk()):
            tournament.carry_out(command)
        tournament.play_hand(petr.pk)
        tournament.carry_out(cm.ProposeDeal(DealKind.CHIPS))
        client = sign_in(petr)
        page = client.get(f"/tournaments/{tournament.id}/").content.decode()
        tournament.carry_out(cm.ProposeDeal(DealKind.ICM, kept=1))
        assert "The proposal has changed meanwhile: look again." in send(client, tournament, page, "agree")
        press(client, tournament, "agree")
        deal = tournament.catch_up().state.deal
        assert deal
        assert deal.agreed == (petr.pk,)

    @pytest.mark.parametrize(
        "typed",
        [
            {"do": "enter", "key": "a\0b"},
            {"do": "propose:own", f"share-{'1' * 5000}": "5"},
            {"do": "\0", "next": "word"},
        ],
    )
    def test_forged_input_is_refused_with_a_sentence(self, sign_in: SignIn, typed: dict[str, str]) -> None:
        tournament, client = PageTournament(soon()), sign_in(person("Eva"))
        form = "application/x-www-form-urlencoded"
        response = client.post(
            f"/tournaments/{tournament.id}/action/", urlencode(typed), content_type=form, follow=True
        )
        assert response.status_code == 200
        assert 'class="message error"' in response.content.decode()
        assert not tournament.catch_up().state.players

    def test_an_unknown_tournament_is_not_found(self, client: Client) -> None:
        assert client.get("/tournaments/999/").status_code == 404


class TestRunning:
    @pytest.fixture
    def tournament(self, petr: User) -> PageTournament:
        tournament = PageTournament(soon(seats=3, min_players=3, late=LateRegistration(3, 2)))
        for user in (petr, person("Ada"), person("Bo")):
            api.enter(user=user, tournament_id=tournament.id, key="x")
        tournament.catch_up().carry_out(cm.Start())
        return tournament

    def test_t19_the_lobby_shows_clock_place_table_and_events(
        self, sign_in: SignIn, petr: User, tournament: PageTournament
    ) -> None:
        page = sign_in(petr).get(f"/tournaments/{tournament.id}/").content.decode()
        for text in ("Level 1", "25/50", "My place", "To my table", "What happened", "The tournament begins"):
            assert text in page

    def test_the_table_bar_links_to_the_players_new_table(self, petr: User, tournament: PageTournament) -> None:
        current = api.current_view(tournament.id)
        view, own = current.view, current.of_player(petr.pk)
        assert own is not None
        own_table = bar_html(tournament.id, petr, own.table_id)
        other_table = bar_html(tournament.id, petr, own.table_id + 1)
        assert view.stage == "running"
        assert "data-go" not in own_table
        assert f'href="/table/{own.table_id}/"' in other_table
        assert "data-go" in other_table

    def test_the_tables_page_has_the_bar(self, sign_in: SignIn, petr: User, tournament: PageTournament) -> None:
        own = api.current_view(tournament.id).of_player(petr.pk)
        assert own is not None
        page = sign_in(petr).get(f"/table/{own.table_id}/").content.decode()
        assert 'id="tournament-bar"' in page
        assert f'data-socket="/ws/table/{own.table_id}/?seen=' in page
        assert 'id="t-form"' in page

    def test_t13_leaving_and_coming_back(self, sign_in: SignIn, petr: User, tournament: PageTournament) -> None:
        client = sign_in(petr)
        press(client, tournament, "leave")
        assert tournament.catch_up().state.players[petr.pk].away
        assert "I am back" in client.get(f"/tournaments/{tournament.id}/").content.decode()
        press(client, tournament, "come_back")
        assert not tournament.catch_up().state.players[petr.pk].away

    def test_t12_late_entry_is_offered_to_players_who_are_not_in(
        self, sign_in: SignIn, tournament: PageTournament
    ) -> None:
        page = sign_in(person("Late")).get(f"/tournaments/{tournament.id}/").content.decode()
        assert "Enter late for" in page

    @pytest.mark.parametrize("language", ["cs", "sk"])
    def test_pages_in_other_languages(
        self, sign_in: SignIn, petr: User, tournament: PageTournament, language: str
    ) -> None:
        User.objects.filter(pk=petr.pk).update(language=language)
        petr.refresh_from_db()
        assert sign_in(petr).get(f"/tournaments/{tournament.id}/", HTTP_ACCEPT_LANGUAGE=language).status_code == 200


class TestNotices:
    def test_notices_are_shown_once_on_any_page(self, sign_in: SignIn, petr: User) -> None:
        tournament, client = PageTournament(soon()), sign_in(petr)
        api.enter(user=petr, tournament_id=tournament.id, key="x")
        tournament.catch_up().carry_out(cm.Cancel("No power"))
        page = client.get("/rules/").content.decode()
        assert "Sunday Evening was cancelled. Reason: No power" in page
        assert "110 is back in your wallet" in page
        assert "was cancelled." not in client.get("/rules/").content.decode()


class TestPlayers:
    """The page of all players of a large tournament (T19)."""

    def page_of(self, monkeypatch: pytest.MonkeyPatch, client: Client, query: str = "") -> str:
        """The page with two players per page; five have registered."""
        monkeypatch.setattr(contexts, "MOST_ROWS", 2)
        tournament = PageTournament(soon(seats=3, min_players=3, late=None))
        for name in ("Anna", "Bára", "Cyril", "Dana <b>", "Babeta"):
            api.enter(user=person(name), tournament_id=tournament.id, key="x")
        tournament.catch_up()
        self.lobby = client.get(f"/tournaments/{tournament.id}/").content.decode()
        response = client.get(f"/tournaments/{tournament.id}/players/{query}")
        assert response.status_code == 200
        return str(response.content.decode())

    def test_t19_the_lobby_links_to_the_list_of_players(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.page_of(monkeypatch, client)
        assert "and 3 more players" in self.lobby and "/players/" in self.lobby
        assert "1 to 2 of 5" in page and "from=2" in page

    def test_t19_the_next_page_lists_the_other_players(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.page_of(monkeypatch, client, "?from=4")
        assert "5 to 5 of 5" in page and "from=2" in page and "from=6" not in page

    def test_t19_a_player_is_found_by_a_part_of_the_name(self, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
        page = self.page_of(monkeypatch, client, "?name=AB")
        assert "Babeta" in page and "Anna" not in page and "1 to 1 of 1" in page

    @pytest.mark.parametrize("query", ["?name=Zuzana", "?from=999", "?name=%00%ff&from=-1x", "?name=" + "x" * 500])
    def test_t19_unusual_searches_are_answered(
        self, monkeypatch: pytest.MonkeyPatch, client: Client, query: str
    ) -> None:
        assert "Dana <b>" not in self.page_of(monkeypatch, client, query)
