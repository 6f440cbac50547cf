"""Equities as texts at a seat."""

import pytest

from games.engine.views.types import SeatView
from games.web.table.contexts.equity import EquityText, equity_text


@pytest.mark.parametrize(
    ("thousandths", "share"),
    [
        (0, "0"), (1, "<1"), (9, "<1"), (10, "1"), (505, "50"), (506, "51"),
        (990, "99"), (991, ">99"), (999, ">99"), (1000, "100"),
    ],
)  # fmt: skip
def test_h5_an_equity_is_told_in_whole_percent(thousandths: int, share: str) -> None:
    seat = SeatView(0, equity=thousandths)
    assert equity_text(seat, "en") == EquityText(f"{share}%", f"{share} percent of the pot on average")
    sampled = EquityText(f"≈ {share}%", f"About {share} percent of the pot on average")
    assert equity_text(seat._replace(sampled=True), "en") == sampled


def test_h5_a_seat_without_equity_shows_none() -> None:
    assert equity_text(SeatView(0), "en") is None
