"""What each piece of the table page needs to know, worked out from the views."""

from typing import Any, NamedTuple

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.cards import Card
from games.engine.hand_names import best_five
from games.engine.views import Choices, OwnView, SeatPicture, TableView, Turn
from games.templatetags.poker import AVATAR_COLOURS, BACK, amount_text, card_html, cards_html
from games.web.words_of_cards import cards_words
from games.web.words_of_hands import hand_kind, hand_words
from games.web.words_of_log import Win, street_words, win_words, wins

BOARD_PLACES = 5
_STATE_CLASSES = {
    "empty": "empty",
    "waiting": "waiting",
    "sitting_out": "out",
    "in_hand": "",
    "all_in": "allin",
    "folded": "folded",
}


class Status(NamedTuple):
    """What the status line tells: the table's phase, who won, when the next hand begins."""

    phase: str
    wins: tuple[Win, ...] = ()
    next_at: int = 0
    drawing: bool = False


def winning_cards(view: TableView) -> frozenset[Card]:
    """The cards, on the board and shown, that won a pot at a showdown; empty before."""
    if len(view.board) < BOARD_PLACES or view.phase not in ("showdown", "between", "waiting"):
        return frozenset()
    hands = (seat.shown for seat in view.seats if seat.won and len(seat.shown) == 2 and min(seat.shown) >= 0)
    return frozenset(card for hand in hands for card in best_five(hand + view.board))


def status_of(view: TableView) -> Status:
    """What of a view the status line depends on."""
    over = view.phase not in ("betting", "dealing")
    return Status(view.phase, wins(view) if over else (), view.next_at if over else 0, bool(view.drawn))


def seat_context(seat: SeatPicture, turn: Turn | None, drawn: Card | None, lit: frozenset[Card]) -> dict[str, Any]:
    """Everything on and around one plate."""
    classes = ["seat", f"seat-{seat.seat}", _STATE_CLASSES.get(seat.state, "")]
    classes += [name for name, holds in (
        ("turn", turn), ("won", seat.won), ("bot", seat.bot), ("away", not seat.there)
    ) if holds]  # fmt: skip
    says, tone = _says(seat)
    return {
        "seat": seat,
        "classes": " ".join(filter(None, classes)),
        "hand": _seat_cards(seat, drawn, lit),
        "hand_words": cards_words(seat.shown) if seat.shown else "",
        "stack": _("all-in") if seat.state == "all_in" and not seat.stack else amount_text(seat.stack),
        "avatar": seat.player % AVATAR_COLOURS,
        "says": says,
        "tone": tone,
        "turn": turn,
    }


def _seat_cards(seat: SeatPicture, drawn: Card | None, lit: frozenset[Card]) -> str:
    if seat.shown:
        return cards_html(seat.shown, lit)
    if seat.down:
        return mark_safe(BACK * seat.down)  # noqa: S308 - ours
    return "" if drawn is None else card_html(drawn)


def _says(seat: SeatPicture) -> tuple[str, str]:
    """What the small line at a plate says, and how it looks: won, shows, quiet or did."""
    if seat.won:
        return _("wins {amount}").format(amount=amount_text(seat.won)), "won"
    if seat.shown and seat.name_of_hand:
        return hand_kind(seat.name_of_hand), "shows"
    if seat.leaving:
        return pgettext("player", "leaving"), "quiet"
    if seat.player and not seat.there:
        return pgettext("player", "line lost"), "quiet"
    if seat.state == "sitting_out":
        return pgettext("player", "sitting out"), "quiet"
    if seat.state == "waiting":
        return pgettext("player", "next hand"), "quiet"
    if seat.state == "folded":
        return pgettext("did", "fold"), "quiet"
    acts = {
        "check": pgettext("did", "check"),
        "call": pgettext("did", "call"),
        "bet": pgettext("did", "bet"),
        "raise": pgettext("did", "raise"),
        "all_in": pgettext("did", "all-in"),
        "muck": pgettext("did", "muck"),
    }
    return acts.get(seat.did, ""), "did"


