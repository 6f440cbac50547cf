"""Which rows of the panel somebody sees, and how many of them at most (F1)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.web.floor.panel.rows import Need, PanelRow, PanelTable
from games.web.floor.stakes import stakes_code, stakes_name

NEED, ALL = "need", "all"
MOST_ROWS = 250
LONGEST_NAME = 40


class RowFilter(NamedTuple):
    """Which rows are wanted: `NEED`, `ALL` or the code of stakes, and a part of a name, "" for any."""

    show: str = ALL
    name: str = ""


class Listed(NamedTuple):
    """The rows of the page, each tournament without its tables, which follow it; `fitting` is how many would fit."""

    rows: list[PanelRow]
    fitting: int


def read_name(text: str) -> str:
    """A typed part of a name."""
    return text.strip()[:LONGEST_NAME]


def listed_rows(rows: Sequence[PanelRow], wanted: RowFilter) -> Listed:
    """The rows that fit; where they are too many, those that need attention most."""
    fitting = [one for row in rows for one in _fitting(row, wanted)]
    if len(fitting) <= MOST_ROWS:
        return Listed(fitting, len(fitting))
    places = sorted(range(len(fitting)), key=lambda place: fitting[place].need)[:MOST_ROWS]
    return Listed([fitting[place] for place in sorted(places)], len(fitting))


def _fitting(row: PanelRow, wanted: RowFilter) -> Iterator[PanelRow]:
    """The row, if it fits; a tournament with its tables, or with those that have the name."""
    if wanted.show == NEED and row.need is Need.NOTHING:
        return
    if isinstance(row, PanelTable):
        of_stakes = wanted.show in (NEED, ALL) or stakes_code(row.facts.stakes, row.facts.currency) == wanted.show
        if of_stakes and _has_name(row.facts.name, wanted):
            yield row
        return
    is_named = _has_name(row.tournament.name, wanted)
    tables = [table for table in row.tables if is_named or _has_name(table.facts.name, wanted)]
    if wanted.show in (NEED, ALL) and (is_named or tables):
        yield row._replace(tables=())
        yield from tables


def _has_name(name: str, wanted: RowFilter) -> bool:
    return not wanted.name or wanted.name.casefold() in name.casefold()


def stakes_choices(rows: Sequence[PanelRow]) -> list[tuple[str, str]]:
    """The stakes of the cash tables as (code, text), small ones first."""
    tables = [row.facts for row in rows if isinstance(row, PanelTable)]
    found = {stakes_code(one.stakes, one.currency): one for one in sorted(tables, key=lambda one: one.stakes.big_blind)}
    return [(code, stakes_name(one.game, one.stakes, one.currency)) for code, one in found.items()]
