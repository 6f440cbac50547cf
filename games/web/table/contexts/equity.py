"""The chance of an all-in hand that lies face up, as text (H5)."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.views.types import SeatView
from games.text.languages import per_language


class EquityText(NamedTuple):
    """The equity shown at a seat: the short text, and the full one for screen readers."""

    short: str
    full: str


@per_language
def _exact() -> EquityText:
    return EquityText(pgettext("chance", "{share}%"), _("{share} percent of the pot on average"))


@per_language
def _sampled() -> EquityText:
    return EquityText(pgettext("chance", "≈ {share}%"), _("About {share} percent of the pot on average"))


def equity_text(seat: SeatView, language: str) -> EquityText | None:
    """The equity of an all-in hand that lies face up; None if there is none to show (H5)."""
    if seat.equity < 0:
        return None
    share = _percent(seat.equity)
    texts = _sampled(language) if seat.sampled else _exact(language)
    return EquityText(texts.short.format(share=share), texts.full.format(share=share))


def _percent(thousandths: int) -> str:
    """Whole percent; "<1" and ">99" for shares that would only round to 0 or 100."""
    if 0 < thousandths < 10:
        return "<1"
    if 990 < thousandths < 1000:
        return ">99"
    return str(round(thousandths / 10))
