"""The actions a player may take (B1); amounts in minor units."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct


@distinct
class Fold(NamedTuple):
    """Give up the hand."""


@distinct
class Check(NamedTuple):
    """Pass the turn when there is nothing to call."""


@distinct
class Call(NamedTuple):
    """Match the highest bet, or go all-in for less."""


@distinct
class RaiseTo(NamedTuple):
    """Bet or raise to a total of `amount` on this street."""

    amount: int


@distinct
class Discard(NamedTuple):
    """Exchange the cards at these positions in the hand; an empty tuple stands pat (G13)."""

    places: tuple[int, ...] = ()


@distinct
class Show(NamedTuple):
    """Show the cards at `places` in the hand, at the showdown or after it (H2, H4); an empty tuple shows all."""

    places: tuple[int, ...] = ()


@distinct
class RunIt(NamedTuple):
    """Agree to run the board `times` times in an all-in; 1 refuses (H6)."""

    times: int


@distinct
class Muck(NamedTuple):
    """Discard a beaten hand without showing it (H2)."""


BettingAction: TypeAlias = Fold | Check | Call | RaiseTo
Action: TypeAlias = Fold | Check | Call | RaiseTo | Discard | RunIt | Show | Muck
