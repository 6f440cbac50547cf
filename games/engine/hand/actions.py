"""The actions a player may take (B1); amounts in minor units."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct


@distinct
class Fold(NamedTuple):
    """Give up the hand."""


@distinct
class Check(NamedTuple):
    """Pass the turn with nothing to call."""


@distinct
class Call(NamedTuple):
    """Match the highest bet, or all the player has."""


@distinct
class RaiseTo(NamedTuple):
    """Bet or raise so that this street's bet stands at `amount` in all."""

    amount: int


@distinct
class Discard(NamedTuple):
    """Exchange the cards at these places in the hand; none stands pat (G13)."""

    places: tuple[int, ...] = ()


@distinct
class Show(NamedTuple):
    """Show cards at the showdown or after a hand (H2, H4), chosen by `places` in the hand; none given shows all."""

    places: tuple[int, ...] = ()


@distinct
class RunIt(NamedTuple):
    """Agree to this many boards in an all-in; 1 refuses (H6)."""

    times: int


@distinct
class Muck(NamedTuple):
    """Discard a beaten hand without showing it (H2)."""


BettingAction: TypeAlias = Fold | Check | Call | RaiseTo
Action: TypeAlias = Fold | Check | Call | RaiseTo | Discard | RunIt | Show | Muck
