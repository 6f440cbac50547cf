"""T19: the bars above the tables of a tournament, drawn together for all who look."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.web.api import TournamentViewer
from pokerroom.models import User
from tests.tournaments.engine.tournament_driver import TournamentDriver
from tests.tournaments.web.support.current_views import bar_html
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.setup.setup import AddOn, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.store.current_view import current_view
from tournaments.store.projections import notices_of
from tournaments.web.pages.notices import table_bar_messages
from tournaments.web.pages.table_bar import bars_of_each

pytestmark = pytest.mark.django_db


def viewers_of(tournament: PageTournament, people: list[User]) -> list[TournamentViewer]:
    """Each player at the own table."""
    players, tables = tournament.state.players, tournament.tables.table_ids
    return [TournamentViewer(tournament.id, tables[players[user.pk].table], user, "en") for user in people]


def html_of(*viewers: TournamentViewer) -> list[str]:
    """The bar of each."""
    return [bar["tournament-bar"] for bar in bars_of_each(viewers)]


def test_t19_each_viewer_gets_the_bar_of_their_own(tournament: PageTournament, people: list[User]) -> None:
    here = viewers_of(tournament, people)
    first, second, third = tournament.state.tables[1].players
    tournament.play_hand(first, (second,))
    tournament.carry_out(cm.Warn(third, "Slow & rude"))
    visitor = here[0]._replace(user=None)
    abroad, elsewhere = here[0]._replace(language="cs"), here[0]._replace(table=0)
    viewers = [*here, visitor, abroad, elsewhere]
    together = html_of(*viewers)
    assert together == [html_of(viewer)[0] for viewer in viewers]
    told = [user.pk for user, bar in zip(people, together, strict=False) if "Slow &amp; rude" in bar]
    assert told == [third]
    assert "Place <b>1</b> of" in together[[user.pk for user in people].index(first)]
    assert "data-go" in together[-1]
    assert 'aria-label="Turnaj"' in together[-2]
    assert "Place" not in together[-3]


def test_t12_the_buttons_of_a_re_buy_and_an_add_on_carry_the_price_they_show(people: list[User]) -> None:
    rebuy, addon = Rebuy(Price(80_00, 5_00), 10_000, 6, below=10_000), AddOn(Price(40_00), 5_000, 1)
    tournament = PageTournament(soon(min_players=2)._replace(rebuy=rebuy, addon=addon))
    for user in people[:3]:
        api.enter(user=user, tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    winner, loser, _ = people[:3]
    tournament.play_hand(winner.pk, (loser.pk,))
    for user, button in ((loser, "rebuy:8500"), (winner, "add_on:4000")):
        own = current_view(tournament.id).of_player(user.pk)
        assert f'value="{button}"' in bar_html(tournament.id, user, own.table_id)
        assert f'value="{button}"' in lobby_html(user, tournament.id)


def lobby_html(user: User, tournament: int) -> str:
    """The lobby in the user's browser."""
    client = Client()
    client.force_login(user)
    return client.get(f"/tournaments/{tournament}/").content.decode()


def test_t2_an_order_on_its_way_is_shown_to_its_player_only(tournament: PageTournament, people: list[User]) -> None:
    one, other, *_ = viewers_of(tournament, people)
    before = html_of(one, other)
    api.leave(user=people[0], tournament_id=tournament.id, key="away")
    after = html_of(one, other)
    assert "On its way to the director" in after[0]
    assert after[1] == before[1]


def test_t19_viewers_of_several_tournaments_are_served_together(tournament: PageTournament, people: list[User]) -> None:
    later = PageTournament(soon(name="Later"))
    one = viewers_of(tournament, people)[0]
    here, there = html_of(one, TournamentViewer(later.id, 0, people[0], "en"))
    assert (here, there) == (bar_html(tournament.id, people[0], one.table), bar_html(later.id, people[0]))
    assert "Later" in there


def test_sixteen_viewers_ask_the_database_as_often_as_one(tournament: PageTournament, people: list[User]) -> None:
    here = viewers_of(tournament, people)
    crowd = [*here, *(viewer._replace(language="cs") for viewer in here), *here[:2]]
    html_of(here[0])
    counts = []
    for viewers in ([here[0]], crowd):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            html_of(*viewers)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4


@pytest.mark.parametrize(
    ("amount", "ticket", "text"),
    [
        (0, False, "Night: the other prize of place 2 is yours: a hat."),
        (500, False, "Night: place 2 wins 5. It is in your wallet. Night: the other prize of place 2 is yours: a hat."),
        (500, True, "Night: you won a ticket worth 5. Night: the other prize of place 2 is yours: a hat."),
    ],
)
def test_T16_whoever_wins_another_prize_is_told(amount: int, ticket: bool, text: str) -> None:
    state = TournamentDriver(players=2).t
    ((_, kind, detail),) = notices_of(state, state, (ev.PrizeDue(1, 2, amount, ticket, "a hat"),))
    assert table_bar_messages([(1, api.NoticeRow(1, "Night", kind, detail, "PLAY"))]) == [(1, text)]


@pytest.mark.parametrize(
    ("out", "why"), [(0, "not everybody agreed in time"), (3, "a player of the proposed deal is out")]
)
def test_t17_everybody_left_is_told_why_a_proposed_deal_has_lapsed(out: int, why: str) -> None:
    state = TournamentDriver(players=2).t
    notices = notices_of(state, state, (ev.DealLapsed(out),))
    rows = [(new.player, api.NoticeRow(1, "Night", new.kind, new.detail, "PLAY")) for new in notices]
    text = f"Night: {why}. There is no deal, and play continues."
    assert table_bar_messages(rows) == [(1, text), (2, text)]
