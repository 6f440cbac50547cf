"""People who are seated before a load test sit there as if they had come in through the pages."""

import pytest
from django.test import Client

from games.engine.rules.stakes import Structure
from games.models import Order, Table
from pokerroom.loadtest.seating import BUY_IN, open_tables, seat_people
from pokerroom.loadtest.web_session import WebSession, signed_in
from pokerroom.models import User


@pytest.mark.django_db
def test_people_are_signed_in_and_their_orders_for_seats_are_paid() -> None:
    tables = open_tables(2, 3)
    keys = seat_people(tables, 3)
    assert {table: len(keys[table]) for table in tables} == {tables[0]: 3, tables[1]: 3}
    for table in tables:
        assert Table.objects.get(pk=table).rules.stakes.structure is Structure.NO_LIMIT
        orders = Order.objects.filter(table=table, kind=Order.Kind.TAKE_SEAT)
        assert [order.payload["seat"] for order in orders.order_by("pk")] == [0, 1, 2]
        assert {order.amount for order in orders} == {BUY_IN}
    client = Client()
    client.cookies["session"] = keys[tables[0]][0]
    client.get("/")
    page = client.get("/preferences/")
    assert page.wsgi_request.user == User.objects.get(
        pk=Order.objects.filter(table=tables[0]).order_by("pk")[0].player_id
    )


def test_the_key_of_a_session_travels_in_its_cookie() -> None:
    session = WebSession("http://127.0.0.1:1", signed_in("abc"))
    assert session.session_key() == "abc"
    assert session.cookie_header() == "session=abc"
    assert WebSession("http://127.0.0.1:1").session_key() == ""
