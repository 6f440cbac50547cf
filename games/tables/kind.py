"""Kinds of tables: the same game, structure, stakes and currency; players may wait for a kind (K9)."""

import json
from functools import lru_cache
from typing import NamedTuple

from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.text.games import code_of

MARK = ":"
KNOWN_RULES = 1024


class TableKind(NamedTuple):
    """A kind of table; amounts in minor units."""

    game: str
    structure: str
    small_blind: int
    big_blind: int
    ante: int
    currency: str

    @property
    def code(self) -> str:
        """The kind as one string, for addresses and lists."""
        return MARK.join(map(str, self))

    @property
    def stakes(self) -> Stakes:
        """The stakes of its tables."""
        return Stakes(Structure(self.structure), self.small_blind, self.big_blind, self.ante)

    @classmethod
    def of(cls, rules: Rules, currency: str) -> "TableKind":
        """The kind of a table with these rules."""
        stakes = rules.stakes
        return cls(code_of(rules), str(stakes.structure), stakes.small_blind, stakes.big_blind, stakes.ante, currency)

    @classmethod
    def read(cls, code: str) -> "TableKind | None":
        """The kind of a code; None if it is not a valid code."""
        parts = code.split(MARK)
        if len(parts) != len(cls._fields) or parts[1] not in {*Structure}:
            return None
        game, structure, small, big, ante, currency = parts
        if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in (small, big, ante)):
            return None
        return cls(game, structure, int(small), int(big), int(ante), currency)


@lru_cache(KNOWN_RULES)
def stored_kind(rules: str, currency: str) -> TableKind:
    """The kind of a table by its rules as the text that is stored: many tables share it, and few change theirs."""
    return TableKind.of(Rules.from_data(json.loads(rules)), currency)
