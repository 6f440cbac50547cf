"""M6: each figure of a report equals its sum over the ledger, or over the hands and stays that it counts."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import RequestFactory
from django.utils import timezone

from cashier import api as cashier
from cashier import protection
from cashier.api import FlowEntry, Flows
from cashier.audit import run_audit
from cashier.cage import vouchers, withdrawals
from cashier.cage.expiry import return_expired
from cashier.models import Account, Cage, Leg, Withdrawal
from cashier.text import money_text
from games.models import Hand, HandPlayer, Seat, Table
from games.models.hourly import PlayedDay, Stay
from pokerroom.models import User
from pokerroom.reports import views
from pokerroom.reports.ask import Ask, read_ask
from pokerroom.reports.flow_reports import MONEY
from pokerroom.reports.sheet import Sheet
from pokerroom.reports.today import today_context
from pokerroom.reports.views import Report

pytestmark = pytest.mark.django_db
CURRENCIES = ("PLAY", "CZK")


def ask_of(report: Report, **query: str | int) -> Ask:
    """What is asked for of the last five days."""
    today = timezone.localdate()
    days = {"from": str(today - timedelta(days=4)), "to": str(today)}
    return read_ask(RequestFactory().get("/", {"currency": "PLAY", **days, **query}), report.names)


def sheet_of(report: Report, **query: str | int) -> Sheet:
    """The sheet of the last five days with this query."""
    return report.sheet(ask_of(report, **query), whole=True)


def column(sheet: Sheet, number: int = 0) -> list[int]:
    """The values of a column."""
    return [row.values[number] for row in sheet.rows]


def ledger(currency: str, wanted: Callable[[str, str, Any], bool]) -> int:
    """The sum of legs whose kind of account, effective cause and leg are wanted, read one by one."""
    total = 0
    for leg in Leg.objects.filter(account__currency=currency).select_related("account__owner", "entry__reverses"):
        entry = leg.entry.reverses or leg.entry
        if wanted(leg.account.kind, entry.cause_kind, leg):
            total += leg.amount
    return total


def rake_in_ledger(currency: str) -> int:
    """All legs of rake accounts."""
    return ledger(currency, lambda kind, _cause, _leg: kind == "rake")


@pytest.mark.parametrize("currency", CURRENCIES)
def test_M6_rake_is_the_same_however_it_is_divided_and_equals_the_ledger(
    played: dict[str, User], currency: str
) -> None:
    booked = rake_in_ledger(currency)
    assert booked > 0
    for by in ("day", "clock", "table", "game", "stakes", "player"):
        sheet = sheet_of(views.RAKE, currency=currency, by=by)
        assert (sum(column(sheet)), sheet.total[0]) == (booked, booked), by
    assert Hand.objects.filter(void=True).count() == 2
    assert run_audit().breaches == ()


@pytest.mark.parametrize("currency", CURRENCIES)
def test_M6_every_row_of_rake_leads_down_to_hands_that_sum_to_it(played: dict[str, User], currency: str) -> None:
    found: Counter[int] = Counter()
    days = sheet_of(views.RAKE, currency=currency)
    for day in days.rows:
        if not any(day.values):
            continue
        hours = follow(views.RAKE, day.url)
        assert sum(column(hours)) == day.values[0]
        for hour in hours.rows:
            tables = follow(views.RAKE, hour.url)
            assert sum(column(tables)) == hour.values[0]
            for table in tables.rows:
                hands = follow(views.RAKE, table.url)
                assert (sum(column(hands)), hands.total[0], len(hands.rows)) == (table.values[0], *table.values[:2])
                assert all(re.fullmatch(r"/table/\d+/hands/\d+/", row.url) for row in hands.rows)
                found[len(hands.rows)] += 1
    played_hands = Hand.objects.filter(void=False, table__currency=currency).count()
    assert sum(count * times for count, times in found.items()) == played_hands == sum(column(days, 1))


def follow(report: Report, url: str) -> Sheet:
    """The sheet to which a row leads."""
    assert url
    return report.sheet(read_ask(RequestFactory().get(url), report.names), whole=True)


def test_M6_R5_a_players_rake_is_the_sum_of_their_parts_and_leads_to_their_hands(played: dict[str, User]) -> None:
    sheet = sheet_of(views.RAKE, by="player")
    by_name = {row.label: row for row in sheet.rows}
    for name in ("Alice", "Bob", "Cyril"):
        parts = HandPlayer.objects.filter(player=played[name], hand__table__currency="PLAY")
        assert by_name[name].values == (sum(parts.values_list("rake", flat=True)), parts.count())
        hands = follow(views.RAKE, by_name[name].url)
        assert (sum(column(hands)), len(hands.rows), hands.total[0]) == (
            by_name[name].values[0],
            parts.count(),
            by_name[name].values[0],
        )
    bots = sum(Hand.objects.filter(table__currency="PLAY", void=False).values_list("bots_rake", flat=True))
    assert by_name["House bots"].values[0] == bots > 0


def test_M6_hands_of_game_stakes_and_clock_are_those_of_the_hands(played: dict[str, User]) -> None:
    hands = Hand.objects.filter(void=False, table__currency="CZK")
    for by in ("day", "clock", "table", "game", "stakes"):
        sheet = sheet_of(views.PLAY, currency="CZK", by=by)
        assert (sum(column(sheet)), sheet.total[0]) == (hands.count(), hands.count())
    clocks = Counter(timezone.localtime(at).hour for at in hands.values_list("ended_at", flat=True))
    sheet = sheet_of(views.RAKE, currency="CZK", by="clock")
    assert {row.label: row.values[1] for row in sheet.rows} == {
        f"{hour:02d}:00": count for hour, count in clocks.items()
    }


@pytest.mark.parametrize("by", ["day", "clock", "table"])
def test_M6_player_hours_are_the_stays_that_ended_and_the_seats_still_taken(played: dict[str, User], by: str) -> None:
    ask = ask_of(views.PLAY, by=by)
    stays = Stay.objects.filter(currency="PLAY")
    seats = Seat.objects.filter(table__currency="PLAY")
    assert stays.exists() and seats.filter(bot=True).exists()
    expected = {
        bot: sum(round((one.left_at.replace(microsecond=0) - one.seated_at.replace(microsecond=0)).total_seconds())
                 for one in stays.filter(bot=bot))
        + sum(round((ask.now.replace(microsecond=0) - one.seated_at.replace(microsecond=0)).total_seconds())
              for one in seats.filter(bot=bot))
        for bot in (False, True)
    }  # fmt: skip
    sheet = views.PLAY.sheet(ask)
    assert (sum(column(sheet, 1)), sum(column(sheet, 2))) == (expected[False], expected[True])
    assert (sheet.total[1], sheet.total[2]) == (expected[False], expected[True])
    assert all(0 <= taken <= 1000 for taken in column(sheet, 3))


FLOWS: list[tuple[Report, int, Callable[[str, str, Any], bool], int]] = [
    (views.MONEY, 0, lambda kind, cause, _leg: (kind, cause) == ("wallet", "deposit"), 1),
    (views.MONEY, 1, lambda kind, cause, _leg: (kind, cause) == ("wallet", "payout"), 1),
    (views.MONEY, 2, lambda kind, cause, _leg: kind == "wallet" and cause in ("voucher", "voucher_expired"), 1),
    (views.DRAWERS, -1, lambda kind, _cause, leg: kind == "cage" and leg.account.code.startswith("cage:"), 1),
    (views.TOURNAMENTS, 0, lambda kind, _cause, _leg: kind == "fee", 1),
    (views.TOURNAMENTS, 1, lambda kind, cause, _leg: kind == "wallet" and cause in ("entry", "entry_back"), -1),
    (views.TOURNAMENTS, 2, lambda kind, cause, _leg: kind == "wallet" and cause == "prize", 1),
    (views.TOURNAMENTS, 3, lambda kind, cause, leg: leg.account.code.startswith("tickets:") and leg.amount > 0, 1),
    (views.TOURNAMENTS, 4, lambda kind, cause, _leg: (kind, cause) == ("house", "overlay"), -1),
    (
        views.GIVEN,
        0,
        lambda kind, cause, leg: (kind, cause) == ("wallet", "welcome") and not leg.account.owner.is_bot,
        1,
    ),
    (views.GIVEN, 1, lambda kind, cause, _leg: (kind, cause) == ("wallet", "refill"), 1),
    (views.GIVEN, 2, lambda kind, cause, leg: (kind, cause) == ("wallet", "grant") and not leg.account.owner.is_bot, 1),
    (views.GIVEN, 3, lambda kind, cause, _leg: (kind, cause) == ("vouchers", "voucher_given"), 1),
    (views.GIVEN, 4, lambda kind, cause, leg: kind == "wallet" and cause == "welcome" and leg.account.owner.is_bot, 1),
]
"""A report, its column, the legs that it counts, and their sign."""


def test_M6_money_tournaments_and_gifts_equal_the_ledger_by_every_division(played: dict[str, User]) -> None:
    some = set()
    for number, (report, place, wanted, sign) in enumerate(FLOWS):
        for currency in CURRENCIES:
            booked = sign * ledger(currency, wanted)
            some |= {number} if booked else set()
            for by in report.names:
                sheet = sheet_of(report, currency=currency, by=by)
                where = (report.filename, place, currency, by)
                assert (sum(column(sheet, place)), sheet.total[place]) == (booked, booked), where
    assert some == {*range(len(FLOWS))}, "a figure was tested at zero only"


def test_M6_H7_fees_for_rabbit_hunts_are_those_that_stand_and_lead_to_their_entries(played: dict[str, User]) -> None:
    """A fee of 1.00 stands; one of 0.50 went back as its hand is void."""
    table, bob = Table.objects.get(name="Prague").pk, played["Bob"].pk
    for number in (1, 2):
        cashier.seat_fee(
            key=f"rabbit:{table}:{number}", user_id=bob, table_id=table, amount=number * 50, currency="PLAY",
            cause="rabbit",
        )  # fmt: skip
    cashier.reverse(key=f"void:rabbit:{table}:1", entry_key=f"rabbit:{table}:1", reason="a card lay face up", by=None)
    assert ledger("PLAY", lambda kind, cause, _leg: (kind, cause) == ("house", "rabbit")) == 1_00
    for by, label in (("ref", "Prague"), ("owner", "Bob")):
        sheet = sheet_of(views.TABLE_FEES, by=by)
        assert [(row.label, *row.values) for row in sheet.rows] == [(label, 1_00)]
        entries = follow(views.TABLE_FEES, sheet.rows[0].url)
        assert column(entries) == [50, 1_00, -50]
    assert sheet_of(views.TABLE_FEES).total == [1_00]
    [(name, fees, url)] = views.RAKE.cards(ask_of(views.RAKE))
    assert (name, fees) == ("Fees at tables", money_text(1_00, "PLAY"))
    assert follow(views.TABLE_FEES, url).total == [1_00]
    assert views.RAKE.cards(ask_of(views.RAKE, currency="CZK")) == []


def test_M6_days_of_money_lead_to_entries_that_sum_to_them(played: dict[str, User]) -> None:
    for report in (views.MONEY, views.DRAWERS, views.GIVEN):
        days = sheet_of(report, currency="CZK")
        for day in days.rows:
            entries = follow(report, day.url)
            assert [sum(column(entries, place)) for place in range(len(day.values))] == [*day.values]
    fees = sheet_of(views.TOURNAMENTS, currency="CZK")
    of_one = follow(views.TOURNAMENTS, next(row.url for row in fees.rows if any(row.values)))
    entries = follow(views.TOURNAMENTS, of_one.rows[0].url)
    assert [sum(column(entries, place)) for place in range(5)] == [*of_one.rows[0].values]


def test_M6_what_came_in_and_went_is_without_the_deposit_that_was_taken_back(played: dict[str, User]) -> None:
    assert [*sheet_of(views.MONEY, currency="CZK").total] == [300_00, -45_00, 84_00, 339_00]
    assert [*sheet_of(views.DRAWERS, currency="CZK").total] == [300_00, -45_00, 75_00, 500_00, 0, 0, 830_00]


def expired(buyer: User | None = None) -> None:
    """A voucher that nobody used in time, sold to the buyer or else given by the house."""
    now, teller, cage = timezone.now(), User.objects.get(username="teller").pk, Cage.objects.get()
    vouchers.issue_voucher(
        token=uuid4(), currency="CZK", amount=15_00, expires_at=now, by=teller, now=now - timedelta(hours=1),
        cage_id=cage.pk if buyer else None, buyer=buyer.pk if buyer else None, reason="birthday",
    )  # fmt: skip
    if buyer is not None:
        protection.cool_off(user_id=buyer.pk, days=1)
    return_expired(now=now)


def test_M6_M7_the_money_of_a_voucher_that_its_buyer_may_not_deposit_comes_in_before_it_is_paid_out(
    played: dict[str, User],
) -> None:
    deposits, payouts, came, net = sheet_of(views.MONEY, currency="CZK").total
    expired(played["Bob"])
    assert [*sheet_of(views.MONEY, currency="CZK").total] == [deposits, payouts, came + 15_00, net + 15_00]
    teller, asked = User.objects.get(username="teller").pk, Withdrawal.objects.get(player=played["Bob"])
    withdrawals.pay(request_id=asked.pk, cage_id=Cage.objects.get().pk, by=teller, now=timezone.now())
    for by in views.MONEY.names:
        sheet = sheet_of(views.MONEY, currency="CZK", by=by)
        assert [*sheet.total] == [deposits, payouts - 15_00, came + 15_00, net], by
        assert [sum(column(sheet, place)) for place in range(4)] == [*sheet.total], by


def test_M6_a_voucher_of_the_house_that_nobody_used_in_time_gave_nothing(played: dict[str, User]) -> None:
    given = [*sheet_of(views.GIVEN, currency="CZK").total]
    expired()
    for by in views.GIVEN.names:
        sheet = sheet_of(views.GIVEN, currency="CZK", by=by)
        assert [*sheet.total] == given, by
        assert [sum(column(sheet, place)) for place in range(len(given))] == given, by


def test_M6_pages_of_entries_are_the_whole_of_them(played: dict[str, User]) -> None:
    ask = ask_of(views.MONEY, currency="CZK")
    wanted = Flows(ask.days.since, ask.days.until, "CZK")
    whole, more = cashier.flow_entries(wanted, MONEY.parts)
    assert (len(whole), more) == (8, 0)
    assert cashier.flow_entries(wanted, MONEY.parts, limit=8) == (whole, 0)
    assert [one.at for one in whole] == sorted(one.at for one in whole)
    paged: list[FlowEntry] = []
    after = -1
    while after:
        page, after = cashier.flow_entries(wanted, MONEY.parts, after=max(after, 0), limit=2)
        paged += page
    assert paged == whole


def test_M6_players_are_counted_from_accounts_hands_and_stays(played: dict[str, User]) -> None:
    sheet = sheet_of(views.PLAYERS)
    by_day: dict[Any, set[int]] = {}
    for part in HandPlayer.objects.select_related("hand"):
        by_day.setdefault(timezone.localdate(part.hand.ended_at), set()).add(part.player_id)
    active = {player for players in by_day.values() for player in players}
    assert sorted(column(sheet)) == sorted([len(players) for players in by_day.values()] + [0] * (5 - len(by_day)))
    assert sheet.total[0] == len(active) == 3
    assert sheet.total[1] == User.objects.filter(is_bot=False).count() == sum(column(sheet, 1))
    stays = [*Stay.objects.filter(bot=False).values_list("seconds", flat=True)]
    assert (sheet.total[2], sheet.total[3]) == (len(stays), sum(stays) // len(stays))
    assert sum(PlayedDay.objects.values_list("hands", flat=True)) == HandPlayer.objects.count()
    people = sheet_of(views.PLAYERS, by="active")
    assert {row.label: row.values[0] for row in people.rows} == {
        name: HandPlayer.objects.filter(player=user).count() for name, user in played.items() if user.pk in active
    }


def test_M6_somebody_who_came_back_played_in_both_periods(played: dict[str, User]) -> None:
    days = sorted({*PlayedDay.objects.values_list("day", flat=True)})
    assert len(days) >= 2
    PlayedDay.objects.filter(day=days[-1], player=played["Bob"]).delete()
    before = {*PlayedDay.objects.filter(day=days[-2]).values_list("player", flat=True)}
    last = {*PlayedDay.objects.filter(day=days[-1]).values_list("player", flat=True)}
    sheet = sheet_of(views.PLAYERS, by="returning", **{"from": str(days[-1]), "to": str(days[-1])})
    names = {User.objects.get(pk=player).display_name for player in before & last}
    assert {row.label for row in sheet.rows} == names == {"Alice", "Cyril"}


def test_M6_what_house_bots_hold_is_not_held_for_players(played: dict[str, User]) -> None:
    ask = ask_of(views.MONEY, currency="CZK")
    held = {(kind, bot): 0 for kind in ("wallet", "seat") for bot in (None, False, True)}
    for kind, bot, balance in Account.objects.filter(currency="CZK").values_list("kind", "owner__is_bot", "balance"):
        held[kind, bot] = held.get((kind, bot), 0) + balance
    assert all(held[kind, True] for kind in ("wallet", "seat"))
    cards = {label: value for label, value, _url in views.MONEY.cards(ask)}
    assert cards["Wallet"] == money_text(held["wallet", False], "CZK")
    assert cards["Seat"] == money_text(held["seat", False], "CZK")
    assert cards["House bots"] == money_text(held["wallet", True] + held["seat", True], "CZK")
    tiles = {tile.label: tile.value for tile in today_context(RequestFactory().get("/", {"currency": "CZK"}))["money"]}
    assert tiles["Players hold"] == money_text(held["wallet", False] + held["seat", False], "CZK")
    assert [value for _label, value, _url in views.DRAWERS.cards(ask)] == ["830\u00a0Kč"]
