"""Fills the tables of `docs/scale.md` from `docs/scale.json`: `python -m benchmarks.scale.document`.

A table stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`. Its cells come from the builder of that
name in `benchmarks.scale.tables`, or else from `tables` in the file, where any benchmark may write columns and rows.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from benchmarks.scale.figures import FILE, Figures, read_figures
from benchmarks.scale.table import Table
from benchmarks.scale.tables import BUILDERS

DOCUMENT: Final = FILE.with_suffix(".md")
PLACE: Final = re.compile(
    r"(?P<begin><!-- figures: (?P<name>[a-z-]+) -->\n).*?(?P<end><!-- end of figures -->)", re.DOTALL
)


class Missing(ValueError):
    """The document names figures that nothing provides."""


def filled(text: str, figures: Figures) -> str:
    """The document with all tables made anew; raises Missing for one that nothing provides."""
    return PLACE.sub(lambda place: f"{place['begin']}{_table(place['name'], figures)}{place['end']}", text)


def changed_cells(before: str, after: str) -> Iterable[str]:
    """The lines of tables that differ, for whoever looks over what a run has changed."""
    known = set(before.splitlines())
    return [line for line in after.splitlines() if line.startswith("|") and line not in known]


def fill(document: Path = DOCUMENT) -> list[str]:
    """Writes the document with the figures of the file; returns the lines that have changed."""
    before = document.read_text(encoding="utf-8")
    after = filled(before, read_figures())
    document.write_text(after, encoding="utf-8")
    return list(changed_cells(before, after))


def _table(name: str, figures: Figures) -> str:
    if name in BUILDERS:
        return BUILDERS[name](figures).markdown()
    try:
        found = figures["tables"][name]
    except KeyError:
        raise Missing(name) from None
    return Table(found["columns"], [[str(cell) for cell in row] for row in found["rows"]]).markdown()


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in fill())
