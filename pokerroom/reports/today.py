"""Today at a glance: what the owner looks at first, also on a phone; each figure leads to its report."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.charts import Bar, Size, bar_chart
from cashier import api as cashier
from cashier.api import Flows
from cashier.engine.accounts import Kind
from cashier.text import amount_text, money_text
from games.reports import play, players
from games.reports.now import rooms_now
from games.reports.play import By, Play
from pokerroom.reports import flow_reports, ranges
from pokerroom.reports.ask import Ask, one_day, read_ask
from pokerroom.reports.ranges import DayRange
from pokerroom.reports.sheet import Unit, figure_text
from pokerroom.reports.times import currency_text, day_text, short_day
from tournaments import api as tournaments

WEEK = timedelta(days=7)
SHOWN_DAYS = 14
SIZE = Size("both", 520, 200, 4)


class Tile(NamedTuple):
    """One figure: its name, its value, what it was a week before, and the page behind it."""

    label: str
    value: str
    before: str = ""
    is_more: bool = False
    url: str = ""
    is_main: bool = False


class Waiting(NamedTuple):
    """Something that waits for staff: how many, in words, and where it is done ("" = nowhere)."""

    text: str
    url: str


def today_context(request: HttpRequest) -> dict[str, Any]:  # Any: a template's context holds values of many types
    """The template's context."""
    ask = read_ask(request, {By.DAY: ""}, usual=ranges.TODAY)
    today = timezone.localdate(ask.now)
    ask = ask.on(one_day(today))
    return {
        "title": _("Today"),
        "day": day_text(today),
        "currencies": _currencies(ask),
        "tiles": _play_tiles(ask, today),
        "rooms": _now_tiles(ask),
        "money": _money_tiles(ask, today),
        "waiting": _waiting(),
        "hours": _hours_chart(ask, today),
        "days": _days_chart(ask, today),
        "hours_url": _report(ask, "rake", by=By.CLOCK),
        "days_url": _report(ask.on(_last_days(today)), "rake", by=By.DAY),
        "hours_about": _("Rake today, by hour"),
        "days_about": _("Rake of fourteen days"),
    }


def _currencies(ask: Ask) -> list[tuple[str, str, bool]]:
    used = [info.code for info in cashier.currencies()]
    if len(used) < 2:
        return []
    return [(currency_text(code), f"{ask.path}?currency={code}", code == ask.currency) for code in used]


def _report(ask: Ask, name: str, *, by: str = "") -> str:
    return ask.url(path=reverse(f"reports:{name}"), by=by)


def _play_tiles(ask: Ask, today: date) -> list[Tile]:
    now, before = play.total(ask.narrowed), play.total(_week_before(ask, today))
    active, were = players.active(today, today).count(), players.active(today - WEEK, today - WEEK).count()
    return [
        Tile(
            _("Rake"),
            money_text(now.rake, ask.currency),
            _ago(amount_text(before.rake, ask.currency)),
            now.rake >= before.rake,
            _report(ask, "rake", by=By.CLOCK),
            is_main=True,
        ),
        Tile(
            _("Hands"),
            figure_text(now.hands, Unit.COUNT, ask.currency),
            _ago(figure_text(before.hands, Unit.COUNT, ask.currency)),
            now.hands >= before.hands,
            _report(ask, "play", by=By.CLOCK),
        ),
        Tile(
            _("Players today"),
            str(active),
            _("a week ago: {figure}, whole day").format(figure=were),
            active >= were,
            _report(ask, "players", by="active"),
        ),
    ]


def _ago(figure: str) -> str:
    return _("a week ago: {figure}").format(figure=figure)


def _week_before(ask: Ask, today: date) -> Play:
    """The hands of the same day last week, up to the same hour."""
    day = one_day(today - WEEK)
    until = day.since + (ask.now - ask.days.since)
    hour = timezone.localtime(until).replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return ask.on(day).narrowed._replace(until=min(hour, day.until))


def _now_tiles(ask: Ask) -> list[Tile]:
    room = rooms_now()
    running = tournaments.tournament_rows(stages=("running",))
    opened = tournaments.tournament_rows(stages=("open",))
    return [
        Tile(_("Players at tables"), str(room.players), url=reverse("floor:panel")),
        Tile(
            _("Tables running"),
            str(room.running),
            ngettext("of {count} open", "of {count} open", room.open).format(count=room.open),
            url=reverse("games:lobby"),
        ),
        Tile(
            _("Tournaments running"),
            str(len(running)),
            ngettext("{count} open for entries", "{count} open for entries", len(opened)).format(count=len(opened)),
            url=reverse("tournaments:list"),
        ),
    ]


def _money_tiles(ask: Ask, today: date) -> list[Tile]:
    parts = flow_reports.MONEY.parts[:2]
    before = _week_before(ask, today)
    came, went = cashier.flow_total(Flows(ask.days.since, ask.days.until, ask.currency), parts)
    then_came, then_went = cashier.flow_total(Flows(before.since, before.until, ask.currency), parts)
    url = _report(ask, "money")
    drawers = cashier.held_in_drawers(currency=ask.currency)
    held = cashier.held_by_kind(currency=ask.currency, bots=False)
    owed = held.get(Kind.WALLET, 0) + held.get(Kind.SEAT, 0)

    def compared(label: str, now: int, then: int) -> Tile:
        return Tile(label, money_text(now, ask.currency), _ago(amount_text(then, ask.currency)), now >= then, url)

    tiles = [
        compared(_("Deposits"), came, then_came),
        compared(_("Payouts"), -went, -then_went),
        Tile(_("Players hold"), money_text(owed, ask.currency), _("in wallets and on tables"), url=url),
    ]
    for name, amount in drawers.items():
        tiles.append(Tile(name, money_text(amount, ask.currency), _("in the drawer"), url=_report(ask, "drawers")))
    return tiles


def _waiting() -> list[Waiting]:
    calls, withdrawals = rooms_now().calls, cashier.waiting_withdrawals()
    found = []
    if withdrawals:
        text = ngettext("{count} withdrawal waits", "{count} withdrawals wait", withdrawals)
        found.append(Waiting(text.format(count=withdrawals), reverse("cage:withdrawals")))
    if calls:
        text = ngettext("{count} call for the floor", "{count} calls for the floor", calls)
        found.append(Waiting(text.format(count=calls), reverse("games:lobby")))
    return found


def _hours_chart(ask: Ask, today: date) -> dict[str, object]:
    by_hour = {row.key: row.rake for row in play.sums_by(By.CLOCK, ask.narrowed)}
    bars = [Bar(str(hour), by_hour.get(hour, 0)) for hour in range(24)]
    return _chart(bars, ask)


def _days_chart(ask: Ask, today: date) -> dict[str, object]:
    days = _last_days(today)
    rows = play.sums_by(By.DAY, ask.on(days).narrowed)
    by_day = {timezone.localdate(row.key): row.rake for row in rows if isinstance(row.key, datetime)}
    return _chart([Bar(short_day(day), by_day.get(day, 0)) for day in days.days], ask)


def _last_days(today: date) -> DayRange:
    return DayRange(today - timedelta(days=SHOWN_DAYS - 1), today)


def _chart(bars: Sequence[Bar], ask: Ask) -> dict[str, object]:
    return bar_chart(bars, size=SIZE, value=lambda value: amount_text(value, ask.currency))
