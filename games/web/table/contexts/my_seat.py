"""The contexts of the panel about the viewer's own seat, and of its buttons."""

from operator import itemgetter
from typing import Any, Final

from django.utils.translation import ngettext

from games.engine.events.kinds import PreAction
from games.engine.views.types import OwnView
from games.text.languages import texts_per_language

# Any: each field has a type of its own.
_NOT_SHOWN: Final[dict[str, Any]] = {
    "version": 0, "hand": 0, "cards": (), "name_of_hand": None, "low_name": None, "choices": None, "draw_limit": -1,
    "may_draw_four": False, "turn": 0, "deadline": 0, "pre_actions": (), "pre_action": PreAction.NONE,
    "pre_action_price": 0, "may_show": False, "asked_to_show": False, "asked_to_post": False, "max_boards": 0,
    "room_plays": False,
}  # fmt: skip
"""The fields of an own view that are about the running hand, with their defaults."""
_shown = itemgetter(*(at for at, name in enumerate(OwnView._fields) if name not in _NOT_SHOWN))


def my_seat_of(own: OwnView | None) -> OwnView | None:
    """An own view with every field of the running hand at its default: the panel about my seat doesn't show those."""
    return own and own._replace(**_NOT_SHOWN)


def my_seat_key(own: OwnView | None) -> object:
    """Everything that the panel about my seat depends on, as a value that can be compared: all of `my_seat_of`."""
    return own and _shown(own)


def my_seat_context(own: OwnView | None, language: str, tournament: int = 0) -> dict[str, object]:
    """The panel about my seat: the stack and the time bank."""
    seconds = own.time_bank // 1000 if own else 0
    bank = _seconds(seconds, language) if seconds else ""
    return {"own": own, "tournament": tournament, "bank": bank}


def _seconds_text(seconds: int) -> str:
    return ngettext("%(seconds)s second", "%(seconds)s seconds", seconds) % {"seconds": seconds}


_seconds = texts_per_language(_seconds_text, 1024)


def seat_buttons_of(own: OwnView) -> OwnView:
    """The result of `my_seat_of` without what its buttons do not show: the player, and amounts other than none."""
    chips = int(own.stack + own.queued > 0)
    return own._replace(
        table=0, seat=0, player=0, stack=chips, queued=0, chips_returned=0, time_bank=0, entry_price=0, rabbit_fee=0,
        penalty_hands=0, penalty_until=0, penalty_left=0, settings=own.settings._replace(seat_held_until=0),
        tournament=int(own.tournament > 0),
    )  # fmt: skip


def seat_buttons_context(own: OwnView) -> dict[str, object]:
    """The buttons of my seat: sitting out, leaving, settings, and the free seats to change to, one asked for (D8)."""
    free = [{"seat": seat, "number": seat + 1, "chosen": seat == own.wanted_seat} for seat in own.free_seats]
    return {"own": own, "free_seats": free, "wanted_number": own.wanted_seat + 1}
