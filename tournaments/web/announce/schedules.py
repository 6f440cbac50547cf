"""The schedules page: staff view it, directors switch schedules on and off with a reason (T1, F3)."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import IllegalAction
from games.text.house_rules.as_text import PRESET_NAMES
from tournaments import api
from tournaments.web.pages.permissions import can_direct, can_view_directing
from tournaments.web.text import labels
from tournaments.web.text.refusals import refusal_text
from tournaments.web.text.typed_numbers import whole_number


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """The list of schedules; a POST switches one on or off."""
    if not can_view_directing(request.user):
        raise Http404
    if request.method == "POST":
        try:
            _switch(request)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail))
        return redirect("tournaments:schedules")
    rows = [
        {
            "id": row.id,
            "name": row.setup.name,
            "game": labels.game_text(row.setup),
            "price": labels.price_text(row.setup.price, row.setup.currency),
            "preset": PRESET_NAMES[row.setup.preset],
            "every": row.every,
            "next_at": row.next_at if row.is_on else None,
            "announced_at": row.next_at - timedelta(minutes=row.ahead) if row.is_on and row.next_at else None,
            "is_on": row.is_on,
            "by": row.by,
        }
        for row in api.all_schedules()
    ]
    return render(request, "tournaments/schedules.html", {"rows": rows, "can_act": can_direct(request.user)})


def _switch(request: HttpRequest) -> None:
    if not can_direct(request.user):
        raise IllegalAction("bad_message")
    on = request.POST.get("do") == "on"
    schedule = whole_number(request.POST.get("schedule", ""))
    api.switch_schedule(user=request.user, schedule_id=schedule, on=on, why=request.POST.get("why", ""))
    messages.success(request, _("The schedule is switched on.") if on else _("The schedule is switched off."))
