"""Waiting lists, bars and invitations, the limits of players' own tables, and the lobby's news."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.compiled_query import CompiledQuery
from games.engine.events.kinds import LONGEST_REASON
from games.engine.rules.variants import CATALOGUE
from games.models.restrictions import ENDS_TOO_EARLY, IN_FORCE, NO_REASON, Restriction


class WaitingEntry(models.Model):
    """One player in the waiting list of a table or of a kind of table (`TableKind.code`), ordered by `rank`.

    A call reserves a seat at `called_to` until `call_until` (K9). Ended entries are kept for the floor, and `end_seen`
    says whether the player has seen why the waiting ended.
    """

    class Ended(models.TextChoices):
        """How the waiting ended."""

        SEATED = "seated", _("seated")
        LEFT = "left", _("left the list")
        MISSED = "missed", _("missed two calls")
        CLOSED = "closed", _("the table was closed")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="waiting", verbose_name=_("player")
    )
    table = models.ForeignKey(
        "games.Table", null=True, blank=True, on_delete=models.CASCADE, related_name="waiting", verbose_name=_("table")
    )
    kind = models.CharField(_("game and stakes"), max_length=80, blank=True)
    rank = models.BigIntegerField(_("rank"), default=0)
    away = models.BooleanField(_("away"), default=False)
    misses = models.PositiveSmallIntegerField(_("missed calls"), default=0)
    called_to = models.ForeignKey(
        "games.Table",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="calls",
        verbose_name=_("called to"),
    )
    call_until = models.DateTimeField(_("called until"), null=True, blank=True)
    joined_at = models.DateTimeField(_("since"), default=timezone.now)
    ended = models.CharField(_("ended"), max_length=8, blank=True, choices=Ended.choices)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    end_seen = models.BooleanField(_("end was shown"), default=True)

    class Meta:
        ordering: ClassVar = ["rank", "pk"]
        verbose_name = _("place in a waiting list")
        verbose_name_plural = _("waiting lists")
        indexes: ClassVar = [
            models.Index(fields=["player"], condition=Q(ended="") | Q(end_seen=False), name="games_waiting_player"),
            models.Index(fields=["kind"], condition=Q(ended="", table=None), name="games_waiting_kind"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(ended="", table__isnull=False), name="games_waiting_table_once"
            ),
            models.UniqueConstraint(
                fields=["kind", "player"], condition=Q(ended="", table=None), name="games_waiting_kind_once"
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False, kind="") | (Q(table=None) & ~Q(kind="")), name="games_waiting_for_one"
            ),
            models.CheckConstraint(
                condition=Q(called_to=None, call_until=None)
                | Q(called_to__isnull=False, call_until__isnull=False, ended=""),
                name="games_waiting_call",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}@{self.table_id or self.kind}"


class SeparatedPlayers(Restriction):
    """Two players who may not sit at the same table (K12); only staff see the reason."""

    one = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("other player")
    )
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, help_text=_("Only staff see it."))

    class Meta(Restriction.Meta):
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints: ClassVar = [
            *Restriction.Meta.constraints,
            models.UniqueConstraint(
                Least("one", "other"),
                Greatest("one", "other"),
                condition=IN_FORCE,
                name="games_apart_once",
                violation_error_message=_("These two players are kept apart already."),
            ),
            models.CheckConstraint(
                condition=~Q(one=F("other")),
                name="games_apart_two",
                violation_error_message=_("Choose two different players."),
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="games_apart_reason", violation_error_message=NO_REASON
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"


class AccountApproval(models.Model):
    """Staff approved an account for games that ask for it, or took the approval back; append-only, the last row counts.

    A game asks for it by its house rule `staff_approval` (K15).
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="approvals", verbose_name=_("player")
    )
    approved = models.BooleanField(_("approved"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("approval of an account")
        verbose_name_plural = _("approvals of accounts")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="games_approval_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.approved}"


ADMITTED_ALREADY = _("This player is barred from this table or invited to it already.")


class Admission(Restriction):
    """A player barred from a table or invited to it; a table with invitations admits invited players only (K12).

    A bar may end by itself at `until`; an invitation may not, for the end of the last one would open the table to all.
    """

    class Kind(models.TextChoices):
        """Whether the player is barred or invited."""

        BARRED = "barred", _("barred")
        INVITED = "invited", _("invited")

    table = models.ForeignKey(
        "games.Table", on_delete=models.PROTECT, related_name="admissions", verbose_name=_("table")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    kind = models.CharField(_("is"), max_length=8, choices=Kind.choices)
    until = models.DateTimeField(
        _("until"),
        null=True,
        blank=True,
        help_text=_("Leave empty for no end: it then stays in force until staff end it."),
    )
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, help_text=_("Only staff see it."))

    class Meta(Restriction.Meta):
        verbose_name = _("bar or invitation")
        verbose_name_plural = _("bars and invitations")
        constraints: ClassVar = [
            *Restriction.Meta.constraints,
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=IN_FORCE & Q(until=None),
                name="games_admission_once",
                violation_error_message=ADMITTED_ALREADY,
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(kind="barred"),
                name="games_admission_ends_bar",
                violation_error_message=_("An invitation has no end: end it yourself when its time has come."),
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=F("created_at")),
                name="games_admission_ends",
                violation_error_message=ENDS_TOO_EARLY,
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="games_admission_reason", violation_error_message=NO_REASON
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}@{self.table_id}"


def all_games() -> list[str]:
    """All games; players may open tables of them until the operator chooses fewer."""
    return list(CATALOGUE)


class PlayerTableLimits(models.Model):
    """The limits of players' own tables (K10); one row, amounts in minor units of `currency`."""

    allowed = models.BooleanField(_("players may open tables"), default=True)
    games = models.JSONField(_("games"), default=all_games)
    currency = models.CharField(_("currency"), max_length=8, default="PLAY")
    min_stakes = models.BigIntegerField(_("minimum big blind or lower limit"), default=1_00)
    max_stakes = models.BigIntegerField(_("maximum big blind or lower limit"), default=100_00)
    min_buy_in_blinds = models.PositiveIntegerField(_("lowest minimum buy-in, in big blinds"), default=20)
    max_buy_in_blinds = models.PositiveIntegerField(_("highest maximum buy-in, in big blinds"), default=500)
    max_per_player = models.PositiveSmallIntegerField(_("open tables per player"), default=2)
    max_in_room = models.PositiveSmallIntegerField(_("open tables of all players together"), default=50)
    close_after_minutes = models.PositiveIntegerField(
        _("minutes a table may stay empty"),
        default=30,
        help_text=_("The table closes by itself after it has been empty for this long."),
    )
    takes_rake = models.BooleanField(_("takes rake"), default=True)

    class Meta:
        verbose_name = _("limits of players' own tables")
        verbose_name_plural = _("limits of players' own tables")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(min_stakes__gte=1, max_stakes__gte=F("min_stakes")),
                name="games_own_stakes",
                violation_error_message=_("The minimum stakes must be above zero and not above the maximum."),
            ),
            models.CheckConstraint(
                condition=Q(min_buy_in_blinds__gte=1, max_buy_in_blinds__gte=F("min_buy_in_blinds")),
                name="games_own_blinds",
                violation_error_message=_("The minimum buy-in must be above zero and not above the maximum."),
            ),
        ]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)

    @classmethod
    def current(cls) -> "PlayerTableLimits":
        """The limits in force: the defaults until the operator has set any."""
        return _LIMITS.first() or cls()


_LIMITS = CompiledQuery(lambda: PlayerTableLimits.objects.order_by("pk")[:1])


class LobbyNews(models.Model):
    """A line of news that the lobby shows from `starts_at` to `ends_at`; `texts` is the text by language code."""

    texts = models.JSONField(default=dict)
    starts_at = models.DateTimeField(_("from"), default=timezone.now)
    ends_at = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Leave empty to show it until it is removed.")
    )

    class Meta:
        ordering: ClassVar = ["-starts_at", "-pk"]
        verbose_name = _("news")
        verbose_name_plural = _("news")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=F("starts_at")),
                name="games_news_ends",
                violation_error_message=_("The end must be after the beginning."),
            )
        ]

    def __str__(self) -> str:
        return next((text for text in self.texts.values() if text), "")[:60]
