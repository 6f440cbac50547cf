"""Closing some tables of one stake and moving their players to the others, in one act (K8, F1)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.text import clean_line
from backoffice.web.api import ActPage, Consequences, office_page, staff_id
from games.engine.errors import IllegalAction
from games.operations.like_tables import LikeTables, closing_tables, like_tables, rehearse_spread, spread_group
from games.operations.once import first_time, was_done
from games.web.floor.acts.act import Subject
from games.web.floor.acts.at_table import spread_lines
from games.web.floor.permissions import RUN_FLOOR
from games.web.floor.room.forms import TITLES, FewerTablesForm
from games.web.operators.words import refused


class FewerTablesPage(ActPage[FewerTablesForm]):
    """Closes tables whose players find seats at the others."""

    form_class = FewerTablesForm
    title = TITLES["fewer"]
    is_danger = True

    @cached_property
    def groups(self) -> list[LikeTables]:
        """The tables among which players can move."""
        return like_tables()

    def form_options(self) -> dict[str, Any]:
        """The tables to choose from."""
        return {"groups": self.groups}

    def consequence_groups(self, form: FewerTablesForm) -> Sequence[Consequences]:
        """Which tables close, and where their players go; the confirmed form names exactly what was shown."""
        data, group, by = form.cleaned_data, form.chosen_group, staff_id(self.request)
        try:
            closing = data["closing"] or closing_tables(group, stay=data["stay"], by=by, why=data["reason"])
            spreads = rehearse_spread(closing=closing, group=group, by=by, why=data["reason"])
        except IllegalAction as refusal:
            raise refused(refusal, currency=group.tables[0].currency) from None
        self._name_tables(form, closing)
        staying = [table.name for table in group.tables if table.pk not in closing]
        closings = [
            Consequences(_("{table} closes").format(table=one.table.name), spread_lines(Subject(one.table), one.plan))
            for one in spreads
        ]
        return [*closings, Consequences(_("These tables stay open"), staying)]

    def _name_tables(self, form: FewerTablesForm, closing: Sequence[int]) -> None:
        """Has the form name the tables itself, so that confirming it closes those that were shown and no others."""
        data = self.request.POST.copy()
        data.setlist("closing", [str(table) for table in closing])
        data["stay"] = ""
        form.data, form.cleaned_data["closing"], form.cleaned_data["stay"] = data, list(closing), None

    def carry_out(self, form: FewerTablesForm) -> str:
        """Does it once, at all tables or at none."""
        data, group = form.cleaned_data, form.chosen_group
        self.closed = len(data["closing"])
        try:
            with transaction.atomic():
                if first_time(_key(data["once"])):
                    by = staff_id(self.request)
                    spread_group(closing=data["closing"], group=group, by=by, why=data["reason"])
        except IllegalAction as refusal:
            raise refused(refusal, currency=group.tables[0].currency) from None
        return reverse("floor:panel")

    def done(self, form: FewerTablesForm) -> str:
        """How many tables close."""
        text = ngettext("%(count)s table closes.", "%(count)s tables close.", self.closed)
        return text % {"count": self.closed}


def _key(once: object) -> str:
    return f"room:{once}"


@office_page(RUN_FLOOR)
def act(request: HttpRequest) -> HttpResponse:
    """The page of the act."""
    if "confirmed" in request.POST and was_done(_key(clean_line(request.POST.get("once", "")))):
        # Its tables are no longer among those to choose from.
        return redirect("floor:panel")
    page = FewerTablesPage(request)
    if request.method != "POST" and not page.groups:
        messages.warning(request, _("There are no two open tables of the same game and stakes."))
        return redirect("floor:panel")
    return page.respond()
