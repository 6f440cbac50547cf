"""The panel and dialogs of a seated player: leaving, automatic top-ups, returning, moving, and notices."""

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from cashier import api as cashier
from games import api
from games.engine.rules.house_rules import HouseRules, TopUp, TopUpMin
from games.engine.table import commands as cm
from games.engine.views.types import SeatSettings
from games.messaging import notices
from games.models import Departure, Order, Table
from games.money import escrow
from games.web.table import fragments
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.games.web.conftest import HTMX
from tests.games.web.html_reader import ParsedHtml
from tests.games.web.scenes.seats import SEAT_SCENES
from tests.games.web.scenes.tables import before_flop, my_turn


def first_amount(html: str) -> str:
    """The amount with which a chips form begins."""
    found = re.search(r'name="amount" value="([^"]+)"', html)
    assert found
    return found[1]


def all_fragments(name: str, settings: SeatSettings | None = None) -> dict[str, str]:
    """The own fragments of a scene, with other settings of the seat if any are given."""
    view, own = SEAT_SCENES[name]()
    assert own is not None
    if settings:
        own = own._replace(settings=settings)
    return fragments.own_fragments(own, view, "en")


def asks_by_label(html: str) -> dict[str, str]:
    """What each button of a fragment sends, by its label."""
    found = re.findall(r"data-values='([^']*)'[^>]*>([^<]*)", html)
    return {label.strip(): body for body, label in found if label.strip()}


# The Me tab and the bar.


@pytest.mark.parametrize(
    ("plan", "label", "sends"),
    [
        ("leave", "Leave after this hand", "leave"),
        ("leave_blind", "Leave at the next big blind", "leave_blind"),
        ("out_blind", "Sit out at the next big blind", "out_blind"),
    ],
)
def test_K6_a_stop_plan_is_a_switch(plan: str, label: str, sends: str) -> None:
    off = all_fragments("planning", SeatSettings(has_blinds=True))["my-seat"]
    assert asks_by_label(off)[label] == f'{{"do":"plan","plan":"{sends}"}}'
    on = all_fragments("planning", SeatSettings(stop_plan=plan))["my-seat"]
    assert asks_by_label(on)[label] == '{"do":"plan","plan":""}'
    assert on.count('aria-checked="true"') == off.count('aria-checked="true"') + 1


def test_games_without_blinds_offer_no_plans_for_blinds() -> None:
    assert "big blind" not in all_fragments("planning", SeatSettings(has_blinds=False))["my-seat"]


def test_K6_K8_leaving_and_moving_can_be_cancelled() -> None:
    view, own = my_turn()
    assert own is not None
    for going, sentence in (
        (own._replace(leaving=True), "You leave after this hand."),
        (
            own._replace(settings=SeatSettings(target_table=2, target_table_name="Brno")),
            "You move to Brno after this hand.",
        ),
    ):
        html = fragments.own_fragments(going, view, "en")["my-seat"]
        assert sentence in html
        assert asks_by_label(html)["Stay here"] == '{"do":"plan","plan":""}'


def test_D11_a_countdown_shows_how_long_the_seat_is_kept() -> None:
    html = all_fragments("sitting-out")
    for name in ("controls", "my-seat"):
        assert re.search(r'data-ends="\d{13}"', html[name])
    assert "I'm back" in ParsedHtml(html["controls"]).text


def test_B14_the_panel_shows_the_time_bank() -> None:
    view, own = SEAT_SCENES["planning"]()
    assert own
    for bank, shown_time in ((28_400, "28 seconds"), (1_000, "1 second"), (900, "")):
        text = ParsedHtml(fragments.own_fragments(own._replace(time_bank=bank), view, "en")["my-seat"]).text
        assert ("Time bank" in text) == bool(shown_time)
        assert shown_time in text


def test_K5_a_player_without_chips_is_asked_to_rebuy_with_a_countdown() -> None:
    html = all_fragments("broke")["controls"]
    assert "Re-buy" in html
    assert 'hx-trigger="load"' in html
    assert re.search(r'class="turnbar" data-until="\d{13}"', html)
    # Whoever chose to have it bought is not asked.
    assert (
        'hx-trigger="load"' not in all_fragments("broke", SeatSettings(out_of_chips=True, auto_rebuy=True))["controls"]
    )


