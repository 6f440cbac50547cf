"""Equities, clocks and prompts as texts at the table."""

import pytest

from games.engine.views.types import Prompt, SeatView, TableView, Turn
from games.web.table.offers import EquityText, clock_text, equity_text, prompt_text


@pytest.mark.parametrize(
    ("thousandths", "share"),
    [
        (0, "0"), (1, "<1"), (9, "<1"), (10, "1"), (505, "50"), (506, "51"),
        (990, "99"), (991, ">99"), (999, ">99"), (1000, "100"),
    ],
)  # fmt: skip
def test_h5_an_equity_is_told_in_whole_percent(thousandths: int, share: str) -> None:
    seat = SeatView(0, equity=thousandths)
    assert equity_text(seat) == EquityText(f"{share} %", f"{share} percent of the pot on average")
    sampled = EquityText(f"≈ {share} %", f"About {share} percent of the pot on average")
    assert equity_text(seat._replace(sampled=True)) == sampled


def test_h5_a_seat_without_equity_shows_none() -> None:
    assert equity_text(SeatView(0)) is None


def test_b14_called_time_is_told_before_the_time_bank() -> None:
    turn = Turn(0, 1, 900, 20_000, on_time_bank=False)
    assert clock_text(None) == clock_text(turn) == ""
    assert clock_text(turn._replace(on_time_bank=True)) == "time bank"
    for on_time_bank in (False, True):
        assert clock_text(turn._replace(on_time_bank=on_time_bank, time_called=True)) == "time called"


def test_h2_d12_the_player_whom_the_table_waits_for_is_named() -> None:
    view = TableView(1, 7, (SeatView(0, player=8, name="Bob"), SeatView(1, player=9, name="Anna")))
    told = {
        None: "",
        Prompt("agree", -1, 900): "",
        Prompt("show", 0, 900): "Bob may show or muck",
        Prompt("post", 1, 900): "Anna is asked to post a blind",
    }
    assert {prompt: prompt_text(view._replace(prompt=prompt)) for prompt in told} == told
