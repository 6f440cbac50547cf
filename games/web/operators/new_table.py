"""Opening tables: the short form, several at once, from a template or as a copy of another table."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.web.api import ActPage, office_page, staff_id
from games.engine.errors import IllegalAction
from games.models.templates import TableTemplate
from games.operations.opening import open_tables
from games.operations.table_names import numbered_names
from games.tables.settings import TableSettings
from games.text.moments import moment_text
from games.web.operators.form_help import answer_help, asks_for_help, unchecked
from games.web.operators.form_layout import layout_of
from games.web.operators.table_form import FIELD_OF_REFUSAL, TableForm
from games.web.operators.words import cash_tables, refused, settings_lines
from games.web.security.numbers import parse_number


@office_page("games.add_table")
def new(request: HttpRequest) -> HttpResponse:
    """The form for new tables; htmx and the buttons beside house rules get it again as typed."""
    page = NewTablePage(request)
    if asks_for_help(request):
        return answer_help(request, page, unchecked(request.POST, form=TableForm, **page.form_options()))
    return page.respond()


class NewTablePage(ActPage[TableForm]):
    """Opens one table, or several alike."""

    form_class = TableForm
    title = gettext_lazy("New table")
    button = gettext_lazy("Open")
    template = "games/operators/table_form.html"

    @cached_property
    def start(self) -> TableSettings | None:
        """The settings of the template or the table that the address names."""
        number = parse_number(self.request.GET.get("template", ""))
        if number is not None and (found := TableTemplate.objects.filter(pk=number).first()):
            return TableSettings.from_data(found.settings)
        number = parse_number(self.request.GET.get("copy", ""))
        if number is not None and (table := cash_tables().filter(pk=number).first()):
            return TableSettings.of(table)
        return None

    def form_options(self) -> dict[str, Any]:
        """The settings to start from."""
        return {"start": self.start}

    def consequences(self, form: TableForm) -> Sequence[str]:
        """The names of the tables, and what they are."""
        settings = form.settings
        names = _names(form)
        lines = [
            ngettext("%(count)s table opens: %(names)s", "%(count)s tables open: %(names)s", len(names))
            % {"count": len(names), "names": ", ".join(names)},
            *settings_lines(settings),
        ]
        if form.cleaned_data["new_password"]:
            lines.append(_("Only players who know the password, or have the link, may sit down."))
        if main := form.cleaned_data["feeds"]:
            lines.append(_("Must-move table of {name}.").format(name=main.name))
        if closes_at := form.cleaned_data["closes_at"]:
            lines.append(_("Closes by itself at {moment}.").format(moment=moment_text(closes_at)))
        return lines

    def carry_out(self, form: TableForm) -> str:
        """Opens them; the second time the same form does nothing."""
        data = form.cleaned_data
        try:
            open_tables(
                by=staff_id(self.request),
                key=f"open:{data['once']}",
                names=_names(form),
                settings=form.settings,
                password=data["new_password"],
                feeds=data["feeds"],
                closes_at=data["closes_at"],
                why=data["reason"],
            )
        except IllegalAction as refusal:
            raise refused(refusal, FIELD_OF_REFUSAL.get(refusal.code, ""), currency=form.settings.currency) from None
        return reverse("operators:tables")

    def done(self, form: TableForm) -> str:
        """How many are open now."""
        count = form.cleaned_data["how_many"]
        return ngettext("%(count)s table is open.", "%(count)s tables are open.", count) % {"count": count}

    def context(self) -> dict[str, Any]:
        """Templates to start from."""
        templates = TableTemplate.objects.filter(retired_at=None).only("pk", "name")
        return {"templates": templates, "is_new": True}

    def form_context(self, form: TableForm) -> dict[str, Any]:
        """The form in its parts."""
        return {"layout": layout_of(form)}


def _names(form: TableForm) -> list[str]:
    name, count = form.cleaned_data["name"], form.cleaned_data["how_many"]
    return [name] if count == 1 else numbered_names(name, count)
