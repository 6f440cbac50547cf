"""The template contexts of the table's fragments, each compared as a whole."""

import pytest

from games.engine.cards import parse_cards
from games.engine.evaluation.names import name_high
from games.engine.rules.tournament import ChipRace, ChipRaceRow
from games.engine.views.kinds import LastAction, LineCode, SeatState, TablePhase
from games.engine.views.types import Choices, LogLine, OwnView, Prompt, SeatSettings, SeatView, TableView, Turn
from games.text.amounts import MONEY, TOURNAMENT_CHIPS
from games.text.cards import card_names
from games.web.html.cards import card_html, cards_html
from games.web.table.contexts import (
    RACE_PLACES,
    BoardView,
    DrawnCards,
    MyHand,
    Status,
    board_context,
    board_view,
    drawn_cards,
    fan_class,
    my_hand_context,
    my_hand_of,
    my_seat_context,
    my_seat_of,
    pots_context,
    seat_buttons_context,
    seat_buttons_of,
    seat_context,
    status_context,
    status_of,
)
from games.web.text.hand_log import Win

ACE, KING, QUEEN, JACK, TEN = parse_cards("AsKdQhJcTs")
BACK = -1
STRAIGHT = name_high(parse_cards("AsKdQhJcTs"))
RACE = ChipRace(
    chip=25,
    into=100,
    rows=(ChipRaceRow(0, "Anna", (ACE, KING), 50, 100), ChipRaceRow(3, "Bob", (QUEEN,), 25, 0)),
    won=(0,),
    saved=(5,),
)


def table(*seats: SeatView, phase: TablePhase = TablePhase.BETTING) -> TableView:
    """A view of these seats."""
    return TableView(1, 7, seats, phase=phase)


def player(state: SeatState = SeatState.IN_HAND, **fields: object) -> SeatView:
    """The seat of player 17, called Anna, with 50 in chips."""
    return SeatView(2, state, 17, "Anna", stack=50_00)._replace(**fields)


# Drawn cards


def test_d1_each_card_drawn_for_the_button_is_at_its_seat() -> None:
    view = table()._replace(button_draw=((0, ACE), (4, KING)))
    button = {0: DrawnCards((ACE,)), 4: DrawnCards((KING,))}
    assert drawn_cards(view) == button
    assert drawn_cards(view._replace(chip_race=RACE)) == button, "the race is not on display yet"
    assert drawn_cards(view._replace(phase=TablePhase.RACE)) == button


def test_t11_a_races_cards_appear_one_seat_after_the_other() -> None:
    view = table(phase=TablePhase.RACE)
    rows = tuple(ChipRaceRow(seat, "", (ACE,) * count, 0, 0) for seat, count in enumerate((2, RACE_PLACES - 3, 2, 1)))
    race = RACE._replace(rows=rows, won=(1,), saved=(2,))
    assert drawn_cards(view._replace(chip_race=race)) == {
        0: DrawnCards((ACE, ACE), 0, 0),
        1: DrawnCards((ACE,) * (RACE_PLACES - 3), 100, 2),
        2: DrawnCards((ACE, ACE), 100, RACE_PLACES - 1),
        3: DrawnCards((ACE,), 0, RACE_PLACES),
    }


# The status line

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
    assert status_of(view) == Status(phase, wins, until, False, None, "", ())


def test_t11_a_race_takes_the_place_of_the_winners() -> None:
    view = table(player(), phase=TablePhase.RACE)._replace(log=LINES, next_hand_at=500, chip_race=RACE)
    assert status_of(view) == Status(TablePhase.RACE, (), 500, False, (25, 100), "", ())
    assert status_of(view._replace(phase=TablePhase.BETWEEN)) == Status(TablePhase.BETWEEN, ANNA_WINS, 500)


