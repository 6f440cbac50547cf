"""The number of seats changes while nobody sits at the table, and never under anybody."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.button import Positions
from games.engine.table import commands as cm
from tests.games.support.tables import NL_10_20, SteppedHost, host_with, open_table, person

pytestmark = pytest.mark.django_db


def test_an_empty_table_gets_other_seats_and_begins_anew() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    host.fold_out()
    for player in (alice, bob):
        host.do(cm.Leave(player.pk))
    host.do(cm.ChangeRules(NL_10_20, seats=4))
    assert (len(host.table.seats), host.table.positions, host.table.hand) == (4, Positions(), None)
    again = SteppedHost(host.id)
    assert (len(again.table.seats), again.table.positions) == (4, Positions())


def test_seats_are_not_taken_from_players() -> None:
    host = host_with(person("Alice"))
    with pytest.raises(IllegalAction) as refused:
        host.do(cm.ChangeRules(NL_10_20, seats=4))
    assert refused.value.code == "table_not_empty"
    host.do(cm.ChangeRules(NL_10_20, seats=9))


def test_no_table_has_more_seats_than_its_game() -> None:
    host = SteppedHost(open_table().pk)
    with pytest.raises(IllegalAction) as refused:
        host.do(cm.ChangeRules(NL_10_20, seats=11))
    assert refused.value.code == "too_many_seats"
