"""Taking a person's seats at cash tables away (F8)."""

import pytest

from games import api
from games.models import Order
from games.seating import taken_seats
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def test_F8_M2_a_seat_that_is_taken_while_the_locks_are_awaited_is_taken_away_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tables are found again once the player is locked, who cannot sit down any more."""
    alice, hosts = person("Alice"), [SteppedHost(open_table(name).pk) for name in ("Brno", "Zlín")]
    for host in hosts:
        seat(host, alice)
    found, real = [set[int](), {hosts[0].id}], taken_seats.tables_of
    monkeypatch.setattr(taken_seats, "tables_of", lambda player: found.pop(0) if found else real(player))
    assert api.take_seats_away(player=alice.pk, why="cheating") == [host.id for host in hosts]
    assert Order.objects.filter(kind=Order.Kind.REMOVE, player=alice.pk).count() == len(hosts)
    for host in hosts:
        host.read_inbox()
        assert host.table.player_seat(alice.pk) is None
