"""The pages of the floor's acts: may I, what will happen, why, done; and taking a decision back."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from backoffice.web.api import ActPage, office_page, staff_id
from games.engine.errors import IllegalAction
from games.models.floor_decisions import FloorDecision
from games.operations import floor
from games.operations.floor.undo import why_not
from games.operations.once import first_time, was_done
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.act import FloorAct, Subject
from games.web.floor.acts.at_table import TABLE_ACTS
from games.web.floor.acts.forms import ActForm
from games.web.floor.decision_rows import decision_title
from games.web.floor.permissions import RUN_FLOOR
from games.web.operators.words import refused
from games.web.security.rate_limits import exceeds_rate_limit

MOST_ACTS, ACTS_SECONDS = 30, 60


@office_page(RUN_FLOOR)
def at_table(request: HttpRequest, table_id: int, act: str) -> HttpResponse:
    """An act at a table."""
    found, table = TABLE_ACTS.get(act), floor.table_of(table_id)
    if found is None or table is None:
        raise Http404
    return FloorActPage(request, found, Subject(table)).respond()


@office_page(RUN_FLOOR)
def about_player(request: HttpRequest, table_id: int, player: int, act: str) -> HttpResponse:
    """An act about a player at a table."""
    found, table = PLAYER_ACTS.get(act), floor.table_of(table_id)
    person = get_user_model().objects.filter(pk=player).first()
    if found is None or table is None or person is None:
        raise Http404
    return FloorActPage(request, found, Subject(table, player, person.display_name)).respond()


@office_page(RUN_FLOOR)
def undo(request: HttpRequest, table_id: int, decision: int) -> HttpResponse:
    """Taking back a decision."""
    rows = FloorDecision.objects.select_related("table", "order", "undone_by", "player")
    found = rows.filter(table=table_id, table__tournament=None, pk=decision).first()
    if found is None:
        raise Http404
    name = found.player.display_name if found.player else ""
    act = FloorAct(_("Take back"), lambda at, form: _undoing(found), lambda by, at, form: _undo(by, found, form))
    return FloorActPage(request, act, Subject(found.table, found.player_id or 0, name)).respond()


def _undoing(decision: FloorDecision) -> list[str]:
    if code := why_not(decision):
        raise IllegalAction(code)
    if decision.kind == floor.Kind.ANNOUNCE:
        return [_("The reason you give is announced in its place: the first text stays in the log.")]
    return [_("This is taken back: {decision}").format(decision=decision_title(decision))]


def _undo(by: int, decision: FloorDecision, form: ActForm) -> None:
    floor.undo(by=by, decision=decision, why=form.cleaned_data["reason"])


class FloorActPage(ActPage[ActForm]):
    """One act of the floor."""

    def __init__(self, request: HttpRequest, act: FloorAct, subject: Subject) -> None:
        super().__init__(request)
        self.act, self.subject = act, subject
        self.form_class, self.is_danger, self.button = act.form, act.is_danger, act.title
        self.title = f"{act.title}: {subject.name or subject.table.name}"
        self.intro = subject.table.name if subject.name else ""

    def form_options(self) -> dict[str, Any]:
        """The table."""
        return {"table": self.subject.table}

    def consequences(self, form: ActForm) -> list[str]:
        """What will happen, once a rehearsal that is rolled back was not refused."""
        try:
            with transaction.atomic():
                effects = list(self.act.effects(self.subject, form))
                self._do(form)
                transaction.set_rollback(True)
        except IllegalAction as refusal:
            raise refused(refusal, currency=self.subject.table.currency) from None
        return effects

    def was_sent(self, form: ActForm) -> bool:
        """Whether it was done before."""
        return was_done(self._key(form))

    def carry_out(self, form: ActForm) -> str:
        """Does it; the second time the same form does nothing."""
        try:
            if exceeds_rate_limit(self.request, "floor_acts", most=MOST_ACTS, seconds=ACTS_SECONDS):
                raise IllegalAction("slow_down")
            with transaction.atomic():
                if first_time(self._key(form)):
                    self._do(form)
        except IllegalAction as refusal:
            raise refused(refusal, currency=self.subject.table.currency) from None
        return reverse("floor:table", args=[self.subject.table.pk])

    def done(self, form: ActForm) -> str:
        """Where the result is read."""
        return _("The decision has been sent. Its result will be listed among the decisions.")

    def _do(self, form: ActForm) -> None:
        """Does the act; raises IllegalAction where the table is not in the state for it."""
        table = self.subject.table
        if table.closed_at is None and not self.act.is_offered(table):
            raise IllegalAction("nothing_changes")
        self.act.do(staff_id(self.request), self.subject, form)

    def _key(self, form: ActForm) -> str:
        return f"floor:{form.cleaned_data['once']}"
