"""What the controls under the table offer in each state, compared as whole contexts."""

import pytest

from games.engine.cards import parse_cards
from games.engine.evaluation.names import name_high
from games.engine.views.types import Choices, LogLine, OwnView, SeatSettings, SeatView, TableView, Turn
from games.text.hands import hand_text
from games.text.small_cards import mini
from games.web.html.cards import card_html
from games.web.table.contexts.controls import ControlsState, controls_context, controls_key
from games.web.table.wording import Wording
from tests.games.support.amounts import MONEY

CARDS = parse_cards("AsKd")
PAIR = name_high(parse_cards("AsAdKhQc2d"))
TURN = Turn(1, 5, 900, 20_000, on_time_bank=False)
SEATS = (SeatView(0, "in_hand", 8, "Bob", bet=3), SeatView(1, "in_hand", 9, "Anna", stack=90_00, bet=10_00))
VIEW = TableView(1, 7, SEATS, phase="betting", hand=11, street="flop", board=CARDS, next_hand_at=700, turn=TURN)
ME = OwnView(1, 7, 1, 9, 11, stack=90_00)
CALL = Choices(20_00, False, False, 40_00, 95_00, False, 1, (("min", 40_00), ("max", 95_00)))
OFFERS = {"late": "", "asker": "", "hand": 11}


def context(own: OwnView | None, view: TableView = VIEW) -> dict[str, object]:
    """The context of the controls for a signed-in viewer."""
    return controls_context(own, view, True, Wording("en", MONEY))


def differences(own: OwnView, view: TableView = VIEW) -> dict[str, object]:
    """Where the controls differ from those of a player who has nothing to do, but for the own view and the state."""
    nothing = {"signed_in": True, "tournament": 0, **OFFERS, "strength": "", "low": ""}
    found = context(own, view)
    assert found.pop("own") is own
    assert found.keys() >= nothing.keys()
    return {
        name: value for name, value in found.items() if name != "state" and value != nothing.get(name, "not expected")
    }


# States


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "waiting"),
        ({"choices": CALL}, "turn"),
        ({"draw_limit": 0}, "draw"),
        ({"max_boards": 2}, "run-it"),
        ({"asked_to_show": True}, "show-or-muck"),
        ({"asked_to_post": True}, "post-blind"),
        ({"settings": SeatSettings(out_of_chips=True)}, "no-chips"),
        ({"may_show": True}, "show-cards"),
        ({"tournament": 3}, "waiting"),
        ({"tournament": 3, "sitting_out": True}, "away"),
        ({"tournament": 3, "room_plays": True}, "away"),
        ({"tournament": 3, "penalty_hands": 1}, "away"),
        ({"penalty_hands": 1}, "penalised"),
        ({"penalty_until": 90_000}, "penalised"),
        ({"penalty_hands": 1, "pre_actions": ("fold",)}, "pre-actions"),
        ({"sitting_out": True}, "sitting-out"),
        ({"entry_price": 1}, "enter"),
        ({"entry_price": -1}, "waiting"),
        ({"pre_actions": ("fold",)}, "pre-actions"),
    ],
)
def test_each_state_has_its_own_controls(fields: dict[str, object], state: str) -> None:
    found = context(ME._replace(**fields))["state"]
    assert found is ControlsState(state)
    assert found.template == f"controls/{state.replace('-', '_')}"


def test_watchers_see_whether_a_seat_is_free() -> None:
    shown = {"own": None, "signed_in": True, "state": ControlsState.WATCHING, "tournament": 0}
    for seats, full in ((SEATS, True), ((*SEATS, SeatView(2)), False), ((), False)):
        view = VIEW._replace(seats=seats)
        assert context(None, view) == {**shown, "full": full}
        assert controls_key(None, view) is full


# What the controls depend on


def test_controls_are_rendered_again_only_for_what_they_show() -> None:
    assert controls_key(ME._replace(version=8), VIEW) == controls_key(ME, VIEW)
    assert around(ME) == (None, 10_00, OFFERS, 0, set(), False)
    for fields in ({"choices": CALL}, {"draw_limit": 0}, {"may_call_time": True}):
        late = {**OFFERS, "late": "Anna" if "may_call_time" in fields else ""}
        assert around(ME._replace(**fields)) == (TURN, 10_00, late, 0, set(), False)
    assert around(ME._replace(may_show=True)) == (None, 10_00, OFFERS, 700, set(), False)
    assert around(ME._replace(seat=5)) == (None, 0, OFFERS, 0, set(), False)


