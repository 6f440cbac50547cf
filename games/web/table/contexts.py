"""The template context of each fragment of the table page, built from the views."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import Card
from games.engine.events.kinds import PreAction
from games.engine.views.kinds import TablePhase
from games.engine.views.types import OwnView, SeatView, TableView, Turn
from games.text.amounts import AmountFormat
from games.text.cards import card_names
from games.text.games import game_name
from games.text.hands import hand_kind
from games.web.html.cards import AVATAR_COLOURS, FACE_DOWN, card_html, cards_html
from games.web.learn.nickname_text import BOARD_STREETS, my_nicknames
from games.web.table.offers import clock_text, equity_text, prompt_text, seat_changes_context
from games.web.text.hand_log import Win, pot_name, street_name, win_html, wins

BOARD_PLACES = 5
RACE_PLACES, WIDEST_FAN = 30, 7
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


class DrawnCards(NamedTuple):
    """Cards in front of a seat that are not a hand: drawn for the button (D1) or in a chip race (T11).

    `got` is the chip that the race gave the seat, 0 if none; `place` counts cards shown before, -1 for the button.
    """

    cards: tuple[Card, ...]
    got: int = 0
    place: int = -1


def drawn_cards(view: TableView) -> dict[int, DrawnCards]:
    """The cards drawn for the button or a chip race, by seat."""
    if view.chip_race is None or view.phase != TablePhase.RACE:
        return {seat: DrawnCards((card,)) for seat, card in view.button_draw}
    got = dict.fromkeys((*view.chip_race.won, *view.chip_race.saved), view.chip_race.into)
    drawn, place = {}, 0
    for row in view.chip_race.rows:
        drawn[row.seat] = DrawnCards(row.cards, got.get(row.seat, 0), min(place, RACE_PLACES))
        place += len(row.cards)
    return drawn


class Status(NamedTuple):
    """What the status line depends on: the phase, the winners, the start of the next hand, and a chip race."""

    phase: TablePhase
    wins: tuple[Win, ...] = ()
    next_at: int = 0
    drawing: bool = False
    race: tuple[int, int] = (0, 0)
    asked: str = ""


def winning_cards(view: TableView) -> frozenset[Card]:
    """The cards, on the board and shown, that won a pot at a showdown; empty before."""
    return frozenset(card for seat in view.seats for card in seat.winning_cards)


def status_of(view: TableView) -> Status:
    """What of a view the status line depends on."""
    over = view.phase not in (TablePhase.BETTING, TablePhase.AGREEING, TablePhase.DEALING)
    until = view.prompt.deadline if view.prompt else view.next_hand_at if over else 0
    racing = view.chip_race is not None and view.phase == TablePhase.RACE
    told = wins(view) if over and not racing else ()
    race = (view.chip_race.chip, view.chip_race.into) if view.chip_race and racing else (0, 0)
    return Status(view.phase, told, until, bool(view.button_draw), race, prompt_text(view))


def seat_context(
    seat: SeatView, turn: Turn | None, drawn: DrawnCards | None, amounts: AmountFormat, tournament: bool = False
) -> dict[str, object]:
    """The context of one seat."""
    classes = ["seat", f"seat-{seat.seat}", _STATE_CLASSES.get(seat.state, "")]
    classes += [name for name, holds in (
        ("turn", turn), ("won", seat.won), ("bot", seat.bot), ("away", not seat.connected or seat.away),
        ("racing", drawn and drawn.place >= 0), (f"from-{drawn.place}" if drawn else "", drawn and drawn.place >= 0),
    ) if holds]  # fmt: skip
    seat_line, tone = _seat_line(seat, drawn, amounts)
    if late := clock_text(turn):
        seat_line, tone = late, "late"
    open_cards = (drawn.cards if drawn else ()) or seat.shown or seat.face_up
    laid = len(drawn.cards) if drawn and drawn.cards else len(seat.shown) or seat.face_down + len(seat.face_up)
    return {
        "seat": seat,
        "classes": " ".join(filter(None, classes)),
        "hand": _seat_cards(seat, drawn),
        "fan": fan_class(min(laid, WIDEST_FAN)),
        "hand_label": card_names(open_cards) if open_cards else "",
        "stack": _("all-in") if seat.state == "all_in" and not seat.stack else amounts.text(seat.stack),
        "avatar": seat.player % AVATAR_COLOURS,
        "seat_line": seat_line,
        "low": hand_kind(seat.low_name) if tone == "shows" and seat.low_name else "",
        "drew": _drew(seat),
        "equity": equity_text(seat),
        "tone": tone,
        "turn": turn,
        "tournament": tournament,
    }


def fan_class(cards: int) -> str:
    """The CSS classes of a hand with this many cards: more than two overlap."""
    return f"fan n{cards}" if cards > 2 else ""


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


class BoardView(NamedTuple):
    """The middle of the table: the boards, the street, and the current game of a mix."""

    boards: tuple[tuple[Card, ...], ...]
    street: str
    game: str = ""
    structure: str = ""
    rabbit: tuple[Card, ...] = ()


def board_view(view: TableView) -> BoardView:
    """What of a view the board depends on."""
    return BoardView((*view.boards, view.board), view.street, view.game, view.structure, view.rabbit_cards)


def board_context(middle: BoardView, lit: frozenset[Card]) -> dict[str, object]:
    """The community cards, one board or several (H6), and the name of the street."""
    places = BOARD_PLACES if middle.street in BOARD_STREETS else 0
    return {
        "boards": [
            {
                "number": number,
                "cards": cards_html(board, lit),
                "slots": range(max(0, places - len(board) - len(middle.rabbit))),
                "words": card_names(board),
            }
            for number, board in enumerate(middle.boards, 1)
        ],
        "several": len(middle.boards) if len(middle.boards) > 1 else 0,
        "street": street_name(middle.street) if middle.street else "",
        "game": game_name(middle.game, middle.structure) if middle.game else "",
        "rabbit": cards_html(middle.rabbit) if middle.rabbit else "",
        "rabbit_words": _("Would have come: {cards}").format(cards=card_names(middle.rabbit)),
        "boardless": bool(middle.street) and not places,
        "lit": bool(lit),
    }


def pots_context(pots: tuple[int, ...], pot: int) -> dict[str, object]:
    """The whole pot, and its parts once there are side pots (B17)."""
    return {"total": pot or sum(pots), "main": pots[0] if len(pots) > 1 else 0, "sides": pots[1:]}


def status_context(status: Status, amounts: AmountFormat) -> dict[str, object]:
    """The status line in the middle of the table: who won, or why no hand is being played."""
    reasons = {
        TablePhase.WAITING: _("Waiting for players"),
        TablePhase.PAUSED: _("The table is paused"),
        TablePhase.CLOSED: _("This table is closed"),
        TablePhase.FROZEN: _("The table is stopped until the floor has checked it"),
        TablePhase.AGREEING: _("All-in: how many boards?"),
        TablePhase.TOGETHER: _("Hand for hand: waiting for the other tables"),
        TablePhase.REBUY: _("Waiting for a re-buy"),
    }
    if status.race[0]:
        chip, into = map(amounts.text, status.race)
        reasons[TablePhase.RACE] = _("Chip race: chips of {amount} become chips of {into}").format(
            amount=chip, into=into
        )
    reason = status.asked or reasons.get(status.phase, "")
    if status.drawing and not status.asked:
        reason = _("High card for the button")
    sentences = [(pot_name(win), win_html(win, amounts)) for win in status.wins]
    return {"wins": sentences, "reason": "" if sentences else reason, "next_at": status.next_at}


class MyHand(NamedTuple):
    """What the fragment with my hole cards depends on."""

    seat: int
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    lit: tuple[Card, ...]
    choosing: bool
    folded: bool
    nicknames: tuple[str, ...]


def my_hand_of(own: OwnView | None, view: TableView) -> MyHand | None:
    """My hole cards, None without a seat."""
    if own is None:
        return None
    mine = next((seat for seat in view.seats if seat.seat == own.seat), SeatView(own.seat))
    folded = mine.state == "folded"
    return MyHand(
        own.seat, own.cards, mine.face_up, mine.winning_cards, own.draw_limit >= 0, folded, my_nicknames(own, view)
    )


def my_hand_context(held: MyHand | None) -> dict[str, object]:
    """My hole cards: winning cards are lit, face-up cards stand higher, and cards to exchange can be chosen."""
    if held is None:
        return {"seat": None}
    return {
        "seat": held.seat,
        "cards": [
            {"html": card_html(card, plays=card in held.lit), "card": card, "place": place, "up": card in held.up}
            for place, card in enumerate(held.cards)
        ],
        "choosing": held.choosing,
        "fan": fan_class(len(held.cards)),
        "words": card_names(held.cards),
        "nicknames": ", ".join(held.nicknames),
        "folded": held.folded,
    }


def my_seat_of(own: OwnView | None) -> OwnView | None:
    """An own view with every field of the running hand at its default: the panel about my seat doesn't show those."""
    return own and own._replace(
        version=0, hand=0, cards=(), name_of_hand=None, low_name=None, choices=None, draw_limit=-1, may_draw_four=False,
        turn=0, deadline=0, pre_actions=(), pre_action=PreAction.NONE, pre_action_price=0, may_show=False,
        asked_to_show=False, asked_to_post=False, max_boards=0, room_plays=False,
    )  # fmt: skip


def my_seat_context(own: OwnView | None, signed_in: bool, tournament: int = 0) -> dict[str, object]:
    """The panel about my seat: my stack and time bank."""
    seconds = own.time_bank // 1000 if own else 0
    words = ngettext("%(seconds)s second", "%(seconds)s seconds", seconds) % {"seconds": seconds}
    bank = words if seconds else ""
    return {"own": own, "signed_in": signed_in, "tournament": tournament, "bank": bank}


def seat_buttons_of(mine: OwnView) -> OwnView:
    """What of `my_seat_of` its buttons depend on: not who I am nor how many chips I have, only whether I have any."""
    chips = int(mine.stack + mine.queued > 0)
    return mine._replace(
        table=0, seat=0, player=0, stack=chips, queued=0, chips_returned=0, time_bank=0, entry_price=0, rabbit_fee=0,
        penalty_hands=0, settings=mine.settings._replace(seat_held_until=0), tournament=int(mine.tournament > 0),
    )  # fmt: skip


def seat_buttons_context(mine: OwnView) -> dict[str, object]:
    """The buttons of my seat: sitting out, leaving, settings, and changing seats."""
    return {"own": mine, **seat_changes_context(mine)}