def test_D12_fold_and_sit_out_is_far_from_the_buttons_that_act() -> None:
    view, own = my_turn()
    html = fragments.own_fragments(own, view, "en")
    assert "fold_out" not in html["controls"]
    assert asks_by_label(html["seat-exits"])["Fold and sit out"] == '{"do":"fold_out"}'
    assert """data-values='{"hand":184302,"turn":11,"price":20000}'""" in html["seat-exits"]


def test_D12_a_player_who_may_check_is_asked_before_folding_and_sitting_out() -> None:
    view, own = before_flop()
    html = fragments.own_fragments(own, view, "en")["seat-exits"]
    assert 'data-opens="fold-out-dialog"' in html
    assert "Checking is free. Fold anyway?" in html


def test_the_table_itself_has_buttons_to_sit_out_and_to_leave() -> None:
    html = all_fragments("planning")["seat-exits"]
    assert asks_by_label(html)["Sit out"] == '{"do":"sit_out"}'
    assert 'data-opens="leave-dialog"' in html
    # Both are taken back where they were pressed.
    assert asks_by_label(all_fragments("moving")["seat-exits"]) == {"Stay here": '{"do":"plan","plan":""}'}
    # A player who sits out comes back by the button in the middle; a watcher has nothing to leave.
    assert "Sit out" not in ParsedHtml(all_fragments("sitting-out")["seat-exits"]).text
    assert "<button" not in fragments.own_fragments(None, my_turn().view, "en")["seat-exits"]


def test_D6_posting_both_blinds_is_offered() -> None:
    assert "Post both blinds, 30, and play" in ParsedHtml(all_fragments("both-blinds")["controls"]).text


def test_K5_tables_without_top_ups_offer_none() -> None:
    html = all_fragments("planning", SeatSettings(may_add_chips=False))["my-seat"]
    assert "Add chips" not in html
    assert "Automatic top-ups" not in html


def leaves(host: SteppedHost, user: User) -> None:
    """Leaves the table now, by the real clock."""
    host.come_to_the_present()
    host.do(cm.Leave(user.pk))


def amount_in(html: str) -> str:
    """The value of the amount field."""
    found = re.search(r'name="amount" value="([^"]*)"', html)
    assert found
    return found[1]


@pytest.mark.django_db
def test_K7_the_form_shows_the_required_amount_the_reason_and_a_countdown(
    petr_client: Client, petr: User, petrs_table: SteppedHost
) -> None:
    leaves(petrs_table, petr)
    html = petr_client.get(f"/table/{petrs_table.id}/sit/3/", headers=HTMX).content.decode()
    assert amount_in(html) == "2\u202f000"
    assert "You left Prague a short time ago with 2\u202f000." in ParsedHtml(html).text
    ends = re.search(r'data-ends="(\d+)"', html)
    assert ends
    left = int(ends[1]) / 1000 - timezone.now().timestamp()
    assert timedelta(minutes=118).total_seconds() < left <= timedelta(hours=2).total_seconds()
    assert 'type="range"' not in html
    answer = petr_client.post(f"/table/{petrs_table.id}/sit/3/", {"amount": amount_in(html), "key": "k"}, headers=HTMX)
    assert 'hx-get="/orders/' in answer.content.decode()
    petrs_table.read_inbox()
    assert petrs_table.table.chips() == {petr.pk: 2_000_00}


@pytest.mark.django_db
def test_K7_another_amount_is_refused_with_a_reason(petr_client: Client, petr: User, petrs_table: SteppedHost) -> None:
    leaves(petrs_table, petr)
    answer = petr_client.post(f"/table/{petrs_table.id}/sit/3/", {"amount": "1000", "key": "k"}, headers=HTMX)
    sentence = "You left these stakes with 2\u202f000 a short time ago: buy in for exactly that."
    assert sentence in ParsedHtml(answer.content.decode()).text
    Departure.objects.update(left_at=timezone.now() - timedelta(hours=3))
    assert "800 to 5" in petr_client.get(f"/table/{petrs_table.id}/sit/3/", headers=HTMX).content.decode()


