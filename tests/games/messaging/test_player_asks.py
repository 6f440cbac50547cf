"""Players' asks: valid ones become commands, everything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import IllegalAction
from games.engine.hand.actions import Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.table import commands as cm
from games.messaging.player_asks import ChatAsk, chat_in, parse_ask

TURN = {"do": "act", "hand": 5, "turn": 2, "price": 40}


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({**TURN, "action": "fold"}, cm.Act(9, 5, 2, 40, Fold())),
        ({**TURN, "action": "check"}, cm.Act(9, 5, 2, 40, Check())),
        ({**TURN, "action": "call", "amount": ""}, cm.Act(9, 5, 2, 40, Call())),
        ({**TURN, "action": "raise", "amount": 120}, cm.Act(9, 5, 2, 40, RaiseTo(120))),
        ({**TURN, "action": "show"}, cm.Act(9, 5, 2, 40, Show())),
        ({**TURN, "action": "muck"}, cm.Act(9, 5, 2, 40, Muck())),
        (
            {"do": "act", "hand": "5", "turn": "2", "price": "40", "action": "raise", "amount": "120"},
            cm.Act(9, 5, 2, 40, RaiseTo(120)),
        ),
        ({"do": "ahead", "hand": 5, "kind": "call", "amount": 40}, cm.SetPreAction(9, 5, "call", 40)),
        ({"do": "ahead", "hand": 5, "kind": ""}, cm.SetPreAction(9, 5, "", 0)),
        ({"do": "show", "hand": 5}, cm.ShowCards(9, 5, ())),
        ({"do": "show", "hand": 5, "places": ["1", 0]}, cm.ShowCards(9, 5, (0, 1))),
        ({"do": "show", "hand": 5, "places": "1"}, cm.ShowCards(9, 5, (1,))),
        ({"do": "sit_out"}, cm.SitOut(9)),
        ({"do": "sit_in"}, cm.SitIn(9)),
        ({"do": "leave"}, cm.Leave(9)),
        ({"do": "habits", "auto_muck": "on"}, cm.SetAutoActions(9, True, False)),
        ({"do": "habits", "auto_muck": False, "auto_post": True}, cm.SetAutoActions(9, False, True)),
        ({"do": "post", "agree": "1"}, cm.PostBlind(9, True)),
        ({**TURN, "action": "draw"}, cm.Act(9, 5, 2, 40, Discard())),
        ({**TURN, "action": "draw", "places": "3"}, cm.Act(9, 5, 2, 40, Discard((3,)))),
        ({**TURN, "action": "draw", "places": ["4", "0"]}, cm.Act(9, 5, 2, 40, Discard((0, 4)))),
        ({**TURN, "action": "run", "times": 2}, cm.Act(9, 5, 2, 40, RunIt(2))),
        ({"do": "enter", "now": 1}, cm.EnterNow(9, True)),
        ({"do": "enter", "now": 0}, cm.EnterNow(9, False)),
        ({"do": "straddle", "on": 1}, cm.SetStraddle(9, True)),
        ({"do": "call_time"}, cm.CallTime(9)),
        ({"do": "seat_change", "seat": "3"}, cm.ChangeSeat(9, 3)),
        ({"do": "seat_change", "seat": -1}, cm.ChangeSeat(9, -1)),
        ({"do": "seat_change", "seat": "-1"}, cm.ChangeSeat(9, -1)),
        ({"do": "rabbit", "hand": 5}, cm.AskRabbit(9, 5)),
        ({"do": "plan", "plan": "leave_blind"}, cm.SetStopPlan(9, "leave_blind")),
        ({"do": "plan", "plan": ""}, cm.SetStopPlan(9, "")),
        ({"do": "fold_out", "hand": "5", "turn": 2, "price": 40}, cm.FoldAndSitOut(9, 5, 2, 40)),
        ({"do": "refill_off"}, cm.SetRefill(9, 0, 0, False)),
        ({"do": "chat", "text": " nice \n hand "}, ChatAsk(9, "nice hand")),
    ],
)
def test_valid_asks_become_commands(body: dict[str, object], command: cm.Command | ChatAsk) -> None:
    assert parse_ask(body, player=9) == command


INVALID_ASKS: list[object] = [
    None,
    [],
    "fold",
    7,
    {},
    {"do": "deal"},
    {"do": ["act"]},
    {"do": "leave", "player": 3},
    {**TURN},
    {**TURN, "action": "all_in"},
    {**TURN, "action": ["fold"]},
    {**TURN, "action": "raise"},
    {**TURN, "action": "fold", "amount": {}},
    {**TURN, "action": "draw", "places": [1, 1]},
    {**TURN, "action": "draw", "places": [7]},
    {**TURN, "action": "draw", "places": ["As"]},
    {**TURN, "action": "draw", "places": list(range(8))},
    {**TURN, "action": "draw", "cards": [1]},
    {**TURN, "action": "run"},
    {**TURN, "action": "run", "times": 0},
    {**TURN, "action": "run", "times": 4},
    {"do": "enter", "now": "later"},
    {"do": "straddle", "on": 1, "amount": 400},
    {**TURN, "action": "fold", "player": 1},
    {"do": "act", "hand": 5, "turn": 2, "action": "fold"},
    {"do": "act", "hand": None, "turn": 2, "price": 0, "action": "fold"},
    {"do": "ahead", "hand": 5, "kind": "raise"},
    {"do": "ahead", "hand": 5},
    {"do": "show", "hand": 5, "places": [0, 0]},
    {"do": "show", "hand": 5, "places": [99]},
    {"do": "show", "hand": 5, "places": list(range(50))},
    {"do": "show", "hand": 5, "places": [[0]]},
    {"do": "habits", "auto_muck": "maybe"},
    {"do": "plan"},
    {"do": "plan", "plan": "dance"},
    {"do": "plan", "plan": ["leave"]},
    {"do": "fold_out", "hand": 5, "turn": 2},
    {"do": "fold_out", "hand": 5, "turn": 2, "price": 40, "amount": 1},
    {"do": "refill_off", "to": 100},
    {"do": "go_over"},
    {"do": "move", "to": 3},
    {"do": "post", "agree": []},
    {"do": "call_time", "seat": 3},
    {"do": "seat_change"},
    {"do": "seat_change", "seat": -2},
    {"do": "seat_change", "seat": "-3"},
    {"do": "seat_change", "seat": []},
    {"do": "rabbit"},
    {"do": "rabbit", "hand": 5, "fee": 0},
    {"do": "chat"},
    {"do": "chat", "text": 5},
    {"do": "chat", "text": " \u202e\n "},
    {"do": "chat", "text": "x" * 201},
    {"do": "chat", "text": "x" * 100_000},
]


@pytest.mark.parametrize("body", INVALID_ASKS, ids=lambda body: str(body)[:40])
def test_invalid_asks_are_refused(body: object) -> None:
    with pytest.raises(IllegalAction) as refusal:
        parse_ask(body, player=9)
    assert refusal.value.code == "bad_message"


KEYS = (
    "do",
    "hand",
    "turn",
    "price",
    "action",
    "amount",
    "kind",
    "places",
    "auto_muck",
    "agree",
    "text",
    "times",
    "now",
    "on",
    "seat",
)
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["act", "ahead", "show", "chat", "fold", "raise", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@given(body=st.dictionaries(st.sampled_from(KEYS), JSON_VALUES, max_size=6))
def test_any_ask_becomes_a_command_or_a_refusal(body: dict[str, object]) -> None:
    try:
        outcome = parse_ask(body, player=9).player
    except IllegalAction as refusal:
        outcome = refusal.code
    assert outcome in (9, "bad_message")


@pytest.mark.parametrize("amount", ["", -1, 1.5, "1.5", "١٢", True, 10**16, "9" * 5000])
def test_B8_what_is_no_amount_reaches_the_hand_which_names_the_legal_range(amount: object) -> None:
    command = parse_ask({**TURN, "action": "raise", "amount": amount}, player=9)
    assert isinstance(command, cm.Act) and command.action == RaiseTo(-1)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ({"do": "chat", "text": " hello "}, " hello "),
        ({"do": "chat", "text": "x" * 801}, ""),
        ({"do": "chat", "text": "half \ud800"}, "half "),
        ({"do": "chat", "text": 5}, ""),
        ({"do": "chat"}, ""),
        ({"do": "sit_out", "text": "hello"}, ""),
    ],
)
def test_a_chat_line_is_given_back_as_it_was_typed(body: dict[str, object], line: str) -> None:
    assert chat_in(body) == line
