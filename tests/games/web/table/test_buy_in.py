"""The dialogs that bring chips to a table: which one opens, its limits, where it begins, and what it offers."""

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from pytest_django import Settings

from games import api
from games.engine.rules.house_rules import HouseRules, TopUp, TopUpMin
from games.engine.table import commands as cm
from games.models import Order, Table
from games.money import escrow
from games.store import table_log
from games.text.refusals import refusal_text
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table
from tests.games.web.conftest import HTMX

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db


def dialog(answer: "Answer") -> str:
    """The name of the dialog that an answer shows."""
    assert answer.status_code == 200
    return str(answer.templates[0].name).removeprefix("games/dialogs/").removesuffix(".html")


def shown(answer: "Answer", *names: str) -> list[object]:
    """These values of the dialog that an answer shows."""
    return [answer.context[name] for name in names]


def begins_at(answer: "Answer") -> object:
    """The amount that the form suggests."""
    return answer.context["form"].initial["amount"]


def sit(client: Client, table: Table, place: str = "3/") -> "Answer":
    """Opens the dialog of a seat."""
    return client.get(f"/table/{table.pk}/sit/{place}", headers=HTMX)


def order(client: Client, path: str, **typed: object) -> "Answer":
    """Sends the form of a dialog."""
    form = {"amount": "2000", "key": "k", **typed}
    return client.post(path, form, headers=HTMX)


def house_table(house: HouseRules, name: str = "House", **settings: Any) -> Table:
    """A table 10/20 with these house rules."""
    return open_table(name, rules=NL_10_20._replace(house=house), **settings)


def holds(monkeypatch: pytest.MonkeyPatch, petr: User, *, stack: int, wallet: int) -> None:
    """Petr has these amounts at the table and in the wallet."""
    monkeypatch.setattr(escrow, "held_at", lambda _table: {petr.pk: stack} if stack else {})
    monkeypatch.setattr(escrow, "wallet_balance", lambda _player, _currency: wallet)


# Which dialog opens


def test_a_page_without_scripts_leads_back_to_the_table(petr_client: Client) -> None:
    table = open_table()
    here = f"/table/{table.pk}/"
    for path, to in (("sit/", "?sit"), ("sit/0/", "?sit=0"), ("sit/3/", "?sit=3"), ("top-up/", "")):
        for send in (petr_client.get, petr_client.post):
            assert send(here + path, {"amount": "2000", "key": "k"}).headers["Location"] == here + to
    assert Client().get(f"{here}top-up/", headers=HTMX).headers["Location"] == here
    assert not Order.objects.exists()


def test_d8_a_seated_player_is_asked_about_changing_seats_only_here(petr_client: Client, petr: User) -> None:
    table, other = open_table(), open_table("Brno")
    seat(SteppedHost(table.pk), petr)
    answer = sit(petr_client, table, "4/")
    assert (dialog(answer), *shown(answer, "seat", "number")) == ("change_seat", 4, 5)
    assert dialog(sit(petr_client, table, "")) == dialog(sit(petr_client, other)) == "chips"
    # Two tables: one of them is this one.
    seat(SteppedHost(other.pk), petr)
    assert dialog(sit(petr_client, table, "4/")) == "change_seat"
    refused = order(petr_client, f"/table/{table.pk}/sit/4/")
    assert dialog(refused) == "chips"
    assert refused.context["form"].non_field_errors() == [refusal_text("already_seated")]


def test_k9_a_full_table_opens_its_waiting_list(petr_client: Client) -> None:
    full = full_table()
    table = Table.objects.get(pk=full.id)
    assert dialog(sit(petr_client, table, "")) == "wait"
    assert dialog(order(petr_client, f"/table/{table.pk}/sit/")) == "chips"


