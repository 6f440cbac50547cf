"""The page of results: its graph, its sentence for screen readers, and its figures."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from backoffice.charts import SIZES
from games.history import results as sums
from games.history.results import Figures, GameResult, Point
from games.web.history import results

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 3, 1, 12, tzinfo=timezone.get_current_timezone())


def points(*totals: int, apart: timedelta = timedelta(hours=1)) -> list[Point]:
    """A point for each total, ten hands and this time apart."""
    return [Point(10 * number, BEGAN + number * apart, total) for number, total in enumerate(totals)]


@pytest.fixture
def drawn(petr_client: Client, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Opens the page with these points and returns its context."""

    def page(of: list[Point], query: str = "") -> Any:
        monkeypatch.setattr(sums, "winnings_over_time", lambda _user, _wanted: of)
        monkeypatch.setattr(sums, "figures", lambda _user, _wanted: Figures(hands=20, net=3_00))
        return petr_client.get(f"/results/?{query}").context

    return page


def labels(context: Any) -> list[str]:
    """The labels below the widest graph."""
    return [place["text"] for place in context["charts"][0]["places"]]


def test_the_graph_is_drawn_for_each_kind_of_screen_from_two_points_on(drawn: Any) -> None:
    assert [chart["size"] for chart in drawn(points(0, 3_00))["charts"]] == [*SIZES]
    assert drawn(points(0))["charts"] == []
    assert drawn([])["charts"] == []


def test_the_graph_runs_over_hands_or_over_time(drawn: Any) -> None:
    week = points(*range(0, 8_00, 1_00), apart=timedelta(days=1))
    by_hands, by_time = drawn(week), drawn(week, "by=time&game=chess")
    assert (by_hands["axis"], drawn(week, "by=luck")["axis"], by_time["axis"]) == ("hands", "hands", "time")
    assert labels(by_hands) == ["0", "18", "35", "52", "70"]
    assert labels(by_time) == ["1 Mar 2026", "3 Mar 2026", "5 Mar 2026", "6 Mar 2026", "8 Mar 2026"]
    assert by_hands["charts"][0]["end"] == by_time["charts"][0]["end"]
    assert by_time["axes"] == [
        ("hands", "By hands", "game=chess&by=hands"),
        ("time", "By time", "game=chess&by=time"),
    ]
    assert (by_hands["plays"], by_time["plays"]) == (False, True)


@pytest.mark.parametrize(
    ("apart", "label"),
    [
        (timedelta(days=1), "1 Mar 2026 12:00"),
        (timedelta(days=2, seconds=-1), "1 Mar 2026 12:00"),
        (timedelta(days=2), "1 Mar 2026"),
    ],
)
def test_a_graph_of_less_than_two_days_tells_the_hour(drawn: Any, apart: timedelta, label: str) -> None:
    (first, *_rest) = labels(drawn(points(0, 1_00, apart=apart), "by=time"))
    assert first == label


def test_the_graph_is_told_in_a_sentence(drawn: Any) -> None:
    assert drawn([])["about"] == ""
    told = drawn(points(0, -2_00, 5_00, 3_00))["about"]
    assert told == "After 30 hands: 3. Highest 5, lowest \u22122."


def test_statistics_have_one_decimal_percentages_none_and_a_dash_stands_for_nothing() -> None:
    figures = Figures(
        hands=8, blinds=-1.0, entered=4, raised=2, bets_and_raises=3, calls=2, saw_second_street=3, showdowns=2, won=1
    )
    assert [(name, value) for name, value, _ in results._statistics(figures)] == [
        ("bb/100", "\u221212.5"),
        ("VPIP", "50%"),
        ("PFR", "25%"),
        ("AF", "1.5"),
        ("WTSD", "67%"),
        ("W$SD", "50%"),
    ]
    assert {value for _, value, _ in results._statistics(Figures())} == {"–"}


def test_each_game_is_named_with_its_stakes(drawn: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    line = GameResult("razz", "fl", 20_00, 20_00, Figures(hands=4, blinds=1.0))
    monkeypatch.setattr(sums, "by_game", lambda _user, _wanted: [line])
    assert drawn([])["games"] == [{"name": "Fixed-limit razz 20/40", "figures": line.figures, "per_hundred": "25.0"}]
