"""F1: the panel's sockets send what has changed and nothing else."""

import pytest

from cashier import currencies
from cashier.models import Currency
from games.engine.views.kinds import TablePhase
from games.lobby.queries import TableState
from games.messaging.floor_summary import FloorSummary
from games.web.floor.panel.facts import RoomFacts, TableFacts
from games.web.floor.panel.filters import NEED, RowFilter
from games.web.floor.panel.fragments import PanelFragments, PanelView
from games.web.floor.panel.rows import build_rows
from tests.games.web.floor.panel.test_rows import table


class Panel:
    """The panel and what a page gets that shows its newest state but one."""

    def __init__(self, show: str = "all") -> None:
        self.fragments = PanelFragments(PanelView("en", rows=RowFilter(show)))

    def push(self, *tables: TableFacts, pot: int = 0) -> str:
        """What is sent once the tables are like this and the pot of the first one has this size."""
        shown = self.fragments.number
        live = {tables[0].table: FloorSummary(tables[0].table, TablePhase.BETTING, 3, pot, 5)}
        rows = build_rows(RoomFacts(tables), live, set())
        self.fragments.update(rows, (), number=shown + 1)
        return self.fragments.since(shown)


def ids(html: str) -> list[str]:
    """The ids of the elements, in their order."""
    return [part.split('"')[0] for part in html.split('id="')[1:]]


def test_F1_a_row_that_is_sent_again_brings_its_live_part_with_it_and_a_live_part_goes_alone() -> None:
    panel, one, two = Panel(), table(1), table(2)
    all_of_it = [
        "f-calls",
        "f-table-1",
        "f-live-1",
        "f-live-1",
        "f-table-2",
        "f-live-2",
        "f-live-2",
        "f-room",
        "f-order",
    ]
    assert [name for name in ids(panel.push(one, two)) if name.startswith("f-")] == all_of_it
    assert panel.push(one, two) == ""
    assert ids(panel.push(one, two, pot=500)) == ["f-live-1"]
    again = panel.push(one._replace(taken=6), two, pot=500)
    assert ids(again) == ["f-table-1", "f-live-1", "f-live-1"]
    assert "6 of 9 seats" in again and again.endswith("pot 5</span> </div>")


def test_F1_a_row_that_was_left_out_for_a_while_is_sent_again_as_it_was() -> None:
    panel, paused = Panel(NEED), table(1, TableState.PAUSED)
    assert "f-table-1" in ids(panel.push(paused))
    gone = panel.push(table(1))
    assert "f-table-1" not in gone and 'data-order=""' in gone
    assert ids(panel.push(paused))[:2] == ["f-table-1", "f-live-1"]


def test_F1_pages_that_show_different_states_get_what_each_of_them_lacks() -> None:
    panel = Panel()
    panel.push(table(1), table(2))
    panel.push(table(1), table(2), pot=100)
    newest = panel.push(table(1), table(2, TableState.STOPPED), pot=100)
    assert "f-live-1" not in newest and "f-table-2" in newest
    older = panel.fragments.since(1)
    assert "pot 1<" in older and "f-table-2" in older and "f-calls" not in older


@pytest.mark.django_db
def test_F1_stakes_bear_the_symbol_that_their_currency_has_now() -> None:
    panel, one = Panel(), table(1)._replace(currency="CZK")
    row = Currency.objects.create(code="CZK", symbol="Kč", order=1)
    currencies.read_again()
    assert "0.10/0.20\u00a0Kč" in panel.push(one)
    row.symbol = "Kčs"
    row.save()
    currencies.read_again()
    assert "0.10/0.20\u00a0Kčs" in panel.push(one._replace(hands_per_hour=61))
