"""A form of the staff is carried out once, however often it is sent."""

from collections.abc import Collection

from django.db import connection
from django.utils import timezone

from games.models.templates import CarriedOut


def first_time(key: str) -> bool:
    """Marks a form as carried out in the caller's transaction; False if it was before.

    A second transaction with the same key waits until the first has ended. Call it before any row is locked.
    """
    return bool(first_times([key]))


def first_times(keys: Collection[str]) -> set[str]:
    """Marks several keys as `first_time` does; returns those that were not carried out before."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    table, places = CarriedOut._meta.db_table, ", ".join(["(%s, %s)"] * len(keys))
    sql = f"INSERT INTO {table} (key, at) VALUES {places} ON CONFLICT (key) DO NOTHING RETURNING key"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for key in keys for value in (key, now)])
        return {key for (key,) in cursor.fetchall()}


def forget(keys: Collection[str]) -> None:
    """Takes back in the same transaction what `first_times` has marked, where nothing was done."""
    CarriedOut.objects.filter(key__in=keys).delete()


def was_done(*keys: str) -> bool:
    """Whether forms with all these keys were carried out before."""
    return CarriedOut.objects.filter(key__in=keys).count() == len(keys)
