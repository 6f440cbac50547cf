"""The lines of a hand's log and its winners: a sentence for every form of a line, and who won which pot."""

import pytest

from games.engine.cards import parse_cards
from games.engine.evaluation.categories import name_low
from games.engine.evaluation.names import name_high
from games.engine.events.kinds import Announcement, LeaveReason, SitOutReason
from games.engine.views.kinds import LineCode, PenaltyKind, TablePhase
from games.engine.views.types import LogLine, SeatView, TableView
from games.text.house_acts import order_text
from games.text.log_lines import is_heading, log_line_html, street_name
from games.text.small_cards import mini
from games.web.text.winners import Win, pot_name, win_html, wins
from tests.games.support.amounts import MONEY

PAIR, LOW = name_high(parse_cards("QsQd")), name_low([6, 4, 2, 1, 12])
TWO, ACE = parse_cards("2cAh")
VOID = "Hand #1\u202f234 is void: all chips are back where they were when it began."


@pytest.mark.parametrize(
    ("line", "html"),
    [
        (LogLine(LineCode.VOID, amount=1234), VOID),
        (LogLine(LineCode.VOID, amount=1234, other="fault"), VOID),
        (LogLine(LineCode.VOID, amount=1234, other="Misdeal"), f"{VOID} Reason: Misdeal"),
        (LogLine(LineCode.BET, "Petr", amount=10_00, to=30_00), "Petr bets <b>30</b>"),
        (LogLine(LineCode.BET, "Petr", amount=10_00), "Petr bets <b>10</b>"),
        (LogLine(LineCode.BET, "Petr", amount=10_00, all_in=True), "Petr is all-in for <b>10</b>"),
        (LogLine(LineCode.RAISE, "Petr", amount=10_00), "Petr raises to <b>10</b>"),
        (LogLine(LineCode.AGREES, "Petr", amount=1), "Petr wants to run it once"),
        (LogLine(LineCode.AGREES, "Petr", amount=2), "Petr wants to run it twice"),
        (LogLine(LineCode.AGREES, "Petr", amount=3), "Petr wants to run it three times"),
        (LogLine(LineCode.AGREES, "Petr", amount=4), "Petr"),
        (LogLine(LineCode.PROTECTED, "Petr"), "Petr is disconnected and all-in for what is in the pot"),
        (
            LogLine(LineCode.PROTECTED, "Petr", amount=2),
            "Petr is disconnected and all-in for what is in the pot, 2 times today",
        ),
        (LogLine(LineCode.SHOWS, "Petr", cards=(TWO, -1)), f"Petr shows {mini(TWO)}"),
        (
            LogLine(LineCode.SHOWS, "Petr", cards=(ACE,), name_of_hand=PAIR),
            f"Petr shows {mini(ACE)} Pair of queens",
        ),
        (
            LogLine(LineCode.SHOWS, "Petr", cards=(ACE,), name_of_hand=PAIR, low_name=LOW),
            f"Petr shows {mini(ACE)} Pair of queens · 8\u20116\u20114\u20113\u2011A low",
        ),
        (LogLine(LineCode.MOVED, "Petr", to=4), "Petr moves to seat 5"),
        (LogLine(LineCode.WINS, "Petr", "high", 10_00), "Petr wins <b>10</b> for the high hand"),
        (LogLine(LineCode.WINS, "Petr", "high", 10_00, pot=1), "Petr wins <b>10</b> for the high hand, side pot 1"),
        (
            LogLine(LineCode.WINS, "Petr", "high", 10_00, pot=1, run=2),
            "Board 2: Petr wins <b>10</b> for the high hand",
        ),
        (LogLine(LineCode.PENALTY, "Petr", PenaltyKind.OVER), "The penalty of Petr is over."),
        (
            LogLine(LineCode.PENALTY, "Petr", PenaltyKind.FOLDED, amount=1),
            "Penalty: the next 1 hand of Petr is folded.",
        ),
        (LogLine(LineCode.TOGETHER, amount=1), "Hand-for-hand: all tables play each hand at the same time."),
        (LogLine(LineCode.TOGETHER), "Hand-for-hand is over."),
        (LogLine(LineCode.TOGETHER, other="Enough"), "Hand-for-hand is over. Reason: Enough"),
        (LogLine(LineCode.ANNOUNCED, kind=Announcement.SAYS, other="Break"), "The floor: Break"),
        (
            LogLine(LineCode.ANNOUNCED, "Brno", Announcement.RECEIVES, other="Late"),
            "Brno is merged into this table: its players move here. Reason: Late",
        ),
        (LogLine(LineCode.PAUSED), "The table is paused: no new hand begins."),
        (LogLine(LineCode.SEAT_LOST, "Petr", LeaveReason.IDLE), "Petr sat out too long and loses the seat"),
        (
            LogLine(LineCode.SEAT_OUT, "Petr", SitOutReason.BARRED),
            "The director disqualifies Petr: the room plays the stack until it is gone",
        ),
        (
            LogLine(LineCode.SEAT_OUT, "Petr", SitOutReason.DIRECTOR),
            "The director marks Petr as away: the room plays for the seat",
        ),
    ],
)
def test_a_line_has_this_sentence(line: LogLine, html: str) -> None:
    assert log_line_html(line, MONEY) == html


