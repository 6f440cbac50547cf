"""Names and pages of tables and hands for the log of acts and the books."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Named, register_subject
from games.models import Table
from games.money.escrow import register_cause_link

MOST_FOUND = 200
CAUSES_OF_TABLES = ("buy_in", "top_up", "leave", "refused", "move", "rabbit", "void_taken", "void_returned")
"""The causes of entries in the ledger whose number is that of a table."""


def register_log_names() -> None:
    """Adds them when Django starts."""
    register_subject("table", gettext_lazy("table"), _table_names, _tables_found)
    register_subject("hand", gettext_lazy("hand"), _hand_names)
    register_cause_link("hand", _hand_url)
    for cause in CAUSES_OF_TABLES:
        register_cause_link(cause, _table_url)


def _table_names(ids: Collection[str]) -> dict[str, Named]:
    rows = Table.objects.filter(pk__in=[key for key in ids if key.isdecimal()]).values_list("pk", "name")
    return {str(pk): Named(name, _table_url(str(pk))) for pk, name in rows}


def _tables_found(words: str) -> list[str]:
    rows = Table.objects.filter(name__icontains=words).order_by("-pk").values_list("pk", flat=True)
    return [str(pk) for pk in rows[:MOST_FOUND]]


def _hand_names(ids: Collection[str]) -> dict[str, Named]:
    """Hands are named by table and number, as "3:17"."""
    tables = _table_names({key.partition(":")[0] for key in ids})
    names = {}
    for key in ids:
        table, _colon, number = key.partition(":")
        if table in tables:
            title = _("#{number} at {table}").format(number=number, table=tables[table].name)
            names[key] = Named(title, _hand_url(key))
    return names


def _table_url(key: str) -> str:
    table = key.partition(":")[0]
    return reverse("games:floor_page", args=(int(table),)) if table.isdecimal() else ""


def _hand_url(key: str) -> str:
    table, _colon, number = key.partition(":")
    return reverse("games:hand", args=(int(table), int(number))) if table.isdecimal() and number.isdecimal() else ""