def test_a_prompt_sets_the_clock_and_the_sentence() -> None:
    orders = (LogLine(LineCode.PAUSED),)
    view = table(player(), phase=TablePhase.SHOWDOWN)._replace(
        next_hand_at=500, prompt=Prompt("show", 0, 900), button_draw=((0, ACE),), orders=orders
    )
    shown = Status(TablePhase.SHOWDOWN, (), 900, True, None, "Anna may show or muck", orders)
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
        (Status(TablePhase.WAITING, drawing=True, prompt="Anna may show"), [], [], "Anna may show"),
        (Status(TablePhase.RACE), [], [], ""),
        (Status(TablePhase.RACE, race=(25, 100)), [], [], "Chip race: chips of 0.25 become chips of 1"),
    ],
)
def test_the_status_line_tells_the_winners_the_orders_and_the_reason(
    status: Status, wins: list[tuple[str, str]], orders: list[str], reason: str
) -> None:
    shown = status_context(status._replace(next_at=77), MONEY)
    assert shown == {"wins": wins, "orders": orders, "reason": reason, "next_at": 77}


# A seat

QUIET = {
    "classes": "seat seat-2",
    "hand": "",
    "fan": "",
    "hand_label": "",
    "stack": "50",
    "avatar": 1,
    "seat_line": "",
    "low": "",
    "drew": "",
    "equity": None,
    "tone": "did",
    "turn": None,
    "tournament": False,
}


def differences(seat: SeatView, turn: Turn | None = None, drawn: DrawnCards | None = None) -> dict[str, object]:
    """Where the context of a seat differs from that of a seat about which there is nothing to tell."""
    context = seat_context(seat, turn, drawn, MONEY)
    assert context.pop("seat") is seat
    assert context.keys() == QUIET.keys()
    return {name: value for name, value in context.items() if value != QUIET[name]}


def test_a_seat_about_which_there_is_nothing_to_tell() -> None:
    assert differences(player()) == {}
    assert seat_context(player(), None, None, TOURNAMENT_CHIPS, True) == {
        **QUIET, "seat": player(), "stack": "5\u202f000", "tournament": True,
    }  # fmt: skip
    assert differences(SeatView(3)) == {"classes": "seat seat-3 empty", "stack": "0", "avatar": 0}


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
    context = seat_context(seat, None, None, MONEY)
    assert (context["classes"], context["seat_line"], context["tone"]) == (f"seat seat-2 {classes}".strip(), line, tone)


def test_only_an_all_in_player_without_chips_is_called_all_in() -> None:
    for state, stack, text in (
        (SeatState.ALL_IN, 0, "all-in"),
        (SeatState.ALL_IN, 1, "0.01"),
        (SeatState.IN_HAND, 0, "0"),
    ):
        assert seat_context(player(state, stack=stack), None, None, MONEY)["stack"] == text


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
    context = seat_context(player(face_down=down, face_up=up), None, None, MONEY)
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
    assert seat_context(seat, None, None, MONEY)["drew"] == text
    assert seat_context(seat._replace(shown=(ACE,)), None, None, MONEY)["drew"] == ""


def test_more_than_two_cards_overlap() -> None:
    assert [fan_class(count) for count in (1, 2, 3)] == ["", "", "fan n3"]


# The middle of the table


def slots_of(context: dict[str, object]) -> list[range]:
    """The empty slots of each board."""
    boards = context["boards"]
    assert isinstance(boards, list)
    return [board["slots"] for board in boards]


def test_the_board_is_seen_with_the_boards_before_it() -> None:
    view = table()._replace(
        boards=((ACE,), (KING,)), board=(QUEEN,), street="flop", game="razz", structure="fl", rabbit_cards=(JACK,)
    )
    assert board_view(view) == BoardView(((ACE,), (KING,), (QUEEN,)), "flop", "razz", "fl", (JACK,))


