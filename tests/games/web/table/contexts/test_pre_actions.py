"""The buttons that choose an action before the turn (B10)."""

from games.engine.views.types import OwnView
from games.web.table.contexts.pre_actions import PreActions, pre_actions_context, pre_actions_of


def test_b10_pre_actions_are_those_of_the_own_view() -> None:
    own = OwnView(1, 7, 1, 9, 11, pre_actions=("fold", "call"), pre_action="call", pre_action_price=30)
    assert pre_actions_of(own) == PreActions(11, ("fold", "call"), "call", 30)


def test_b10_only_a_call_carries_its_price() -> None:
    offered = ("fold", "check_fold", "check", "call", "call_any", "other")
    rows = [
        ("fold", "Fold", "fold", False, 0),
        ("check_fold", "Check / fold", "fold", False, 0),
        ("check", "Check", "call", True, 0),
        ("call", "Call", "call", False, 30),
        ("call_any", "Call any", "any", False, 0),
        ("other", "other", "any", False, 0),
    ]
    fields = ("kind", "label", "style", "chosen", "price")
    assert pre_actions_context(PreActions(11, offered, "check", 30), "en") == {
        "hand": 11,
        "pre_actions": [dict(zip(fields, row, strict=True)) for row in rows],
    }
