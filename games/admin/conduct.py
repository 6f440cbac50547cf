"""Admin pages for moderation: reports, calls for the floor, and chat bans."""

from collections.abc import Iterator

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_user_model
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import Subject, record
from backoffice.web.api import ReasonField
from games.admin.bases import CleanedData, FilterChoice, ModelAdmin, user_id
from games.admin.impartial import ImpartialAdmin, ImpartialForm
from games.admin.read_only import ReadOnlyAdmin
from games.admin.restrictions import Logged, RestrictionAdmin, RestrictionForm
from games.models.conduct import LONGEST_TEXT, ChatBan, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.restrictions import in_force_now
from games.operations import floor, impartiality


class Pending(admin.SimpleListFilter):
    """A filter that shows open cases by default."""

    title = _("state")
    parameter_name = "state"
    done_field = ""

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Model]) -> list[tuple[str, str]]:
        return [("done", gettext("done"))]

    def choices(self, changelist: ChangeList) -> Iterator[FilterChoice]:
        first, *others = super().choices(changelist)
        yield {**first, "display": _("waiting")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        return queryset.filter(**{f"{self.done_field}__isnull": self.value() != "done"})


class PendingCalls(Pending):
    """Filters calls by whether they are answered."""

    done_field = "answered_at"


class PendingReports(Pending):
    """Filters reports by whether they are judged."""

    done_field = "judged_at"


class PlayerWrittenAdmin:
    """Rows written by players; staff add their own part once and delete nothing."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class AnswerForm(ImpartialForm[FloorCall]):
    """The floor's answer to a call."""

    answer = ReasonField(label=_("answer"), max_length=LONGEST_TEXT)

    def check_impartial(self, data: CleanedData) -> bool:
        return impartiality.check_not_playing(self.by, table_id=self.instance.table_id)


class JudgementForm(ImpartialForm[Report]):
    """The staff's judgement of a report."""

    judgement = ReasonField(label=_("judgement"), max_length=LONGEST_TEXT)

    def check_impartial(self, data: CleanedData) -> bool:
        plays_there = impartiality.check_not_playing(self.by, table_id=self.instance.table_id)
        return impartiality.check_no_opponent(self.by, self.instance.by_id, self.instance.about_id) or plays_there


class ChatBanForm(RestrictionForm[ChatBan]):
    """A chat ban."""

    def check_impartial(self, data: CleanedData) -> bool:
        player = data["player"].pk if "player" in data else self.instance.player_id
        return impartiality.check_no_opponent(self.by, player)


@admin.register(FloorCall)
class FloorCallAdmin(PlayerWrittenAdmin, ImpartialAdmin[FloorCall]):
    """Calls for the floor; the player sees the answer at the table (F2)."""

    form = AnswerForm
    list_display = ("created_at", "table", "player", "reason", "answered_by", "answered_at")
    list_filter = (PendingCalls, "table")
    list_select_related = ("table", "player", "answered_by")
    fields = ("table", "hand", "player", "created_at", "reason", "answer", "answered_by", "answered_at")
    readonly_fields = ("table", "hand", "player", "created_at", "reason", "answered_by", "answered_at")

    def has_change_permission(self, request: HttpRequest, obj: FloorCall | None = None) -> bool:
        """An answered call cannot be changed."""
        unanswered = obj is None or obj.answered_at is None
        return unanswered and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: FloorCall, form: AnswerForm, change: bool) -> None:
        floor.answer_call(call=obj, by=user_id(request), answer=form.cleaned_data["answer"])


@admin.register(Report)
class ReportAdmin(PlayerWrittenAdmin, ImpartialAdmin[Report]):
    """Reports about players, with the chat around them (F6)."""

    form = JudgementForm
    list_display = ("created_at", "table", "about", "by", "description", "judged_by", "judged_at")
    list_filter = (PendingReports, "table")
    list_select_related = ("table", "about", "by", "judged_by")
    fields = (
        *("table", "hand", "about", "by", "created_at", "description", "chat_lines"),
        *("judgement", "judged_by", "judged_at"),
    )
    readonly_fields = tuple(name for name in fields if name != "judgement")

    @admin.display(description=_("chat around it"))
    def chat_lines(self, report: Report) -> str:
        """The chat lines of the report, one below the other."""
        gone = get_user_model().objects.filter(
            pk__in={player for _, player, *_ in report.chat}, deleted_at__isnull=False
        )
        names = dict(gone.values_list("pk", "display_name"))
        return "\n".join(f"{at} {names.get(player, name)}: {text}" for at, player, name, text in report.chat)

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """A judged report cannot be changed."""
        return (obj is None or obj.judged_at is None) and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Report, form: JudgementForm, change: bool) -> None:
        """Judges the report; the first judgement stands."""
        by, judgement = user_id(request), form.cleaned_data["judgement"]
        waiting = Report.objects.filter(pk=obj.pk, judged_at=None)
        if waiting.update(judgement=judgement, judged_by_id=by, judged_at=timezone.now()):
            subject = Subject("report", obj.pk)
            record(by=by, act="report.judged", subject=subject, about=obj.about_id, reason=judgement, own=form.own)


@admin.register(FloorDecision)
class FloorDecisionAdmin(ReadOnlyAdmin, ModelAdmin[FloorDecision]):
    """The floor's decisions at tables and their reasons (F3)."""

    list_display = ("created_at", "table", "hand", "kind", "by", "reason", "order")
    list_filter = ("kind", "table")
    list_select_related = ("table", "by", "order")
    search_fields = ("reason", "by__display_name")


@admin.register(ChatBan)
class ChatBanAdmin(RestrictionAdmin[ChatBan]):
    """Chat bans; a longer ban is a new one."""

    form = ChatBanForm
    imposed = ("player", "until", "reason")
    list_display = ("player", "until", "reason", "by", "created_at", "ended_at", "ended_by", "end_reason")
    list_select_related = ("player", "by", "ended_by")
    search_fields = ("player__display_name", "reason")
    raw_id_fields = ("player",)

    def logged(self, obj: ChatBan) -> Logged:
        return Logged("chat_ban", Subject("person", obj.player_id), obj.player_id, obj.until)

    def in_force(self) -> Q:
        """Bans that nobody has ended and whose time is not over."""
        return in_force_now()
