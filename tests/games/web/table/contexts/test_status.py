"""The status line: winners, prompts, orders of the house, and why no hand is being played."""

import pytest

from games.engine.views.kinds import LineCode, TablePhase
from games.engine.views.types import LogLine, Prompt, SeatView, TableView
from games.web.table.contexts.status import Status, prompt_of, prompt_text, status_context, status_of
from games.web.table.wording import Wording
from games.web.text.winners import Win
from tests.games.support.amounts import MONEY
from tests.games.web.table.contexts.sample_views import ACE, RACE, player, table

LINES = (LogLine(LineCode.WINS, "Anna", "all", 100),)
ANNA_WINS = (Win("Anna", 100, None),)


@pytest.mark.parametrize(
    ("phase", "wins", "until"),
    [
        (TablePhase.BETTING, (), 0),
        (TablePhase.AGREEING, (), 0),
        (TablePhase.DEALING, (), 0),
        (TablePhase.SHOWDOWN, ANNA_WINS, 500),
        (TablePhase.BETWEEN, ANNA_WINS, 500),
        (TablePhase.RACE, ANNA_WINS, 500),
    ],
)
def test_winners_and_the_next_hand_are_told_once_the_betting_is_over(
    phase: TablePhase, wins: tuple[Win, ...], until: int
) -> None:
    view = table(player(), phase=phase)._replace(log=LINES, next_hand_at=500)
    assert status_of(view) == Status(phase, wins, until, False, None, ("", ""), ())


def test_t11_a_race_takes_the_place_of_the_winners() -> None:
    view = table(player(), phase=TablePhase.RACE)._replace(log=LINES, next_hand_at=500, chip_race=RACE)
    assert status_of(view) == Status(TablePhase.RACE, (), 500, False, (25, 100), ("", ""), ())
    assert status_of(view._replace(phase=TablePhase.BETWEEN)) == Status(TablePhase.BETWEEN, ANNA_WINS, 500)


def test_a_prompt_sets_the_clock_and_the_sentence() -> None:
    orders = (LogLine(LineCode.PAUSED),)
    view = table(player(), phase=TablePhase.SHOWDOWN)._replace(
        next_hand_at=500, prompt=Prompt("show", 0, 900), button_draw=((0, ACE),), orders=orders
    )
    shown = Status(TablePhase.SHOWDOWN, (), 900, True, None, ("show", "Anna"), orders)
    assert status_of(view) == shown


SENTENCE = "<b>1</b>"
ANNA_WINS_1 = [("", f"Anna wins {SENTENCE}")]


@pytest.mark.parametrize(
    ("status", "wins", "orders", "reason"),
    [
        (Status(TablePhase.BETTING), [], [], ""),
        (Status(TablePhase.WAITING), [], [], "Waiting for players"),
        (Status(TablePhase.WAITING, ANNA_WINS), ANNA_WINS_1, [], ""),
        (Status(TablePhase.PAUSED, ANNA_WINS), ANNA_WINS_1, [], "The table is paused"),
        (Status(TablePhase.PAUSED, orders=(LogLine("paused"),)), [], ["The table is paused"], ""),
        (Status(TablePhase.FROZEN), [], [], "The table is stopped until the floor has checked it"),
        (Status(TablePhase.BETTING, orders=(LogLine("paused"),)), [], ["The table pauses after this hand"], ""),
        (Status(TablePhase.CLOSED), [], [], "This table is closed"),
        (Status(TablePhase.CLOSED, ANNA_WINS), ANNA_WINS_1, [], "This table is closed"),
        (Status(TablePhase.AGREEING), [], [], "All-in: how many boards?"),
        (Status(TablePhase.WAITING, drawing=True), [], [], "High card for the button"),
        (Status(TablePhase.WAITING, drawing=True, prompt=("show", "Anna")), [], [], "Anna may show or muck"),
        (Status(TablePhase.RACE), [], [], ""),
        (Status(TablePhase.RACE, race=(25, 100)), [], [], "Chip race: chips of 0.25 become chips of 1"),
    ],
)
def test_the_status_line_tells_the_winners_the_orders_and_the_reason(
    status: Status, wins: list[tuple[str, str]], orders: list[str], reason: str
) -> None:
    shown = status_context(status._replace(next_at=77), Wording("en", MONEY))
    assert shown == {"wins": wins, "orders": orders, "reason": reason, "next_at": 77}


def test_h2_d12_the_player_whom_the_table_waits_for_is_named() -> None:
    view = TableView(1, 7, (SeatView(0, player=8, name="Bob"), SeatView(1, player=9, name="Anna")))
    told = {
        None: "",
        Prompt("agree", -1, 900): "",
        Prompt("show", 0, 900): "Bob may show or muck",
        Prompt("post", 1, 900): "Anna is asked to post a blind",
    }
    assert {prompt: prompt_text(prompt_of(view._replace(prompt=prompt)), "en") for prompt in told} == told
