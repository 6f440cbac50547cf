"""A table of the document."""

from collections.abc import Sequence
from typing import NamedTuple


class Table(NamedTuple):
    """A table of the document: the heads of its columns, and its rows of cells as they are shown."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """The table as Markdown, with a line break at its end."""
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)
