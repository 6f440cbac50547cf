"""Pages over HTTP: the lobby, tables, buying in, earlier hands and rules."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from cashier import api as cashier
from games import api
from games.models import Order, Table
from games.seating.invitations import invitation_token
from games.store import table_log
from pokerroom.models import User
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table
from tests.games.web.conftest import HTMX

pytestmark = pytest.mark.django_db


def key_in(html: str) -> str:
    """The value of the hidden `key` field."""
    found = re.search(r'name="key" value="(\w+)"', html)
    assert found
    return found[1]


def is_sent(answer: HttpResponse) -> bool:
    """Whether the dialog says that an order is on its way to the table."""
    return 'hx-get="/orders/' in answer.content.decode()


def test_the_lobby_lists_tables_and_offers_visitors_a_guest_account(client: Client, prague: Table) -> None:
    html = client.get("/").content.decode()
    assert f'id="table-{prague.pk}"' in html
    assert "No-limit hold&#39;em" in html
    assert "10/20" in html
    assert "Play now" in html
    assert "Nobody is playing yet" in html


def test_the_lobby_marks_my_tables(petr_client: Client, petr: User, prague: Table) -> None:
    seat(SteppedHost(prague.pk), petr)
    html = petr_client.get("/").content.decode()
    assert "Return" in html
    assert "1 player at 1 table" in html


def test_an_empty_room_says_so(client: Client) -> None:
    assert "No tables are open at the moment" in client.get("/").content.decode()


def test_filters_are_read_from_the_url(client: Client, prague: Table) -> None:
    html = client.get("/?structure=nl&structure=nonsense&free=on").content.decode()
    assert len(re.findall(r"<input[^>]* checked", html)) == 2


def test_the_table_page_has_nothing_inline_and_is_small(petr_client: Client, petr: User, prague: Table) -> None:
    import gzip

    seat(SteppedHost(prague.pk), petr)
    html = petr_client.get(f"/table/{prague.pk}/").content.decode()
    assert "Petr" in html
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    wire = len(gzip.compress(html.encode()))
    for path in re.findall(r'(?:src|href)="/static/([^"]+)"', html):
        found = finders.find(path)
        assert found, path
        with open(found, "rb") as file:
            wire += len(gzip.compress(file.read()))
    wire += 2_700  # cards.svg, asked for by the style sheet
    assert wire < 150_000


def test_a_closed_table_leads_to_the_lobby_and_an_unknown_one_is_404(client: Client, prague: Table) -> None:
    assert client.get("/table/999999/").status_code == 404
    api.close_table(table_id=prague.pk)
    assert client.get(f"/table/{prague.pk}/").status_code == 200
    SteppedHost(prague.pk).read_inbox()
    answer = client.get(f"/table/{prague.pk}/", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "This table is closed." in answer.content.decode()


def test_t7_a_closed_table_of_a_tournament_leads_to_the_players_new_seat(client: Client) -> None:
    table = Table.objects.get(pk=open_tournament_table().id)
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    answer = client.get(f"/table/{table.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/tournaments/{table.tournament}/?entered")


def test_visitors_who_want_a_seat_are_offered_a_guest_account(client: Client, prague: Table) -> None:
    html = client.get(f"/table/{prague.pk}/sit/3/", headers=HTMX).content.decode()
    assert "Play now" in html
    assert f"/table/{prague.pk}/?sit=3" in html
    assert client.post(f"/table/{prague.pk}/sit/3/", {"amount": "2000"}, headers=HTMX).status_code == 200
    assert not Order.objects.exists()


def test_a_seat_in_the_url_opens_its_form_on_the_page(petr_client: Client, prague: Table) -> None:
    here = f"/table/{prague.pk}/"
    for query, form in (("?sit=3", "sit/3/"), ("?sit=99", "sit/")):
        html = petr_client.get(f"{here}{query}").content.decode()
        dialog = html.partition('<dialog id="dialog"')[2].partition("</dialog>")[0]
        assert f'hx-post="{here}{form}"' in dialog
    assert petr_client.get(f"{here}?wait").content.decode().count(f'hx-get="{here}wait/"') == 1
    assert petr_client.get(f"{here}sit/3/").headers["Location"] == f"{here}?sit=3"


def test_k2_sitting_down_holds_the_chips_and_closes_the_dialog(petr_client: Client, petr: User, prague: Table) -> None:
    form = petr_client.get(f"/table/{prague.pk}/sit/3/", headers=HTMX).content.decode()
    assert 'value="2\u202f000"' in form
    answer = petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": "1 500,50", "key": key_in(form)}, headers=HTMX)
    order = Order.objects.get()
    assert (order.payload["seat"], order.amount) == (3, 1_500_50)
    assert f'hx-get="/orders/{order.pk}/"' in answer.content.decode()
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - 1_500_50
    waiting = petr_client.get(f"/orders/{order.pk}/").content.decode()
    assert f'hx-get="/orders/{order.pk}/"' in waiting
    SteppedHost(prague.pk).read_inbox()
    answer = petr_client.get(f"/orders/{order.pk}/")
    assert (answer.status_code, answer.headers["HX-Trigger"]) == (204, "done")


def test_a_refused_order_is_explained_and_returns_the_chips(petr_client: Client, petr: User, prague: Table) -> None:
    petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": "2000", "key": "k"}, headers=HTMX)
    order = Order.objects.get()
    table_log.refuse_order(order.pk, "seat_taken")
    html = petr_client.get(f"/orders/{order.pk}/").content.decode()
    assert "This seat is taken." in html
    assert "Your chips are back in your wallet." in html
    assert f'hx-get="/table/{prague.pk}/sit/"' in html
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT


def test_orders_of_other_players_are_404(petr_client: Client, client: Client, prague: Table) -> None:
    order = api.take_seat(user=person("Bob"), table_id=prague.pk, seat=0, amount=2_000_00)
    assert petr_client.get(f"/orders/{order}/").status_code == 404
    assert Client().get(f"/orders/{order}/").status_code == 404


def test_a_form_sent_twice_buys_in_once(petr_client: Client, petr: User, prague: Table) -> None:
    form = {"amount": "2000", "key": "once"}
    for _ in range(2):
        assert is_sent(petr_client.post(f"/table/{prague.pk}/sit/3/", form, headers=HTMX))
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - 2_000_00


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("10", "Buy in for 800 to 5\u202f000."),
        ("9999", "Buy in for 800 to 5\u202f000."),
        ("much", "This is not an amount."),
        ("1.000.000x", "This is not an amount."),
        ("", "This field is required."),
        ("-5", "without a minus sign"),
        ("1000.001", "Type at most 2 decimals."),
    ],
)
def test_refusals_are_shown_in_the_dialog_and_move_no_chips(
    petr_client: Client, petr: User, prague: Table, typed: str, sentence: str
) -> None:
    answer = petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": typed, "key": "k"}, headers=HTMX)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT


def test_k10_a_table_with_a_password_asks_for_it(petr_client: Client, petr: User) -> None:
    table = open_table("Friends", password="sesame")
    form = {"amount": "2000", "key": "k1"}
    assert 'type="password"' in petr_client.get(f"/table/{table.pk}/sit/", headers=HTMX).content.decode()
    wrong = petr_client.post(f"/table/{table.pk}/sit/", {**form, "password": "nope"}, headers=HTMX)
    assert "That is not this table&#39;s password." in wrong.content.decode()
    assert is_sent(petr_client.post(f"/table/{table.pk}/sit/", {**form, "password": "sesame"}, headers=HTMX))


def test_k10_password_guesses_are_limited(petr_client: Client, petr: User) -> None:
    table = open_table("Friends", password="sesame")
    form = {"amount": "2000", "key": "k1"}
    for guess in range(10):
        path = f"/table/{table.pk}/{'sit' if guess % 2 else 'wait'}/"
        petr_client.post(path, {**form, "password": f"nope{guess}"}, headers=HTMX)
    for path in ("sit", "wait"):
        answer = petr_client.post(f"/table/{table.pk}/{path}/", {**form, "password": "sesame"}, headers=HTMX)
        assert "Too many passwords were tried." in answer.content.decode()
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT
    # Others may still try, until their whole address has; who was sent the link need not.
    for name in ("Anna", "Ota", "Eva"):
        other = Client()
        other.force_login(person(name))
        tries = [other.post(f"/table/{table.pk}/sit/", {**form, "password": "no"}, headers=HTMX) for _ in range(10)]
        assert ("Too many" in tries[0].content.decode()) == (name == "Eva")
    petr_client.get(f"/table/{table.pk}/invite/{invitation_token(table)}/")
    assert is_sent(petr_client.post(f"/table/{table.pk}/sit/", form, headers=HTMX))


def test_visitors_behind_a_proxy_are_counted_by_address(client: Client, settings: Settings) -> None:
    settings.TRUST_PROXY = True
    codes = [client.get("/shared/none/", headers={"X-Forwarded-For": "192.0.2.1"}).status_code for _ in range(61)]
    assert codes[59:] == [404, 429]
    assert client.get("/shared/none/", headers={"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}).status_code == 404


def test_k5_adding_chips(petr_client: Client, petr: User, prague: Table) -> None:
    host = SteppedHost(prague.pk)
    seat(host, petr)
    form = petr_client.get(f"/table/{prague.pk}/top-up/", headers=HTMX).content.decode()
    assert "3\u202f000" in form
    too_much = petr_client.post(f"/table/{prague.pk}/top-up/", {"amount": "4000", "key": "a"}, headers=HTMX)
    assert "You may add 0.01 to 3\u202f000." in too_much.content.decode()
    assert is_sent(petr_client.post(f"/table/{prague.pk}/top-up/", {"amount": "3000", "key": "b"}, headers=HTMX))
    host.read_inbox()
    assert cashier.balance(user_id=petr.pk, currency="PLAY") == GRANT - 5_000_00
    assert "You already have the most" in petr_client.get(f"/table/{prague.pk}/top-up/", headers=HTMX).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("abc", "This is not an amount."),
        ("1.000.000x", "This is not an amount."),
        ("-5", "without a minus sign"),
        ("0.001", "Type at most 2 decimals."),
    ],
)
def test_b8_an_unreadable_amount_to_add_is_refused_in_words_with_its_range(
    petr_client: Client, petr: User, prague: Table, typed: str, sentence: str
) -> None:
    seat(SteppedHost(prague.pk), petr)
    page = petr_client.post(f"/table/{prague.pk}/top-up/", {"amount": typed, "key": "k"}, headers=HTMX).content.decode()
    assert sentence in page
    assert "From 0.01 to 3\u202f000." in page
    assert not Order.objects.filter(kind=Order.Kind.ADD_CHIPS).exists()


def test_b8_a_table_that_refuses_an_order_names_the_range(petr_client: Client, petr: User, prague: Table) -> None:
    petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": "2000", "key": "k"}, headers=HTMX)
    order = Order.objects.get()
    table_log.refuse_order(order.pk, "buy_in_too_small", {"min": 3_000_00, "max": 5_000_00})
    page = petr_client.get(f"/orders/{order.pk}/").content.decode()
    assert "Buy in for 3\u202f000 to 5\u202f000." in page


def test_buying_in_too_often_is_refused(petr_client: Client, prague: Table) -> None:
    for _ in range(20):
        petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": "1", "key": "k"}, headers=HTMX)
    answer = petr_client.post(f"/table/{prague.pk}/sit/3/", {"amount": "2000", "key": "k"}, headers=HTMX)
    assert "Slow down a little." in answer.content.decode()
    assert not Order.objects.exists()


def test_finished_hands_are_listed_with_their_logs(petr_client: Client, petr: User, prague: Table) -> None:
    host = SteppedHost(prague.pk)
    seat(host, petr, person("Bob"))
    host.play_hand()
    html = petr_client.get(f"/table/{prague.pk}/hands/").content.decode()
    assert "#1" in html
    page = petr_client.get(f"/table/{prague.pk}/hands/1/").content.decode()
    for sentence in ("Hand #1", "Pre-flop", "Flop", "River", "posts the big blind", "wins"):
        assert sentence in page
    assert petr_client.get(f"/table/{prague.pk}/hands/2/").status_code == 404


def test_a_hand_without_a_showdown_shows_no_cards(petr_client: Client, petr: User, prague: Table) -> None:
    host = SteppedHost(prague.pk)
    seat(host, petr, person("Bob"))
    host.fold_out()
    page = Client().get(f"/table/{prague.pk}/hands/1/").content.decode()
    assert "folds" in page
    assert "data-c" not in page


def test_the_rules_page_shows_what_beats_what(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    assert html.index("Royal flush") < html.index("Full house") < html.index("High card")


def test_the_wallet_amount_is_that_of_the_signed_in_player(petr_client: Client, client: Client) -> None:
    assert "10\u202f000" in petr_client.get("/wallet-amount/").content.decode()
    assert Client().get("/wallet-amount/").content.decode().strip() == ""
