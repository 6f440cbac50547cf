"""Kinds of tables: the same game, structure, stakes and currency; players may wait for a kind (K9)."""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.models import Table
from games.text.games import code_of

MARK = ":"
RULES_TEXT = Cast("rules_data", TextField())
"""The rules of a table as the text that is stored, in a query."""
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


def with_rules_text(rows: QuerySet[Table]) -> QuerySet[Any]:  # Any: the stubs do not see the annotation.
    """These tables with their rules as the text that is stored, `rules_text`: `Table.rules` reads each table's anew."""
    return rows.annotate(rules_text=RULES_TEXT)


def kind_of(table: Any) -> TableKind:  # Any: as above.
    """The kind of a table that was read `with_rules_text`."""
    return stored_kind(table.rules_text, table.currency)
