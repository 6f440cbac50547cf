"""Acts on several tables at once: a page lists what happens to which table and asks the reason (F1, F3)."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_lazy, ngettext

from backoffice.web.api import ReasonField
from games.admin.bases import user_id
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.models import Table
from games.operations import floor
from games.text.house_rule_text import Label
from games.text.refusals import refusal_text


class ReasonForm(forms.Form):
    """The reason of an act, which the players at the tables are told."""

    reason = ReasonField(
        label=gettext_lazy("reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Kept with the decision and shown to the players"),
    )


class Decide(Protocol):
    """A decision of the floor about one table."""

    def __call__(self, *, by: int, table_id: int, why: str) -> int: ...


class TableAct(NamedTuple):
    """An act: its title, the decision, what it does to a table, and whether it does nothing there."""

    title: Label
    decide: Decide
    effect: Label
    without_effect: Callable[[Table], bool]


ACTS: Final = {
    "pause": TableAct(
        gettext_lazy("Pause after the current hand"),
        floor.pause,
        gettext_lazy("no new hand begins after this one"),
        lambda table: table.is_paused,
    ),
    "resume": TableAct(
        gettext_lazy("Resume"), floor.resume, gettext_lazy("hands begin again"), lambda table: not table.is_paused
    ),
    "close": TableAct(
        gettext_lazy("Close after the current hand"),
        floor.close,
        gettext_lazy("closes after this hand; everybody leaves with their chips, the waiting list ends"),
        lambda table: not table.is_open,
    ),
    "thaw": TableAct(
        gettext_lazy("Let a stopped table continue"),
        floor.thaw,
        gettext_lazy("the table runs again"),
        lambda table: not table.frozen,
    ),
}


def act_on_tables(request: HttpRequest, site: AdminSite, name: str, tables: QuerySet[Table]) -> HttpResponse | None:
    """The page that asks for the reason, or, once it is given, None after the act was carried out at each table."""
    act, chosen = ACTS[name], list(tables.annotate(players=Count("taken_seats")))
    form = ReasonForm(request.POST if "reason" in request.POST else None)
    if form.is_valid():
        _carry_out(request, act, chosen, form.cleaned_data["reason"])
        return None
    context = {
        **site.each_context(request),
        "opts": Table._meta,
        "title": act.title,
        "name": name,
        "tables": [(table, "" if act.without_effect(table) else act.effect) for table in chosen],
        "checkbox": ACTION_CHECKBOX_NAME,
        "form": form,
    }
    return TemplateResponse(request, "admin/games/act.html", context)


def _carry_out(request: HttpRequest, act: TableAct, tables: Sequence[Table], reason: str) -> None:
    done = 0
    for table in tables:
        if act.without_effect(table):
            continue
        try:
            act.decide(by=user_id(request), table_id=table.pk, why=reason)
            done += 1
        except IllegalAction as refusal:
            messages.warning(request, f"{table}: {refusal_text(refusal.code, refusal.detail)}")
    text = ngettext("The order was sent to %(count)s table.", "The order was sent to %(count)s tables.", done)
    messages.add_message(request, messages.SUCCESS if done else messages.WARNING, text % {"count": done})
    if done < len(tables):
        messages.info(request, gettext("Nothing was changed at the other tables."))
