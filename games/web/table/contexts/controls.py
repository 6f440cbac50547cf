"""The contexts of the controls under the table, one for each state they can be in."""

from collections.abc import Callable
from enum import StrEnum
from operator import itemgetter
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import Card, rank
from games.engine.views.kinds import Preset
from games.engine.views.types import Choices, OwnView, SeatView, TableView
from games.text.bet_sizes import BET_SIZES
from games.text.languages import per_language, texts_per_language
from games.text.small_cards import mini_cards
from games.web.html.cards import card_html
from games.web.learn.nickname_text import BOARD_STREETS, my_nicknames
from games.web.table.contexts.my_hand import own_seat
from games.web.table.wording import Wording
from games.web.table.words import card_words, hand_words

ACE = 12
_without_version = itemgetter(*(at for at, name in enumerate(OwnView._fields) if name != "version"))


class ControlsState(StrEnum):
    """What the controls offer the viewer now; each state has its own template and the CSS class `is-<state>`."""

    WATCHING = "watching"
    TURN = "turn"
    DRAW = "draw"
    RUN_IT = "run-it"
    SHOW_OR_MUCK = "show-or-muck"
    POST_BLIND = "post-blind"
    NO_CHIPS = "no-chips"
    SHOW_CARDS = "show-cards"
    AWAY = "away"
    PENALISED = "penalised"
    SITTING_OUT = "sitting-out"
    ENTER = "enter"
    PRE_ACTIONS = "pre-actions"
    WAITING = "waiting"

    @property
    def template(self) -> str:
        """The template that shows this state."""
        return _TEMPLATES[self]


_TEMPLATES: Final = {state: f"controls/{state.name.lower()}" for state in ControlsState}


def controls_key(own: OwnView | None, view: TableView) -> object:
    """Everything in the views that the controls depend on, as a value that can be compared."""
    if own is None:
        return _full(view)
    return _without_version(own), *controls_surroundings(own, own_seat(own, view), view)


def controls_surroundings(own: OwnView, seat: SeatView, view: TableView) -> tuple[object, ...]:
    """Everything in the table's view that the controls depend on; the rest of `controls_key` is the player's own.

    `seat` is the player's seat in it.
    """
    shows_clock = own.choices is not None or own.draw_limit >= 0 or own.may_call_time
    until, seen = (view.next_hand_at, _seen(seat)) if own.may_show else (0, frozenset())
    turn = view.turn if shows_clock else None
    has_nickname = not view.board and view.street in BOARD_STREETS
    return turn, seat.bet, offers_context(own, view), until, seen, has_nickname


def _seen(seat: SeatView) -> frozenset[Card]:
    """The cards of the seat that everybody sees."""
    return frozenset((*seat.shown, *seat.face_up))


def _full(view: TableView) -> bool:
    return bool(view.seats) and all(seat.player for seat in view.seats)


def controls_context(own: OwnView | None, view: TableView, signed_in: bool, wording: Wording) -> dict[str, object]:
    """The context of the controls under the table."""
    state, language = controls_state(own), wording.language
    context: dict[str, object] = {"own": own, "signed_in": signed_in, "state": state, "tournament": view.tournament}
    if own is None:
        context["full"] = _full(view)
        return context
    context |= offers_context(own, view)
    context["strength"] = hand_words(own.name_of_hand, language) if own.name_of_hand and own.cards else ""
    context["low"] = hand_words(own.low_name, language) if own.low_name and own.cards else ""
    if not view.board:
        context["nickname"] = next(iter(my_nicknames(own, view)), "")
    if own.choices is not None:
        context |= _choices(own, own.choices, view, wording)
    elif state is ControlsState.DRAW:
        context |= _draw(own, view, language)
    elif state is ControlsState.RUN_IT:
        context["boards"] = _boards(own.max_boards, language)
    if own.may_show:
        context["until"] = view.next_hand_at
    if state is ControlsState.SHOW_CARDS:
        seen, small = _seen(own_seat(own, view)), mini_cards(language)
        context["cards"] = [
            (place, card_words((card,), language), small[card])
            for place, card in enumerate(own.cards)
            if card not in seen
        ]
    elif state is ControlsState.DRAW:
        context["cards"] = [(place, card_html(card)) for place, card in enumerate(own.cards)]
    return context


def offers_context(own: OwnView, view: TableView) -> dict[str, object]:
    """Offers next to the action buttons: calling time (B14) and rabbit hunting (H7)."""
    late = view.seats[view.turn.seat].name if own.may_call_time and view.turn else ""
    asker = ""
    if own.rabbit_option == "agree":
        asker = next((line.name for line in reversed(view.log) if line.code == "rabbit_asked"), "")
    return {"late": late, "asker": asker, "hand": view.hand}


