"""The template context of each fragment of the table page, built from the views."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import Card
from games.engine.events.kinds import PreAction
from games.engine.views.kinds import TablePhase
from games.engine.views.types import LogLine, OwnView, SeatView, TableView, Turn
from games.text.amounts import AmountFormat
from games.text.cards import card_names
from games.text.games import game_name
from games.text.hands import hand_kind
from games.web.html.cards import AVATAR_COLOURS, FACE_DOWN, card_html, cards_html
from games.web.learn.nickname_text import BOARD_STREETS, my_nicknames
from games.web.table.offers import clock_text, equity_text, prompt_text, seat_changes_context
from games.web.text.hand_log import Win, pot_name, street_name, win_html, wins
from games.web.text.house_acts import order_text

BOARD_SLOTS = 5
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

    `got` is the chip that the seat won in the race, 0 if none. `place` counts the race's cards shown before these, by
    which their appearance is delayed; -1 for the button.
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
    """What the status line depends on: the phase, winners, the start of the next hand, draws, prompts and orders."""

    phase: TablePhase
    wins: tuple[Win, ...] = ()
    next_at: int = 0
    drawing: bool = False
    race: tuple[int, int] | None = None
    prompt: str = ""
    orders: tuple[LogLine, ...] = ()


def winning_cards(view: TableView) -> frozenset[Card]:
    """The cards on the board and in shown hands that won a pot at the showdown; empty before it."""
    return frozenset(card for seat in view.seats for card in seat.winning_cards)


def status_of(view: TableView) -> Status:
    """What of a view the status line depends on."""
    over = view.phase not in (TablePhase.BETTING, TablePhase.AGREEING, TablePhase.DEALING)
    until = view.prompt.deadline if view.prompt else view.next_hand_at if over else 0
    race = (view.chip_race.chip, view.chip_race.into) if view.chip_race and view.phase == TablePhase.RACE else None
    winners = wins(view) if over and not race else ()
    return Status(view.phase, winners, until, bool(view.button_draw), race, prompt_text(view), view.orders)


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
    """What the middle of the table depends on: the boards, the street, and the current game of a mix."""

    boards: tuple[tuple[Card, ...], ...]
    street: str
    game: str = ""
    structure: str = ""
    rabbit: tuple[Card, ...] = ()


def board_view(view: TableView) -> BoardView:
    """What of a view the board depends on."""
    return BoardView((*view.boards, view.board), view.street, view.game, view.structure, view.rabbit_cards)


def board_context(middle: BoardView, winning: frozenset[Card]) -> dict[str, object]:
    """The community cards, one board or several (H6), and the name of the street."""
    slots = BOARD_SLOTS if middle.street in BOARD_STREETS else 0
    return {
        "boards": [
            {
                "number": number,
                "cards": cards_html(board, winning),
                "slots": range(slots - len(board) - len(middle.rabbit)),
                "label": card_names(board),
            }
            for number, board in enumerate(middle.boards, 1)
        ],
        "several": len(middle.boards) if len(middle.boards) > 1 else 0,
        "street": street_name(middle.street) if middle.street else "",
        "game": game_name(middle.game, middle.structure) if middle.game else "",
        "rabbit": cards_html(middle.rabbit) if middle.rabbit else "",
        "rabbit_label": _("Would have come: {cards}").format(cards=card_names(middle.rabbit)),
        "boardless": bool(middle.street) and not slots,
        "has_winners": bool(winning),
    }


def pots_context(pots: tuple[int, ...], pot: int) -> dict[str, object]:
    """The total pot, and the main pot and side pots once there are side pots (B17)."""
    return {"total": pot, "main": pots[0] if len(pots) > 1 else 0, "sides": pots[1:]}


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
    if status.race:
        chip, into = map(amounts.text, status.race)
        reasons[TablePhase.RACE] = _("Chip race: chips of {amount} become chips of {into}").format(
            amount=chip, into=into
        )
    reason = status.prompt or reasons.get(status.phase, "")
    if status.drawing and not status.prompt:
        reason = _("High card for the button")
    sentences = [(pot_name(win), win_html(win, amounts)) for win in status.wins]
    orders = [order_text(order, status.phase) for order in status.orders]
    if status.phase in (TablePhase.PAUSED, TablePhase.FROZEN):
        reason = "" if orders else reason
    elif sentences and status.phase != TablePhase.CLOSED:
        reason = ""
    return {"wins": sentences, "orders": orders, "reason": reason, "next_at": status.next_at}


class MyHand(NamedTuple):
    """What the fragment with my hole cards depends on; `choosing` while cards can be exchanged."""

    seat: int
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    winning: tuple[Card, ...]
    choosing: bool
    folded: bool
    nicknames: tuple[str, ...]


def my_hand_of(own: OwnView | None, view: TableView) -> MyHand | None:
    """What of the views my hole cards depend on; None without a seat."""
    if own is None:
        return None
    seat = next((seat for seat in view.seats if seat.seat == own.seat), SeatView(own.seat))
    folded = seat.state == "folded"
    return MyHand(
        own.seat, own.cards, seat.face_up, seat.winning_cards, own.draw_limit >= 0, folded, my_nicknames(own, view)
    )


def my_hand_context(hand: MyHand | None) -> dict[str, object]:
    """My hole cards, with winning cards marked, up cards raised, and check boxes when cards can be exchanged."""
    if hand is None:
        return {"seat": None}
    return {
        "seat": hand.seat,
        "cards": [
            {"html": card_html(card, plays=card in hand.winning), "card": card, "place": place, "up": card in hand.up}
            for place, card in enumerate(hand.cards)
        ],
        "choosing": hand.choosing,
        "fan": fan_class(len(hand.cards)),
        "label": card_names(hand.cards),
        "nicknames": ", ".join(hand.nicknames),
        "folded": hand.folded,
    }


def my_seat_of(own: OwnView | None) -> OwnView | None:
    """An own view with every field of the running hand at its default: the panel about my seat doesn't show those."""
    return own and own._replace(
        version=0, hand=0, cards=(), name_of_hand=None, low_name=None, choices=None, draw_limit=-1, may_draw_four=False,
        turn=0, deadline=0, pre_actions=(), pre_action=PreAction.NONE, pre_action_price=0, may_show=False,
        asked_to_show=False, asked_to_post=False, max_boards=0, room_plays=False,
    )  # fmt: skip


def my_seat_context(own: OwnView | None, signed_in: bool, tournament: int = 0) -> dict[str, object]:
    """The panel about my seat: the stack and the time bank."""
    seconds = own.time_bank // 1000 if own else 0
    text = ngettext("%(seconds)s second", "%(seconds)s seconds", seconds) % {"seconds": seconds}
    bank = text if seconds else ""
    return {"own": own, "signed_in": signed_in, "tournament": tournament, "bank": bank}


def seat_buttons_of(own: OwnView) -> OwnView:
    """The result of `my_seat_of` without what its buttons do not show: the player, and amounts other than none."""
    chips = int(own.stack + own.queued > 0)
    return own._replace(
        table=0, seat=0, player=0, stack=chips, queued=0, chips_returned=0, time_bank=0, entry_price=0, rabbit_fee=0,
        penalty_hands=0, settings=own.settings._replace(seat_held_until=0), tournament=int(own.tournament > 0),
    )  # fmt: skip


def seat_buttons_context(own: OwnView) -> dict[str, object]:
    """The buttons of my seat: sitting out, leaving, settings, and changing seats."""
    return {"own": own, **seat_changes_context(own)}