def test_k11_the_limit_of_tables_is_told_before_the_form(petr_client: Client, petr: User, settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 1
    table = open_table()
    assert dialog(sit(petr_client, table)) == "chips"
    seat(SteppedHost(open_table("Brno").pk), petr)
    answer = sit(petr_client, table)
    assert (dialog(answer), answer.context["table"]) == ("refused", table)
    assert "at most 1," in answer.context["refused"]
    sent = order(petr_client, f"/table/{table.pk}/sit/3/")
    assert dialog(sent) == "chips"
    assert "at most 1," in str(sent.context["form"].non_field_errors())


# The form for a seat


def test_k2_the_form_begins_at_a_hundred_big_blinds(petr_client: Client) -> None:
    table = open_table()
    answer = sit(petr_client, table)
    assert begins_at(answer) == "2\u202f000"
    assert shown(answer, "table", "least", "most", "step", "wallet", "required_return") == [
        table, 800_00, 5_000_00, 20_00, 10_000_00, None,
    ]  # fmt: skip
    assert answer.context["presets"] == [("Min", 800_00), ("100 BB", 2_000_00), ("Max", 5_000_00)]
    assert shown(answer, "title", "submit_label", "path") == ["Sit down", "Sit down", f"/table/{table.pk}/sit/3/"]


@pytest.mark.parametrize(
    ("bounds", "wallet", "least", "most", "begins", "presets"),
    [
        ((2_000_00, 2_000_00), 9_000_00, 2_000_00, 2_000_00, "2\u202f000", ["Max"]),
        ((2_001_00, 5_000_00), 9_000_00, 2_001_00, 5_000_00, "2\u202f001", ["Min", "Max"]),
        ((800_00, 1_999_00), 9_000_00, 800_00, 1_999_00, "1\u202f999", ["Min", "Max"]),
        ((800_00, 0), 9_000_00, 800_00, 9_000_00, "2\u202f000", ["Min", "100 BB", "Max"]),
        ((800_00, 0), 700_00, 800_00, 800_00, "800", ["Max"]),
        ((800_00, 5_000_00), 900_50, 800_00, 5_000_00, "900.50", ["Min", "100 BB", "Max"]),
        ((0, 0), 15_00, 20_00, 15_00, "20", []),
    ],
)
def test_k2_a_buy_in_is_within_the_tables_limits_and_the_wallet(
    petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch,
    bounds: tuple[int, int], wallet: int, least: int, most: int, begins: str, presets: list[str],
) -> None:  # fmt: skip
    table = open_table(min_buy_in=bounds[0], max_buy_in=bounds[1])
    holds(monkeypatch, petr, stack=0, wallet=wallet)
    answer = sit(petr_client, table)
    assert shown(answer, "least", "most", "wallet") == [least, most, wallet]
    assert begins_at(answer) == begins
    assert [label for label, _ in answer.context["presets"]] == presets


@pytest.mark.parametrize(
    ("currency", "wallet", "said"),
    [
        ("PLAY", 799_99, "your wallet gives you more play money"),
        ("CZK", 0, "at the cashier"),
        ("PLAY", 800_00, ""),
        ("CZK", 800_00, ""),
    ],
)
def test_k2_who_has_too_little_for_a_table_reads_where_money_comes_from(
    petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch, currency: str, wallet: int, said: str
) -> None:
    table = open_table(currency=currency)
    holds(monkeypatch, petr, stack=0, wallet=wallet)
    page = sit(petr_client, table).content.decode()
    assert said in page
    assert ("too little for this table" in page) is bool(said)


def test_b16_a_buy_in_begins_at_whole_chips(petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house_table(HouseRules(chip_unit=5_00))
    holds(monkeypatch, petr, stack=0, wallet=1_234_56)
    answer = sit(petr_client, table)
    assert (begins_at(answer), answer.context["step"]) == ("1\u202f230", 20_00)
    assert sit(petr_client, house_table(HouseRules(chip_unit=10_00), "Tens")).context["step"] == 20_00


def test_k7_the_form_asks_for_what_a_returning_player_left_with(petr_client: Client, petr: User) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, petr, amount=1_234_00)
    host.come_to_the_present()
    host.do(cm.Leave(petr.pk))
    answer = petr_client.get(f"/table/{host.id}/sit/3/", headers=HTMX)
    assert begins_at(answer) == "1\u202f234"
    assert answer.context["required_return"].amount == 1_234_00


TAKES_OVER = "You come from another table of this game and these stakes"


def test_d7_the_form_tells_who_comes_from_another_table_that_blinds_go_along(petr_client: Client, petr: User) -> None:
    host, brno = SteppedHost(open_table().pk), open_table("Brno")
    seat(host, petr, person("Alice"))
    host.fold_out()
    assert TAKES_OVER not in sit(petr_client, brno).content.decode()
    host.come_to_the_present()
    host.do(cm.Leave(petr.pk))
    assert TAKES_OVER in sit(petr_client, brno).content.decode()
    assert TAKES_OVER not in sit(petr_client, Table.objects.get(pk=host.id)).content.decode()


def test_an_invalid_amount_is_refused_in_the_form(petr_client: Client) -> None:
    path = f"/table/{open_table().pk}/sit/3/"
    answer = order(petr_client, path, amount="much")
    assert (dialog(answer), answer.context["form"].errors.keys()) == ("chips", {"amount"})
    assert "Your chips are on their way to the table…" in order(petr_client, path).content.decode()


# The form for more chips


@pytest.fixture
def seated(petr: User) -> Table:
    """A table 10/20 from 800 to 5 000 where Petr sits."""
    table = open_table()
    seat(SteppedHost(table.pk), petr)
    return table


def top_up(client: Client, table: Table) -> "Answer":
    """Opens the dialog for more chips."""
    return client.get(f"/table/{table.pk}/top-up/", headers=HTMX)


WAITS = "Chips added during a hand wait until it is over"
RETURNED = f"{WAITS}; anything above the table's maximum buy-in goes back to your wallet."
USUAL, LARGEST = "Up to 100 BB", "Max"


@pytest.mark.parametrize(
    ("stack", "begins", "most", "presets", "full"),
    [
        (1_500_00, "500", 3_500_00, [(USUAL, 500_00), (LARGEST, 3_500_00)], False),
        (1_980_00, "20", 3_020_00, [(USUAL, 20_00), (LARGEST, 3_020_00)], False),
        (1_980_01, "3\u202f019.99", 3_019_99, [(USUAL, 19_99), (LARGEST, 3_019_99)], False),
        (2_000_00, "3\u202f000", 3_000_00, [(LARGEST, 3_000_00)], False),
        (4_999_99, "0.01", 1, [(LARGEST, 1)], False),
        (5_000_00, "0.01", 0, [], True),
        (6_000_00, "0.01", 0, [], True),
    ],
)
def test_k5_more_chips_fill_up_to_the_usual_stack_or_the_largest(
    petr_client: Client, petr: User, seated: Table, monkeypatch: pytest.MonkeyPatch,
    stack: int, begins: str, most: int, presets: list[tuple[str, int]], full: bool,
) -> None:  # fmt: skip
    holds(monkeypatch, petr, stack=stack, wallet=9_000_00)
    answer = top_up(petr_client, seated)
    assert (dialog(answer), begins_at(answer)) == ("chips", begins)
    assert shown(answer, "least", "most", "presets", "full") == [1, most, presets, full]
    assert shown(answer, "title", "submit_label", "busted", "note") == ["Add chips", "Add chips", False, RETURNED]


def test_k5_who_lost_everything_is_offered_a_re_buy(
    petr_client: Client, petr: User, seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds(monkeypatch, petr, stack=0, wallet=9_000_00)
    answer = top_up(petr_client, seated)
    assert begins_at(answer) == "2\u202f000"
    assert shown(answer, "title", "submit_label", "busted", "note", "full") == ["Re-buy", "Re-buy", True, "", False]
    assert answer.context["presets"] == [(USUAL, 2_000_00), (LARGEST, 5_000_00)]
    # A re-buy that the wallet cannot pay is no full table.
    Table.objects.filter(pk=seated.pk).update(max_buy_in=0)
    holds(monkeypatch, petr, stack=0, wallet=0)
    assert top_up(petr_client, seated).context["full"] is False


def test_k5_a_table_without_a_largest_stack_is_limited_by_the_wallet(
    petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house_table(HouseRules(chip_unit=1_00), max_buy_in=0)
    holds(monkeypatch, petr, stack=2_000_00, wallet=7_000_50)
    answer = top_up(petr_client, table)
    assert shown(answer, "most", "note") == [5_000_00, f"{WAITS}."]
    assert begins_at(answer) == "2\u202f000", "as much again"


def test_b16_more_chips_are_whole_chips(petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house_table(HouseRules(chip_unit=5_00))
    holds(monkeypatch, petr, stack=3_001_00, wallet=9_000_00)
    answer = top_up(petr_client, table)
    assert shown(answer, "least", "most") == [5_00, 1_995_00]
    assert begins_at(answer) == "1\u202f995"


@pytest.mark.parametrize("house", [HouseRules(top_up=TopUp.NEVER), HouseRules(top_up=TopUp.WHEN_BROKE)])
def test_k5_a_dialog_says_why_no_chips_may_be_added(
    petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch, house: HouseRules
) -> None:
    table = house_table(house)
    holds(monkeypatch, petr, stack=2_000_00, wallet=9_000_00)
    answer = top_up(petr_client, table)
    assert (dialog(answer), answer.context["table"]) == ("no_chips", table)
    holds(monkeypatch, petr, stack=0, wallet=9_000_00)
    assert dialog(top_up(petr_client, table)) == ("no_chips" if house.top_up is TopUp.NEVER else "chips")


def test_k5_the_least_depends_on_the_house(petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house_table(HouseRules(top_up_min=TopUpMin.FULL))
    for stack, least in ((0, 800_00), (1_00, 1)):
        holds(monkeypatch, petr, stack=stack, wallet=9_000_00)
        assert top_up(petr_client, table).context["least"] == least


def test_k5_an_order_for_chips_is_sent_or_refused_in_the_form(petr_client: Client, petr: User, seated: Table) -> None:
    path = f"/table/{seated.pk}/top-up/"
    for amount, wrong in (("much", {"amount"}), ("4000", {"__all__"})):
        answer = order(petr_client, path, amount=amount)
        assert (dialog(answer), answer.context["form"].errors.keys()) == ("chips", wrong)
    sent = order(petr_client, path, amount="300")
    waiting = Order.objects.get(kind=Order.Kind.ADD_CHIPS)
    assert f'hx-get="/orders/{waiting.pk}/"' in sent.content.decode()


def test_too_many_orders_are_refused_whatever_they_are_about(petr_client: Client, seated: Table) -> None:
    here = f"/table/{seated.pk}/"
    paths = [f"{here}{path}/" for path in ("sit/4", "top-up", "refill", "move")]
    for _ in range(20):
        petr_client.post(f"{here}move/", {"to": "x"}, headers=HTMX)
    before = Order.objects.count()
    form = {"amount": "2000", "key": "k", "target": "buy_in", "to": "1"}
    for path in paths:
        assert "Slow down a little." in petr_client.post(path, form, headers=HTMX).content.decode()
    assert Order.objects.count() == before


# The state of an order


@pytest.mark.parametrize(
    ("kind", "retry"),
    [("take_seat", "sit/"), ("add_chips", "top-up/"), ("refill", "refill/"), ("move", "move/")],
)
def test_a_refused_order_can_be_tried_again(petr_client: Client, petr: User, kind: str, retry: str) -> None:
    table = open_table()
    sent = api.take_seat(user=petr, table_id=table.pk, seat=0, amount=2_000_00)
    Order.objects.filter(pk=sent).update(kind=kind)
    waiting = petr_client.get(f"/orders/{sent}/").content.decode()
    assert "Your chips are on their way to the table…" in waiting
    assert f'hx-get="/orders/{sent}/"' in waiting
    table_log.refuse_order(sent, "seat_taken")
    refused = petr_client.get(f"/orders/{sent}/").content.decode()
    assert "This seat is taken." in refused
    assert f'hx-get="/table/{table.pk}/{retry}"' in refused
    assert f"/orders/{sent}/" not in refused
