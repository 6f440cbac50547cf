"""The lines of hand histories in the open PHH format: one value for each kind of action, and how it is read.

Players are numbered from 0: "p1" is player 0. Amounts are exact fractions of the file's own unit.
"""

import re
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card, CardError, parse_card
from games.engine.events.kinds import PostKind

UNKNOWN: Final = -1
"""The place of a card that the file writes as "??"."""


class NotationError(ValueError):
    """The text is not a hand history that can be read here; the message says why."""


class HoleDealt(NamedTuple):
    """Cards face down to one player: "d dh p1 AhKd"."""

    player: int
    cards: tuple[Card, ...]


class BoardDealt(NamedTuple):
    """Community cards: "d db 7d5h9d"."""

    cards: tuple[Card, ...]


class Folded(NamedTuple):
    """A fold: "p1 f"."""

    player: int


class CheckedOrCalled(NamedTuple):
    """A check or a call, as the price says: "p1 cc"."""

    player: int


class RaisedTo(NamedTuple):
    """A bet, raise or completion to `amount` in all on this street: "p1 cbr 300"."""

    player: int
    amount: Fraction


class BroughtIn(NamedTuple):
    """The bring-in, for its price or all the player has: "p1 pb"."""

    player: int


class Discarded(NamedTuple):
    """Cards exchanged in a draw, none to stand pat: "p1 sd AhKd", "p1 sd"."""

    player: int
    cards: tuple[Card, ...]


class Revealed(NamedTuple):
    """A hand shown, or mucked when `shows` is False; no `cards` = those dealt: "p1 sm AhKd", "p1 sm"."""

    player: int
    shows: bool
    cards: tuple[Card, ...]


class Forced(NamedTuple):
    """A forced bet of the custom key `_posts`; `kind` as in the engine's events: "p1 dead 50"."""

    player: int
    kind: PostKind
    amount: Fraction


Line: TypeAlias = HoleDealt | BoardDealt | Folded | CheckedOrCalled | RaisedTo | BroughtIn | Discarded | Revealed


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of "AhKd??", UNKNOWN for "??"; raises NotationError for bad text or a repeated card."""
    if len(text) % 2:
        raise NotationError(f"not cards: {text}")
    pairs = [text[start : start + 2] for start in range(0, len(text), 2)]
    try:
        cards = tuple(UNKNOWN if pair == "??" else parse_card(pair) for pair in pairs)
    except CardError:
        raise NotationError(f"not cards: {text}") from None
    known = [card for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known):
        raise NotationError(f"a card is named twice: {text}")
    return cards


def read_line(text: str, players: int) -> Line | None:
    """One action of the list; None if it is only a comment. Raises NotationError."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return None
        case ["d", "db", *cards] if cards:
            return BoardDealt(read_cards("".join(cards)))
        case ["d", "dh", player, *cards] if cards:
            return HoleDealt(read_player(player, players), read_cards("".join(cards)))
        case [player, "f"]:
            return Folded(read_player(player, players))
        case [player, "cc"]:
            return CheckedOrCalled(read_player(player, players))
        case [player, "pb"]:
            return BroughtIn(read_player(player, players))
        case [player, "sd", *cards]:
            return Discarded(read_player(player, players), read_cards("".join(cards)))
        case [player, "cbr", amount]:
            return RaisedTo(read_player(player, players), read_amount(amount))
        case [player, "sm"]:
            return Revealed(read_player(player, players), shows=False, cards=())
        case [player, "sm", "-"]:
            return Revealed(read_player(player, players), shows=True, cards=())
        case [player, "sm", *cards]:
            return Revealed(read_player(player, players), shows=True, cards=read_cards("".join(cards)))
    raise NotationError(f"not an action of this game: {text}")


def read_player(text: str, players: int) -> int:
    """The player that "p1" names, 0; raises NotationError if there is no such player."""
    if not re.fullmatch("p[1-9][0-9]?", text, re.ASCII) or int(text[1:]) > players:
        raise NotationError(f"no such player: {text}")
    return int(text[1:]) - 1


def read_amount(text: str) -> Fraction:
    """An exact amount; raises NotationError."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text, re.ASCII):
        raise NotationError(f"not an amount: {text}")
    return Fraction(text)
