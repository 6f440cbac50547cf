"""The lobby's rows as data: what each says about its table and the viewer, their order, and the choices of seat me."""

from typing import Any

import pytest
from pytest_django import Settings

from cashier import currencies
from cashier.models import Currency
from games.engine.rules.stakes import Structure
from games.lobby.my_tables import MyWait
from games.lobby.open_tables import OpenTables
from games.lobby.queries import LobbyRow, TableState
from games.models import Table
from games.seating import waiting_calls, waiting_list
from games.tables.kind import TableKind
from games.web.lobby import filters, lobby, rows
from games.web.lobby.filters import Filters
from games.web.lobby.viewer_relations import ViewerRelation
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, leave

NOBODY = ViewerRelation()
NO_LIMIT_KIND = TableKind("holdem", "nl", 10_00, 20_00, 0, "PLAY")
ROW = LobbyRow(
    table=7, name="Prague", currency="PLAY", game="holdem", structure="nl", small_blind=10_00, big_blind=20_00, ante=0,
    seats=6, taken=2, bots=0, min_buy_in=0, max_buy_in=0, average_pot=0, flop_percent=0, hands_per_hour=0, hands=0,
    state=TableState.PLAYING, locked=False, kind=NO_LIMIT_KIND.code,
)  # fmt: skip


def row_of(**changed: Any) -> LobbyRow:
    return ROW._replace(**changed)


def called_to(table: int, *, waits_at: int = 7) -> MyWait:
    """A wait in the list of a table whose player is called to a table; 0 for not called."""
    return MyWait(1, waits_at, "Prague", None, 1, 1, False, 0, table, "", 0, "")


def test_k1_a_row_says_everything_about_the_table_and_the_viewer() -> None:
    wait = called_to(7)
    viewer = ViewerRelation(signed_in=True, is_seated=True, is_owner=True, wait=wait)
    row = row_of(average_pot=123_45, owner=3)
    assert rows.row_context(row, viewer) == {
        "row": row,
        "viewer": viewer,
        "signed_in": True,
        "is_seated": True,
        "is_owner": True,
        "wait": wait,
        "average_pot": 123_00,
        "called": True,
        "game": "No-limit hold'em",
        "classes": "of-nl in-holdem at-middle in-currency-0 here private",
        "stakes": "10/20",
        "closes": "",
        "places": [True, True, False, False, False, False],
    }


@pytest.mark.parametrize(
    ("changed", "classes"),
    [
        ({}, ""),
        ({"taken": 5}, ""),
        ({"taken": 6}, " full"),
        ({"taken": 4, "reserved": 2}, " full"),
        ({"taken": 0}, " nobody"),
        ({"taken": 1}, ""),
        ({"locked": True}, " private"),
        ({"owner": 3}, " private"),
    ],
)
def test_k1_the_filters_find_full_empty_and_private_tables(changed: dict[str, Any], classes: str) -> None:
    assert rows.row_context(row_of(**changed), NOBODY)["classes"] == "of-nl in-holdem at-middle in-currency-0" + classes


@pytest.mark.parametrize(("average", "shown"), [(0, 0), (35, 35), (99, 99), (1_00, 1_00), (1_99, 1_00), (2_00, 2_00)])
def test_k1_an_average_pot_is_rounded_but_a_small_one_is_not_shown_as_nothing(average: int, shown: int) -> None:
    assert rows.row_context(row_of(average_pot=average), NOBODY)["average_pot"] == shown


@pytest.mark.parametrize(
    ("wait", "called"), [(None, False), (called_to(0), False), (called_to(8), False), (called_to(7, waits_at=0), True)]
)
def test_k9_a_player_is_called_only_by_the_table_that_keeps_the_seat(wait: MyWait | None, called: bool) -> None:
    assert rows.row_context(ROW, ViewerRelation(True, wait=wait))["called"] is called


@pytest.mark.parametrize(("big_blind", "band"), [(10_00, "low"), (10_01, "middle"), (25_00, "middle"), (25_01, "high")])
def test_k1_a_band_includes_its_highest_stakes(settings: Settings, big_blind: int, band: str) -> None:
    settings.STAKES_BANDS = (10_00, 25_00)
    assert filters.band_of(row_of(big_blind=big_blind)) == band


@pytest.mark.parametrize(
    ("sort", "lower", "higher"),
    [
        ("name", {"name": "aš"}, {"name": "Brno"}),
        ("game", {"game": "omaha"}, {"game": "razz"}),
        ("game", {"big_blind": 20_00}, {"big_blind": 40_00}),
        ("stakes", {"big_blind": 9_00}, {"big_blind": 10_00}),
        ("seats", {"taken": 2, "seats": 6}, {"taken": 3, "seats": 9}),
        ("seats", {"taken": 2, "seats": 9}, {"taken": 2, "seats": 6}),
        ("pot", {"average_pot": 9_00}, {"average_pot": 10_00}),
        ("flop", {"flop_percent": 9}, {"flop_percent": 10}),
        ("pace", {"hands_per_hour": 9}, {"hands_per_hour": 10}),
        ("waiting", {"waiting": 9}, {"waiting": 10}),
    ],
)
def test_k1_rows_can_be_sorted_by_each_column_in_both_directions(
    sort: str, lower: dict[str, Any], higher: dict[str, Any]
) -> None:
    low, high = (row_of(**changed) for changed in (lower, higher))
    for given in ([low, high], [high, low]):
        assert filters.sorted_rows(given, Filters(sort=sort)) == [low, high]
        assert filters.sorted_rows(given, Filters(sort=f"-{sort}")) == [high, low]
        assert filters.sorted_rows(given, Filters()) == given


