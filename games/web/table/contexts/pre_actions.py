"""The context of the pre-action buttons (B10)."""

from typing import NamedTuple

from django.utils.translation import pgettext

from games.engine.views.types import OwnView
from games.text.languages import per_language

_STYLES = {"fold": "fold", "check_fold": "fold", "check": "call", "call": "call", "call_any": "any"}


class PreActions(NamedTuple):
    """Everything the pre-action buttons depend on."""

    hand: int
    offered: tuple[str, ...]
    chosen: str
    price: int


def pre_actions_of(own: OwnView) -> PreActions:
    """The pre-actions of an own view; they are often equal for players who wait for the same turn."""
    return PreActions(own.hand, own.pre_actions, own.pre_action, own.pre_action_price)


@per_language
def _labels() -> dict[str, str]:
    return {
        "fold": pgettext("ahead", "Fold"),
        "check_fold": pgettext("ahead", "Check / fold"),
        "check": pgettext("ahead", "Check"),
        "call": pgettext("ahead", "Call"),
        "call_any": pgettext("ahead", "Call any"),
    }


def pre_actions_context(pre_actions: PreActions, language: str) -> dict[str, object]:
    """The pre-actions on offer; a call carries the price that its button shows."""
    labels = _labels(language)
    offered = [_pre_action(pre_actions, kind, labels) for kind in pre_actions.offered]
    return {"hand": pre_actions.hand, "pre_actions": offered}


def _pre_action(pre_actions: PreActions, kind: str, labels: dict[str, str]) -> dict[str, object]:
    return {
        "kind": kind,
        "label": labels.get(kind, kind),
        "style": _STYLES.get(kind, "any"),
        "chosen": pre_actions.chosen == kind,
        "price": pre_actions.price if kind == "call" else 0,
    }