@pytest.mark.django_db
def test_K5_automatic_top_ups_are_chosen_in_a_dialog(petr_client: Client, petr: User, petrs_table: SteppedHost) -> None:
    path = f"/table/{petrs_table.id}/refill/"
    html = petr_client.get(f"{path}?to=500000&below=250000&rebuy=1", headers=HTMX).content.decode()
    checked = re.findall(r'value="(\w+)"[^>]* checked|name="(rebuy)"[^>]* checked', html)
    assert {name for pair in checked for name in pair if name} == {"half", "max", "rebuy"}
    assert "Up to 2\u202f000, which I sat down with" in ParsedHtml(html).text
    answer = petr_client.post(path, {"target": "buy_in", "when": "any", "rebuy": "on"}, headers=HTMX)
    order = Order.objects.get(kind=Order.Kind.REFILL)
    assert f'hx-get="/orders/{order.pk}/"' in answer.content.decode()
    petrs_table.read_inbox()
    chosen = petrs_table.table.seat(0)
    assert (chosen.refill_to, chosen.refill_below, chosen.rebuys) == (2_000_00, 2_000_00, True)
    assert petr_client.get(f"/orders/{order.pk}/").status_code == 204
    petr_client.post(path, {"target": "max", "when": ""}, headers=HTMX)
    petrs_table.read_inbox()
    assert (petrs_table.table.seat(0).refill_below, petrs_table.table.seat(0).rebuys) == (0, False)


@pytest.mark.django_db
@pytest.mark.parametrize("form", [{"target": "all"}, {"target": "max", "when": "always"}, {"when": "any"}])
def test_an_invalid_choice_is_refused_in_the_dialog(
    petr_client: Client, petrs_table: SteppedHost, form: dict[str, str]
) -> None:
    answer = petr_client.post(f"/table/{petrs_table.id}/refill/", form, headers=HTMX)
    assert 'class="wrong"' in answer.content.decode()
    assert not Order.objects.filter(kind=Order.Kind.REFILL).exists()


@pytest.mark.django_db
def test_K5_house_rules_decide_how_chips_are_added(petr_client: Client, petr: User) -> None:
    for name, house, sentence in (
        ("A", HouseRules(top_up=TopUp.NEVER), "No chips may be added at this table."),
        ("B", HouseRules(top_up=TopUp.WHEN_BROKE), "only when you have none left."),
        ("C", HouseRules(top_up_min=TopUpMin.HALF), "From 0.01 to 3\u202f000."),
    ):
        host = SteppedHost(open_table(name, rules=NL_10_20._replace(house=house)).pk)
        seat(host, petr)
        assert sentence in ParsedHtml(petr_client.get(f"/table/{host.id}/top-up/", headers=HTMX).content.decode()).text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stack", "wallet", "begins_at"),
    [
        (1_500_00, 8_500_00, "500"),
        (2_000_00, 8_000_00, "3\u202f000"),
        (4_990_50, 5_009_50, "9"),
        (1_000_00, 250_50, "250"),
        (1_000_00, 50, "1"),
    ],
)
def test_k5_adding_chips_begins_at_a_sensible_amount(
    petr_client: Client, petr: User, stack: int, wallet: int, begins_at: str
) -> None:
    house = HouseRules(chip_unit=1_00)
    host = SteppedHost(open_table("Whole", rules=NL_10_20._replace(house=house)).pk)
    seat(host, petr, amount=2_000_00)
    with (
        patch.object(escrow, "held_at", return_value={petr.pk: stack}),
        patch.object(escrow, "wallet_balance", return_value=wallet),
    ):
        html = petr_client.get(f"/table/{host.id}/top-up/", headers=HTMX).content.decode()
    assert first_amount(html) == begins_at


@pytest.mark.django_db
def test_k5_a_re_buy_begins_within_the_wallet_and_never_below_the_least(petr_client: Client, petr: User) -> None:
    house = HouseRules(top_up_min=TopUpMin.FULL)
    host = SteppedHost(open_table("Full", rules=NL_10_20._replace(house=house)).pk)
    seat(host, petr, amount=2_000_00)
    for wallet, begins_at in ((8_000_00, "2\u202f000"), (1_000_00, "1\u202f000"), (10_00, "800")):
        with (
            patch.object(escrow, "held_at", return_value={petr.pk: 0}),
            patch.object(escrow, "wallet_balance", return_value=wallet),
        ):
            html = petr_client.get(f"/table/{host.id}/top-up/", headers=HTMX).content.decode()
        assert first_amount(html) == begins_at


