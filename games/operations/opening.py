"""Operators open tables, one or several alike, each kept in the log of staff acts (K2, F3)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from backoffice.api import Change, Subject, record
from games.engine.errors import IllegalAction
from games.engine.rules.changes import game_and_stakes
from games.models import Table
from games.operations.once import first_time
from games.operations.tables import check_closing_time, open_table
from games.tables.settings import TableSettings

OPENED = "table.open"
LONGEST_NAME = 40


def open_tables(
    *,
    by: int,
    key: str,
    names: Sequence[str],
    settings: TableSettings,
    password: str = "",
    feeds: Table | None = None,
    closes_at: datetime | None = None,
    why: str = "",
) -> list[Table]:
    """Opens a table for each name, or none; the second time with the same `key` it does nothing.

    Raises IllegalAction for settings that don't fit together, names that are taken, or a closing time that is over.
    """
    with transaction.atomic():
        if not first_time(key):
            return []
        if any(len(name) > LONGEST_NAME for name in names):
            raise IllegalAction("name_too_long")
        check_closing_time(closes_at)
        own = {**settings._asdict(), "password": password, "feeds": feeds, "closes_at": closes_at}
        tables = [open_table(name=name, **own) for name in names]
        for table in tables:
            record(by=by, act=OPENED, subject=Subject("table", table.pk), changes=_told(table, settings), reason=why)
    return tables


def _told(table: Table, settings: TableSettings) -> list[Change]:
    """What the log says of a new table, as changes from nothing."""
    own = {name: str(getattr(settings, name)) for name in ("currency", "seats", "min_buy_in", "max_buy_in")}
    if table.closes_at is not None:
        own["closes_at"] = str(table.closes_at)
    game = [Change(*one) for one in game_and_stakes(settings.rules)]
    return [Change("name", "", table.name), *game, *(Change(what, "", value) for what, value in own.items())]