def test_b17_a_board_shows_its_cards_and_empty_slots() -> None:
    middle = BoardView(((ACE, KING, QUEEN),), "flop")
    cards = {
        "number": 1,
        "cards": cards_html((ACE, KING, QUEEN), (KING,)),
        "slots": range(2),
        "label": card_names((ACE, KING, QUEEN)),
    }
    shown = {
        "boards": [cards],
        "several": 0,
        "street": "Flop",
        "game": "",
        "rabbit": "",
        "rabbit_label": "Would have come: ",
        "boardless": False,
        "has_winners": True,
    }
    assert board_context(middle, frozenset({KING})) == shown
    cards["cards"] = cards_html((ACE, KING, QUEEN))
    assert board_context(middle, frozenset()) == {**shown, "has_winners": False}


def test_h7_cards_of_a_rabbit_hunt_fill_slots() -> None:
    context = board_context(BoardView(((ACE, KING, QUEEN),), "flop", rabbit=(JACK,)), frozenset())
    assert context["rabbit"] == cards_html((JACK,))
    assert context["rabbit_label"] == "Would have come: jack of clubs"
    assert slots_of(context) == [range(1)]


def test_h6_several_boards_are_numbered_from_one() -> None:
    context = board_context(BoardView(((ACE,) * 5, (KING,) * 4), "river"), frozenset())
    assert context["several"] == 2
    assert slots_of(context) == [range(0), range(1)]
    assert [board["number"] for board in context["boards"]] == [1, 2]  # type: ignore[attr-defined]  # a list


def test_g16_games_without_a_board_have_no_slots() -> None:
    for street, heading, boardless in (("", "", False), ("third", "Third street", True), ("river", "River", False)):
        context = board_context(BoardView(((),), street, "razz", "fl"), frozenset())
        assert (context["street"], context["boardless"], context["game"]) == (heading, boardless, "Fixed-limit razz")
        assert slots_of(context) == [range(5 if street == "river" else 0)]


def test_b17_the_main_pot_is_told_once_there_is_a_side_pot() -> None:
    assert pots_context((), 0) == {"total": 0, "main": 0, "sides": ()}
    assert pots_context((70,), 90) == {"total": 90, "main": 0, "sides": ()}
    assert pots_context((70, 20), 110) == {"total": 110, "main": 70, "sides": (20,)}
    assert pots_context((70, 20, 10), 110) == {"total": 110, "main": 70, "sides": (20, 10)}


# My hand and my seat

CHOICES = Choices(20, False, False, 40, 80, False, 1, ())
PUBLIC_SEAT = player(face_up=(QUEEN,), winning_cards=(KING,))
MINE = OwnView(
    table=4, version=7, seat=2, player=9, hand=11, cards=(ACE, KING), name_of_hand=STRAIGHT, low_name=STRAIGHT,
    choices=CHOICES, draw_limit=3, may_draw_four=True, turn=5, deadline=6, time_bank=28_400, pre_actions=("fold",),
    pre_action="fold", pre_action_price=8, may_show=True, asked_to_show=True, sitting_out=True, sits_out_next=True,
    leaving=True, asked_to_post=True, stack=100, queued=50, auto_muck=True, auto_post=False, max_boards=3,
    entry_price=30, posts_now=True, straddles=True, may_straddle=True, may_call_time=True, wanted_seat=1,
    free_seats=(0, 1), rabbit_option="ask", rabbit_fee=10, chips_returned=40,
    settings=SeatSettings(seat_held_until=99, refill_to=500), tournament=12, room_plays=True, penalty_hands=2,
    barred=True,
)  # fmt: skip
"""An own view with no field at its default."""


def test_my_hand_is_mine_with_what_the_table_says_of_my_seat() -> None:
    view = table(SeatView(0), PUBLIC_SEAT)._replace(street="flop")
    hand = MyHand(2, (ACE, KING), (QUEEN,), (KING,), True, False, ("Big slick",))
    found = my_hand_of(MINE, view)
    assert found is not None
    assert found._replace(nicknames=()) == hand._replace(nicknames=())
    assert found.nicknames
    assert my_hand_of(None, view) is None
    folded = my_hand_of(MINE._replace(draw_limit=-1), table(PUBLIC_SEAT._replace(state=SeatState.FOLDED)))
    assert folded == MyHand(2, (ACE, KING), (QUEEN,), (KING,), False, True, ())
    assert my_hand_of(MINE._replace(draw_limit=0), table()) == MyHand(2, (ACE, KING), (), (), True, False, ())


