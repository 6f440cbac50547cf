"""A running table changed: every change with its time and its old and new value, before anything is saved."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, Consequences, office_page, staff_id
from games.engine.errors import IllegalAction
from games.engine.events.table import Change
from games.models import Seat, Table
from games.operations.changing import (
    Wanted,
    change_running_table,
    check_seen,
    drop_waiting,
    plan_change,
    settings_mark,
)
from games.operations.impartiality import is_refused_at
from games.operations.once import was_done
from games.operations.tables import newest_rules
from games.operations.waiting_changes import WaitingChange, changes_waiting
from games.tables.settings import TableSettings
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.refusals import refusal_text
from games.web.operators.by_itself import by_itself
from games.web.operators.form_help import answer_help, asks_for_help, unchecked
from games.web.operators.form_layout import layout_of
from games.web.operators.reason_form import ReasonForm
from games.web.operators.table_form import TableForm
from games.web.operators.words import STATES, cash_tables, refused, settings_lines, state_of


@office_page("games.view_table")
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """What a table is, with its state; who may change tables changes it here."""
    row = cash_tables().filter(pk=table_id).first()
    if row is None:
        raise Http404
    if request.user.has_perm("games.change_table") and row.closed_at is None:
        page = EditTablePage(request, row)
        if asks_for_help(request):
            return answer_help(request, page, unchecked(request.POST, form=TableForm, **page.form_options()))
        return page.respond()
    return render(request, "games/operators/table.html", {**table_context(request, row), "title": row.name})


def table_context(request: HttpRequest, row: Table) -> dict[str, object]:
    """What the pages of one table show above everything else."""
    waiting = WaitingChange.of(row)
    return {
        "table": row,
        "state": STATES[state_of(row)],
        "seated": Seat.objects.filter(table=row).count(),
        "lines": settings_lines(TableSettings.of(row)),
        "by_itself": by_itself(row),
        "opened_alike": row.opened_alike.filter(is_open=True).order_by("name"),
        "waiting": _texts(row, changes_waiting(row, waiting)) if waiting else [],
        "admissions": row.admissions.count(),
        "may_open": request.user.has_perm("games.add_table"),
        "may_change": request.user.has_perm("games.change_table") and row.closed_at is None,
    }


class EditTablePage(ActPage[TableForm]):
    """Changes a table that is not closed."""

    form_class = TableForm
    button = gettext_lazy("Save")
    template = "games/operators/edit_table.html"

    def __init__(self, request: HttpRequest, row: Table) -> None:
        super().__init__(request)
        self.table, self.title = row, row.name

    @cached_property
    def start(self) -> TableSettings:
        """The settings of the table once its inbox is read."""
        return TableSettings.of(self.table)._replace(rules=newest_rules(self.table))

    def form_options(self) -> dict[str, Any]:
        """The table and its settings."""
        own: dict[str, object] = {
            "name": self.table.name,
            "feeds": self.table.feeds_id,
            "closes_at": self.table.closes_at,
        }
        own["seen"] = settings_mark(self.table)
        return {"table": self.table, "start": self.start, **own}

    def consequence_groups(self, form: TableForm) -> Sequence[Consequences]:
        """Every change below the time at which it takes effect; what is refused with why."""
        if is_refused_at(staff_id(self.request), table_id=self.table.pk):
            raise refused(IllegalAction("plays_here"), currency=self.table.currency)
        try:
            check_seen(self.table, form.cleaned_data["seen"])
        except IllegalAction as refusal:
            raise refused(refusal, currency=self.table.currency) from None
        plan = plan_change(self.table, _wanted(form))
        if plan.changes_anything and not form.cleaned_data["reason"]:
            raise refused(IllegalAction("why_needed"), "reason", currency=self.table.currency)
        refusals = [
            _("{change}. {why}").format(change=text, why=_why(self.table, refusal))
            for (change, refusal), text in zip(
                plan.refused, _texts(self.table, [change for change, _refusal in plan.refused]), strict=True
            )
        ]
        if not plan.changes_anything:
            raise Refused("nothing_changed", " ".join([_("Nothing was changed."), *refusals]))
        dropped = [_("What waited until the table is empty is discarded.")] if plan.drops else []
        groups = [
            Consequences(_("At once"), [*_texts(self.table, plan.at_once), *dropped]),
            Consequences(_("With the next hand"), _texts(self.table, plan.next_hand)),
            Consequences(_("When nobody sits at the table any more"), _texts(self.table, plan.when_empty)),
            Consequences(_("Refused: this stays as it is"), refusals),
        ]
        return [group for group in groups if group.lines]

    def was_sent(self, form: TableForm) -> bool:
        """Whether it changed the table before."""
        return was_done(self._key(form))

    def carry_out(self, form: TableForm) -> str:
        """Changes the table."""
        data = form.cleaned_data
        try:
            change_running_table(
                by=staff_id(self.request),
                table_id=self.table.pk,
                wanted=_wanted(form),
                why=data["reason"],
                key=self._key(form),
                seen=data["seen"],
            )
        except IllegalAction as refusal:
            field = "reason" if refusal.code == "why_needed" else ""
            raise refused(refusal, field, currency=self.table.currency) from None
        return reverse("operators:table", args=[self.table.pk])

    def _key(self, form: TableForm) -> str:
        return f"change:{form.cleaned_data['once']}"

    def done(self, form: TableForm) -> str:
        """That it is saved."""
        return _("Saved. Players at the table are told.")

    def context(self) -> dict[str, Any]:
        """The table as it is."""
        return table_context(self.request, self.table)

    def form_context(self, form: TableForm) -> dict[str, Any]:
        """The form in its parts."""
        return {"layout": layout_of(form)}


class DropPage(ActPage[ReasonForm]):
    """Drops what waits until nobody sits at a table."""

    form_class = ReasonForm
    title = gettext_lazy("Discard what waits until the table is empty")
    button = gettext_lazy("Discard these changes")
    is_danger = True

    def __init__(self, request: HttpRequest, row: Table) -> None:
        super().__init__(request)
        self.table, self.intro = row, row.name

    def consequences(self, form: ReasonForm) -> Sequence[str]:
        """What will not change."""
        waiting = WaitingChange.of(self.table)
        if waiting is None:
            raise Refused("nothing_changed", _("Nothing waits at this table."))
        texts = _texts(self.table, changes_waiting(self.table, waiting))
        return [_("This will not happen: {change}").format(change=text) for text in texts]

    def carry_out(self, form: ReasonForm) -> str:
        """Drops it."""
        try:
            drop_waiting(by=staff_id(self.request), table_id=self.table.pk, why=form.cleaned_data["reason"])
        except IllegalAction as refusal:
            raise refused(refusal, currency=self.table.currency) from None
        return reverse("operators:table", args=[self.table.pk])


@office_page("games.change_table")
def drop(request: HttpRequest, table_id: int) -> HttpResponse:
    """Drops what waits until nobody sits at the table."""
    row = cash_tables().filter(pk=table_id, closed_at=None).first()
    if row is None:
        raise Http404
    return DropPage(request, row).respond()


def _wanted(form: TableForm) -> Wanted:
    data = form.cleaned_data
    return Wanted(data["name"], form.settings, data["feeds"], form.password, data["closes_at"])


def _texts(row: Table, changes: Sequence[Change]) -> list[str]:
    amounts = AmountFormat.of_currency(row.currency)
    return [change_text(*change, amounts) for change in changes]


def _why(table: Table, refusal: IllegalAction) -> str:
    return refusal_text(refusal.code, refusal.detail, amount=AmountFormat.of_currency(table.currency).text)
