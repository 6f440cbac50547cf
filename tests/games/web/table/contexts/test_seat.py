"""The context of a seat, compared as a whole."""

import pytest

from games.engine.views.kinds import LastAction, SeatState
from games.engine.views.types import SeatView, Turn
from games.text.amounts import TOURNAMENT_CHIPS
from games.text.cards import card_names
from games.web.html.cards import cards_html
from games.web.table.contexts.drawn_cards import DrawnCards
from games.web.table.contexts.seat import clock_text, seat_context, seat_words
from games.web.table.drawing import draw
from games.web.table.wording import Wording
from tests.games.support.amounts import MONEY
from tests.games.web.table.contexts.sample_views import ACE, JACK, KING, QUEEN, STRAIGHT, TEN, player

BACK = -1
IN_MONEY, IN_CHIPS = Wording("en", MONEY), Wording("en", TOURNAMENT_CHIPS)
QUIET = {
    "classes": "seat seat-2",
    "hand": "",
    "fan": "",
    "hand_label": "",
    "stack": "50",
    "bet": "",
    "avatar": 1,
    "seat_line": "",
    "low": "",
    "drew": "",
    "equity": None,
    "tone": "did",
    "turn": None,
    "counts_to": 0,
    "stands_at": "",
    "tournament": False,
}


def differences(seat: SeatView, turn: Turn | None = None, drawn: DrawnCards | None = None) -> dict[str, object]:
    """Where the context of a seat differs from that of a seat about which there is nothing to tell."""
    context = seat_context(seat, turn, drawn, IN_MONEY)
    assert context.pop("seat") is seat
    assert context.keys() == QUIET.keys()
    return {name: value for name, value in context.items() if value != QUIET[name]}


def test_a_seat_about_which_there_is_nothing_to_tell() -> None:
    assert differences(player()) == {}
    assert seat_context(player(), None, None, IN_CHIPS, True) == {
        **QUIET, "seat": player(), "stack": "5\u202f000", "tournament": True,
    }  # fmt: skip
    assert differences(SeatView(3)) == {"classes": "seat seat-3 empty", "stack": "0", "avatar": 0}


def test_t14_a_seat_that_sits_out_a_penalty_counts_to_its_end() -> None:
    seat = player(SeatState.WAITING, penalty_until=90_000)
    assert differences(seat)["counts_to"] == 90_000
    assert "counts_to" not in differences(player(penalty_until=90_000)), "the hand of before is still played"


def test_T14_everybody_at_a_tournament_table_sees_what_is_left_of_a_penalty_also_during_its_hands() -> None:
    """In hands, in minutes that pass, and in minutes that stand while the tournament does."""
    penalised = player(penalty_hands=2, penalty_until=90_000)
    shown = seat_context(penalised, None, None, IN_CHIPS, tournament=True)
    assert (shown["seat_line"], shown["counts_to"], shown["tone"]) == ("penalty: 2 hands", 90_000, "quiet")
    stands = seat_context(player(SeatState.FOLDED, penalty_left=299_001), None, None, IN_CHIPS, tournament=True)
    assert (stands["seat_line"], stands["counts_to"], stands["stands_at"]) == ("penalty", 0, "5:00")
    assert 'class="seat-line quiet">penalty <b>5:00</b>' in draw("seat", stands, "en")


@pytest.mark.parametrize(
    ("seat", "classes", "line", "tone"),
    [
        (player(SeatState.WAITING), "waiting", "next hand", "quiet"),
        (player(SeatState.SITTING_OUT), "out", "sitting out", "quiet"),
        (player(SeatState.FOLDED), "folded", "fold", "quiet"),
        (player(SeatState.FOLDED, away=True), "folded away", "fold", "quiet"),
        (player(SeatState.ALL_IN, away=True, last_action=LastAction.ALL_IN), "allin away", "all-in", "did"),
        (player(away=True), "away", "away", "quiet"),
        (player(SeatState.SITTING_OUT, away=True), "out away", "away", "quiet"),
        (player(connected=False), "away", "offline", "quiet"),
        (player(connected=False, leaving=True), "away", "leaving", "quiet"),
        (SeatView(2, connected=False, stack=50_00, player=0), "empty away", "", "did"),
        (player(bot=True, leaving=True), "bot", "leaving", "quiet"),
        (player(won=2_50), "won", "wins 2.50", "won"),
        (player(won=2_50, bot=True, connected=False), "won bot away", "wins 2.50", "won"),
        (player(last_action=LastAction.CHECK), "", "check", "did"),
        (player(last_action=LastAction.BRING_IN), "", "bring-in", "did"),
        (player(last_action=LastAction.POST), "", "", "did"),
    ],
)
def test_a_seat_tells_its_state_or_its_last_action(seat: SeatView, classes: str, line: str, tone: str) -> None:
    context = seat_context(seat, None, None, IN_MONEY)
    assert (context["classes"], context["seat_line"], context["tone"]) == (f"seat seat-2 {classes}".strip(), line, tone)


def test_only_an_all_in_player_without_chips_is_called_all_in() -> None:
    for state, stack, text in (
        (SeatState.ALL_IN, 0, "all-in"),
        (SeatState.ALL_IN, 1, "0.01"),
        (SeatState.IN_HAND, 0, "0"),
    ):
        assert seat_context(player(state, stack=stack), None, None, IN_MONEY)["stack"] == text


