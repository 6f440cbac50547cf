"""`docs/scale.json`: everything measured that `docs/scale.md` speaks of; benchmarks write it, the document shows it."""

import json
from pathlib import Path
from typing import Any, Final

Figures = dict[str, Any]
FILE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "scale.json"


def read_figures(file: Path = FILE) -> Figures:
    """All sections of the file."""
    figures: Figures = json.loads(file.read_text(encoding="utf-8"))
    return figures


def write_figures(section: str, values: object, file: Path = FILE) -> None:
    """Replaces one section of the file and keeps the others."""
    figures = read_figures(file) if file.exists() else {}
    figures[section] = values
    file.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", encoding="utf-8")
