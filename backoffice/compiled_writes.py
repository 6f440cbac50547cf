"""Single rows written with SQL that is made once: the ORM makes it at each call, in a savepoint or a transaction."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection, models


def insert(row: models.Model, *, conflict: str = "") -> bool:
    """Inserts a new row and sets its id; False, and nothing is written, if it conflicts with another row.

    `conflict` names the one column whose conflicts are meant; others then raise IntegrityError. No signal is sent.
    """
    sql, fields = _insert(type(row), conflict)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection=connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        written = cursor.fetchone()
    if written is None:
        return False
    (row.pk,) = written
    row._state.adding = False
    return True


def update(row: models.Model, *names: str) -> bool:
    """Writes these fields of a row that has its id; False if there is no such row. No signal is sent."""
    sql, fields = _update(type(row), names)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection=connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return bool(cursor.rowcount)


# Any: Django's stubs know neither the types of a field's values nor those that a driver takes.
@cache
def _insert(model: type[models.Model], conflict: str) -> tuple[str, Sequence["models.Field[Any, Any]"]]:
    key = model._meta.pk
    fields = [
        field for field in model._meta.concrete_fields if field is not key or not isinstance(key, models.AutoField)
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    target = f' ("{conflict}")' if conflict else ""
    begin = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})'  # noqa: S608
    return f'{begin} ON CONFLICT{target} DO NOTHING RETURNING "{key.column}"', fields


@cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, Sequence["models.Field[Any, Any]"]]:
    key = model._meta.pk
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{key.column}" = %s'  # noqa: S608
    return sql, [*fields, key]
