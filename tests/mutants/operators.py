"""One-line bugs for any Python source: each is one small change of its syntax tree, found without knowing the text."""

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
NARROWING_CALLS: Final = ("filter", "exclude", "order_by", "select_for_update")
"""Calls on rows of the database that a bug may forget."""
NO_TRANSACTION: Final = "__import__('contextlib').nullcontext()"
SWAPPED_CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Bug(NamedTuple):
    """One planted bug: its line and function, the expression before and after it, and the whole source with it."""

    line: int
    function: str
    before: str
    after: str
    source: str


def count_bugs(source: str) -> int:
    """How many bugs the operators can plant in the functions of a module."""
    return sum(len(_changes(node)) for _, node in _mutable_nodes(ast.parse(source)))


def plant(source: str, number: int) -> Bug:
    """The bug with this number, from 0, in order of the source; raises IndexError when there is none."""
    tree = ast.parse(source)
    for function, node in _mutable_nodes(tree):
        changes = _changes(node)
        if number < len(changes):
            before = _first_line(node)
            changes[number].apply(node)
            return Bug(node.lineno, function, before, _first_line(node), ast.unparse(tree))
        number -= len(changes)
    raise IndexError(number)


class _Change(NamedTuple):
    """New values for fields of a syntax node."""

    fields: dict[str, object]

    def apply(self, node: ast.AST) -> None:
        for field, value in self.fields.items():
            setattr(node, field, value)


def _mutable_nodes(tree: ast.Module) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """The function and node of everything inside functions but annotations, raised errors and what `zip` checks."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body:
                yield from ((function.name, node) for node in _nodes_below(statement))


def _nodes_below(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Raise | ast.JoinedStr):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns") or getattr(node, "arg", "") == "strict":
            continue
        for below in child if isinstance(child, list) else [child]:
            if isinstance(below, ast.AST):
                yield from _nodes_below(below)


def _changes(node: ast.AST) -> list[_Change]:
    return [_Change(fields) for fields in _changed_fields(node)]


def _changed_fields(node: ast.AST) -> list[dict[str, object]]:
    match node:
        case ast.Compare(ops=ops):
            swapped = [COMPARISONS[type(op)]() for op in ops]
            return [{"ops": [*ops[:place], op, *ops[place + 1 :]]} for place, op in enumerate(swapped)]
        case ast.BoolOp(op=op):
            return [{"op": ast.Or() if isinstance(op, ast.And) else ast.And()}]
        case ast.UnaryOp(op=ast.Not()):
            return [{"op": ast.UAdd()}]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            return [{"op": ARITHMETIC[type(op)]()}]
        case ast.Constant(value=bool() as value):
            return [{"value": not value}]
        case ast.Constant(value=int() as value):
            return [{"value": value + 1}]
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED_CALLS:
            return [{"func": ast.Name(SWAPPED_CALLS[name], ast.Load())}]
        case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in NARROWING_CALLS:
            return [{"func": ast.Attribute(rows, "all", ast.Load()), "args": [], "keywords": []}]
        case ast.If(test=test) | ast.IfExp(test=test):
            return [{"test": ast.UnaryOp(ast.Not(), test)}]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="logger")))):
            return []
        case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
            return [{"value": ast.Constant(None)}]
        case ast.With(items=[ast.withitem(context_expr=context)]) if ast.unparse(context) == "transaction.atomic()":
            return [{"items": [ast.withitem(ast.parse(NO_TRANSACTION, mode="eval").body)]}]
    return []


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:70]
