"""Admin pages for merging tables, and for the moves that follow (K8, F1, F3)."""

from typing import cast
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.web.api import ReasonField
from games import api
from games.admin.bases import ModelAdmin, TabularInline, user_id
from games.admin.read_only import ReadOnlyAdmin
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.models import Table
from games.models.moves import HouseMove, TableMerge
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text


def merge_page_url(table_id: int) -> str:
    """The address of the page that merges a table."""
    return reverse("admin:games_tablemerge_add") + "?" + urlencode({"source": table_id})


class SourceForm(forms.Form):
    """The choice of the table that closes."""

    source = forms.ModelChoiceField(
        label=gettext_lazy("table that closes"),
        queryset=Table.objects.filter(closed_at=None, tournament=None).defer("snapshot", "next_snapshot"),
    )


class MergeForm(forms.Form):
    """The choice of the target table, and the reason."""

    target = forms.ModelChoiceField(label=gettext_lazy("into table"), queryset=Table.objects.none())
    reason = ReasonField(
        label=gettext_lazy("reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Kept with the decision and shown to the players"),
    )

    def __init__(self, data: QueryDict | None, *, tables: list[Table]) -> None:
        super().__init__(data)
        found = Table.objects.filter(pk__in=[table.pk for table in tables]).defer("snapshot", "next_snapshot")
        cast("forms.ModelChoiceField[Table]", self.fields["target"]).queryset = found


class MoveInline(ReadOnlyAdmin, TabularInline[HouseMove, TableMerge]):
    """The moves of a merge."""

    model = HouseMove
    fields = ("player", "ended", "ended_at")
    extra = 0


@admin.register(TableMerge)
class TableMergeAdmin(ReadOnlyAdmin, ModelAdmin[TableMerge]):
    """Merges; a new one takes a reason, and none can be changed (F3)."""

    list_display = ("created_at", "source", "target", "reason", "by", "stayed")
    list_select_related = ("source", "target", "by")
    search_fields = ("source__name", "target__name", "reason")
    fields = ("source", "target", "reason", "by", "created_at")
    inlines = (MoveInline,)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether this user may merge tables (F1)."""
        return request.user.has_perm("games.add_tablemerge")

    @admin.display(description=gettext_lazy("stay behind"))
    def stayed(self, merge: TableMerge) -> str:
        """The players who could not be seated at the target."""
        rows = merge.moves.filter(ended=HouseMove.Ended.STAYED).values_list("player__display_name", flat=True)
        return ", ".join(rows) or "–"

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Asks for the table, then for the target, shows who would move, and merges."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        chosen = SourceForm(request.GET if "source" in request.GET else None)
        if not chosen.is_valid():
            return self._page(request, {"form": chosen})
        source: Table = chosen.cleaned_data["source"]
        tables = api.tables_to_merge_into(table=source)
        form = MergeForm(request.POST or None, tables=tables)
        if request.method == "POST" and form.is_valid():
            try:
                merge = api.merge_tables(
                    table_id=source.pk,
                    into=form.cleaned_data["target"].pk,
                    reason=form.cleaned_data["reason"],
                    by=user_id(request),
                )
            except IllegalAction as refusal:
                amounts = AmountFormat.of_currency(source.currency)
                form.add_error(None, refusal_text(refusal.code, refusal.detail, amount=amounts.text))
            else:
                return self._done(request, merge)
        plans = [(table, api.plan_merge(source=source, target=table)) for table in tables]
        return self._page(request, {"source": source, "form": form, "plans": plans})

    def _page(self, request: HttpRequest, more: dict[str, object]) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": _("Merge tables"), **more}
        return TemplateResponse(request, "admin/games/merge.html", context)

    def _done(self, request: HttpRequest, merge: TableMerge) -> HttpResponse:
        self.log_addition(request, merge, merge.reason)
        count = merge.moves.filter(ended="").count()
        moving = ngettext(
            "%(count)s player moves to %(table)s after the hand.",
            "%(count)s players move to %(table)s after the hand.",
            count,
        )
        self.message_user(request, moving % {"count": count, "table": merge.target}, messages.SUCCESS)
        if stayed := self.stayed(merge).removeprefix("–"):
            staying = _("Staying behind because they can't be seated at %(table)s: %(names)s.")
            self.message_user(request, staying % {"table": merge.target, "names": stayed}, messages.WARNING)
        return redirect("admin:games_tablemerge_change", merge.pk)


@admin.register(HouseMove)
class HouseMoveAdmin(ReadOnlyAdmin, ModelAdmin[HouseMove]):
    """Moves of players by the house, and how each ended."""

    list_display = ("created_at", "player", "source", "target", "merge", "ended", "ended_at")
    list_filter = ("ended",)
    list_select_related = ("player", "source", "target", "merge__source", "merge__target")
    search_fields = ("player__display_name", "source__name", "target__name")
