"""Taking a person's seats at cash tables away (F8)."""

import pytest

from games import api
from games.models import Order
from games.seating import taken_seats
from games.seating.taken_seats import tables_of
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, move_as_host, wallet
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import sit

pytestmark = pytest.mark.django_db


def ban(user: User) -> None:
    """Takes the seats away and the right to sign in, as a ban does."""
    api.take_seats_away(player=user.pk, why="cheating")
    User.objects.filter(pk=user.pk).update(is_active=False)


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


def test_F8_a_seat_that_was_ordered_before_a_ban_is_not_kept() -> None:
    alice, bob, host = person("Alice"), person("Bob"), SteppedHost(open_table().pk)
    seat(host, bob)
    sit(alice, host)
    ban(alice)
    host.read_inbox()
    assert (host.table.player_seat(alice.pk), host.table.running) == (None, False)
    assert wallet(alice) == GRANT
    assert_audit_clean()


def test_F8_somebody_who_is_banned_goes_to_no_other_table() -> None:
    """The ban commits while the end of the hand, with which the player was to move, is stored."""
    prague, brno, alice = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk), person("Alice")
    seat(prague, alice, person("Bob"))
    prague.fold_out()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    chips = prague.table.chips()[alice.pk]
    ban(alice)
    assert_refused("no_seat_there", lambda: move_as_host(prague, alice))
    prague.read_inbox()
    assert (prague.table.player_seat(alice.pk), tables_of(alice.pk)) == (None, set())
    assert wallet(alice) == GRANT - 2_000_00 + chips
    assert_audit_clean()
