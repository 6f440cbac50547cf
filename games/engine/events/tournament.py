"""The events that only tournament tables have, in the past tense."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct


@distinct
class UnseatAsked(NamedTuple):
    """The director asked to take the player off the table, with all chips, after the running hand (T6)."""

    seat: int
    name: str = ""


@distinct
class ChipsSet(NamedTuple):
    """The director changed the stack from `before` to `after` and gave this `reason`."""

    seat: int
    before: int
    after: int
    reason: str
    name: str = ""


@distinct
class ChipsRaced(NamedTuple):
    """Chips of `chip` were exchanged for `into` (T11); `rows` are (seat, name, cards, stack before, stack after).

    `won` are the seats that won a chip with a card, `saved` those that got one so as not to be eliminated.
    """

    chip: int
    into: int
    rows: tuple[tuple[int, str, tuple[Card, ...], int, int], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]


@distinct
class PenaltyClockSet(NamedTuple):
    """The director told when the player's penalty in minutes ends (T14).

    That is at `until` ms, or `left` ms after play goes on; both are 0 once it is over.
    """

    seat: int
    until: int
    left: int


@distinct
class HandsHeld(NamedTuple):
    """The director held the table, so that only released hands are dealt, or ended that (T9)."""

    held: bool
    together: bool
    reason: str = ""


@distinct
class HandReleased(NamedTuple):
    """The director released one hand (T9); see `HandRelease`."""

    button: int
    small: int
    big: int
    dealt: tuple[int, ...]
    button_draw: tuple[tuple[int, Card], ...]
    dead: tuple[int, ...]


TournamentTableEvent: TypeAlias = UnseatAsked | ChipsSet | ChipsRaced | PenaltyClockSet | HandsHeld | HandReleased
