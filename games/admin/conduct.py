"""Admin pages for moderation: reports, calls for the floor, and chat bans."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.admin.bases import ModelAdmin
from games.admin.of_table import OfTable
from games.admin.read_only import ReadOnlyAdmin
from games.admin.restrictions import RestrictionAdmin
from games.models.conduct import ChatBan, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.hand_reviews import HandReview
from games.models.hands import HandPlayer
from games.models.restrictions import in_force_now


@admin.register(FloorCall)
class FloorCallAdmin(ReadOnlyAdmin, ModelAdmin[FloorCall]):
    """Calls for the floor; they are taken and answered on the floor's pages (F2)."""

    exclude = ("answer_read",)
    list_display = ("created_at", "table", "player", "reason", "taken_by", "answered_by", "answered_at")
    list_filter = (OfTable,)
    list_select_related = ("table", "player", "taken_by", "answered_by")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin, ModelAdmin[Report]):
    """Reports about players; they are judged on the floor's pages (F6)."""

    list_display = ("created_at", "table", "about", "by", "description", "judged_by", "judged_at")
    list_filter = (OfTable,)
    list_select_related = ("table", "about", "by", "judged_by")
    # The lines of the chat name people; the floor's page of a report leaves out who deleted their account.
    exclude = ("chat",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Staff read no report about themselves (F8)."""
        return super().get_queryset(request).exclude(about=request.user.pk)


@admin.register(FloorDecision)
class FloorDecisionAdmin(ReadOnlyAdmin, ModelAdmin[FloorDecision]):
    """The floor's decisions at tables and their reasons (F3)."""

    list_display = ("created_at", "table", "hand", "kind", "by", "reason", "order")
    list_filter = ("kind", OfTable)
    list_select_related = ("table", "by", "order")
    search_fields = ("reason", "by__display_name")


@admin.register(HandReview)
class HandReviewAdmin(ReadOnlyAdmin, ModelAdmin[HandReview]):
    """Looks of the floor at all cards of a hand (H8)."""

    list_display = ("created_at", "hand", "by", "suspicion", "reason")
    list_filter = ("suspicion",)
    list_select_related = ("hand", "by")
    search_fields = ("reason", "by__display_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandReview]:
        """Who played a hand does not learn who suspects them, and of what (H8)."""
        played = HandPlayer.objects.filter(player=request.user.pk).values("hand")
        return super().get_queryset(request).exclude(hand__in=played)


@admin.register(ChatBan)
class ChatBanAdmin(RestrictionAdmin[ChatBan]):
    """Chat bans; players are muted, and may chat again, on the floor's pages."""

    list_display = ("player", "until", "reason", "by", "created_at", "ended_at", "ended_by", "end_reason")
    list_select_related = ("player", "by", "ended_by")
    search_fields = ("player__display_name", "reason")

    def in_force(self) -> Q:
        """Bans that nobody has ended and whose time is not over."""
        return in_force_now()
