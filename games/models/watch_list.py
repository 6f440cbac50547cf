"""The watch list (F7): flags found in finished hands, the cases that staff make of them, and the thresholds."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.events.kinds import LONGEST_REASON

PERSON = settings.AUTH_USER_MODEL
LONGEST_TEXT = 2000


class WatchCase(models.Model):
    """What staff make of one or several flags; it ends once, with a decision, and is never changed then or deleted."""

    class Decision(models.TextChoices):
        """How a case ended."""

        NOTHING = "nothing", _("nothing to object to")
        WARNED = "warned", _("warned")
        KEPT_APART = "kept_apart", _("kept apart")
        BANNED = "banned", _("banned")

    opened_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("opened by"))
    opened_at = models.DateTimeField(_("opened at"), default=timezone.now)
    assigned_to = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("assigned to")
    )
    decision = models.CharField(_("decision"), max_length=12, blank=True, choices=Decision.choices)
    decision_text = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("ended by")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        permissions: ClassVar = [("work_case", "Can work on cases of the watch list")]
        verbose_name = _("case of the watch list")
        verbose_name_plural = _("cases of the watch list")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None, decision="", decision_text="")
                | (Q(ended_at__isnull=False, ended_by__isnull=False) & ~Q(decision="") & ~Q(decision_text="")),
                name="games_watchcase_ended",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class WatchNote(models.Model):
    """A note of staff in a case; append-only."""

    case = models.ForeignKey(WatchCase, on_delete=models.PROTECT, related_name="notes")
    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=LONGEST_TEXT)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("note in a case")
        verbose_name_plural = _("notes in cases")
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="games_watchnote_text")]

    def __str__(self) -> str:
        return f"{self.case_id}/{self.pk}"


class WatchFlag(models.Model):
    """A reason to look at one or two people, never a verdict; it holds no card.

    `figure` and `threshold` are what the detector of the `kind` says (`games.engine.watch_list.flags`), over the hands
    from `since` to `until`; `hands` are [table, number], newest last. `other` is null where it is about one person; of
    chips that went one way `person` gave them. The search brings a flag up to date until it is part of a case; then
    nothing of it changes, and no flag is ever deleted.
    """

    class Kind(models.TextChoices):
        """What it is about; the values are those of `FlagKind`."""

        CHIP_DUMPING = "chip_dumping", _("chip dumping")
        SOFT_PLAY = "soft_play", _("soft play")
        NUTS = "nuts", _("nuts not bet")
        TOGETHER = "together", _("always together")
        SHARED_DEVICE = "shared_device", _("same device")
        SHARED_ADDRESS = "shared_address", _("same address")
        HIDDEN_CARDS = "hidden_cards", _("play fits hidden cards")
        TIMING = "timing", _("timing of a program")
        NO_PAUSE = "no_pause", _("hours without a pause")

    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices)
    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("person"))
    other = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("and")
    )
    figure = models.PositiveIntegerField(_("figure"))
    threshold = models.PositiveIntegerField(_("threshold"))
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))
    hands = models.JSONField(_("hands"), default=list)
    found_at = models.DateTimeField(_("found at"), default=timezone.now)
    case = models.ForeignKey(
        WatchCase, on_delete=models.PROTECT, related_name="flags", null=True, blank=True, verbose_name=_("case")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "person"], condition=Q(case=None, other=None), name="games_watchflag_once"
            ),
            models.UniqueConstraint(
                fields=["kind", "person", "other"], condition=Q(case=None), name="games_watchflag_pair_once"
            ),
            models.CheckConstraint(condition=Q(other=None) | ~Q(person=F("other")), name="games_watchflag_two_people"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.person_id}"


class WatchThreshold(models.Model):
    """The least figure that is flagged of a kind, where operators chose another than the usual one."""

    kind = models.CharField(_("kind"), max_length=16, choices=WatchFlag.Kind.choices, unique=True)
    value = models.PositiveIntegerField(_("threshold"))

    class Meta:
        verbose_name = _("threshold of the watch list")
        verbose_name_plural = _("thresholds of the watch list")
        constraints: ClassVar = [models.CheckConstraint(condition=Q(value__gte=1), name="games_watchthreshold_least")]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"


class WatchRun(models.Model):
    """One search for flags: how many hands it read, and how many it could not; `night` where the room began it."""

    night = models.DateField(null=True, unique=True)
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    hands = models.PositiveIntegerField(default=0)
    unread = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M}"
