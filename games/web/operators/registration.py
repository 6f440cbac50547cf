"""The operators' pages, acts and searches in the back office."""

from collections.abc import Collection, Iterable, Mapping

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    Named,
    OfficePage,
    Search,
    SearchHit,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_search,
    register_subject,
)
from games.models.templates import TableTemplate
from games.operations.changing import CHANGE_WAITS, WAITING_DROPPED
from games.operations.table_templates import CHANGED, MADE, RETIRED
from games.web.operators.schedules.registration import register_schedules
from games.web.operators.table_list import tables_found


def register_operators_pages() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.TABLES, _("Tables"), "operators:tables", "games.view_table"))
    register_acts(
        {
            CHANGE_WAITS: _("Change of a table that waits until it is empty"),
            WAITING_DROPPED: _("Waiting change of a table discarded"),
            MADE: _("Template of tables made"),
            CHANGED: _("Template of tables changed"),
            RETIRED: _("Template of tables retired"),
        }
    )
    register_change_text("template.", _template_change)
    register_subject("table_template", _("Template"), _template_names)
    register_schedules()
    register_search(Search(_("Tables"), "games.view_table", _find))


def _template_change(_template: str, what: str, before: str, after: str) -> ChangeText:
    if what == "settings":
        return ChangeText(gettext("Settings"), "", gettext("changed"))
    return ChangeText(gettext("Name"), before, after)


def _template_names(ids: Collection[str]) -> Mapping[str, Named]:
    rows = TableTemplate.objects.filter(pk__in=[number for number in ids if number.isdecimal()])
    return {
        str(row.pk): Named(row.name, "" if row.retired_at else reverse("operators:template", args=[row.pk]))
        for row in rows
    }


def _find(words: str, most: int) -> Iterable[SearchHit]:
    return [SearchHit(*found) for found in tables_found(words, most)]
