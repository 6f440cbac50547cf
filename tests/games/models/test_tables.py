"""The rules of a table, which its row keeps as data."""

from games.models import Table
from tests.games.support.tables import NL_10_20


def test_a_tables_rules_are_made_once_and_again_when_it_has_other_data() -> None:
    table = Table(rules_data=NL_10_20.to_data())
    assert table.rules == NL_10_20
    assert table.rules is table.rules
    other = NL_10_20._replace(every=7)
    table.rules_data = other.to_data()
    assert table.rules == other