def test_b14_the_clock_takes_the_place_of_the_last_action() -> None:
    turn = Turn(2, 5, 900, 20_000, on_time_bank=False)
    seat = player(last_action=LastAction.CHECK)
    on_bank, called = turn._replace(on_time_bank=True), turn._replace(on_time_bank=True, time_called=True)
    at_turn = "seat seat-2 turn"
    assert differences(seat, turn) == {"classes": at_turn, "seat_line": "check", "turn": turn}
    late = {"classes": at_turn, "tone": "late"}
    assert differences(seat, on_bank) == {**late, "seat_line": "time bank", "turn": on_bank}
    assert differences(seat, called) == {**late, "seat_line": "time called", "turn": called}


def test_a_shown_hand_is_named_with_its_low_and_winning_cards() -> None:
    shown = (ACE, KING, BACK)
    seat = player(shown=shown, name_of_hand=STRAIGHT, low_name=STRAIGHT, winning_cards=(KING, QUEEN), cards_drawn=1)
    hand = {
        "hand": cards_html(shown, (KING,)),
        "fan": "fan n3",
        "hand_label": "ace of spades, king of diamonds",
    }
    named = {**hand, "seat_line": "Straight", "tone": "shows"}
    assert differences(seat) == {**named, "low": "Straight"}
    assert differences(seat._replace(low_name=None)) == named
    assert differences(seat._replace(name_of_hand=None)) == hand
    won = {"classes": "seat seat-2 won", "seat_line": "wins 1", "tone": "won"}
    assert differences(seat._replace(won=1_00)) == {**hand, **won}
    # A hand that is named without being shown stays unnamed.
    assert differences(seat._replace(shown=(), winning_cards=(), cards_drawn=-1)) == {}


@pytest.mark.parametrize(
    ("down", "up", "cards", "fan"),
    [
        (2, (), (BACK, BACK), ""),
        (4, (), (BACK,) * 4, "fan n4"),
        (0, (ACE,), (ACE,), ""),
        (1, (ACE,), (BACK, ACE), ""),
        (2, (ACE,), (BACK, BACK, ACE), "fan n3"),
        (3, (ACE, KING), (BACK, BACK, ACE, KING, BACK), "fan n5"),
        (3, (ACE, KING, QUEEN, JACK, TEN), (BACK, BACK, ACE, KING, QUEEN, JACK, TEN, BACK), "fan n7"),
    ],
)
def test_g15_up_cards_lie_between_two_down_cards_and_the_last(
    down: int, up: tuple[int, ...], cards: tuple[int, ...], fan: str
) -> None:
    context = seat_context(player(face_down=down, face_up=up), None, None, IN_MONEY)
    assert (context["hand"], context["fan"], context["hand_label"]) == (cards_html(cards), fan, card_names(up))


def test_t11_cards_of_a_race_take_the_place_of_a_hand() -> None:
    seat = player(shown=(KING, QUEEN), name_of_hand=STRAIGHT, won=1_00)
    cards = {"hand": cards_html((ACE,)), "hand_label": "ace of spades"}
    for place in (0, 4):
        racing = f"seat seat-2 won racing from-{place}"
        lost = {**cards, "classes": racing, "tone": "quiet"}
        assert differences(seat, drawn=DrawnCards((ACE,), 0, place)) == lost
        got = {**lost, "seat_line": "gets 1", "tone": "won"}
        assert differences(seat, drawn=DrawnCards((ACE,), 1_00, place)) == got


def test_d1_a_card_for_the_button_is_no_race() -> None:
    seat = player(SeatState.WAITING, face_down=3)
    context = differences(seat, drawn=DrawnCards((ACE,)))
    told = {"classes": "seat seat-2 waiting", "seat_line": "next hand", "tone": "quiet"}
    assert context == {**told, "hand": cards_html((ACE,)), "hand_label": "ace of spades"}


@pytest.mark.parametrize(
    ("state", "drawn", "text"),
    [
        (SeatState.IN_HAND, -1, ""),
        (SeatState.IN_HAND, 0, "pat"),
        (SeatState.IN_HAND, 1, "drew 1"),
        (SeatState.ALL_IN, 3, "drew 3"),
        (SeatState.FOLDED, 3, ""),
    ],
)
def test_g13_players_in_the_hand_tell_how_many_cards_they_drew(state: SeatState, drawn: int, text: str) -> None:
    seat = player(state, cards_drawn=drawn)
    assert seat_context(seat, None, None, IN_MONEY)["drew"] == text
    assert seat_context(seat._replace(shown=(ACE,)), None, None, IN_MONEY)["drew"] == ""


def test_b14_called_time_is_told_before_the_time_bank() -> None:
    turn = Turn(0, 1, 900, 20_000, on_time_bank=False)
    words = seat_words("en")
    assert clock_text(None, words) == clock_text(turn, words) == ""
    assert clock_text(turn._replace(on_time_bank=True), words) == "time bank"
    for on_time_bank in (False, True):
        assert clock_text(turn._replace(on_time_bank=on_time_bank, time_called=True), words) == "time called"
