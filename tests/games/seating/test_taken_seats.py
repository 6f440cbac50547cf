"""Which seats are taken or ordered, and where a player sits or is about to."""

import pytest

from games import api
from games.models import Order
from games.seating.taken_seats import Occupants, occupants, tables_of, taken_seats
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, send_order
from tests.games.support.waiting_lists import leave, sit

pytestmark = pytest.mark.django_db


def test_a_seat_is_taken_from_its_order_until_the_player_leaves() -> None:
    alice, bob = person("Alice"), person("Bob")
    prague, brno = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    sit(alice, prague, 4)
    sit(bob, brno, 2)
    assert occupants(prague.id) == Occupants([4], {alice.pk}), "the table has not read the order yet"
    prague.read_inbox()
    sit(bob, prague)
    assert occupants(prague.id) == Occupants([4, -1], {alice.pk, bob.pk}), "any seat will do"
    assert occupants(brno.id) == Occupants([2], {bob.pk})
    prague.read_inbox()
    leave(prague, 4)
    assert occupants(prague.id) == Occupants([0], {bob.pk})
    assert taken_seats(prague.id) == [0]


def test_K11_a_player_is_at_the_tables_of_seats_and_of_orders_for_seats_alone() -> None:
    alice, bob = person("Alice"), person("Bob")
    prague, brno, tournament = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk), open_tournament_table()
    seat(prague, alice, bob)
    assert tables_of(alice.pk) == {prague.id}
    sit(bob, brno)
    assert tables_of(alice.pk) == {prague.id}
    sit(alice, brno)
    send_order(api.order_seat(table_id=tournament.id, player=alice.pk, seat=0, chips=500, key="seat"))
    assert tables_of(alice.pk) == {prague.id, brno.id, tournament.id}
    Order.objects.create(table_id=prague.id, kind=Order.Kind.REFILL, player=alice, key="refill")
    leave(prague, 0)
    assert tables_of(alice.pk) == {brno.id, tournament.id}, "an order for chips is none for a seat"
    brno.read_inbox()
    assert (tables_of(alice.pk), tables_of(bob.pk)) == ({brno.id, tournament.id}, {prague.id, brno.id})
