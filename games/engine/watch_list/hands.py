"""Finished hands as the detectors read them, with all cards; amounts in minor units, times ms (F7)."""

from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card


class Did(StrEnum):
    """What a player did when it was their turn."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


class HandId(NamedTuple):
    """Where a hand is found: the table's id and the number of the hand."""

    table: int
    number: int


class Chances(NamedTuple):
    """How good the hand of a player was when they acted, each 0 to 1.

    `strength` is how often it wins against one opponent of whom only the open cards are known, `truth` its part of the
    pot against the cards that its opponents really held.
    """

    strength: float
    truth: float


class Turn(NamedTuple):
    """One decision of a player.

    `price` is what a call cost, `paid` what was put in, `pot` the chips in the middle before it. `rivals` are the other
    players in the hand. `may_raise`: a bet or raise was allowed; `is_last`: the street's betting ended with this.
    `think_ms` is -1 where the room or a pre-action played. `holes` are the cards of the player and of the rivals in
    their order, `up` those of them that all saw, `seen` the open cards of folded hands. `chances` is None until
    `assess` adds it.
    """

    player: int
    street: int
    did: Did
    price: int
    paid: int
    pot: int
    rivals: tuple[int, ...]
    may_raise: bool
    is_last: bool
    think_ms: int
    board: tuple[Card, ...]
    holes: tuple[tuple[Card, ...], ...]
    up: tuple[tuple[Card, ...], ...]
    seen: tuple[Card, ...] = ()
    chances: Chances | None = None

    @property
    def is_forced(self) -> bool:
        """Whether nothing was chosen: the room or a pre-action played."""
        return self.think_ms < 0


class Part(NamedTuple):
    """A player dealt in: chips won or lost, and keyed hashes of the devices and addresses they used lately."""

    player: int
    net: int
    devices: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()


class WatchedHand(NamedTuple):
    """One finished hand of one game, by its code in the catalogue; `at` is when it began."""

    id: HandId
    at: int
    game: str
    big_blind: int
    parts: tuple[Part, ...]
    turns: tuple[Turn, ...]
