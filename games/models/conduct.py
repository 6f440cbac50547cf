"""Chat lines and chat bans, players' notes about each other, reports to the staff and calls for the floor."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.events.kinds import LONGEST_REASON
from games.models.restrictions import ENDS_TOO_EARLY, NO_REASON, Restriction

LONGEST_CHAT = 200
LONGEST_NOTE = 500
LONGEST_TEXT = 300
PERSON = settings.AUTH_USER_MODEL


class Remark(models.Model):
    """What one player has noted about another, visible to nobody else: a note, a colour, and whether they are muted."""

    class Label(models.TextChoices):
        """The colour of the dot beside the player's name at the table."""

        RED = "red", pgettext_lazy("label", "red")
        ORANGE = "orange", pgettext_lazy("label", "orange")
        GREEN = "green", pgettext_lazy("label", "green")
        BLUE = "blue", pgettext_lazy("label", "blue")
        VIOLET = "violet", pgettext_lazy("label", "violet")

    owner = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="remarks")
    about = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    label = models.CharField(_("label"), max_length=8, blank=True, choices=Label.choices)
    muted = models.BooleanField(_("muted"), default=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "about"], name="games_remark_once"),
            models.CheckConstraint(condition=~Q(owner=F("about")), name="games_remark_other"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}/{self.about_id}"


class Report(models.Model):
    """One player's report about another's chat or play, with the chat around it, for the staff to judge (F6)."""

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("table"))
    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("reported by"))
    about = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("about"))
    description = models.CharField(_("what happened"), max_length=LONGEST_TEXT)
    hand = models.BigIntegerField(_("hand"), default=0)
    chat = models.JSONField(_("chat around it"), default=list)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    judged_at = models.DateTimeField(_("judged at"), null=True, blank=True)
    judged_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("judged by")
    )
    judgement = models.CharField(_("judgement"), max_length=LONGEST_TEXT, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(description=""), name="games_report_description")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.pk}"


class FloorCall(models.Model):
    """A player's call for the floor, pending until it is answered (F2); one of the staff may say that they come."""

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("table"))
    player = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("player"))
    reason = models.CharField(_("what for"), max_length=LONGEST_TEXT)
    hand = models.BigIntegerField(_("hand"), default=0)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    taken_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("taken by")
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("answered by")
    )
    answer = models.CharField(_("answer"), max_length=LONGEST_TEXT, blank=True)
    answer_read = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("call for the floor")
        verbose_name_plural = _("calls for the floor")
        indexes: ClassVar = [
            models.Index(fields=["player", "table"], condition=Q(answer_read=False), name="games_floorcall_unread"),
            models.Index(fields=["id"], condition=Q(answered_at=None), name="games_floorcall_open"),
        ]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(reason=""), name="games_floorcall_reason")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.pk}"


class ChatLine(models.Model):
    """One chat line; `watching` when its author had no seat.

    `covered` is what others read where the line has words that the operator covers, else empty.
    """

    table = models.ForeignKey(
        "games.Table", on_delete=models.PROTECT, related_name="chat_lines", db_index=False, verbose_name=_("table")
    )
    player = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("player"))
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=40)
    text = models.CharField(_("text"), max_length=LONGEST_CHAT)
    covered = models.CharField(_("as others read it"), max_length=LONGEST_CHAT, blank=True, default="", db_default="")
    watching = models.BooleanField(_("watching"), default=False)
    sent_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        indexes: ClassVar = [models.Index(fields=["table", "id"], name="games_chat_table")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.pk}"

    @property
    def shown(self) -> str:
        """What others read."""
        return self.covered or self.text


class HeldChatLine(models.Model):
    """A chat line that mentions cards, held back until the hand is over (F6); it then becomes a `ChatLine`."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    text = models.CharField(max_length=LONGEST_CHAT)
    watching = models.BooleanField(default=False)
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.pk}"


class ChatBan(Restriction):
    """A player whom the staff has banned from chat until a given time, and why."""

    player = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("player"))
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)

    class Meta(Restriction.Meta):
        verbose_name = _("chat ban")
        verbose_name_plural = _("chat bans")
        indexes: ClassVar = [models.Index(fields=["player", "until"], name="games_chatban_until")]
        constraints: ClassVar = [
            *Restriction.Meta.constraints,
            models.CheckConstraint(
                condition=~Q(reason=""), name="games_chatban_reason", violation_error_message=NO_REASON
            ),
            models.CheckConstraint(
                condition=Q(until__gt=F("created_at")),
                name="games_chatban_ends",
                violation_error_message=ENDS_TOO_EARLY,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.until:%Y-%m-%d %H:%M}"