def controls_state(own: OwnView | None) -> ControlsState:
    """What the controls offer this viewer."""
    if own is None:
        return ControlsState.WATCHING
    states = (
        (ControlsState.TURN, own.choices is not None),
        (ControlsState.DRAW, own.draw_limit >= 0),
        (ControlsState.RUN_IT, own.max_boards),
        (ControlsState.SHOW_OR_MUCK, own.asked_to_show),
        (ControlsState.POST_BLIND, own.asked_to_post),
        (ControlsState.NO_CHIPS, own.settings.out_of_chips),
        (ControlsState.SHOW_CARDS, own.may_show),
        (ControlsState.AWAY, own.tournament and (own.sitting_out or own.room_plays or _is_penalised(own))),
        (ControlsState.PENALISED, _is_penalised(own) and not own.pre_actions),
        (ControlsState.SITTING_OUT, own.sitting_out),
        (ControlsState.ENTER, own.entry_price > 0),
        (ControlsState.PRE_ACTIONS, own.pre_actions),
    )
    return next((state for state, holds in states if holds), ControlsState.WAITING)


def _is_penalised(own: OwnView) -> bool:
    """Whether a penalty is still to be served, in hands or in time (T14)."""
    return bool(own.penalty_hands or own.penalty_until or own.penalty_left)


class TurnTexts(NamedTuple):
    """The sentences about a turn in one language, and the names of the bet sizes."""

    sizes: dict[str, str]
    all_in: str
    bring_in: str
    check: str
    bet_or_fold: str
    call: str
    draw: str


@per_language
def _turn_texts() -> TurnTexts:
    return TurnTexts(
        sizes={name: str(text) for name, text in BET_SIZES.items()},
        all_in=pgettext("bet size", "All-in"),
        bring_in=_("Your turn. You have to bring it in for {amount} or more."),
        check=_("Your turn. You may check."),
        bet_or_fold=_("Your turn. Bet or fold."),
        call=_("Your turn. {amount} to call."),
        draw=_("Your turn. Choose the cards to exchange."),
    )


def _choices(own: OwnView, choices: Choices, view: TableView, wording: Wording) -> dict[str, object]:
    texts, amount = _turn_texts(wording.language), wording.amount
    names = texts.sizes
    two_sizes = choices.max_to > choices.min_to and choices.step == choices.max_to - choices.min_to
    all_in = choices.max_to == own_seat(own, view).bet + own.stack
    if two_sizes:
        names = {name: amount(to) for name, to in choices.presets}
    elif all_in:
        names = {**names, "max": texts.all_in}
    return {
        "choices": choices,
        "call": amount(choices.call),
        "least": amount(choices.min_to),
        "most": amount(choices.max_to),
        "turn_text": _turn_text(choices, amount, texts),
        "must_open": not choices.call and not choices.can_check,
        "all_in_to": choices.max_to if all_in else 0,
        "presets": [(names.get(name, name), to, name) for name, to in choices.presets],
        "fixed": choices.min_to == choices.max_to,
        "two_sizes": two_sizes,
        "big_blind": view.big_blind,
        "unit": wording.amounts.unit,
        "unraised": any(preset is Preset.TIMES_3 for preset, _to in choices.presets),
        "turn": view.turn,
    }


def _turn_text(choices: Choices, amount: Callable[[int], str], texts: TurnTexts) -> str:
    if choices.call_is_bring_in:
        return texts.bring_in.format(amount=amount(choices.call))
    if choices.can_check:
        return texts.check
    return texts.call.format(amount=amount(choices.call)) if choices.call else texts.bet_or_fold


def _draw(own: OwnView, view: TableView, language: str) -> dict[str, object]:
    """The exchange button for each number of chosen cards; four may be exchanged only if an ace is kept (G13)."""
    most, count = own.draw_limit, len(own.cards)
    if own.may_draw_four and any(rank(card) == ACE for card in own.cards):
        most = max(most, count - 1)
    most = min(most, count)
    exchanges = [
        (number, _exchange_words(number, language) if number <= most else _at_most_words(most, language), number > most)
        for number in range(count + 1)
    ]
    return {"turn_text": _turn_texts(language).draw, "exchanges": exchanges, "turn": view.turn}


def _exchange(number: int) -> str:
    if not number:
        return pgettext("draw", "Stand pat")
    return ngettext("Exchange {count}", "Exchange {count}", number).format(count=number)


def _at_most(most: int) -> str:
    return ngettext("At most {count} card", "At most {count} cards", most).format(count=most)


_exchange_words, _at_most_words = texts_per_language(_exchange, 64), texts_per_language(_at_most, 64)


@per_language
def _runs() -> tuple[tuple[int, str, str], ...]:
    return (
        (1, pgettext("run it", "Once"), "plain"),
        (2, pgettext("run it", "Twice"), "call"),
        (3, pgettext("run it", "Three times"), "call"),
    )


def _boards(most: int, language: str) -> list[tuple[int, str, str]]:
    """How many times the board may be run: the number, the button's label and its CSS class."""
    return [row for row in _runs(language) if row[0] <= most]