def test_my_cards_are_listed_by_place() -> None:
    hand = MyHand(2, (ACE, KING, QUEEN), (KING,), (QUEEN,), True, False, ("one", "two"))
    assert my_hand_context(hand) == {
        "seat": 2,
        "cards": [
            {"html": card_html(ACE), "card": ACE, "place": 0, "up": False},
            {"html": card_html(KING), "card": KING, "place": 1, "up": True},
            {"html": card_html(QUEEN, plays=True), "card": QUEEN, "place": 2, "up": False},
        ],
        "choosing": True,
        "fan": "fan n3",
        "label": card_names((ACE, KING, QUEEN)),
        "nicknames": "one, two",
        "folded": False,
    }
    assert my_hand_context(None) == {"seat": None}


MY_SEAT = OwnView(
    table=4, version=0, seat=2, player=9, time_bank=28_400, sitting_out=True, sits_out_next=True, leaving=True,
    stack=100, queued=50, auto_muck=True, auto_post=False, entry_price=30, posts_now=True, straddles=True,
    may_straddle=True, may_call_time=True, wanted_seat=1, free_seats=(0, 1), rabbit_option="ask", rabbit_fee=10,
    chips_returned=40, settings=SeatSettings(seat_held_until=99, refill_to=500), tournament=12, penalty_hands=2,
    barred=True,
)  # fmt: skip


def test_the_panel_of_my_seat_does_not_depend_on_the_running_hand() -> None:
    assert my_seat_of(MINE) == MY_SEAT
    assert my_seat_of(None) is None


def test_the_buttons_of_my_seat_do_not_depend_on_amounts_and_clocks() -> None:
    buttons = MY_SEAT._replace(
        table=0, seat=0, player=0, time_bank=0, stack=1, queued=0, entry_price=0, rabbit_fee=0, chips_returned=0,
        settings=SeatSettings(refill_to=500), tournament=1, penalty_hands=0,
    )  # fmt: skip
    assert seat_buttons_of(MY_SEAT) == buttons
    assert seat_buttons_of(MY_SEAT._replace(tournament=0)).tournament == 0
    assert seat_buttons_of(MY_SEAT._replace(tournament=1)).tournament == 1
    for stack, queued, has_chips in ((0, 0, 0), (1, 0, 1), (0, 1, 1), (7, 7, 1)):
        assert seat_buttons_of(MY_SEAT._replace(stack=stack, queued=queued)).stack == has_chips


@pytest.mark.parametrize(("ms", "text"), [(999, ""), (1_000, "1 second"), (1_999, "1 second"), (2_000, "2 seconds")])
def test_b14_the_time_bank_is_told_in_whole_seconds(ms: int, text: str) -> None:
    own = MY_SEAT._replace(time_bank=ms)
    assert my_seat_context(own, True, 12) == {"own": own, "signed_in": True, "tournament": 12, "bank": text}
    assert my_seat_context(None, False) == {"own": None, "signed_in": False, "tournament": 0, "bank": ""}


def test_d8_free_seats_are_numbered_from_one() -> None:
    own = MY_SEAT._replace(free_seats=(0, 4), wanted_seat=4)
    free = [{"seat": 0, "number": 1, "chosen": False}, {"seat": 4, "number": 5, "chosen": True}]
    assert seat_buttons_context(own) == {"own": own, "free_seats": free, "wanted_number": 5}
    assert seat_buttons_context(own._replace(wanted_seat=-1))["wanted_number"] == 0
