"""Rows written by plain SQL: every hand ends here, and one statement takes a third of the ORM's time."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection, models


def insert(rows: Sequence[models.Model]) -> None:
    """Inserts new rows of one model by one statement, and sets their ids."""
    if not rows:
        return
    fields, sql, one = _insert(type(rows[0]))
    values = [_prepared(field, getattr(row, field.attname)) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} {', '.join([one] * len(rows))} RETURNING id", values)
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
    names = list(rows[0])
    # Django's own upsert replaces values and cannot add to them.
    added = [f"{name} = {table}.{name} + excluded.{name}" for name in sums]
    replaced = [f"{name} = excluded.{name}" for name in latest]
    one = f"({', '.join(['%s'] * len(names))})"
    sql = (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES {', '.join([one] * len(rows))} "  # noqa: S608
        f"ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {', '.join(added + replaced)}"
    )
    fields = {field.attname: field for field in model._meta.concrete_fields}
    values = [_prepared(fields[name], row[name]) for row in rows for name in names]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@cache
def _insert(model: type[models.Model]) -> tuple[list["models.Field[object, object]"], str, str]:
    """The columns of a model without its id, the beginning of the statement, and the places of one row."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    sql = f"INSERT INTO {model._meta.db_table} ({names}) VALUES"
    return fields, sql, f"({', '.join(['%s'] * len(fields))})"


def _prepared(field: "models.Field[object, object]", value: object) -> Any:  # whatever the driver takes
    """A value as the database takes it; numbers and texts as they are, unless they are JSON."""
    if value is None or (type(value) in (int, str, bool) and not isinstance(field, models.JSONField)):
        return value
    return field.get_db_prep_save(value, connection=connection)