def around(own: OwnView) -> object:
    """What the key of the controls holds beside all of the own view but its version."""
    key = controls_key(own, VIEW)
    assert isinstance(key, tuple)
    shown = tuple(value for name, value in own._asdict().items() if name != "version")
    assert key[0] == shown
    return key[1:]


# Beside the buttons


def test_my_hand_is_named_while_i_hold_it() -> None:
    named = ME._replace(cards=CARDS, name_of_hand=PAIR, low_name=PAIR)
    assert differences(ME) == {}
    assert differences(named) == {"strength": hand_text(PAIR), "low": hand_text(PAIR)}
    assert differences(named._replace(low_name=None)) == {"strength": hand_text(PAIR)}
    assert differences(named._replace(name_of_hand=None)) == {"low": hand_text(PAIR)}
    assert differences(named._replace(cards=())) == {}


def test_c11_a_nickname_is_told_before_the_flop() -> None:
    own = ME._replace(cards=CARDS)
    assert "nickname" not in context(own)
    assert "lick" in str(differences(own, VIEW._replace(board=(), street="pre-flop"))["nickname"])
    assert differences(own, VIEW._replace(board=(), street="third")) == {"nickname": ""}


def test_h4_cards_can_be_shown_until_the_next_hand() -> None:
    own = ME._replace(cards=CARDS, may_show=True)
    assert differences(own) == {
        "until": 700,
        "cards": [(0, "ace of spades", mini(CARDS[0])), (1, "king of diamonds", mini(CARDS[1]))],
    }
    assert differences(own._replace(may_show=False)) == {}


@pytest.mark.parametrize("seen", [{"face_up": CARDS[1:]}, {"shown": (-1, CARDS[1])}])
def test_h4_a_card_that_everybody_sees_is_not_offered(seen: dict[str, tuple[int, ...]]) -> None:
    view = VIEW._replace(seats=(SEATS[0], SEATS[1]._replace(**seen)))
    own = ME._replace(cards=CARDS, may_show=True)
    assert context(own, view)["cards"] == [(0, "ace of spades", mini(CARDS[0]))]
    assert controls_key(own, view) != controls_key(own, VIEW)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_h6_boards_are_offered_up_to_the_most(most: int) -> None:
    offered = [(1, "Once", "plain"), (2, "Twice", "call"), (3, "Three times", "call")]
    assert differences(ME._replace(max_boards=most)) == {"boards": offered[:most]}


# A turn


def choices(**fields: object) -> Choices:
    """The choices of a player who may call 20, or raise to 40 or up to 95."""
    return CALL._replace(**fields)


TO_CALL = {
    "choices": CALL,
    "call": "20",
    "least": "40",
    "most": "95",
    "turn_text": "Your turn. 20 to call.",
    "must_open": False,
    "all_in_to": 0,
    "presets": [("Min", 40_00, "min"), ("Max", 95_00, "max")],
    "fixed": False,
    "two_sizes": False,
    "big_blind": 0,
    "unit": 0,
    "unraised": False,
    "turn": TURN,
}


def told(offered: Choices, **fields: object) -> dict[str, object]:
    """What the controls tell of these choices: as of a call of 20, but for the prices and these fields."""
    prices = {"call": MONEY.text(offered.call), "least": MONEY.text(offered.min_to), "most": MONEY.text(offered.max_to)}
    return {**TO_CALL, "choices": offered, **prices, **fields}


def test_b1_a_turn_offers_its_choices() -> None:
    assert differences(ME._replace(choices=CALL)) == TO_CALL


@pytest.mark.parametrize(
    ("fields", "sentence", "must_open"),
    [
        ({"call": 1}, "Your turn. 0.01 to call.", False),
        ({"call": 0}, "Your turn. Bet or fold.", True),
        ({"call": 0, "can_check": True}, "Your turn. You may check.", False),
        ({"call": 5_00, "call_is_bring_in": True}, "Your turn. You have to bring it in for 5 or more.", False),
    ],
)
def test_b1_a_sentence_says_what_a_turn_costs(fields: dict[str, object], sentence: str, must_open: bool) -> None:
    offered = choices(**fields)
    wanted = told(offered, turn_text=sentence, must_open=must_open)
    assert differences(ME._replace(choices=offered)) == wanted


