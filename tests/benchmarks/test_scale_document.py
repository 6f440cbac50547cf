"""`docs/scale.md` shows what `docs/scale.json` holds."""

import pytest

from benchmarks.scale.document import DOCUMENT, Missing, changed_cells, filled
from benchmarks.scale.figures import read_figures
from benchmarks.scale.plan import plan_for, service_times
from benchmarks.scale.table import Table


def test_the_tables_of_the_document_are_those_of_the_figures() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert filled(text, read_figures()) == text, "run .venv/bin/python -m benchmarks.scale.document"


def test_the_plan_follows_from_the_measured_service_times() -> None:
    figures = read_figures()
    times = service_times(figures)
    assert times
    for size in figures["sizes"]:
        plan = plan_for(size["players"], times)._asdict()
        assert plan == {key: size[key] for key in plan}


def test_what_was_not_measured_shows_as_a_dash() -> None:
    text = "<!-- figures: bare -->\n<!-- end of figures -->"
    assert "| 200 | – | – | – |" in filled(text, {"runs": {}})
    assert service_times({"runs": {}}) is None


def test_a_benchmark_may_bring_a_table_of_its_own() -> None:
    figures = {"tables": {"idle": {"columns": ["tables", "MiB"], "rows": [["10,000", 512]]}}}
    text = "Before.\n<!-- figures: idle -->\nold\n<!-- end of figures -->\nAfter.\n"
    table = "| tables | MiB |\n| --- | --- |\n| 10,000 | 512 |\n"
    assert filled(text, figures) == f"Before.\n<!-- figures: idle -->\n{table}<!-- end of figures -->\nAfter.\n"


def test_figures_that_nothing_provides_are_named() -> None:
    with pytest.raises(Missing, match="unknown"):
        filled("<!-- figures: unknown -->\n<!-- end of figures -->", {})


def test_only_lines_of_tables_that_differ_are_told() -> None:
    before = Table(("a", "b"), [("1", "2"), ("3", "4")]).markdown()
    after = Table(("a", "b"), [("1", "2"), ("3", "5")]).markdown()
    assert changed_cells(before, after) == ["| 3 | 5 |"]
