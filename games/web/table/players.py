"""Views about people at a table: the player card with the viewer's note and label, reports, and calls for the floor."""

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import moderation
from games.engine.errors import IllegalAction
from games.models import Seat, Table
from games.models.conduct import LONGEST_NOTE, ChatLine, Remark
from games.text.refusals import refusal_text
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import HtmxRequest, account_id
from games.web.security.visibility import may_watch, shown_until

CLOSE_DIALOG = {"HX-Trigger": "done"}
MOST_REPORTS, REPORT_SECONDS = 5, 600
MOST_NOTES, NOTE_SECONDS = 60, 60
MOST_CALLS, CALL_SECONDS = 6, 600


class PlayerNoteForm(forms.Form):
    """The viewer's private note about another player, with a label and a mute."""

    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "data-initial-focus": ""}),
    )
    label = forms.ChoiceField(
        label=gettext_lazy("Label"),
        choices=[("", pgettext_lazy("label of a player", "none")), *Remark.Label.choices],
        required=False,
        widget=forms.RadioSelect,
    )
    muted = forms.BooleanField(label=gettext_lazy("Hide their chat"), required=False)


@never_cache
@require_safe
def player_card(request: HtmxRequest, table_id: int, seat: int) -> HttpResponse:
    """The card of the player in a seat."""
    _visible_table(request, table_id)
    taken = get_object_or_404(Seat.objects.select_related("player"), table=table_id, seat=seat)
    return _card(request, table_id, taken.player, taken.name)


@never_cache
@require_safe
def chat_author(request: HtmxRequest, table_id: int, line: int) -> HttpResponse:
    """The card of the author of a chat line, so that the line can be reported."""
    until = shown_until(_visible_table(request, table_id), request.user)
    chat_line = get_object_or_404(
        ChatLine.objects.select_related("player"), pk=line, table=table_id, sent_at__lte=until
    )
    return _card(request, table_id, chat_line.player, chat_line.name, line=chat_line)


def _visible_table(request: HttpRequest, table_id: int) -> Table:
    """The table if this visitor may watch it (K14); raises Http404 otherwise."""
    table = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id)
    if not may_watch(table, request.user):
        raise Http404
    return table


def _card(
    request: HtmxRequest, table_id: int, person: AbstractUser, name: str, *, line: ChatLine | None = None
) -> HttpResponse:
    if not request.htmx:
        return redirect("games:table", table_id)
    note = moderation.note_about(account_id(request.user), person.pk)
    return render(
        request,
        "games/dialogs/player.html",
        {
            "person": person,
            "name": name,
            "is_me": person.pk == request.user.pk,
            "form": PlayerNoteForm(initial=note._asdict(), label_suffix=""),
            **_form_urls(table_id, person.pk),
            "line": line,
        },
    )


def _form_urls(table_id: int, person: int) -> dict[str, str]:
    return {
        "save": reverse("games:player_note", args=(table_id, person)),
        "report": reverse("games:report", args=(table_id, person)),
        "table_id": str(table_id),
    }


@require_POST
def save_note(request: HttpRequest, table_id: int, person: int) -> HttpResponse:
    """Saves the viewer's note, label and mute; their open table pages are updated."""
    _check_has_been_at_table(request, table_id, person)
    about = get_object_or_404(get_user_model(), pk=person)
    form = PlayerNoteForm(request.POST)
    if form.is_valid() and not _saves_too_often(request, form):
        data = form.cleaned_data
        try:
            note = moderation.PlayerNote(data["note"].strip(), data["label"], data["muted"])
            moderation.save_note(owner=account_id(request.user), about=person, note=note)
        except IllegalAction as refusal:
            form.add_error(None, refusal_text(refusal.code))
        else:
            return HttpResponse(status=204, headers=CLOSE_DIALOG)
    context = {"person": about, "name": about.display_name, "form": form, **_form_urls(table_id, person)}
    return render(request, "games/dialogs/player.html", context)


@require_POST
def report(request: HttpRequest, table_id: int, person: int) -> HttpResponse:
    """Sends the staff a report about a player."""
    _check_has_been_at_table(request, table_id, person)
    description, line = request.POST.get("description", ""), parse_number(request.POST.get("line", "")) or 0
    if exceeds_rate_limit(request, "report", most=MOST_REPORTS, seconds=REPORT_SECONDS):
        return render(request, "games/dialogs/message.html", {"text": refusal_text("slow_down")})
    try:
        moderation.report(
            by=account_id(request.user), about=person, table_id=table_id, description=description, line=line
        )
    except IllegalAction:
        return render(request, "games/dialogs/message.html", {"text": _("Say in a few words what happened.")})
    return render(request, "games/dialogs/message.html", {"text": _("Thank you. The staff will look at it.")})


def _check_has_been_at_table(request: HttpRequest, table_id: int, person: int) -> None:
    """Raises Http404 unless this person sits or has chatted at the table, which a signed-in visitor may watch."""
    _visible_table(request, table_id)
    if not request.user.is_authenticated or not moderation.has_been_at_table(table_id=table_id, player=person):
        raise Http404


def _saves_too_often(request: HttpRequest, form: forms.Form) -> bool:
    if exceeds_rate_limit(request, "opinion", most=MOST_NOTES, seconds=NOTE_SECONDS):
        form.add_error(None, refusal_text("slow_down"))
        return True
    return False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def floor(request: HtmxRequest, table_id: int) -> HttpResponse:
    """Shows the form that calls the floor, and sends the call (F2)."""
    if _visible_table(request, table_id).closed_at is not None:
        raise Http404
    if not request.htmx:
        return redirect("games:table", table_id)
    reason, refused = request.POST.get("reason", ""), ""
    if not request.user.is_authenticated:
        return render(request, "games/dialogs/message.html", {"text": refusal_text("sign_in_first")})
    if request.method == "POST":
        try:
            if exceeds_rate_limit(request, "floor", most=MOST_CALLS, seconds=CALL_SECONDS):
                raise IllegalAction("slow_down")
            moderation.call_floor(player=request.user.pk, table_id=table_id, reason=reason)
        except IllegalAction as refusal:
            refused = (
                _("Say in a few words what it is about.")
                if refusal.code == "bad_message"
                else refusal_text(refusal.code)
            )
        else:
            return HttpResponse(status=204, headers=CLOSE_DIALOG)
    return render(request, "games/dialogs/floor.html", {"reason": reason, "refused": refused})


@require_POST
def read_call(request: HttpRequest, table_id: int, call: int) -> HttpResponse:
    """Marks the floor's answer to a call as read."""
    if request.user.is_authenticated:
        moderation.mark_call_read(player=request.user.pk, call=call)
    return HttpResponse(status=204)
