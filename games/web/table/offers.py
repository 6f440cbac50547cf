"""Parts of contexts outside of betting: equity, time calls, rabbit hunts, prompts and seat changes."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.views.types import OwnView, SeatView, TableView, Turn


class EquityText(NamedTuple):
    """The equity shown at a seat: the short text, and the full one for screen readers."""

    short: str
    full: str


def equity_text(seat: SeatView) -> EquityText | None:
    """The equity of an all-in hand that lies face up; None if there is none to show (H5)."""
    if seat.equity < 0:
        return None
    share = _percent(seat.equity)
    if seat.sampled:
        full = _("About {share} percent of the pot on average").format(share=share)
        return EquityText(pgettext("chance", "≈ {share} %").format(share=share), full)
    full = _("{share} percent of the pot on average").format(share=share)
    return EquityText(pgettext("chance", "{share} %").format(share=share), full)


def _percent(thousandths: int) -> str:
    """Whole percent; "<1" and ">99" for shares that would only round to 0 or 100."""
    if 0 < thousandths < 10:
        return "<1"
    if 990 < thousandths < 1000:
        return ">99"
    return str(round(thousandths / 10))


def clock_text(turn: Turn | None) -> str:
    """The text at the seat of a player who is on the time bank or has time called (B14)."""
    if turn is None:
        return ""
    if turn.time_called:
        return pgettext("clock", "time called")
    return pgettext("clock", "time bank") if turn.on_time_bank else ""


def prompt_text(view: TableView) -> str:
    """A sentence about the player whom the table waits for outside of a turn; empty if there is none."""
    if view.prompt is None or view.prompt.seat < 0:
        return ""
    sentences = {"show": _("{name} may show or muck"), "post": _("{name} is asked to post a blind")}
    return sentences.get(view.prompt.kind, "{name}").format(name=view.seats[view.prompt.seat].name)


def offers_context(own: OwnView, view: TableView) -> dict[str, object]:
    """Offers next to the action buttons: calling time (B14) and rabbit hunting (H7)."""
    late = view.seats[view.turn.seat].name if own.may_call_time and view.turn else ""
    asker = ""
    if own.rabbit_option == "agree":
        asker = next((line.name for line in reversed(view.log) if line.code == "rabbit_asked"), "")
    return {"late": late, "asker": asker, "hand": view.hand}


def seat_changes_context(own: OwnView) -> dict[str, object]:
    """The free seats a player may change to, by seat number, and the one asked for (D8)."""
    free = [{"seat": seat, "number": seat + 1, "chosen": seat == own.wanted_seat} for seat in own.free_seats]
    return {"free_seats": free, "wanted_number": own.wanted_seat + 1}
