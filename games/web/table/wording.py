"""What the wording of a viewer's fragments depends on: the language and the format of amounts."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from games.engine.views.types import TableView
from games.preferences import Preferences, chip_value
from games.text.amounts import TOURNAMENT_CHIPS, AmountFormat, amount_writer
from games.web.security.requests import Visitor

MOST_WORDINGS = 4096
"""How many wordings are kept: one for each language, size of blinds, and set of preferences."""


class ViewerPreferences(NamedTuple):
    """What fragments depend on in addition to the view: the viewer's settings, and the decimals of the currency."""

    signed_in: bool = False
    amounts: str = "money"
    digits: int = 2


DEFAULT_PREFERENCES = ViewerPreferences()


def viewer_preferences(user: Visitor | None, *, digits: int = 2) -> ViewerPreferences:
    """The preferences of the person behind a socket or request, at a table whose currency has these decimals."""
    return ViewerPreferences(
        signed_in=bool(getattr(user, "is_authenticated", False)),
        amounts=Preferences.of(user).amounts,
        digits=digits,
    )


class Wording(NamedTuple):
    """What a viewer's text depends on: the language, and the format of amounts."""

    language: str
    amounts: AmountFormat

    @property
    def amount(self) -> Callable[[int], str]:
        """Writes amounts for this viewer."""
        return amount_writer(self.amounts, self.language)


def wording_of(view: TableView, language: str, prefs: ViewerPreferences) -> Wording:
    """The language and the format of amounts for a viewer of the hand that this table shows."""
    return _wording(language, prefs, view.hand_big_blind or view.big_blind, view.tournament > 0)


def own_wording_of(view: TableView, language: str, prefs: ViewerPreferences) -> Wording:
    """The language and the format of amounts for what a player is offered, after a hand for the next one."""
    return _wording(language, prefs, view.big_blind, view.tournament > 0)


def amounts_of(view: TableView, prefs: ViewerPreferences) -> AmountFormat:
    """The format of amounts that this viewer prefers for the hand that this table shows."""
    return _amounts(prefs, view.hand_big_blind or view.big_blind, view.tournament > 0)


@lru_cache(MOST_WORDINGS)
def _wording(language: str, prefs: ViewerPreferences, big_blind: int, tournament: bool) -> Wording:
    return Wording(language, _amounts(prefs, big_blind, tournament))


def _amounts(prefs: ViewerPreferences, big_blind: int, tournament: bool) -> AmountFormat:
    if prefs.amounts == "blinds":
        return AmountFormat(unit=big_blind, big_blinds=True)
    if tournament:
        return TOURNAMENT_CHIPS
    if prefs.amounts == "chips" and big_blind:
        return AmountFormat(unit=chip_value(big_blind, prefs.digits))
    return AmountFormat(digits=prefs.digits)
