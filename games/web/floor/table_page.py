"""The floor's page of a table: its live view, its seats, the acts, and past decisions (F1, F3, F5)."""

import time

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.operations import floor
from games.text.amounts import AmountFormat
from games.text.games import code_of, game_name, stakes_text
from games.text.refusals import refusal_text
from games.web.floor.permissions import can_view_floor
from games.web.floor.table_now import now_context


@never_cache
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # it knows views without arguments only
def page(request: HttpRequest, table_id: int) -> HttpResponse:
    """The floor's view of a table; what changes is pushed."""
    table = floor.table_of(table_id) if can_view_floor(request.user) else None
    if table is None:
        raise Http404(refusal_text("no_such_table"))
    rules, amounts = table.rules, AmountFormat.of_currency(table.currency)
    context = {
        **now_context(request.user, table),
        "game": game_name(code_of(rules), rules.stakes.structure),
        "stakes": stakes_text(rules.variant.code, rules.stakes, amounts),
        "socket": f"/ws/floor/{table_id}/",
        "now": int(time.time() * 1000),
    }
    return render(request, "games/floor/table.html", context)
