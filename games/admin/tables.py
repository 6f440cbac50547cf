"""Admin pages of tables, their logs, orders, hands and chat: all of them read only."""

from typing import Final

from django.contrib import admin
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.bases import ModelAdmin
from games.admin.of_table import OfTable
from games.admin.read_only import ReadOnlyAdmin
from games.history.decisions import decision_lines, names_of_seats
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from games.text.amounts import AmountFormat
from games.text.log_lines import log_line_text
from games.text.refusals import refusal_text

OWN_LISTS: Final = (Hand, Decision, Order, ChatLine)
"""The models whose admin pages a table's own page links to."""


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin, ModelAdmin[Table]):
    """Tables; they are opened, changed and closed on the operators' pages."""

    list_display = ("name", "currency", "seats", "bots", "is_open", "is_paused", "frozen", "hands", "opened_by")
    list_filter = ("is_open", "is_paused", "frozen", ("opened_by", admin.EmptyFieldListFilter))
    list_select_related = ("opened_by",)
    search_fields = ("name",)
    fields = (
        *("name", "currency", "seats", "min_buy_in", "max_buy_in", "bots", "sort_order", "feeds", "watch_delay"),
        *("closed_to_watchers", "is_open", "is_paused", "frozen", "closes_at", "closed_at", "opened_by", "hands"),
        *("opened_for", "most_alike", "empty_minutes", "own_lists"),
    )
    readonly_fields = ("own_lists",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).defer("snapshot", "next_snapshot")

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> tuple[str, ...]:
        may_read = request.user.has_perms([f"games.view_{model._meta.model_name}" for model in OWN_LISTS])
        return self.fields if may_read else tuple(field for field in self.fields if field != "own_lists")

    @admin.display(description=_("its own lists"))
    def own_lists(self, table: Table) -> str:
        """Links to what belongs to the table; the filters of these lists offer no closed table."""
        links = ((f"admin:games_{model._meta.model_name}_changelist", model._meta) for model in OWN_LISTS)
        return format_html_join(
            " · ",
            '<a href="{}?table={}">{}</a>',
            ((reverse(name), table.pk, capfirst(options.verbose_name_plural)) for name, options in links),
        )


def _of_running_hands() -> QuerySet[Table, int]:
    """The ids of the decisions since the last finished hand of each open table began another one."""
    finished = Hand.objects.filter(table=OuterRef("pk")).order_by("-number").values("number")[:1]
    tables = Table.objects.filter(closed_at=None).annotate(finished=Coalesce(Subquery(finished), 0))
    return tables.filter(decisions__hand__gt=F("finished")).values_list("decisions__pk", flat=True)


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin, ModelAdmin[Decision]):
    """The log of tables in the words of the hand's log: public events only; sealed ones are not even loaded.

    It tells of a hand once that has a result, and of one without, as it was void, once the next one has: who counts
    decisions meanwhile learns that somebody at the table, where staff may play, has chosen an action in advance (B10).
    """

    list_display = ("table", "number", "hand", "created_at", "what")
    list_filter = (OfTable,)
    fields = ("table", "number", "hand", "created_at", "what", "lines")
    readonly_fields = ("what", "lines")
    list_select_related = ("table",)
    show_full_result_count = False
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        return super().get_queryset(request).exclude(pk__in=_of_running_hands()).defer("sealed")

    @admin.display(description=_("events"))
    def what(self, decision: Decision) -> str:
        """How many events are public and how many are sealed."""
        public = sum(event is not None for event in decision.events)
        return gettext("{public} public, {sealed} sealed").format(public=public, sealed=len(decision.events) - public)

    @admin.display(description=_("in words"))
    def lines(self, decision: Decision) -> str:
        """What the hand's log says of the decision, one line below the other; "–" for what only the room needs."""
        amounts = AmountFormat.of_currency(decision.table.currency)
        names = names_of_seats(decision, gettext("Seat {number}"))
        return "\n".join(log_line_text(line, amounts) for line in decision_lines(decision, names)) or "–"


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin, ModelAdmin[Order]):
    """The orders in the tables' inboxes and their outcome."""

    list_display = ("table", "kind", "player", "amount", "created_at", "applied_at", "decision", "why_refused")
    list_filter = ("kind", ("refused", admin.EmptyFieldListFilter), OfTable)
    list_select_related = ("table", "player")
    exclude = ("refused",)
    readonly_fields = ("why_refused",)
    ordering = ("-id",)

    @admin.display(description=_("refused"))
    def why_refused(self, order: Order) -> str:
        """The sentence for the refusal; nothing for an order that was not refused."""
        amounts = AmountFormat.of_currency(order.table.currency)
        return refusal_text(order.refused, order.refused_detail, amount=amounts.text) if order.refused else ""


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin, ModelAdmin[Hand]):
    """Finished hands."""

    list_display = ("table", "number", "ended_at", "players", "second_street_players", "pot", "rake", "void")
    list_filter = ("void", OfTable)
    list_select_related = ("table",)
    show_full_result_count = False


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin, ModelAdmin[ChatLine]):
    """The chat."""

    list_display = ("sent_at", "table", "name", "text")
    list_filter = (OfTable,)
    search_fields = ("name", "text")
    list_select_related = ("table",)
    ordering = ("-id",)
