"""The context of the pre-action buttons (B10)."""

from typing import NamedTuple

from django.utils.translation import pgettext

from games.engine.views.types import OwnView


class PreActions(NamedTuple):
    """Everything the pre-action buttons depend on."""

    hand: int
    offered: tuple[str, ...]
    chosen: str
    price: int


def pre_actions_of(own: OwnView) -> PreActions:
    """The pre-actions of an own view; they are often equal for players who wait for the same turn."""
    return PreActions(own.hand, own.pre_actions, own.pre_action, own.pre_action_price)


def pre_actions_context(pre_actions: PreActions) -> dict[str, object]:
    """The pre-actions on offer; a call carries the price that its button shows."""
    return {"hand": pre_actions.hand, "pre_actions": [_pre_action(pre_actions, kind) for kind in pre_actions.offered]}


def _pre_action(pre_actions: PreActions, kind: str) -> dict[str, object]:
    labels = {
        "fold": pgettext("ahead", "Fold"),
        "check_fold": pgettext("ahead", "Check / fold"),
        "check": pgettext("ahead", "Check"),
        "call": pgettext("ahead", "Call"),
        "call_any": pgettext("ahead", "Call any"),
    }
    styles = {"fold": "fold", "check_fold": "fold", "check": "call", "call": "call", "call_any": "any"}
    return {
        "kind": kind,
        "label": labels.get(kind, kind),
        "style": styles.get(kind, "any"),
        "chosen": pre_actions.chosen == kind,
        "price": pre_actions.price if kind == "call" else 0,
    }