def test_b7_the_largest_bet_is_called_all_in_if_it_takes_the_whole_stack() -> None:
    offered = choices(max_to=100_00, presets=(("half", 50_00), ("max", 100_00), ("other", 60_00)))
    presets = [("½ pot", 50_00, "half"), ("All-in", 100_00, "max"), ("other", 60_00, "other")]
    assert differences(ME._replace(choices=offered)) == told(offered, all_in_to=100_00, presets=presets)
    less = differences(ME._replace(choices=offered, stack=89_99))
    presets = [("½ pot", 50_00, "half"), ("Max", 100_00, "max"), ("other", 60_00, "other")]
    assert (less["all_in_to"], less["presets"]) == (0, presets)
    # Nobody who may only call goes all-in with a raise.
    no_raise = choices(min_to=0, max_to=0, presets=())
    assert differences(ME._replace(seat=5, stack=0, choices=no_raise)) == told(no_raise, presets=[], fixed=True)


def test_a_raise_of_one_cent_can_be_all_in() -> None:
    offered = choices(min_to=1, max_to=1, presets=())
    assert differences(ME._replace(seat=5, stack=1, choices=offered))["all_in_to"] == 1


def test_g15_two_sizes_are_named_by_their_amounts() -> None:
    presets = (("min", 40_00), ("max", 100_00))
    two = choices(max_to=100_00, step=60_00, presets=presets)
    assert differences(ME._replace(choices=two)) == told(
        two, all_in_to=100_00, presets=[("40", 40_00, "min"), ("100", 100_00, "max")], two_sizes=True
    )
    assert not differences(ME._replace(choices=two._replace(step=59_99))).get("two_sizes")
    fixed = choices(min_to=100_00, max_to=100_00, step=0, presets=presets)
    shown = differences(ME._replace(choices=fixed))
    assert (shown["fixed"], shown["two_sizes"], shown["all_in_to"]) == (True, False, 100_00)


# A draw

STAND_PAT = (0, "Stand pat", False)


def exchanges(cards: str, limit: int, *, four: bool = True) -> list[tuple[int, str, bool]]:
    """The buttons of a draw of these cards."""
    own = ME._replace(cards=parse_cards(cards), draw_limit=limit, may_draw_four=four)
    found = differences(own)
    assert found.pop("cards") == [(place, card_html(card)) for place, card in enumerate(own.cards)]
    buttons = found.pop("exchanges")
    assert found == {"turn_text": "Your turn. Choose the cards to exchange.", "turn": TURN}
    assert isinstance(buttons, list)
    return buttons


def test_g13_as_many_cards_may_be_exchanged_as_the_rules_allow() -> None:
    assert exchanges("2s3d4h5c7s", 1) == [
        STAND_PAT,
        (1, "Exchange 1", False),
        *[(number, "At most 1 card", True) for number in (2, 3, 4, 5)],
    ]
    assert exchanges("2s3d", 5) == [STAND_PAT, (1, "Exchange 1", False), (2, "Exchange 2", False)]
    assert exchanges("2s", 0) == [STAND_PAT, (1, "At most 0 cards", True)]


@pytest.mark.parametrize(
    ("cards", "limit", "four", "most"),
    [
        ("As3d4h5c7s", 3, True, 4),
        ("As3d4h5c7s", 3, False, 3),
        ("Ks3d4h5c7s", 3, True, 3),
        ("AsAdAhAc", 2, True, 3),
        ("As3d4h5c7s", 5, True, 5),
    ],
)
def test_g13_all_cards_but_an_ace_may_go_where_the_rules_allow(cards: str, limit: int, four: bool, most: int) -> None:
    assert [number for number, _, too_many in exchanges(cards, limit, four=four) if not too_many][-1] == most


# Offers


def test_b14_h7_offers_name_the_players_they_are_about() -> None:
    log = (LogLine("rabbit_asked", "Bob"), LogLine("rabbit_asked", "Cyril"), LogLine("fold", "Bob"))
    view = VIEW._replace(log=log)
    assert differences(ME._replace(may_call_time=True), view) == {"late": "Anna"}
    assert differences(ME._replace(may_call_time=True), view._replace(turn=None)) == {}
    assert differences(ME._replace(rabbit_option="agree"), view) == {"asker": "Cyril"}
    assert differences(ME._replace(rabbit_option="agree")) == {}
    assert differences(ME._replace(rabbit_option="wait"), view) == {}
