"""What a table does by itself, in words: who opened it, when it closes, and whether others open like it."""

from django.utils.translation import gettext as _

from games.models import Table
from games.models.schedules import ScheduledTable
from games.text.moments import moment_text
from games.web.operators.words import alike_lines


def by_itself(table: Table) -> list[str]:
    """A sentence for each; nothing for a table that people alone open and close."""
    lines = []
    if scheduled := _scheduled(table):
        lines.append(_("schedule {name}").format(name=scheduled.schedule.name))
    if table.opened_for is not None:
        lines.append(_("opened because {name} was full").format(name=table.opened_for.name))
    if table.closes_at is not None and table.closed_at is None:
        lines.append(_("closes {moment}").format(moment=moment_text(table.closes_at)))
    return [*lines, *alike_lines(table.most_alike, table.empty_minutes)]


def _scheduled(table: Table) -> ScheduledTable | None:
    try:
        return table.scheduled
    except ScheduledTable.DoesNotExist:
        return None
