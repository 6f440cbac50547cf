"""The pages of the reports: each figure with its chart, table, CSV and total, each row one step further down."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from backoffice.api import Text
from backoffice.web.api import office_page
from cashier import api as cashier
from cashier.api import Flows, FlowsBy
from cashier.text import money_text
from pokerroom.reports import flow_reports, flow_sheets, play_sheets, player_sheets, ranges
from pokerroom.reports.ask import Ask, read_ask
from pokerroom.reports.flow_sheets import FlowReport
from pokerroom.reports.sheet import Sheet
from pokerroom.reports.times import currency_text
from pokerroom.reports.today import today_context

VIEW_REPORTS = "pokerroom.view_reports"
Link = tuple[str, str]
Card = tuple[str, str, str]


@dataclass(frozen=True)
class Report:
    """A report: its sheet for a request, what it may be divided by, and what it is narrowed to.

    `names` are all divisions, the usual one first. `has_currency` is False where no figure is money.
    """

    title: Text
    intro: Text
    filename: str
    names: Mapping[str, Text]
    sheet: Callable[..., Sheet]
    groups: Callable[[Ask], Mapping[str, Text]]
    narrowings: Callable[[Ask], list[Link]] = lambda ask: []
    cards: Callable[[Ask], list[Card]] = lambda ask: []
    has_currency: bool = True

    def respond(self, request: HttpRequest) -> HttpResponse:
        """The page, or the CSV file."""
        ask = read_ask(request, self.names)
        if "csv" in request.GET:
            filename = f"{self.filename}-{ask.days.first}-{ask.days.last}.csv"
            return self.sheet(ask, whole=True).csv(filename)
        return render(request, "reports/report.html", self.context(ask))

    def context(self, ask: Ask) -> dict[str, Any]:  # Any: a template's context holds values of many types
        """What the page shows."""
        groups = self.groups(ask)
        return {
            "title": self.title,
            "intro": self.intro,
            "ask": ask,
            "ranges": [(label, ask.url(range=name), name == ask.range_name) for name, label in ranges.NAMES.items()],
            "currencies": self._currencies(ask),
            "groups": [(label, ask.url(by=by), by == ask.by) for by, label in groups.items()],
            "narrowings": self.narrowings(ask),
            "cards": self.cards(ask),
            "csv_url": ask.url(csv=1),
            "next_page": ask.url(page=ask.page + 1),
            "previous_page": ask.url(page=ask.page - 1) if ask.page > 1 else "",
            **self.sheet(ask).context(page=ask.page),
        }

    def _currencies(self, ask: Ask) -> list[tuple[str, str, bool]]:
        infos = [info for info in cashier.all_currencies() if not info.retired or info.code == ask.currency]
        if not self.has_currency or len(infos) < 2:
            return []
        return [(currency_text(one.code), ask.url(currency=one.code), one.code == ask.currency) for one in infos]


def _fees_at_tables(ask: Ask) -> list[Card]:
    """What the room took at all tables besides the rake, if anything."""
    wanted = Flows(ask.days.since, ask.days.until, ask.currency)
    fees = 0 if ask.query else sum(cashier.flow_total(wanted, flow_reports.TABLE_FEES.parts))
    url = ask.url(path=reverse("reports:table_fees"), by=FlowsBy.DAY)
    return [(str(TABLE_FEES.title), money_text(fees, ask.currency), url)] if fees else []


RAKE = Report(
    title=_("Rake"),
    intro=_("What the room took from pots at cash tables. Void hands are taken out."),
    filename="rake",
    names=play_sheets.GROUPS,
    sheet=play_sheets.rake_sheet,
    groups=play_sheets.groups,
    narrowings=play_sheets.narrowings,
    cards=_fees_at_tables,
)
PLAY = Report(
    title=_("Play"),
    intro=_("Hands at cash tables, how long players sat there, and how full the tables were that anybody sat at."),
    filename="play",
    names=play_sheets.GROUPS,
    sheet=play_sheets.play_sheet,
    groups=play_sheets.groups,
    narrowings=play_sheets.narrowings,
)
PLAYERS = Report(
    title=_("Players"),
    intro=_(
        "Who opened an account, who was dealt a hand, and which of them also played in the same number of days before."
    ),
    filename="players",
    names=player_sheets.GROUPS,
    sheet=player_sheets.sheet,
    groups=player_sheets.groups,
    cards=player_sheets.cards,
    has_currency=False,
)


def _flow_report(report: FlowReport, **texts: Any) -> Report:  # Any: the fields of a report
    return Report(
        names=report.names,
        sheet=report.sheet,
        groups=report.groups,
        narrowings=lambda ask: flow_sheets.narrowings(ask, report),
        **texts,
    )


def _balances(ask: Ask) -> list[Card]:
    """What the room holds for others, and what its own house bots have."""
    held = cashier.held_by_kind(currency=ask.currency, bots=False)
    shown = ("wallet", "seat", "pool", "pending", "vouchers")
    cards = [(cashier.account_kind_name(kind), held[kind]) for kind in shown if kind in held]
    if bots := sum(cashier.held_by_kind(currency=ask.currency, bots=True).values()):
        cards.append((str(_("House bots")), bots))
    return [(name, money_text(amount, ask.currency), "") for name, amount in cards]


def _drawers(ask: Ask) -> list[Card]:
    held = cashier.held_in_drawers(currency=ask.currency)
    return [(name, money_text(amount, ask.currency), "") for name, amount in held.items()]


MONEY = _flow_report(
    flow_reports.MONEY,
    title=_("Deposits and payouts"),
    intro=_("Money that came into players' wallets and left them. Below: what is held now."),
    filename="money",
    cards=_balances,
)
DRAWERS = _flow_report(
    flow_reports.DRAWERS,
    title=_("Drawers"),
    intro=_("Cash that came into the cages' drawers and left them. Below: what each drawer holds by the book."),
    filename="drawers",
    cards=_drawers,
)
TOURNAMENTS = _flow_report(
    flow_reports.TOURNAMENTS,
    title=_("Tournaments"),
    intro=_("Fees that the room took, what players paid in and won, and what the room added to reach a guarantee."),
    filename="tournaments",
)
TABLE_FEES = _flow_report(
    flow_reports.TABLE_FEES,
    title=_("Fees at tables"),
    intro=_("What players paid to see cards that would have come. Void hands are taken out."),
    filename="table-fees",
)
GIVEN = _flow_report(
    flow_reports.GIVEN,
    title=_("Chips given"),
    intro=_("Chips that nobody paid for: welcome and refill chips, bonuses, and the stakes of house bots."),
    filename="given",
)


@require_safe
@office_page(VIEW_REPORTS)
def today(request: HttpRequest) -> HttpResponse:
    """Today at a glance."""
    return render(request, "reports/today.html", today_context(request))


@require_safe
@office_page(VIEW_REPORTS)
def rake(request: HttpRequest) -> HttpResponse:
    """Rake by day, hour, table, game, stakes and player, down to the hands (M6)."""
    return RAKE.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def play(request: HttpRequest) -> HttpResponse:
    """Hands, player-hours and seats taken."""
    return PLAY.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def players(request: HttpRequest) -> HttpResponse:
    """New, active and returning players, and their stays."""
    return PLAYERS.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def money(request: HttpRequest) -> HttpResponse:
    """Deposits and payouts, down to the entries."""
    return MONEY.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def drawers(request: HttpRequest) -> HttpResponse:
    """The drawers of the cages."""
    return DRAWERS.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def tournaments(request: HttpRequest) -> HttpResponse:
    """Fees, prizes and overlay of tournaments."""
    return TOURNAMENTS.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def table_fees(request: HttpRequest) -> HttpResponse:
    """Fees for rabbit hunts (H7)."""
    return TABLE_FEES.respond(request)


@require_safe
@office_page(VIEW_REPORTS)
def given(request: HttpRequest) -> HttpResponse:
    """Chips that the room gave."""
    return GIVEN.respond(request)
