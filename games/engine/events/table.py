"""The events of a table apart from its hands and seats, in the past tense."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import Announcement, WaitKind


class Change(NamedTuple):
    """A setting that changed, and its values as `games.engine.rules.changes` writes them."""

    what: str
    before: str
    after: str


@distinct
class RulesChanged(NamedTuple):
    """The house changed the table; a running hand keeps the rules it began with.

    `changes` are those that players are told, with what else changed at the table; empty with a new tournament level's
    unchanged rules. `seats` is their new number, 0 where it stays.
    """

    rules: dict[str, object]
    changes: tuple[Change, ...] = ()
    reason: str = ""
    seats: int = 0


@distinct
class GameChanged(NamedTuple):
    """The rotation advanced: the `turn`th game, counted from 0, is played from the next hand."""

    turn: int


@distinct
class RabbitAsked(NamedTuple):
    """The seat asked to see the cards that would have come, for `fee` minor units (H7)."""

    seat: int
    fee: int


@distinct
class RabbitAgreed(NamedTuple):
    """The seat agreed to the rabbit hunt (H7)."""

    seat: int


@distinct
class RabbitShown(NamedTuple):
    """The cards that would have come were shown; the seat that asked pays `fee` to the house (H7)."""

    seat: int
    fee: int
    cards: tuple[Card, ...]


@distinct
class ButtonDrawn(NamedTuple):
    """One card was drawn for each seat; the highest gets the button (D1)."""

    cards: tuple[tuple[int, Card], ...]
    button: int


@distinct
class PositionsSet(NamedTuple):
    """The button, small blind and big blind of the next hand were fixed; -1 means nobody (D2)."""

    button: int
    small: int
    big: int


@distinct
class TurnBegan(NamedTuple):
    """The seat has to act before `deadline`; `turn` counts the turns of the hand."""

    turn: int
    seat: int
    deadline: int
    at: int


@distinct
class BankBegan(NamedTuple):
    """The normal time ran out; the time bank, or the grace period of a lost connection, runs until `deadline`."""

    seat: int
    deadline: int
    at: int


@distinct
class TimeCalled(NamedTuple):
    """`by` called time on the seat: its bank ends and the countdown runs until `deadline` (B14)."""

    by: int
    seat: int
    deadline: int
    at: int


@distinct
class WaitBegan(NamedTuple):
    """The table waits until `deadline`, for the seat or, with -1, for nobody in particular."""

    kind: WaitKind
    seat: int
    deadline: int
    at: int


@distinct
class HandVoided(NamedTuple):
    """The hand was declared void (F5, X2); `reason` is given by the floor or the director, or is `fault`.

    Stacks of a running hand are restored; for a hand that had ended, `undone` are the chips returned to a seat or
    taken from it, and `departed` those of players who have left since, as (player, chips), which their wallets get or
    pay.
    """

    number: int
    reason: str
    undone: tuple[tuple[int, int], ...] = ()
    departed: tuple[tuple[int, int], ...] = ()


@distinct
class Paused(NamedTuple):
    """The table was paused: no new hand starts."""

    reason: str = ""


@distinct
class Resumed(NamedTuple):
    """The pause ended: hands start again."""

    reason: str = ""


@distinct
class Closing(NamedTuple):
    """The table will close after the running hand or, with `after_orbit`, once the blinds have come round once more."""

    reason: str = ""
    after_orbit: bool = False


@distinct
class KeptOpen(NamedTuple):
    """The closing was called off before it had come."""

    reason: str = ""


@distinct
class Closed(NamedTuple):
    """The table closed; everybody has left with their chips."""


@distinct
class Announced(NamedTuple):
    """The house told the table what it did beside the game; `name` is the player or table it is about."""

    kind: Announcement
    name: str = ""
    reason: str = ""


@distinct
class LogCleared(NamedTuple):
    """The log of the last hand was put away; its replay stays."""


TableWideEvent: TypeAlias = (
    RulesChanged
    | Announced
    | LogCleared
    | GameChanged
    | RabbitAsked
    | RabbitAgreed
    | RabbitShown
    | ButtonDrawn
    | PositionsSet
    | TurnBegan
    | BankBegan
    | TimeCalled
    | WaitBegan
    | HandVoided
    | Paused
    | Resumed
    | Closing
    | KeptOpen
    | Closed
)
