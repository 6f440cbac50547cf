"""The player's results over hands and over time, and statistics by game and stakes."""

from datetime import datetime
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from backoffice.charts import SIZES, Size, line_chart
from games.history import hands as hand_history
from games.history import results as sums
from games.money.escrow import number_text
from games.text.amounts import AmountFormat
from games.web.history.forms import ResultsForm, game_with_stakes
from games.web.security.requests import account_id

AXES = ("hands", "time")
SHORT_DAYS = 2
"""A graph over fewer days tells the hour too."""


@login_required
@never_cache
@require_safe
def results(request: HttpRequest) -> HttpResponse:
    """The page with the graph, the statistics, and tables by game and period."""
    user_id = account_id(request.user)
    form = ResultsForm(request.GET, hand_history.played_games(user_id, for_money=True))
    wanted = form.hand_filter()
    axis = request.GET.get("by") if request.GET.get("by") in AXES else AXES[0]
    asked = {name: value for name in form.fields if (value := request.GET.get(name, ""))}
    figures = sums.figures(user_id, wanted)
    unit, spans = sums.by_period(user_id, wanted)
    points = sums.winnings_over_time(user_id, wanted)
    context = {
        "form": form,
        "figures": figures,
        "statistics": _statistics(figures),
        "games": [_game(line, wanted.currency) for line in sums.by_game(user_id, wanted)],
        "unit": unit,
        "spans": spans,
        "axis": axis,
        "axes": [(name, label, urlencode({**asked, "by": name})) for name, label in _axes()],
        "charts": [_chart(points, str(axis), size, wanted.currency) for size in SIZES] if len(points) > 1 else [],
        "about": _about(points, wanted.currency),
        "plays": bool(asked),
        "currency": wanted.currency,
    }
    return render(request, "games/history/results.html", context)


def _axes() -> list[tuple[str, str]]:
    return [("hands", _("By hands")), ("time", _("By time"))]


def _game(line: sums.GameResult, currency: str) -> dict[str, object]:
    choice = hand_history.PlayedGame(0, "", currency, line.game, line.structure, line.small_blind, line.big_blind)
    return {"name": game_with_stakes(choice), "figures": line.figures, "per_hundred": _number(line.figures.per_hundred)}


def _chart(points: list[sums.Point], axis: str, size: Size, currency: str) -> dict[str, object]:
    if axis == "hands":
        return line_chart(
            [(point.hands, point.total) for point in points],
            size=size,
            value=AmountFormat.of_currency(currency).text,
            place=lambda hands: str(round(hands)),
        )
    days = (points[-1].at - points[0].at).days
    form = "SHORT_DATETIME_FORMAT" if days < SHORT_DAYS else "SHORT_DATE_FORMAT"

    def place(moment: float) -> str:
        return date_format(timezone.localtime(datetime.fromtimestamp(moment, timezone.get_current_timezone())), form)

    return line_chart(
        [(point.at.timestamp(), point.total) for point in points],
        size=size,
        value=AmountFormat.of_currency(currency).text,
        place=place,
    )


def _about(points: list[sums.Point], currency: str) -> str:
    """The graph in a sentence, for screen readers."""
    if not points:
        return ""
    totals = [point.total for point in points]
    text = ngettext(
        "After {hands} hand: {total}. Highest {high}, lowest {low}.",
        "After {hands} hands: {total}. Highest {high}, lowest {low}.",
        points[-1].hands,
    )
    low, high, total = map(AmountFormat.of_currency(currency).text, (min(totals), max(totals), totals[-1]))
    return text.format(hands=points[-1].hands, total=total, high=high, low=low)


def _statistics(figures: sums.Figures) -> list[tuple[str, str, str]]:
    """Each statistic: its short name, its value, and what it counts."""
    return [
        ("bb/100", _number(figures.per_hundred), _("big blinds won per hundred hands")),
        ("VPIP", _percent(figures.vpip), _("hands I entered voluntarily")),
        ("PFR", _percent(figures.pfr), _("hands I raised on the first street")),
        ("AF", _number(figures.aggression), _("bets and raises per call on later streets")),
        ("WTSD", _percent(figures.to_showdown), _("hands played past the first street that I took to showdown")),
        ("W$SD", _percent(figures.won_showdown), _("showdowns in which I won a pot or part of one")),
    ]


def _number(value: float | None) -> str:
    return "–" if value is None else number_text(f"{value:.1f}".replace("-", "−"))


def _percent(value: float | None) -> str:
    return "–" if value is None else _("{percent}%").format(percent=f"{value:.0f}")
