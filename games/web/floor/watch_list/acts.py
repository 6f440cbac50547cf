"""Acts on flags and cases, each with a preview, a reason and its place in the log; players see none of it (F7, F3)."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, office_page, staff_id
from games.models.watch_list import WatchCase, WatchFlag
from games.operations.once import was_done
from games.operations.watch_list import cases, thresholds
from games.web.floor.watch_list.forms import AssignForm, DecideForm, NoteForm, OpenCaseForm, ThresholdsForm
from games.web.floor.watch_list.pages import SET, find_case, find_flag
from games.web.floor.watch_list.words import people_text

UNSEEN = gettext_lazy("Players see nothing of it.")


@office_page(cases.WORK)
def open_case(request: HttpRequest, flag_id: int) -> HttpResponse:
    """Makes a case of a flag."""
    return OpenCase(request, find_flag(staff_id(request), flag_id)).respond()


@office_page(cases.WORK)
def note(request: HttpRequest, case_id: int) -> HttpResponse:
    """Adds a note to a case."""
    return AddNote(request, find_case(staff_id(request), case_id)).respond()


@office_page(cases.WORK)
def assign(request: HttpRequest, case_id: int) -> HttpResponse:
    """Gives a case to somebody."""
    return Assign(request, find_case(staff_id(request), case_id)).respond()


@office_page(cases.WORK)
def decide(request: HttpRequest, case_id: int) -> HttpResponse:
    """Ends a case with a decision."""
    return Decide(request, find_case(staff_id(request), case_id)).respond()


@office_page(SET)
def set_thresholds(request: HttpRequest) -> HttpResponse:
    """Sets from which figure on each kind is flagged."""
    return SetThresholds(request).respond()


class OpenCase(ActPage[OpenCaseForm]):
    """Makes a case of one or several flags."""

    form_class = OpenCaseForm
    title = gettext_lazy("Open a case")

    def __init__(self, request: HttpRequest, flag: WatchFlag) -> None:
        super().__init__(request)
        self.flag, self.by = flag, staff_id(request)
        self.intro = f"{flag.get_kind_display()}: {people_text(flag)}"

    @cached_property
    def alike(self) -> list[WatchFlag]:
        """The other flags that may become part of it: those that the viewer may see."""
        return [row for row in cases.alike(self.flag) if self.by not in cases.people_of([row])]

    def form_options(self) -> dict[str, Any]:
        return {"alike": self.alike}

    def consequences(self, form: OpenCaseForm) -> Sequence[str]:
        chosen = self._chosen(form)
        cases.check_free(chosen)
        cases.check_impartial(self.by, chosen)
        lines = [f"{row.get_kind_display()}: {people_text(row)}" for row in chosen]
        return [_("A case is opened and assigned to you."), *lines, str(UNSEEN)]

    def was_sent(self, form: OpenCaseForm) -> bool:
        return was_done(f"watch_open:{form.cleaned_data['once']}")

    def carry_out(self, form: OpenCaseForm) -> str:
        data = form.cleaned_data
        flags = [self.flag.pk, *map(int, data.get("alike", ()))]
        case = cases.open_case(by=self.by, flags=flags, reason=data["reason"], once=str(data["once"]))
        return reverse("watch_list:case", args=[case.pk])

    def _chosen(self, form: OpenCaseForm) -> list[WatchFlag]:
        ticked = set(form.cleaned_data.get("alike", ()))
        return [self.flag, *(row for row in self.alike if str(row.pk) in ticked)]


class CaseAct(ActPage[Any]):
    """An act on an open case; Any, as each has a form of its own."""

    def __init__(self, request: HttpRequest, case: WatchCase) -> None:
        super().__init__(request)
        self.case, self.by = case, staff_id(request)
        self.intro = _("Case #%(number)s") % {"number": case.pk}

    def consequences(self, form: Any) -> Sequence[str]:
        cases.check_open(self.case)
        cases.check_impartial(self.by, self.case.flags.all())
        return [*self.lines(form), str(UNSEEN)]

    def lines(self, form: Any) -> Sequence[str]:
        """What it does, a sentence each."""
        raise NotImplementedError

    def was_sent(self, form: Any) -> bool:
        return was_done(f"watch_case:{form.cleaned_data['once']}")

    def carry_out(self, form: Any) -> str:
        self.do(form.cleaned_data, str(form.cleaned_data["once"]))
        return reverse("watch_list:case", args=[self.case.pk])

    def do(self, data: dict[str, Any], once: str) -> None:
        """Does it."""
        raise NotImplementedError


class AddNote(CaseAct):
    """Adds a note."""

    form_class = NoteForm
    title = gettext_lazy("Add a note")

    def lines(self, form: NoteForm) -> Sequence[str]:
        return [_("The note is added to the case; nobody can change it.")]

    def do(self, data: dict[str, Any], once: str) -> None:
        cases.add_note(by=self.by, case_id=self.case.pk, text=data["text"], once=once)


class Assign(CaseAct):
    """Gives the case to somebody."""

    form_class = AssignForm
    title = gettext_lazy("Assign the case")

    def form_options(self) -> dict[str, Any]:
        return {"about": cases.people_of(self.case.flags.all())}

    def lines(self, form: AssignForm) -> Sequence[str]:
        to = form.cleaned_data["to"]
        cases.check_assignable(self.case, to.pk)
        return [_("%(name)s works on the case from now on.") % {"name": to.display_name}]

    def do(self, data: dict[str, Any], once: str) -> None:
        cases.assign(by=self.by, case_id=self.case.pk, to=data["to"].pk, reason=data["reason"], once=once)


class Decide(CaseAct):
    """Ends the case."""

    form_class = DecideForm
    title = gettext_lazy("Decide and end the case")

    def lines(self, form: DecideForm) -> Sequence[str]:
        decision = WatchCase.Decision(form.cleaned_data["decision"])
        lines = [_("The case ends with this decision: %(decision)s.") % {"decision": decision.label}]
        if decision is not WatchCase.Decision.NOTHING:
            lines.append(
                _("This only records the decision: to warn, keep apart or ban somebody, use the act that does so.")
            )
        lines.append(_("The same people are flagged again only if the figure grows."))
        return lines

    def do(self, data: dict[str, Any], once: str) -> None:
        decision = WatchCase.Decision(data["decision"])
        cases.decide(by=self.by, case_id=self.case.pk, decision=decision, reason=data["reason"], once=once)


class SetThresholds(ActPage[ThresholdsForm]):
    """Sets the thresholds."""

    form_class = ThresholdsForm
    title = gettext_lazy("Thresholds of the watch list")
    button = gettext_lazy("Set the thresholds")
    intro = gettext_lazy("The figure from which something is flagged. New thresholds apply from the next search on.")

    def consequences(self, form: ThresholdsForm) -> Sequence[str]:
        changes = thresholds.changes_to(form.wanted)
        if not changes:
            raise Refused("nothing_changed", _("Nothing would change."))
        names = dict(WatchFlag.Kind.choices)
        return [f"{names[change.what]}: {change.before} → {change.after}" for change in changes]

    def was_sent(self, form: ThresholdsForm) -> bool:
        return was_done(f"watch_thresholds:{form.cleaned_data['once']}")

    def carry_out(self, form: ThresholdsForm) -> str:
        data = form.cleaned_data
        thresholds.set_thresholds(
            by=staff_id(self.request), wanted=form.wanted, reason=data["reason"], once=str(data["once"])
        )
        return reverse("watch_list:flags")
