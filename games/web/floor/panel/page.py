"""The page of the floor's panel (F1)."""

import time
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from backoffice.web.api import office_page
from games.preferences import Preferences
from games.web.floor.panel.facts import read_facts
from games.web.floor.panel.filters import ALL, LONGEST_NAME, NEED, RowFilter, read_name, stakes_choices
from games.web.floor.panel.fragments import LIVE, PanelView, panel_fragments
from games.web.floor.panel.rows import build_rows
from games.web.floor.permissions import VIEW_FLOOR, can_answer_calls, can_run_floor
from games.web.floor.room.links import room_links
from games.web.table.tournament_links import may_direct


@office_page(VIEW_FLOOR)
@require_safe
def panel(request: HttpRequest) -> HttpResponse:
    """Every running table and tournament; what hosts tell of them comes over the socket at once."""
    facts = read_facts()
    rows = build_rows(facts, {}, frozenset())
    stakes = stakes_choices(rows)
    asked = request.GET.get("show", ALL)
    wanted = RowFilter(asked if asked in (NEED, ALL, *dict(stakes)) else ALL, read_name(request.GET.get("name", "")))
    user = request.user
    may_run = can_run_floor(user)
    view = PanelView(str(get_language()), can_answer_calls(user), may_direct(user), may_run, wanted)
    html = panel_fragments(rows, facts.calls, view, facts.room)
    preferences = Preferences.of(request.user)
    context = {
        "title": _("Floor"),
        "calls": mark_safe(html.pop("f-calls")),  # noqa: S308  # escaped by its template
        "room": mark_safe(html.pop("f-room")),  # noqa: S308  # escaped by its template
        "order": mark_safe(html.pop("f-order")),  # noqa: S308  # escaped by its template
        "rows": mark_safe("".join(part for name, part in html.items() if not name.startswith(LIVE))),  # noqa: S308  # escaped by their templates
        "wanted": wanted,
        "longest_name": LONGEST_NAME,
        "choices": [(ALL, _("All")), (NEED, _("Needs attention")), *stakes],
        "acts": room_links() if may_run else [],
        "socket": f"/ws/floor/?{urlencode(wanted._asdict())}",
        "now": int(time.time() * 1000),
        "sounds": preferences.sounds_text,
        "volume": preferences.volume,
    }
    return render(request, "games/floor/panel.html", context)