def board_context(board: tuple[Card, ...], street: str, lit: frozenset[Card]) -> dict[str, Any]:
    """The community cards and the name of the street."""
    return {
        "cards": cards_html(board, lit),
        "slots": range(BOARD_PLACES - len(board)) if street else (),
        "street": street_words(street) if street else "",
        "words": cards_words(board),
        "lit": bool(lit),
    }


def pots_context(pots: tuple[int, ...], pot: int) -> dict[str, Any]:
    """The whole pot, and its parts once there are side pots (B17)."""
    return {"total": pot or sum(pots), "main": pots[0] if len(pots) > 1 else 0, "sides": pots[1:]}


def status_context(status: Status) -> dict[str, Any]:
    """The line in the middle of the felt: who won, or why nothing happens."""
    reasons = {
        "waiting": _("Waiting for players"),
        "paused": _("The table is paused"),
        "closed": _("This table is closed"),
        "frozen": _("The table is stopped until the floor has looked at it"),
    }
    reason = _("High card for the button") if status.drawing else reasons.get(status.phase, "")
    sentences = [win_words(win) for win in status.wins]
    return {"wins": sentences, "reason": "" if sentences else reason, "next_at": status.next_at}


def hand_context(own: OwnView | None, view: TableView) -> dict[str, Any]:
    """My hole cards; those that won are lit."""
    if own is None:
        return {"seat": None}
    folded = any(seat.seat == own.seat and seat.state == "folded" for seat in view.seats)
    return {
        "seat": own.seat,
        "cards": cards_html(own.cards, winning_cards(view)),
        "words": cards_words(own.cards),
        "folded": folded,
    }


def my_seat_context(own: OwnView | None, signed_in: bool) -> dict[str, Any]:
    """The panel about my seat: chips, sitting out, leaving."""
    return {"own": own, "signed_in": signed_in}


def controls_context(own: OwnView | None, view: TableView, signed_in: bool) -> dict[str, Any]:
    """The bar under the table, in the one of its states that fits."""
    context: dict[str, Any] = {"own": own, "view": view, "signed_in": signed_in, "state": _state(own)}
    if own is None:
        return context
    context["strength"] = hand_words(own.name_of_hand) if own.name_of_hand and own.cards else ""
    if own.choices is not None:
        context |= _choices(own, own.choices, view)
    elif own.aheads:
        context["aheads"] = [_ahead(own, kind) for kind in own.aheads]
    if own.may_show:
        context["cards"] = list(enumerate(own.cards))
    return context


def _state(own: OwnView | None) -> str:
    if own is None:
        return "watching"
    if own.choices is not None:
        return "turn"
    if own.asked_to_show:
        return "asked"
    if own.asked_to_post:
        return "post"
    if own.may_show:
        return "show"
    if own.sitting_out:
        return "out"
    return "ahead" if own.aheads else "idle"


def _choices(own: OwnView, choices: Choices, view: TableView) -> dict[str, Any]:
    names = {
        "min": pgettext("bet size", "Min"),
        "half": pgettext("bet size", "½ pot"),
        "three_quarters": pgettext("bet size", "¾ pot"),
        "pot": pgettext("bet size", "Pot"),
        "max": pgettext("bet size", "Max"),
    }
    in_front = next((seat.bet for seat in view.seats if seat.seat == own.seat), 0)
    all_in = choices.max_to > 0 and choices.max_to == in_front + own.stack
    if all_in:
        names["max"] = pgettext("bet size", "All-in")
    if choices.can_check:
        say = _("Your turn. You may check.")
    else:
        say = _("Your turn. {amount} to call.").format(amount=amount_text(choices.call))
    return {
        "choices": choices,
        "say": say,
        "all_in_to": choices.max_to if all_in else 0,
        "presets": [(names.get(name, name), to) for name, to in choices.presets],
        "fixed": choices.min_to == choices.max_to,
        "turn": view.turn,
    }


def _ahead(own: OwnView, kind: str) -> dict[str, Any]:
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
        "on": own.ahead == kind,
        "price": own.ahead_price if kind == "call" else 0,
    }