def test_a_hand_a_street_a_board_and_a_race_begin_a_part() -> None:
    headings = {code for code in LineCode if is_heading(LogLine(code))}
    assert headings == {LineCode.HAND, LineCode.STREET, LineCode.RUN, LineCode.RACE}
    assert street_name("unheard-of") == "unheard-of"


def test_F1_an_order_in_force_depends_on_whether_the_table_has_paused() -> None:
    paused = LogLine(LineCode.PAUSED)
    assert [order_text(paused, phase) for phase in (TablePhase.PAUSED, TablePhase.BETTING)] == [
        "The table is paused",
        "The table pauses after this hand",
    ]
    assert order_text(paused._replace(other="Fire"), TablePhase.PAUSED) == "The table is paused: Fire"


def view_with(*lines: LogLine, seats: tuple[SeatView, ...] = ()) -> TableView:
    return TableView(1, 1, seats, log=(LogLine(LineCode.FOLD, "Jan", amount=7_00), *lines))


def won(name: str, amount: int, pot: int = 0, kind: str = "all", run: int = 0) -> LogLine:
    return LogLine(LineCode.WINS, name, kind, amount, pot=pot, run=run)


def test_c10_a_winner_who_showed_is_named_with_the_hand_of_the_half() -> None:
    seats = (
        SeatView(0, player=5, name="Petr", name_of_hand=PAIR, low_name=LOW),
        SeatView(1, player=0, name="Emil", name_of_hand=PAIR),
    )
    view = view_with(won("Petr", 10, kind="high"), won("Petr", 20, kind="low"), won("Emil", 30, kind=""), seats=seats)
    assert wins(view) == (
        Win("Petr", 10, PAIR, "high"),
        Win("Petr", 20, LOW, "low"),
        Win("Emil", 30, None, "all"),
    )


def test_p3_up_to_six_winners_are_listed_by_pot_and_more_by_player() -> None:
    six = [won("abcdef"[pot], 10, pot=pot) for pot in range(5, -1, -1)]
    assert [(win.name, win.pot) for win in wins(view_with(*six))] == [("abcdef"[pot], pot) for pot in range(6)]
    seven = [won("abcdefg"[pot], 10, pot=pot) for pot in range(6, -1, -1)]
    assert [(win.name, win.pot) for win in wins(view_with(*seven))] == [(name, -1) for name in "gfedcba"]


def test_p3_pots_with_the_same_winners_are_added_up_in_the_order_they_were_paid() -> None:
    lines = won("Petr", 10, pot=1), won("Emil", 20, pot=1), won("Emil", 5), won("Petr", 7)
    assert wins(view_with(*lines)) == (Win("Petr", 17, None), Win("Emil", 25, None))
    assert wins(view_with(won("Petr", 10, pot=2), won("Emil", 10, pot=1))) == (
        Win("Petr", 10, None),
        Win("Emil", 10, None),
    ), "without a main pot the pots are not told apart"
    some = won("Petr", 1, pot=2), won("Petr", 2, pot=1), won("Emil", 4, pot=1), won("Petr", 8)
    assert [(win.name, win.pot, win.amount) for win in wins(view_with(*some))] == [
        *(("Petr", 0, 8), ("Petr", 1, 2), ("Emil", 1, 4), ("Petr", 2, 1)),
    ]


def test_pots_are_named_only_where_they_are_told_apart() -> None:
    names = [pot_name(Win("Petr", 1, None, pot=pot)) for pot in (-1, 0, 1, 2)]
    assert names == ["", "Main pot", "Side pot 1", "Side pot 2"]


@pytest.mark.parametrize(
    ("win", "html"),
    [
        (Win("Petr", 10_00, None), "Petr wins <b>10</b>"),
        (Win("Petr", 10_00, None, "high", 2), "Petr wins the high half, <b>10</b>"),
        (Win("Petr", 10_00, None, "low"), "Petr wins the low half, <b>10</b>"),
        (Win("Petr", 10_00, PAIR), "Petr wins <b>10</b> with a pair of queens"),
        (Win("Petr", 10_00, PAIR, "high"), "Petr wins the high half, <b>10</b>, with a pair of queens"),
        (Win("Petr", 10_00, PAIR, "all", 2), "Board 2: Petr wins <b>10</b> with a pair of queens"),
        (Win("Petr", 10_00, PAIR, "high", 2), "Board 2: Petr wins the high half, <b>10</b>, with a pair of queens"),
    ],
)
def test_a_winner_has_this_sentence(win: Win, html: str) -> None:
    assert win_html(win, MONEY) == html
