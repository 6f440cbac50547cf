"""Every rule of the cards and of the table has a test that names it: the table of them, and which have none."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import tests
from tests.games.engine.rules.test_presets import Y

SECTIONS = {"C": 11, "G": 18, "B": 17, "P": 6, "R": 5, "H": 8, "D": 12, "V": 5}
"""The sections of the rulebook that are about the play itself, and how many rules each has."""
ELSEWHERE = {
    "H8": "the floor looks at hidden hands",
    "V4": "a vector of tournaments",
}
"""Rules of these sections that are no part of the play at a table."""
BESIDE = ("F6", "K5", "K7", "K11", "K15", "X2")
"""Rules of other sections that a table's settings choose."""
RULES = (*(f"{section}{number}" for section, last in SECTIONS.items() for number in range(1, last + 1)), *BESIDE)
NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Z]\d{1,2})(?![0-9A-Za-z])")


def texts() -> Iterator[str]:
    """The name and the docstring of each test, and of each class that holds tests."""
    for file in sorted(Path(tests.__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and is_test(node):
                words = node.name.replace("_", " ")
                # Some names end in the rule, in small letters as the rest of them.
                yield f"{words} {words.upper()} {ast.get_docstring(node) or ''}"


def is_test(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A test, or a class or a machine's invariant that the suite runs."""
    if isinstance(node, ast.ClassDef):
        return True
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    return node.name.startswith("test_") or any(mark.startswith(("invariant", "rule")) for mark in marks)


def counted() -> Counter[str]:
    """How many tests name each rule."""
    return Counter(rule for text in texts() for rule in set(NAMED.findall(text)))


def test_every_rule_has_a_test_that_names_it() -> None:
    count = counted()
    for section in SECTIONS:
        row = [rule for rule in RULES if rule.startswith(section)]
        print("  ".join(f"{rule}:{count[rule]}" for rule in row))
    missing = [rule for rule in RULES if not count[rule] and rule not in ELSEWHERE]
    print(f"without a test: {', '.join(missing) or 'none'}")
    assert missing == []


def test_every_setting_of_section_Y_belongs_to_a_rule_with_tests() -> None:
    count = counted()
    print("  ".join(f"{row.rule} {row.name}:{count[row.rule]}" for row in Y))
    assert {row.rule for row in Y} <= set(RULES)
    assert [row.name for row in Y if not count[row.rule]] == []


def test_the_names_are_found() -> None:
    assert set(NAMED.findall("test B9 H4 a double click")) == {"B9", "H4"}
    assert NAMED.findall("G11A XB9 b9 B123 p2pool") == []
