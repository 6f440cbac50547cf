"""Tournaments and schedules in the admin: stored records, read-only."""

from django.contrib import admin
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.admin.bases import ModelAdmin
from games.admin.read_only import ReadOnlyAdmin
from tournaments.models import Schedule, Ticket, Tournament, TournamentDecision, TournamentOrder
from tournaments.web.text.refusals import refusal_text


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin, ModelAdmin[Tournament]):
    """Tournaments, which are directed on a page of their own."""

    list_display = ("name", "stage", "starts_at", "currency", "entrants", "left", "frozen", "created_by")
    list_filter = ("stage", "frozen", "currency")
    list_select_related = ("created_by",)
    search_fields = ("name",)
    fields = (
        *("name", "stage", "starts_at", "currency", "bots", "entrants", "left", "pool", "number"),
        *("frozen", "owner", "schedule", "created_by", "created_at", "ended_at"),
    )

    def view_on_site(self, obj: Tournament) -> str:
        """The director's page of the tournament."""
        return reverse("tournaments:direct", args=[obj.pk])


@admin.register(TournamentDecision)
class DecisionAdmin(ReadOnlyAdmin, ModelAdmin[TournamentDecision]):
    """The append-only log of decisions."""

    list_display = ("tournament", "number", "created_at", "command", "by", "why")
    list_filter = ("command", ("by", admin.EmptyFieldListFilter))
    list_select_related = ("tournament", "by")
    search_fields = ("tournament__name", "why")
    show_full_result_count = False


@admin.register(TournamentOrder)
class OrderAdmin(ReadOnlyAdmin, ModelAdmin[TournamentOrder]):
    """Orders to directors and their outcome."""

    list_display = ("tournament", "kind", "player", "amount", "by", "why", "created_at", "applied_at", "why_refused")
    list_filter = ("kind", ("refused", admin.EmptyFieldListFilter))
    list_select_related = ("tournament", "player", "by")
    exclude = ("key", "password", "refused")
    readonly_fields = ("why_refused",)
    show_full_result_count = False

    @admin.display(description=_("refused"))
    def why_refused(self, order: TournamentOrder) -> str:
        """The sentence for the refusal; nothing for an order that was not refused."""
        return (
            refusal_text(order.refused, order.refused_detail or {}, currency=order.tournament.currency)
            if order.refused
            else ""
        )


@admin.register(Ticket)
class TicketAdmin(ReadOnlyAdmin, ModelAdmin[Ticket]):
    """Entries won in satellites."""

    list_display = ("player", "amount", "currency", "from_tournament", "used_for", "created_at")
    list_select_related = ("player", "from_tournament", "used_for")
    search_fields = ("player__display_name",)


@admin.register(Schedule)
class ScheduleAdmin(ReadOnlyAdmin, ModelAdmin[Schedule]):
    """Schedules; the page of the schedules switches them on and off and asks why (F3)."""

    list_display = ("__str__", "every", "next_at", "is_on", "created_by")
    list_select_related = ("created_by",)
    fields = ("every", "next_at", "ahead", "bots", "is_on")
