"""The operators that plant bugs change one thing each, in any source."""

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import PACKAGES, ROOT, TOGETHER, Mutant, Trace, folders_of_tests, modules_of
from tests.mutants.equivalent import EQUIVALENT, Equivalent
from tests.mutants.operators import Bug, count_bugs, plant


def source_of(*body: str) -> str:
    return "\n".join(("def pot(paid, level, live):", *(f"    {line}" for line in body)))


def all_bugs(source: str) -> list[Bug]:
    return [plant(source, number) for number in range(count_bugs(source))]


@pytest.mark.parametrize(
    ("line", "bugs"),
    [
        ("return paid >= level", ["return paid > level"]),
        ("return paid == level", ["return paid != level"]),
        ("return paid and level", ["return paid or level"]),
        ("return paid + level", ["return paid - level"]),
        ("return max(paid)", ["return min(paid)"]),
        ("return True", ["return False"]),
        ("return 2", ["return 3"]),
        ("return not paid", ["return +paid"]),
        ("live.clear()", ["None"]),
        ("return paid if live else level", ["return paid if not live else level"]),
        ("paid += level", ["paid -= level"]),
        ("return paid.filter(level=level)", ["return paid.all()"]),
        ("return paid.select_for_update()", ["return paid.all()"]),
        ("await live.close()", ["None"]),
        ("logger.info(paid)", []),
    ],
)
def test_each_operator_changes_one_thing(line: str, bugs: list[str]) -> None:
    assert [bug.source for bug in all_bugs(source_of(line))] == [source_of(bug) for bug in bugs]


def test_a_transaction_can_be_forgotten() -> None:
    [forgotten, _] = all_bugs(source_of("with transaction.atomic():\n        paid.save()"))
    assert "nullcontext" in forgotten.source
    assert "paid.save()" in forgotten.source


def test_signatures_and_raised_errors_are_left_alone() -> None:
    assert not count_bugs("def pot(level: int = 3) -> int:\n    raise ValueError(level + 1)")


def test_a_bug_names_its_line_function_and_change() -> None:
    bug = plant(source_of("total = paid", "return total < level"), 0)
    assert bug[:4] == (3, "pot", "total < level", "total <= level")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_takes_bugs_that_compile(package: str) -> None:
    for file in modules_of(package):
        source = file.read_text(encoding="utf-8")
        for number in range(min(count_bugs(source), 3)):
            ast.parse(plant(source, number).source)


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("games/engine/hand/pots.py", "tests/games/engine"),
        ("games/engine/cards.py", "tests/games/engine"),
        ("tournaments/engine/setup/payouts.py", "tests/tournaments/engine"),
        ("cashier/ledger.py", "tests/cashier"),
        ("games/store/table_log.py", "tests/games/store"),
        ("games/money/escrow.py", "tests/games/money"),
        ("games/web/html/cards.py", "tests/games/web"),
    ],
)
def test_a_bug_is_tried_by_the_tests_of_its_own_package_first(file: str, tests: str) -> None:
    own, *others = folders_of_tests(Path(file))
    assert own == tests
    assert others == ([] if "engine" in file else list(TOGETHER))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_tests_of_its_own(package: str) -> None:
    for file in modules_of(package):
        assert all((ROOT / tests).is_dir() for tests in folders_of_tests(file.relative_to(ROOT))), file


def test_a_bug_is_tried_by_the_tests_that_execute_its_line_as_many_as_take_a_minute() -> None:
    bug = Bug(7, "pot", "a < b", "a <= b", "")
    seconds = {"test_b.py::slow": 59.0, "test_b.py::quick": 2.0, "test_pots.py::own": 30.0, "test_b.py::elsewhere": 0.1}
    lines = {"pots.py": {"7": ["test_b.py::slow", "test_b.py::quick", "test_pots.py::own"], "8": [""]}}
    trace = Trace(seconds, lines)
    assert trace.tests_of(Mutant(Path("pots.py"), bug)) == ["test_pots.py::own", "test_b.py::quick"]
    assert trace.tests_of(Mutant(Path("other.py"), bug)) == []
    assert "test_b.py::elsewhere" in trace.tests_of(Mutant(Path("pots.py"), bug._replace(line=8)))


@pytest.mark.parametrize("known", EQUIVALENT, ids=lambda known: f"{known.file}: {known.after}")
def test_an_equivalent_change_can_still_be_planted(known: Equivalent) -> None:
    bugs = all_bugs((ROOT / known.file).read_text(encoding="utf-8"))
    assert (known.function, known.before, known.after) in {bug[1:4] for bug in bugs}
    assert known.reason
