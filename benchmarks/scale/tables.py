"""The tables of `docs/scale.md` that follow from measured figures."""

from collections.abc import Callable, Mapping
from typing import Final

from benchmarks.scale.figures import Figures
from benchmarks.scale.table import Table

BUILDERS: Final[Mapping[str, Callable[[Figures], Table]]] = {}