@pytest.mark.django_db
def test_k1_tables_in_several_currencies_are_sorted_by_the_amounts_that_they_show() -> None:
    """100 yen are 100 minor units, and 20 of play money are 2,000."""
    Currency.objects.create(code="JPY", digits=0)
    currencies.read_again()
    yen, play = row_of(currency="JPY", big_blind=100, average_pot=900), row_of(average_pot=150_00)
    for sort in ("stakes", "pot", "game"):
        assert filters.sorted_rows([yen, play], Filters(sort=sort)) == [play, yen]


def test_k9_seat_me_offers_each_kind_once_with_all_its_free_seats() -> None:
    def of(game: str, structure: Structure, big_blind: int, **more: Any) -> LobbyRow:
        kind = TableKind(game, structure, big_blind // 2, big_blind, 0, "PLAY")
        return row_of(game=game, structure=str(structure), big_blind=big_blind, kind=kind.code, **more)

    tables = [
        of("razz", Structure.FIXED_LIMIT, 20_00, taken=6),
        of("holdem", Structure.FIXED_LIMIT, 20_00, taken=5),
        of("holdem", Structure.NO_LIMIT, 40_00, taken=4),
        of("holdem", Structure.NO_LIMIT, 20_00, taken=2),
        of("holdem", Structure.NO_LIMIT, 20_00, taken=3, state=TableState.WAITING),
        of("holdem", Structure.NO_LIMIT, 100_00, state=TableState.PAUSED),
        of("holdem", Structure.NO_LIMIT, 200_00, state=TableState.CLOSING),
        of("omaha", Structure.POT_LIMIT, 20_00)._replace(kind=""),
    ]
    assert lobby.seat_me_choices(OpenTables(tables, 0).free_seats) == [
        (
            "No-limit hold'em",
            [("holdem:nl:1000:2000:0:PLAY", "10/20, 7 seats"), ("holdem:nl:2000:4000:0:PLAY", "20/40, 2 seats")],
        ),
        ("Fixed-limit hold'em", [("holdem:fl:1000:2000:0:PLAY", "20/40, 1 seat")]),
        ("Fixed-limit razz", [("razz:fl:1000:2000:0:PLAY", "20/40, waiting list")]),
    ]


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [
        ([0, 0], "Nobody is playing yet: be the first."),
        ([1, 0], "1 player at 1 table"),
        ([2, 0], "2 players at 1 table"),
        ([2, 3, 0], "5 players at 2 tables"),
    ],
)
def test_k1_the_summary_counts_players_and_the_tables_where_somebody_sits(taken: list[int], sentence: str) -> None:
    assert lobby.summary(OpenTables([row_of(taken=count) for count in taken], 0)) == sentence


@pytest.mark.django_db
def test_an_unchanged_row_is_read_and_drawn_once() -> None:
    table = open_table()

    def read() -> tuple[LobbyRow, str]:
        shown = lobby.read_lobby(0)
        found = shown.tables.rows
        return found[0], rows.rows_html(found, shown.relation, "en")[table.pk]

    row, html = read()
    same_row, same_html = read()
    assert same_row is row
    assert same_html is html
    Table.objects.filter(pk=table.pk).update(name="Renamed")
    assert "Renamed" in read()[1]


def viewers(user_id: int) -> dict[str, ViewerRelation]:
    """How a viewer relates to each table of the lobby, by the table's name."""
    shown = lobby.read_lobby(user_id)
    return {row.name: shown.relation(row) for row in shown.tables.rows}


@pytest.mark.django_db
def test_the_lobby_knows_where_the_viewer_sits_and_waits_and_which_tables_are_the_viewers_own() -> None:
    _first, owner, petr = person("First"), person("Owner"), person("Petr")
    brno, aash = open_table("Brno"), open_table("Aš", sort_order=1)
    Table.objects.filter(pk=brno.pk).update(opened_by=owner)
    seat(SteppedHost(aash.pk), petr)
    assert viewers(owner.pk) == {"Brno": ViewerRelation(True, is_owner=True), "Aš": ViewerRelation(True)}
    assert viewers(petr.pk) == {"Brno": ViewerRelation(True), "Aš": ViewerRelation(True, is_seated=True)}
    assert viewers(0) == {"Brno": NOBODY, "Aš": NOBODY}
    assert set(viewers(1).values()) == {ViewerRelation(True)}, "the first account"
    assert lobby.read_lobby(0).context["summary"] == "1 player at 1 table"


@pytest.mark.django_db
def test_k9_a_wait_is_shown_at_the_table_that_calls_and_ended_ones_nowhere() -> None:
    petr, host = person("Petr"), full_table()
    entry = waiting_list.join(user_id=petr.pk, table_id=host.id)
    relation = viewers(petr.pk)["Prague"]
    assert relation.wait is not None
    assert (relation.wait.entry, relation.wait.place) == (entry, 1)
    leave(host)
    for _ in range(2):
        waiting_calls.serve(host.id, START_MS)
        waiting_list.decline_call(user_id=petr.pk, entry_id=entry)
    assert viewers(petr.pk)["Prague"].wait is None, "two calls missed end the wait"
