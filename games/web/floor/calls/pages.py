"""Taking and answering a call for the floor (F2)."""

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from backoffice.api import Refused
from backoffice.web.api import ActPage, ReasonField, office_page, staff_id
from games.engine.errors import IllegalAction
from games.models.conduct import LONGEST_TEXT, FloorCall
from games.operations import floor
from games.text.refusals import refusal_text
from games.web.floor.permissions import ANSWER_CALLS, can_run_floor
from games.web.security.client_address import same_site_path
from games.web.security.rate_limits import exceeds_rate_limit

MOST_TAKEN, TAKEN_SECONDS = 30, 60


class AnswerForm(forms.Form):
    """What the player is answered."""

    answer = ReasonField(
        label=gettext_lazy("answer"),
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy("The player reads it at the table. It is kept in the log."),
    )


class AnswerPage(ActPage[AnswerForm]):
    """Answers a call."""

    form_class = AnswerForm
    title = gettext_lazy("Answer a call for the floor")
    button = pgettext_lazy("a call", "Answer")

    def __init__(self, request: HttpRequest, call: FloorCall) -> None:
        super().__init__(request)
        self.call = call
        self.intro = _("{player} at {table}, hand #{number}: “{reason}”").format(
            player=call.player.display_name, table=call.table.title, number=call.hand, reason=call.reason
        )

    def consequences(self, form: AnswerForm) -> Sequence[str]:
        """What the player reads."""
        try:
            floor.check_answer(call_id=self.call.pk, by=staff_id(self.request))
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        text = _("{player} reads at the table: “{answer}”")
        return [text.format(player=self.call.player.display_name, answer=form.cleaned_data["answer"])]

    def was_sent(self, form: AnswerForm) -> bool:
        """Whether somebody has answered it: the operation itself knows who."""
        return self.call.answered_at is not None

    def carry_out(self, form: AnswerForm) -> str:
        """Answers it."""
        try:
            floor.answer_call(call_id=self.call.pk, by=staff_id(self.request), answer=form.cleaned_data["answer"])
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return same_site_path(self.request, self.request.POST.get("came_from", "")) or reverse("floor:calls")


def _refused(refusal: IllegalAction) -> Refused:
    """The refusal as one of the back office; none of them names an amount."""
    return Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str))


@office_page(ANSWER_CALLS)
def answer(request: HttpRequest, call_id: int) -> HttpResponse:
    """Answers a call."""
    return AnswerPage(request, _call_or_404(request, call_id)).respond()


@office_page(ANSWER_CALLS)
@require_POST
def take(request: HttpRequest, call_id: int) -> HttpResponse:
    """Tells the player that the member of staff comes; a second person who takes the call is told who was faster."""
    call = _call_or_404(request, call_id)
    try:
        if exceeds_rate_limit(request, "floor_calls", most=MOST_TAKEN, seconds=TAKEN_SECONDS):
            raise IllegalAction("slow_down")
        floor.take_call(call_id=call.pk, by=staff_id(request))
    except IllegalAction as refusal:
        messages.error(request, refusal_text(refusal.code, refusal.detail, amount=str))
    else:
        messages.success(request, _("{player} reads that you are coming.").format(player=call.player.display_name))
    return redirect(same_site_path(request, request.POST.get("next", "")) or reverse("floor:calls"))


def _call_or_404(request: HttpRequest, call_id: int) -> FloorCall:
    """The call, if this member of staff may answer it: directors only at tables of tournaments."""
    call = FloorCall.objects.select_related("table", "player").filter(pk=call_id).first()
    if call is None or not (call.table.tournament or can_run_floor(request.user)):
        raise Http404(refusal_text("no_such_call"))
    return call
