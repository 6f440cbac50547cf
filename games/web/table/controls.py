"""What the bar under the table needs to know, in the one of its states that fits."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import rank
from games.engine.views.types import Choices, OwnView, TableView
from games.text.amounts import amount_text
from games.text.hands import hand_words
from games.web.learn.nickname_text import my_nicknames
from games.web.table.extras import aside_context

ACE = 12


def bar_of(own: OwnView | None, view: TableView) -> Any:
    """What of the views the bar depends on, to be compared."""
    if own is None:
        return _full(view)
    tells_time = own.choices is not None or own.may_draw >= 0 or own.may_call_time
    aside = aside_context(own, view)
    until = view.next_at if own.may_show else 0
    return own._replace(version=0), view.turn if tells_time else None, _in_front(own, view), aside, until


def _full(view: TableView) -> bool:
    return bool(view.seats) and all(seat.player for seat in view.seats)


def _in_front(own: OwnView, view: TableView) -> int:
    return next((seat.bet for seat in view.seats if seat.seat == own.seat), 0)


def controls_context(own: OwnView | None, view: TableView, signed_in: bool) -> dict[str, Any]:
    """The bar under the table."""
    state = _state(own)
    context: dict[str, Any] = {"own": own, "signed_in": signed_in, "state": state, "tournament": view.tournament}
    if own is None:
        context["full"] = _full(view)
        return context
    context |= aside_context(own, view)
    context["strength"] = hand_words(own.name_of_hand) if own.name_of_hand and own.cards else ""
    context["low"] = hand_words(own.low_name) if own.low_name and own.cards else ""
    if not view.board:
        context["nickname"] = next(iter(my_nicknames(own, view)), "")
    if own.choices is not None:
        context |= _choices(own, own.choices, view)
    elif state == "draw":
        context |= _draw(own, view)
    elif state == "run":
        context["boards"] = _boards(own.asked_to_run)
    if own.may_show:
        context["until"] = view.next_at
    if own.may_show or state == "draw":
        context["cards"] = list(enumerate(own.cards))
    return context


def _state(own: OwnView | None) -> str:
    if own is None:
        return "watching"
    states = (
        ("turn", own.choices is not None),
        ("draw", own.may_draw >= 0),
        ("run", own.asked_to_run),
        ("asked", own.asked_to_show),
        ("post", own.asked_to_post),
        ("broke", own.life.broke),
        ("show", own.may_show),
        ("away", own.tournament and (own.sitting_out or own.room_plays or own.penalty)),
        ("out", own.sitting_out),
        ("enter", own.entry_price > 0),
        ("ahead", own.aheads),
    )
    return next((name for name, holds in states if holds), "idle")


def _choices(own: OwnView, choices: Choices, view: TableView) -> dict[str, Any]:
    names = {
        "min": pgettext("bet size", "Min"),
        "half": pgettext("bet size", "½ pot"),
        "three_quarters": pgettext("bet size", "¾ pot"),
        "pot": pgettext("bet size", "Pot"),
        "max": pgettext("bet size", "Max"),
    }
    two_sizes = choices.max_to > choices.min_to and choices.step == choices.max_to - choices.min_to
    if two_sizes:
        names |= {name: amount_text(to) for name, to in choices.presets}
    all_in = choices.max_to > 0 and choices.max_to == _in_front(own, view) + own.stack
    if all_in and not two_sizes:
        names["max"] = pgettext("bet size", "All-in")
    return {
        "choices": choices,
        "say": _say(choices),
        "must_open": not choices.call and not choices.can_check,
        "all_in_to": choices.max_to if all_in else 0,
        "presets": [(names.get(name, name), to, name) for name, to in choices.presets],
        "fixed": choices.min_to == choices.max_to,
        "two_sizes": two_sizes,
        "turn": view.turn,
    }


def _say(choices: Choices) -> str:
    amount = amount_text(choices.call)
    if choices.bring_in:
        return _("Your turn. You bring in {amount}, or more.").format(amount=amount)
    if choices.can_check:
        return _("Your turn. You may check.")
    if not choices.call:
        return _("Your turn. Bet or fold.")
    return _("Your turn. {amount} to call.").format(amount=amount)


def _draw(own: OwnView, view: TableView) -> dict[str, Any]:
    """The exchange: what the button says for each number of chosen cards; four may go only beside an ace (G13)."""
    most, count = own.may_draw, len(own.cards)
    if own.draw_four and any(rank(card) == ACE for card in own.cards):
        most = max(most, count - 1)
    most = min(most, count)
    too_many = ngettext("At most {count} card", "At most {count} cards", most).format(count=most)
    words = [(number, _exchange(number) if number <= most else too_many, number > most) for number in range(count + 1)]
    return {"say": _("Your turn. Choose the cards to exchange."), "numbers": words, "turn": view.turn}


def _exchange(number: int) -> str:
    if not number:
        return pgettext("draw", "Stand pat")
    return ngettext("Exchange {count}", "Exchange {count}", number).format(count=number)


def _boards(most: int) -> list[tuple[int, str, str]]:
    """How often the board may be run: the number, its words, its look."""
    words = ((1, pgettext("run it", "Once"), "plain"), (2, pgettext("run it", "Twice"), "call"))
    return [row for row in (*words, (3, pgettext("run it", "Three times"), "call")) if row[0] <= most]


class Ahead(NamedTuple):
    """What the pre-actions depend on (B10)."""

    hand: int
    offered: tuple[str, ...]
    chosen: str
    price: int


def ahead_of(own: OwnView) -> Ahead:
    """What of an own view the pre-actions depend on; those who wait for the same turn often share it."""
    return Ahead(own.hand, own.aheads, own.ahead, own.ahead_price)


def ahead_context(ahead: Ahead) -> dict[str, Any]:
    """The pre-actions on offer, each with the price that the player sees on it."""
    return {"hand": ahead.hand, "aheads": [_ahead(ahead, kind) for kind in ahead.offered]}


def _ahead(ahead: Ahead, kind: str) -> dict[str, Any]:
    names = {
        "fold": pgettext("ahead", "Fold"),
        "check_fold": pgettext("ahead", "Check / fold"),
        "check": pgettext("ahead", "Check"),
        "call": pgettext("ahead", "Call"),
        "call_any": pgettext("ahead", "Call any"),
    }
    looks = {"fold": "fold", "check_fold": "fold", "check": "call", "call": "call", "call_any": "any"}
    return {
        "kind": kind,
        "words": names.get(kind, kind),
        "look": looks.get(kind, "any"),
        "on": ahead.chosen == kind,
        "price": ahead.price if kind == "call" else 0,
    }