@pytest.mark.django_db
def test_K8_tables_to_move_to_are_listed_and_a_move_is_ordered(
    petr_client: Client, petr: User, petrs_table: SteppedHost
) -> None:
    path = f"/table/{petrs_table.id}/move/"
    assert "No other table" in petr_client.get(path, headers=HTMX).content.decode()
    brno, locked = open_table("Brno"), open_table("Locked", password="x")
    html = petr_client.get(path, headers=HTMX).content.decode()
    assert "Brno" in html
    assert "Locked" not in html
    for to in (str(locked.pk), "x", "", "9" * 40):
        answer = petr_client.post(path, {"to": to}, headers=HTMX)
        assert 'class="wrong"' in answer.content.decode()
    answer = petr_client.post(path, {"to": str(brno.pk)}, headers=HTMX)
    order = Order.objects.get(kind=Order.Kind.MOVE)
    assert f'hx-get="/orders/{order.pk}/"' in answer.content.decode()
    assert "chips are on their way" not in petr_client.get(f"/orders/{order.pk}/").content.decode()
    petrs_table.read_inbox()
    assert petrs_table.table.seat(0).target_table == brno.pk


@pytest.mark.django_db
def test_visitors_and_requests_without_htmx_change_nothing(
    client: Client, petr_client: Client, petrs_table: SteppedHost
) -> None:
    for name in ("refill", "move"):
        path = f"/table/{petrs_table.id}/{name}/"
        assert Client().post(path, {"to": "1"}, headers=HTMX).status_code == 302
        assert petr_client.get(path).headers["Location"] == f"/table/{petrs_table.id}/"
    eve = Client()
    eve.force_login(person("Eve"))
    answer = eve.post(f"/table/{petrs_table.id}/refill/", {"target": "max", "when": "any"}, headers=HTMX)
    assert "You are not seated at this table." in answer.content.decode()
    assert not Order.objects.exclude(kind=Order.Kind.TAKE_SEAT).exists()


@pytest.mark.django_db
def test_equal_notices_are_kept_once_and_every_amount_is_kept(petr: User, petrs_table: SteppedHost) -> None:
    for amount in (100, 100, 200):
        notices.write_notice(petr.pk, petrs_table.id, "table_closed", table="Prague", amount=amount, currency="PLAY")
    assert [news.detail["amount"] for news in notices.take_unread_notices(petr.pk)] == [100, 200]


@pytest.mark.django_db
def test_notices_show_once_on_the_next_whole_page(petr_client: Client, petr: User, petrs_table: SteppedHost) -> None:
    notices.write_notice(petr.pk, petrs_table.id, "stood_up_idle", table="Prague", amount=2_000_00, currency="PLAY")
    # Fragments of a page don't take it away.
    petr_client.get("/wallet-amount/")
    sentence = "You sat out too long at Prague and lost your seat. 2\u202f000 is back in your wallet."
    assert sentence in petr_client.get("/").content.decode()
    assert sentence not in petr_client.get("/").content.decode()
    notices.write_notice(petr.pk, petrs_table.id, "table_closed", table="Prague", amount=1, currency="PLAY")
    assert "Prague was closed." in petr_client.get(f"/table/{petrs_table.id}/").content.decode()


@pytest.mark.django_db
def test_every_notice_has_a_sentence_and_escapes_names(petr_client: Client, petr: User) -> None:
    evil = open_table("<b>Evil</b>")
    detail = {"table": evil.name, "to": evil.name, "amount": 100, "currency": "PLAY"}
    codes = (
        "stood_up_idle",
        "stood_up_broke",
        "table_closed",
        "refill_short",
        "moved",
        "move_failed",
        "move_too_many",
        "move_refused",
    )
    for code in codes:
        notices.write_notice(petr.pk, evil.pk, code, **detail)
    html = petr_client.get("/wallet/").content.decode()
    assert html.count("&lt;b&gt;Evil") == len(codes)
    assert cashier.balance(user_id=petr.pk, currency="PLAY")
    assert Table.objects.count() == 1
    assert api.seats_of(user_id=petr.pk) == []
