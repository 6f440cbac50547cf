"""The context of a seat: its player, stack, cards and last act."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.views.types import SeatView, Turn
from games.text.amounts import AmountFormat
from games.text.cards import card_names
from games.text.hands import hand_kind
from games.text.time_left import time_left
from games.web.html.cards import AVATAR_COLOURS, FACE_DOWN, cards_html, fan_class
from games.web.table.contexts.drawn_cards import DrawnCards
from games.web.table.contexts.equity import equity_text

WIDEST_FAN = 7
LEFT_OF_UP = 2
"""Stud deals two cards down, then up cards, then the last one down."""
_STATE_CLASSES = {
    "empty": "empty",
    "waiting": "waiting",
    "sitting_out": "out",
    "in_hand": "",
    "all_in": "allin",
    "folded": "folded",
}
_PLAYING = frozenset({"in_hand", "all_in"})


def seat_context(
    seat: SeatView, turn: Turn | None, drawn: DrawnCards | None, amounts: AmountFormat, tournament: bool = False
) -> dict[str, object]:
    """The context of one seat."""
    classes = ["seat", f"seat-{seat.seat}", _STATE_CLASSES.get(seat.state, "")]
    classes += [name for name, holds in (
        ("turn", turn), ("won", seat.won), ("bot", seat.bot), ("away", not seat.connected or seat.away),
        ("racing", drawn and drawn.place >= 0), (f"from-{drawn.place}" if drawn else "", drawn and drawn.place >= 0),
    ) if holds]  # fmt: skip
    penalised = _is_penalised(seat, drawn, tournament=tournament)
    seat_line, tone = (_penalty(seat), "quiet") if penalised else _seat_line(seat, drawn, amounts)
    if clock := clock_text(turn):
        seat_line, tone = clock, "late"
    open_cards = drawn.cards if drawn else seat.shown or seat.face_up
    card_count = len(drawn.cards) if drawn else len(seat.shown) or seat.face_down + len(seat.face_up)
    return {
        "seat": seat,
        "classes": " ".join(filter(None, classes)),
        "hand": _seat_cards(seat, drawn),
        "fan": fan_class(min(card_count, WIDEST_FAN)),
        "hand_label": card_names(open_cards) if open_cards else "",
        "stack": _("all-in") if seat.state == "all_in" and not seat.stack else amounts.text(seat.stack),
        "avatar": seat.player % AVATAR_COLOURS,
        "seat_line": seat_line,
        "low": hand_kind(seat.low_name) if tone == "shows" and seat.low_name else "",
        "drew": _drew(seat),
        "equity": equity_text(seat),
        "tone": tone,
        "turn": turn,
        "counts_to": seat.penalty_until if penalised else 0,
        "stands_at": time_left(seat.penalty_left) if penalised and seat.penalty_left else "",
        "tournament": tournament,
    }


def _seat_cards(seat: SeatView, drawn: DrawnCards | None) -> str:
    if drawn:
        return cards_html(drawn.cards)
    if seat.shown:
        return cards_html(seat.shown, seat.winning_cards)
    if seat.face_up or seat.face_down:
        left = min(seat.face_down, LEFT_OF_UP) if seat.face_up else seat.face_down
        return cards_html([*[FACE_DOWN] * left, *seat.face_up, *[FACE_DOWN] * (seat.face_down - left)])
    return ""


def _drew(seat: SeatView) -> str:
    """How many cards the player exchanged in the last draw, as text (G13)."""
    if seat.cards_drawn < 0 or seat.state not in ("in_hand", "all_in") or seat.shown:
        return ""
    if not seat.cards_drawn:
        return pgettext("did", "pat")
    return ngettext("drew {count}", "drew {count}", seat.cards_drawn).format(count=seat.cards_drawn)


def _is_penalised(seat: SeatView, drawn: DrawnCards | None, *, tournament: bool) -> bool:
    """Whether the seat tells its penalty: in a tournament also during the hands, which are folded for it (T14)."""
    if (drawn and drawn.place >= 0) or seat.won or (seat.shown and seat.name_of_hand) or seat.leaving:
        return False
    has_penalty = seat.penalty_hands or seat.penalty_until or seat.penalty_left
    return bool(has_penalty) and (tournament or seat.state not in _PLAYING)


def _penalty(seat: SeatView) -> str:
    """What the seat tells of its penalty before the time left: the hands, if any."""
    if not seat.penalty_hands:
        return pgettext("player", "penalty")
    text = ngettext("penalty: {count} hand", "penalty: {count} hands", seat.penalty_hands)
    return text.format(count=seat.penalty_hands)


def _seat_line(seat: SeatView, drawn: DrawnCards | None, amounts: AmountFormat) -> tuple[str, str]:
    """The small line of text at a seat and its tone: won, shows, quiet or did."""
    if drawn and drawn.place >= 0:
        return (_("gets {amount}").format(amount=amounts.text(drawn.got)), "won") if drawn.got else ("", "quiet")
    if seat.won:
        return _("wins {amount}").format(amount=amounts.text(seat.won)), "won"
    if seat.shown and seat.name_of_hand:
        return hand_kind(seat.name_of_hand), "shows"
    if seat.leaving:
        return pgettext("player", "leaving"), "quiet"
    if seat.player and not seat.connected:
        return pgettext("player", "offline"), "quiet"
    if seat.away and seat.state not in ("folded", "all_in"):
        return pgettext("player", "away"), "quiet"
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
        "bring_in": pgettext("did", "bring-in"),
        "all_in": pgettext("did", "all-in"),
        "muck": pgettext("did", "muck"),
    }
    return acts.get(seat.last_action, ""), "did"


def clock_text(turn: Turn | None) -> str:
    """The text at the seat of a player who is on the time bank or has time called (B14)."""
    if turn is None:
        return ""
    if turn.time_called:
        return pgettext("clock", "time called")
    return pgettext("clock", "time bank") if turn.on_time_bank else ""
