"""What a player may ask on a turn (rule B1); amounts in minor units."""

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
    """Exchange these of one's cards, by their place in the hand; none is to stand pat (G13)."""

    places: tuple[int, ...] = ()


@distinct
class Show(NamedTuple):
    """Table cards at the showdown or after a hand (H2, H4): `cards` by their place, none given = all."""

    places: tuple[int, ...] = ()


@distinct
class RunIt(NamedTuple):
    """Agree to this many boards in an all-in; 1 refuses (H6)."""

    times: int


@distinct
class Muck(NamedTuple):
    """Throw a beaten hand away unseen (H2)."""


BettingAction: TypeAlias = Fold | Check | Call | RaiseTo
Action: TypeAlias = Fold | Check | Call | RaiseTo | Discard | RunIt | Show | Muck
