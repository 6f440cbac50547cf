"""Live help of the operator's form: what depends on a chosen game or preset is shown again, what was typed stays.

The same works without scripts: a button beside a house rule sends the form and gets it back, unchecked.
"""

from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from backoffice.web.api import ActPage
from games.engine.rules.house_rules import HOUSE_RULES
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.variants import CATALOGUE
from games.web.operators.form_layout import layout_of
from games.web.operators.table_form import TableForm

F = TypeVar("F", bound=TableForm)
ALL, FRAGMENT = "all", "X-Fragment"
CHANGES_MUCH = ("game", "structure", "preset")
"""Fields that decide which others mean anything."""


def asks_for_help(request: HttpRequest) -> bool:
    """Whether to show the form again as it was typed, with fresh help."""
    return request.method == "POST" and ("back_to_preset" in request.POST or FRAGMENT in request.headers)


def unchecked(data: QueryDict, *, form: type[F], **options: Any) -> F:
    """The form with what was typed and without a word about mistakes; rules go back to the preset if it is asked."""
    typed: dict[str, Any] = {name: data.get(name, "") for name in form.base_fields}
    back = data.get("back_to_preset", "")
    for rule in HOUSE_RULES:
        if back in (rule, ALL):
            typed[rule] = ""
    game = typed["game"]
    if game in CATALOGUE and typed["structure"] not in CATALOGUE[game].structures:
        typed["structure"] = str(CATALOGUE[game].structures[0])
    if game in MIXES:
        typed["structure"] = str(MIXES[game][0][1])
    return form(None, **{**options, **typed})


def answer_help(request: HttpRequest, page: ActPage[F], form: F) -> HttpResponse:
    """The parts of the form that depend on what was chosen, or the page of a browser without scripts."""
    if FRAGMENT not in request.headers:
        return page.show(form)
    changed = request.headers.get("X-Changed", "")
    much = changed in CHANGES_MUCH or "back_to_preset" in request.POST
    context = {"layout": layout_of(form), "form": form, "much": much}
    return render(request, "games/operators/form_help.html", context)
