"""Rows read and written by plain SQL: every hand ends here, and the ORM takes several times as long.

PostgreSQL gets new rows as one JSON parameter, so a statement is the same for any number of rows and nothing has to be
quoted value by value; SQLite gets each value by itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)
Field: TypeAlias = "models.Field[object, object]"
_encode = msgspec.json.Encoder().encode


class ValueOf(NamedTuple):
    """Stands for what another field of the row held before an update."""

    field: str


def select(
    model: type[Row],
    column: str,
    values: Sequence[int],
    *,
    order: str,
    without: frozenset[str] = frozenset(),
    lock: bool = False,
) -> list[Row]:
    """The rows whose column has one of these values, in the order of another.

    Fields `without` which they come are read when they are needed. `lock` keeps others from changing the rows.
    """
    found = _select(model, column, order, without, lock and connection.features.has_select_for_no_key_update)
    with connection.cursor() as cursor:
        cursor.execute(f"{found.begin} ({', '.join(['%s'] * len(values))}) {found.end}", values)
        rows = list(map(list, cursor.fetchall()))
    for at, expression, convert in found.converters:
        for row in rows:
            row[at] = convert(row[at], expression, connection)
    return [model.from_db(connection.alias, found.names, row) for row in rows]


def update(model: type[models.Model], pk: int, changes: Mapping[str, object]) -> None:
    """Changes fields of one row."""
    fields, names, values = _fields(model), list[str](), list[Any]()  # whatever the driver takes
    for name, value in changes.items():
        if isinstance(value, ValueOf):
            names.append(f'"{name}" = "{value.field}"')
        else:
            names.append(f'"{name}" = %s')
            values.append(_prepared(fields[name], value))
    sql = f"UPDATE {model._meta.db_table} SET {', '.join(names)} WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, pk])


def insert(rows: Sequence[models.Model]) -> None:
    """Inserts new rows of one model by one statement, and sets their ids."""
    if not rows:
        return
    names, values_of = _new(type(rows[0]))
    sql, parameters = _insert(type(rows[0]), names, map(values_of, rows))
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING id", parameters)
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding = pk, False


def add(
    model: type[models.Model],
    rows: Sequence[Mapping[str, object]],
    *,
    sums: Sequence[str],
    unique: Sequence[str],
    latest: Sequence[str] = (),
) -> None:
    """Inserts rows, or adds `sums` to those that exist and replaces `latest`; one query for all of them."""
    if not rows:
        return
    table = model._meta.db_table
    # Django's own upsert replaces values and cannot add to them.
    added = [f"{name} = {table}.{name} + excluded.{name}" for name in sums]
    replaced = [f"{name} = excluded.{name}" for name in latest]
    sql, parameters = _insert(model, tuple(rows[0]), (row.values() for row in rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"{sql} ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {', '.join(added + replaced)}", parameters
        )


def _insert(
    model: type[models.Model], names: tuple[str, ...], rows: Iterable[Iterable[object]]
) -> tuple[str, list[Any]]:  # whatever the driver takes
    """The statement that inserts rows with values for these columns, and its parameters."""
    table, columns = model._meta.db_table, ", ".join(f'"{name}"' for name in names)
    if connection.vendor == "postgresql":
        records = [dict(zip(names, row, strict=True)) for row in rows]
        for name in _binary(model).intersection(names):
            for record in records:
                record[name] = _in_json(record[name])
        source = f"SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)"  # noqa: S608
        return f"INSERT INTO {table} ({columns}) {source}", [_encode(records).decode()]
    fields = [_fields(model)[name] for name in names]
    values = [[_prepared(field, value) for field, value in zip(fields, row, strict=True)] for row in rows]
    places = ", ".join([f"({', '.join(['%s'] * len(names))})"] * len(values))
    return f"INSERT INTO {table} ({columns}) VALUES {places}", list(chain.from_iterable(values))  # noqa: S608


class _Select(NamedTuple):
    """A statement before and after the values it asks for, the fields of its rows, and what makes values of Python."""

    begin: str
    end: str
    names: list[str]
    converters: list[tuple[int, object, Callable[..., object]]]


@cache
def _select(model: type[models.Model], column: str, order: str, without: frozenset[str], lock: bool) -> _Select:
    fields = [field for field in model._meta.concrete_fields if field.name not in without]
    names, table = [field.attname for field in fields], model._meta.db_table
    columns = ", ".join(f'"{name}"' for name in names)
    converters = list[tuple[int, object, Callable[..., object]]]()
    for at, field in enumerate(fields):
        expression = field.get_col(table)
        for convert in (*connection.ops.get_db_converters(expression), *field.get_db_converters(connection)):
            converters.append((at, expression, convert))
    end = f"ORDER BY {order}" + " FOR NO KEY UPDATE" * lock
    return _Select(f"SELECT {columns} FROM {table} WHERE {column} IN", end, names, converters)  # noqa: S608


@cache
def _fields(model: type[models.Model]) -> dict[str, Field]:
    return {field.attname: field for field in model._meta.concrete_fields}


@cache
def _new(model: type[models.Model]) -> tuple[tuple[str, ...], Callable[[models.Model], Iterable[object]]]:
    """The columns of a model without its id, and what reads their values from a row."""
    names = tuple(name for name, field in _fields(model).items() if not field.primary_key)
    return names, attrgetter(*names)


@cache
def _binary(model: type[models.Model]) -> frozenset[str]:
    """The columns that hold bytes."""
    return frozenset(name for name, field in _fields(model).items() if isinstance(field, models.BinaryField))


def _in_json(value: object) -> object:
    """Bytes as PostgreSQL reads them from JSON."""
    return f"\\x{value.hex()}" if isinstance(value, bytes) else value


def _prepared(field: Field, value: object) -> Any:  # whatever the driver takes
    """A value as the database takes it; numbers and texts as they are, unless they are JSON."""
    is_json = isinstance(field, models.JSONField)
    if value is None or (type(value) in (int, str, bool) and not is_json):
        return value
    return _encode(value).decode() if is_json else field.get_db_prep_save(value, connection=connection)
