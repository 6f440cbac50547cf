"""The context of a seat: its player, stack, cards and last act."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.views.types import SeatView, Turn
from games.text.languages import per_language, texts_per_language
from games.text.time_left import time_left
from games.web.html.cards import AVATAR_COLOURS, FACE_DOWN, cards_html, fan_class
from games.web.table.contexts.drawn_cards import DrawnCards
from games.web.table.contexts.equity import equity_text
from games.web.table.wording import Wording
from games.web.table.words import card_words, kind_words

WIDEST_FAN = 7
LEFT_OF_UP = 2
"""Stud deals two cards down, then up cards, then the last one down."""
_STATE_CLASSES = {
    "empty": " empty",
    "waiting": " waiting",
    "sitting_out": " out",
    "in_hand": "",
    "all_in": " allin",
    "folded": " folded",
}
_PLAYING = frozenset({"in_hand", "all_in"})


class SeatWords(NamedTuple):
    """The words at a seat in one language; `acts` by the last action."""

    acts: dict[str, str]
    all_in: str
    gets: str
    wins: str
    leaving: str
    offline: str
    away: str
    sitting_out: str
    next_hand: str
    fold: str
    time_called: str
    time_bank: str


@per_language
def seat_words() -> SeatWords:
    """The words at a seat."""
    return SeatWords(
        acts={
            "check": pgettext("did", "check"),
            "call": pgettext("did", "call"),
            "bet": pgettext("did", "bet"),
            "raise": pgettext("did", "raise"),
            "bring_in": pgettext("did", "bring-in"),
            "all_in": pgettext("did", "all-in"),
            "muck": pgettext("did", "muck"),
        },
        all_in=_("all-in"),
        gets=_("gets {amount}"),
        wins=_("wins {amount}"),
        leaving=pgettext("player", "leaving"),
        offline=pgettext("player", "offline"),
        away=pgettext("player", "away"),
        sitting_out=pgettext("player", "sitting out"),
        next_hand=pgettext("player", "next hand"),
        fold=pgettext("did", "fold"),
        time_called=pgettext("clock", "time called"),
        time_bank=pgettext("clock", "time bank"),
    )


def seat_context(
    seat: SeatView, turn: Turn | None, drawn: DrawnCards | None, wording: Wording, tournament: bool = False
) -> dict[str, object]:
    """The context of one seat."""
    language, amount = wording.language, wording.amount
    words = seat_words(language)
    penalised = _is_penalised(seat, drawn, tournament=tournament)
    if penalised:
        seat_line, tone = _penalty_text(seat.penalty_hands, language), "quiet"
    else:
        seat_line, tone = _seat_line(seat, drawn, words, wording)
    if clock := clock_text(turn, words):
        seat_line, tone = clock, "late"
    open_cards = drawn.cards if drawn else seat.shown or seat.face_up
    card_count = len(drawn.cards) if drawn else len(seat.shown) or seat.face_down + len(seat.face_up)
    return {
        "seat": seat,
        "classes": _classes(seat, turn, drawn),
        "hand": _seat_cards(seat, drawn),
        "fan": fan_class(min(card_count, WIDEST_FAN)),
        "hand_label": card_words(open_cards, language) if open_cards else "",
        "stack": words.all_in if seat.state == "all_in" and not seat.stack else amount(seat.stack),
        "bet": amount(seat.bet) if seat.bet else "",
        "avatar": seat.player % AVATAR_COLOURS,
        "seat_line": seat_line,
        "low": kind_words(seat.low_name, language) if tone == "shows" and seat.low_name else "",
        "drew": _drew(seat, language),
        "equity": equity_text(seat, language),
        "tone": tone,
        "turn": turn,
        "counts_to": seat.penalty_until if penalised else 0,
        "stands_at": time_left(seat.penalty_left) if penalised and seat.penalty_left else "",
        "tournament": tournament,
    }


def _classes(seat: SeatView, turn: Turn | None, drawn: DrawnCards | None) -> str:
    classes = f"seat seat-{seat.seat}{_STATE_CLASSES[seat.state]}"
    if turn:
        classes += " turn"
    if seat.won:
        classes += " won"
    if seat.bot:
        classes += " bot"
    if seat.away or not seat.connected:
        classes += " away"
    return f"{classes} racing from-{drawn.place}" if drawn and drawn.place >= 0 else classes


def _seat_cards(seat: SeatView, drawn: DrawnCards | None) -> str:
    if drawn:
        return cards_html(drawn.cards)
    if seat.shown:
        return cards_html(seat.shown, seat.winning_cards)
    if seat.face_up or seat.face_down:
        left = min(seat.face_down, LEFT_OF_UP) if seat.face_up else seat.face_down
        return cards_html([*[FACE_DOWN] * left, *seat.face_up, *[FACE_DOWN] * (seat.face_down - left)])
    return ""


def _drew(seat: SeatView, language: str) -> str:
    """How many cards the player exchanged in the last draw, as text (G13)."""
    if seat.cards_drawn < 0 or seat.state not in _PLAYING or seat.shown:
        return ""
    return _drew_text(seat.cards_drawn, language)


def _drew_count(count: int) -> str:
    return ngettext("drew {count}", "drew {count}", count).format(count=count) if count else pgettext("did", "pat")


_drew_text = texts_per_language(_drew_count, 64)


def _is_penalised(seat: SeatView, drawn: DrawnCards | None, *, tournament: bool) -> bool:
    """Whether the seat tells its penalty: in a tournament also during the hands, which are folded for it (T14)."""
    if not (seat.penalty_hands or seat.penalty_until or seat.penalty_left):
        return False
    if (drawn and drawn.place >= 0) or seat.won or (seat.shown and seat.name_of_hand) or seat.leaving:
        return False
    return tournament or seat.state not in _PLAYING


def _penalty(hands: int) -> str:
    """What the seat shows of its penalty before the time left: the hands, if any."""
    if not hands:
        return pgettext("player", "penalty")
    return ngettext("penalty: {count} hand", "penalty: {count} hands", hands).format(count=hands)


_penalty_text = texts_per_language(_penalty, 256)


def _seat_line(seat: SeatView, drawn: DrawnCards | None, words: SeatWords, wording: Wording) -> tuple[str, str]:
    """The small line of text at a seat and its tone: won, shows, quiet or did."""
    if drawn and drawn.place >= 0:
        return (words.gets.format(amount=wording.amount(drawn.got)), "won") if drawn.got else ("", "quiet")
    if seat.won:
        return words.wins.format(amount=wording.amount(seat.won)), "won"
    if seat.shown and seat.name_of_hand:
        return kind_words(seat.name_of_hand, wording.language), "shows"
    if seat.leaving:
        return words.leaving, "quiet"
    if seat.player and not seat.connected:
        return words.offline, "quiet"
    if seat.away and seat.state not in ("folded", "all_in"):
        return words.away, "quiet"
    if seat.state == "sitting_out":
        return words.sitting_out, "quiet"
    if seat.state == "waiting":
        return words.next_hand, "quiet"
    if seat.state == "folded":
        return words.fold, "quiet"
    return words.acts.get(seat.last_action, ""), "did"


def clock_text(turn: Turn | None, words: SeatWords) -> str:
    """The text at the seat of a player who is on the time bank or has time called (B14)."""
    if turn is None:
        return ""
    if turn.time_called:
        return words.time_called
    return words.time_bank if turn.on_time_bank else ""
