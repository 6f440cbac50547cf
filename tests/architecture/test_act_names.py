"""F3: whatever the log of acts keeps has a name that its readers understand."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

from backoffice.registry import act_names
from tests.conftest import ROOT

APPS = ("backoffice", "cashier", "games", "tournaments", "pokerroom")


def acts_recorded() -> Iterator[tuple[str, str]]:
    """The file and the code of each act that is written in the source as a text or as a constant of its module."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in ("record", "log"):
                    acts = [word.value for word in node.keywords if word.arg == "act"]
                    yield from ((str(path.relative_to(ROOT)), code) for act in acts for code in _codes(act, path))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _codes(node: ast.expr, path: Path) -> Iterator[str]:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.Name(id=name) if name.isupper():
            yield getattr(importlib.import_module(module), name)
        case ast.IfExp(body=one, orelse=other):
            yield from _codes(one, path)
            yield from _codes(other, path)


def test_F3_every_act_that_is_recorded_has_a_name() -> None:
    recorded = list(acts_recorded())
    assert len({code for _path, code in recorded}) > 30
    assert [one for one in recorded if one[1] not in act_names()] == []
