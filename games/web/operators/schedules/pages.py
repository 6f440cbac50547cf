"""Schedules of tables: listed, made, changed and retired, with what opens when next before anything is saved."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, Cell, Column, Listing, office_page, staff_id, words_in
from games.engine.errors import IllegalAction
from games.models.schedules import TableSchedule
from games.models.templates import TableTemplate
from games.operations.schedules import ScheduleWanted, change_schedule, make_schedule, retire_schedule
from games.text.refusals import refusal_text
from games.web.operators.reason_form import ReasonForm
from games.web.operators.schedules.forms import ScheduleForm
from games.web.operators.schedules.words import next_text, schedule_lines, times_text

FIELD_OF_REFUSAL = {"schedule_name_taken": "name", "name_missing": "name", "no_such_template": "template"}


@office_page("games.view_table")
def schedules(request: HttpRequest) -> HttpResponse:
    """The schedules in use."""
    now = timezone.now()
    listing = Listing(
        rows=TableSchedule.objects.filter(retired_at=None).select_related("template"),
        columns=[
            Column("name", _("Name"), _name, ("name",), "title"),
            Column("times", _("Opens and closes"), lambda one: times_text(one.times), (), "sub"),
            Column("how_many", _("Tables"), lambda one: str(one.how_many), ("how_many",), "n"),
            Column("template", _("Template"), lambda one: one.template.name, ("template__name",), "wide"),
            Column("next", _("Opens next"), lambda one: next_text(one.times, now), (), "side"),
            Column("refused", _("Last opening"), _last, (), "wide"),
        ],
        search=lambda words: words_in(words, "name"),
        order=("name",),
    )
    has_template = TableTemplate.objects.filter(retired_at=None).exists()
    context = {
        **listing.context(request),
        "title": _("Schedules of tables"),
        "intro": "" if has_template else _("Open a table once as you like it, and save it as a template on its page."),
        "empty": _("No table opens by itself yet."),
        "may_change": has_template and request.user.has_perm("games.add_table"),
    }
    return render(request, "games/operators/schedules.html", context)


def _name(schedule: TableSchedule) -> Cell:
    return Cell(schedule.name, reverse("operators:schedule", args=[schedule.pk]))


def _last(schedule: TableSchedule) -> str:
    return trouble_of(schedule) or ("–" if not schedule.opened.exists() else _("as planned"))


def trouble_of(schedule: TableSchedule) -> str:
    """Why the last opening failed, as a sentence; "" if it did not."""
    if not schedule.refused:
        return ""
    if schedule.refused == "failed":
        return _("The tables could not be opened: the log of the host says why.")
    return _("The tables could not be opened. {why}").format(why=refusal_text(schedule.refused))


def _refused(refusal: IllegalAction) -> Refused:
    """The refusal at its field; none of them names an amount."""
    text = refusal_text(refusal.code)
    return Refused(refusal.code, text, field=FIELD_OF_REFUSAL.get(refusal.code, ""))


class NewSchedulePage(ActPage[ScheduleForm]):
    """Makes a schedule."""

    form_class = ScheduleForm
    title = gettext_lazy("New schedule of tables")
    intro = gettext_lazy("Tables of a template open and close by themselves, on the days and at the times you choose.")
    button = gettext_lazy("Save")

    def consequences(self, form: ScheduleForm) -> Sequence[str]:
        """Which tables open when."""
        return schedule_lines(form.wanted, timezone.now())

    def carry_out(self, form: ScheduleForm) -> str:
        """Makes it."""
        data = form.cleaned_data
        try:
            make_schedule(
                by=staff_id(self.request), key=f"schedule:{data['once']}", wanted=form.wanted, why=data["reason"]
            )
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return reverse("operators:schedules")


class SchedulePage(ActPage[ScheduleForm]):
    """Changes a schedule."""

    form_class = ScheduleForm
    button = gettext_lazy("Save")
    template = "games/operators/schedule.html"

    def __init__(self, request: HttpRequest, row: TableSchedule) -> None:
        super().__init__(request)
        self.row, self.title = row, row.name

    def form_options(self) -> dict[str, Any]:
        """The schedule as it is."""
        return {"wanted": ScheduleWanted.of(self.row)}

    def consequences(self, form: ScheduleForm) -> Sequence[str]:
        """Which tables open when, and that those which are open stay."""
        stay = _("Tables that are open already stay as they are, with their closing time.")
        return [*schedule_lines(form.wanted, timezone.now()), stay]

    def carry_out(self, form: ScheduleForm) -> str:
        """Changes it."""
        why = form.cleaned_data["reason"]
        try:
            change_schedule(by=staff_id(self.request), schedule_id=self.row.pk, wanted=form.wanted, why=why)
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return reverse("operators:schedules")

    def context(self) -> dict[str, Any]:
        """The schedule, and what is wrong with it."""
        return {"row": self.row, "trouble": trouble_of(self.row), "next": next_text(self.row.times, timezone.now())}


class RetirePage(ActPage[ReasonForm]):
    """Retires a schedule."""

    form_class = ReasonForm
    title = gettext_lazy("Retire a schedule of tables")
    button = gettext_lazy("Retire")
    is_danger = True

    def __init__(self, request: HttpRequest, row: TableSchedule) -> None:
        super().__init__(request)
        self.row, self.intro = row, row.name

    def consequences(self, form: ReasonForm) -> Sequence[str]:
        """That it opens nothing more."""
        return [
            _("“{name}” opens no more tables.").format(name=self.row.name),
            _("Tables that are open already close at their time."),
        ]

    def carry_out(self, form: ReasonForm) -> str:
        """Retires it."""
        try:
            retire_schedule(by=staff_id(self.request), schedule_id=self.row.pk, why=form.cleaned_data["reason"])
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return reverse("operators:schedules")


@office_page("games.add_table")
def new_schedule(request: HttpRequest) -> HttpResponse:
    """Makes a schedule."""
    return NewSchedulePage(request).respond()


@office_page("games.add_table")
def schedule(request: HttpRequest, schedule_id: int) -> HttpResponse:
    """Changes a schedule."""
    return SchedulePage(request, _schedule(schedule_id)).respond()


@office_page("games.add_table")
def retire(request: HttpRequest, schedule_id: int) -> HttpResponse:
    """Retires a schedule."""
    return RetirePage(request, _schedule(schedule_id)).respond()


def _schedule(schedule_id: int) -> TableSchedule:
    found = TableSchedule.objects.filter(pk=schedule_id, retired_at=None).select_related("template").first()
    if found is None:
        raise Http404
    return found
