"""Admin pages of tables: open, change, pause and close them; their logs are read only."""

from collections.abc import Iterable

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import BaseFormSet, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import Change, Subject, record
from games import api
from games.admin.acts import ACTS, act_on_tables
from games.admin.bases import Fieldsets, ModelAdmin, user_id
from games.admin.change_log import ChangeMessage, OnlyRealChanges
from games.admin.impartial import ImpartialAdmin
from games.admin.merge import merge_page_url
from games.admin.read_only import ReadOnlyAdmin
from games.admin.table_form import TableForm
from games.engine.rules.changes import game_and_stakes
from games.history.decisions import decision_lines, names_of_seats
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from games.operations import floor
from games.operations.tables import CHANGED_AT_ONCE
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.house_rule_text import FormGroup
from games.text.house_rules import rules_of_group
from games.text.log_lines import log_line_text
from games.text.refusals import refusal_text


@admin.register(Table)
class TableAdmin(OnlyRealChanges[Table], ImpartialAdmin[Table]):
    """Tables; changes that concern the running game go through the table's inbox."""

    form = TableForm
    list_display = ("name", "currency", "seats", "bots", "is_open", "is_paused", "frozen", "hands", "opened_by")
    list_filter = ("is_open", "is_paused", "frozen", ("opened_by", admin.EmptyFieldListFilter))
    list_select_related = ("opened_by",)
    search_fields = ("name",)
    actions = ("pause", "resume", "close", "thaw", "merge")
    fieldsets = (
        (None, {"fields": ("name", ("game", "structure", "every"))}),
        (_("Stakes"), {"fields": (("big_blind", "small_blind"), ("ante", "ante_kind", "bring_in"))}),
        (
            _("Seats"),
            {
                "fields": (
                    "seats",
                    ("min_buy_in", "max_buy_in"),
                    "bots",
                    "feeds",
                    "new_password",
                    "no_password",
                    "closed_to_watchers",
                )
            },
        ),
        (_("Rake"), {"fields": ("rake",)}),
        (_("House rules"), {"fields": ("preset", *rules_of_group(FormGroup.GENERAL))}),
        (_("Clock"), {"fields": (("turn_seconds", "bank_seconds"), *rules_of_group(FormGroup.CLOCK))}),
        (_("Betting"), {"fields": rules_of_group(FormGroup.BETTING)}),
        (_("Showdown"), {"fields": rules_of_group(FormGroup.SHOWDOWN)}),
        (_("Button and blinds"), {"fields": rules_of_group(FormGroup.BUTTON_AND_BLINDS)}),
        (_("Chips and seat"), {"fields": rules_of_group(FormGroup.CHIPS_AND_SEAT)}),
        (_("Watching and chat"), {"fields": ("watch_delay", *rules_of_group(FormGroup.CHAT))}),
        (_("Lobby"), {"fields": ("sort_order",)}),
        (_("Change"), {"fields": ("reason",)}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Tables are closed, never deleted, since their logs and ledger entries refer to them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Closed tables cannot be changed, and tournament tables only by their director."""
        changeable = obj is None or (obj.closed_at is None and obj.tournament is None)
        return changeable and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> tuple[str, ...]:
        """The number of seats cannot be changed."""
        return ("seats", "admissions") if obj is not None else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).defer("snapshot", "next_snapshot")

    def get_fieldsets(self, request: HttpRequest, obj: Table | None = None) -> Fieldsets:
        """A closed table shows fields of the model, since the form's own fields can only be edited."""
        if obj is not None and not self.has_change_permission(request, obj):
            fieldsets: Fieldsets = ((None, {"fields": ("name", "currency", "seats", "bots", "closed_at", "hands")}),)
        else:
            fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not request.user.has_perm("games.view_admission"):
            return fieldsets
        return [*fieldsets, (_("Players"), {"fields": ("admissions",)})]

    @admin.display(description=_("bars and invitations"))
    def admissions(self, table: Table) -> SafeString:
        """A link to who was barred from the table or invited to it, by whom and why, ended ones included."""
        url = reverse("admin:games_admission_changelist")
        return format_html('<a href="{}?table__id__exact={}">{}</a>', url, table.pk, table.admissions.count())

    def save_model(self, request: HttpRequest, obj: Table, form: TableForm, change: bool) -> None:
        """Opens or changes the table through the api, which alone writes the row."""
        data = form.cleaned_data
        settings = {name: data[name] for name in CHANGED_AT_ONCE}
        if change:
            form.changes = floor.change(
                by=user_id(request),
                table_id=obj.pk,
                why=data["reason"],
                rules=form.rules,
                password=form.password,
                **settings,
            )
            return
        table = api.open_table(rules=form.rules, seats=data["seats"], password=data["new_password"], **settings)
        obj.pk, obj._state.adding = table.pk, False
        changes = [Change("name", "", table.name), *(Change(*one) for one in game_and_stakes(form.rules))]
        record(by=user_id(request), act="table.open", subject=Subject("table", table.pk), changes=changes)

    def construct_change_message(
        self, request: HttpRequest, form: Form, formsets: "Iterable[BaseFormSet[Form]]", add: bool = False
    ) -> ChangeMessage:
        """The changes that were carried out, with old and new values; the floor's decision keeps them as well."""
        if add:
            return [{"added": {}}]
        changes = form.changes if isinstance(form, TableForm) else []
        return [{"changed": {"fields": [change_text(*change) for change in changes]}}] if changes else []

    @admin.action(description=ACTS["pause"].title, permissions=["change"])
    def pause(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Asks for the reason, then pauses the tables."""
        return act_on_tables(request, self.admin_site, "pause", queryset)

    @admin.action(description=ACTS["resume"].title, permissions=["change"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Asks for the reason, then resumes the tables."""
        return act_on_tables(request, self.admin_site, "resume", queryset)

    @admin.action(description=ACTS["close"].title, permissions=["change"])
    def close(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Asks for the reason, then closes the tables."""
        return act_on_tables(request, self.admin_site, "close", queryset)

    @admin.action(description=ACTS["thaw"].title, permissions=["change"])
    def thaw(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Asks for the reason, then lets stopped tables continue."""
        return act_on_tables(request, self.admin_site, "thaw", queryset)

    @admin.action(description=_("Merge into another table…"), permissions=["merge"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Table]) -> HttpResponse | None:
        """Redirects to the page for merging one table."""
        if len(queryset) != 1:
            self.message_user(request, gettext("Select exactly one table: the one to close."), messages.WARNING)
            return None
        return redirect(merge_page_url(queryset[0].pk))

    def has_merge_permission(self, request: HttpRequest) -> bool:
        """Whether this user may merge tables (F1)."""
        return request.user.has_perm("games.add_tablemerge")


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin, ModelAdmin[Decision]):
    """The log of tables in the words of the hand's log: public events only; sealed ones are not even loaded."""

    list_display = ("table", "number", "hand", "created_at", "what")
    list_filter = ("table",)
    fields = ("table", "number", "hand", "created_at", "what", "lines")
    readonly_fields = ("what", "lines")
    list_select_related = ("table",)
    show_full_result_count = False
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        return super().get_queryset(request).defer("sealed")

    @admin.display(description=_("events"))
    def what(self, decision: Decision) -> str:
        """How many events are public and how many are sealed."""
        public = sum(event is not None for event in decision.events)
        return gettext("{public} public, {sealed} sealed").format(public=public, sealed=len(decision.events) - public)

    @admin.display(description=_("in words"))
    def lines(self, decision: Decision) -> str:
        """What the hand's log tells of the decision, one line below the other; "–" for what only the room needs."""
        amounts = AmountFormat.of_currency(decision.table.currency)
        names = names_of_seats(decision, gettext("Seat {number}"))
        return "\n".join(log_line_text(line, amounts) for line in decision_lines(decision, names)) or "–"


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin, ModelAdmin[Order]):
    """The orders in the tables' inboxes and their outcome."""

    list_display = ("table", "kind", "player", "amount", "created_at", "applied_at", "decision", "why_refused")
    list_filter = ("kind", ("refused", admin.EmptyFieldListFilter), "table")
    list_select_related = ("table", "player")
    exclude = ("refused",)
    readonly_fields = ("why_refused",)
    ordering = ("-id",)

    @admin.display(description=_("refused"))
    def why_refused(self, order: Order) -> str:
        """The sentence for the refusal; nothing for an order that was not refused."""
        return refusal_text(order.refused, order.refused_detail) if order.refused else ""


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin, ModelAdmin[Hand]):
    """Finished hands."""

    list_display = ("table", "number", "ended_at", "players", "second_street_players", "pot", "rake", "void")
    list_filter = ("void", "table")
    list_select_related = ("table",)
    show_full_result_count = False


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin, ModelAdmin[ChatLine]):
    """The chat."""

    list_display = ("sent_at", "table", "name", "text")
    list_filter = ("table",)
    search_fields = ("name", "text")
    list_select_related = ("table",)
    ordering = ("-id",)
