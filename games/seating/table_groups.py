"""Groups of tables: one, and those that were opened because all like it were full; these call from the lists of all."""

from django.db.models import Q, QuerySet

from games.models import Table


def others_of(table: Table) -> QuerySet[Table]:
    """The other tables of the group of a table that was opened for another; none for any other table."""
    group = Q(pk=table.opened_for_id) | Q(opened_for=table.opened_for_id)
    rows = Table.objects.filter(group).exclude(pk=table.pk)
    return rows if table.opened_for_id else rows.none()


def lists_served_by(table_id: int, *, of: str = "table__") -> Q:
    """A filter for the tables from whose lists this one calls besides its own; `of` is the path to the table."""
    siblings = Q(**{f"{of}opened_for__opened_alike": table_id}) & ~Q(**{f"{of}pk": table_id})
    return Q(**{f"{of}opened_alike": table_id}) | siblings


def tables_serving(table_id: int) -> QuerySet[Table]:
    """The open tables that call from the list of this table, as they were opened when it was full."""
    served = Q(opened_for=table_id) | Q(opened_for__opened_alike=table_id)
    return Table.objects.filter(served, is_open=True).exclude(pk=table_id)
