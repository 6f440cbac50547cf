"""Database tables: tournaments, decisions, orders, entries, tickets, schedules and notices."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.events.kinds import LONGEST_REASON
from games.messaging.codec import from_data
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state.tournament_state import Stage

PERSON = settings.AUTH_USER_MODEL

COMMAND_NAMES = {
    "Pause": _("Pause"),
    "Resume": _("Resume"),
    "PauseForOutage": _("Pause for lost connections"),
    "EndOutage": _("End of the pause for lost connections"),
    "NextLevel": _("Next level"),
    "PreviousLevel": _("Previous level"),
    "BreakNow": _("Break now"),
    "EndBreak": _("End the break"),
    "LiftPenalty": _("Lift the penalty"),
    "TakeBackEnd": _("Take back the end"),
    "SetHandForHand": _("Hand-for-hand"),
    "TellTables": _("Message to the tables"),
    "Warn": _("Warn"),
    "Penalise": _("Penalty"),
    "Disqualify": _("Disqualify"),
    "MovePlayer": _("Move"),
    "BreakTable": _("Break this table"),
    "TakeBackDeferred": _("Take back the pending decision"),
    "OpenDealTalk": _("Stop for a deal"),
    "ProposeDeal": _("Propose a deal"),
    "RefuseDeal": _("No deal"),
    "ConfirmDeal": _("Confirm the deal"),
    "EndNow": _("End it"),
    "ChangeSetup": _("Change the announcement"),
    "ChangeHouseRules": _("Change the rules"),
    "Enter": _("Enter"),
    "Unregister": _("Unregister"),
    "TakeRebuy": _("Re-buy"),
    "DeclineRebuy": _("No re-buy"),
    "TakeAddOn": _("Add-on"),
    "Leave": _("Leave"),
    "ComeBack": _("Come back"),
    "Bust": _("Out of chips"),
    "ReportHand": _("Report of a hand"),
    "ReportVoid": _("Report of a void hand"),
    "VoidHand": _("Void hand"),
    "Tick": pgettext_lazy("tournament", "Clock"),
    "Start": pgettext_lazy("do it", "Start"),
    "AgreeDeal": _("Agree to the deal"),
    "Cancel": _("Cancel with refund"),
}
"""What players, the room and directors ask of a tournament, by the name of the command."""
STAGE_NAMES = {
    Stage.OPEN.value: _("registration is open"),
    Stage.RUNNING.value: _("running"),
    Stage.ENDED.value: _("ended"),
    Stage.CANCELLED.value: _("cancelled"),
}


class Schedule(models.Model):
    """An announcement that is repeated; `next_at` is the start of the next tournament to announce (T1)."""

    class Every(models.TextChoices):
        """How often: by the clock, or as soon as the last tournament has started (sit-and-go)."""

        AGAIN = "again", _("as soon as the last one has started")
        HOUR = "hour", _("every hour")
        DAY = "day", _("every day")
        WEEK = "week", _("every week")

    setup = models.JSONField()
    currency = models.CharField(_("currency"), max_length=8)
    password = models.CharField(max_length=128, blank=True)
    bots = models.PositiveSmallIntegerField(_("house bots"), default=0)
    every = models.CharField(_("how often"), max_length=8, choices=Every.choices)
    next_at = models.DateTimeField(_("next start"), null=True, blank=True)
    ahead = models.PositiveIntegerField(_("minutes announced ahead"), default=24 * 60)
    is_on = models.BooleanField(_("on"), default=True)
    created_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("announced by")
    )

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("schedule")
        verbose_name_plural = _("schedules")

    def __str__(self) -> str:
        return self.announced.name

    @property
    def announced(self) -> Setup:
        """The announcement; its `starts_at` is that of the first tournament."""
        return from_data(Setup, self.setup)


class Tournament(models.Model):
    """A tournament; its decisions define its state, and `snapshot` is the state after decision `snapshot_number`.

    `number` is the last decision, `cursor` the last table report read. For lists it keeps the `pool` in minor units,
    the number of `entrants` and the players `left`. The password is hashed.
    """

    name = models.CharField(_("name"), max_length=60)
    setup = models.JSONField()
    currency = models.CharField(_("currency"), max_length=8)
    password = models.CharField(max_length=128, blank=True)
    bots = models.PositiveSmallIntegerField(_("house bots"), default=0)
    stage = models.CharField(_("stage"), max_length=12, default="open", db_index=True, choices=STAGE_NAMES)
    starts_at = models.DateTimeField(_("start"), null=True, blank=True)
    created_at = models.DateTimeField(_("announced at"), default=timezone.now)
    created_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("announced by")
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    schedule = models.ForeignKey(
        Schedule,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("schedule"),
    )
    frozen = models.BooleanField(_("frozen"), default=False)
    freeze_reason = models.JSONField(default=dict, blank=True)

    number = models.BigIntegerField(_("number of decisions"), default=0)
    snapshot = models.JSONField()
    snapshot_number = models.BigIntegerField(default=0)
    cursor = models.BigIntegerField(default=0)
    owner = models.CharField(_("host"), max_length=64, blank=True)
    lease_until = models.BigIntegerField(default=0)

    entrants = models.PositiveIntegerField(_("entries"), default=0)
    left = models.PositiveIntegerField(_("players left"), default=0)
    pool = models.BigIntegerField(_("prize pool"), default=0)
    late_open = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        permissions: ClassVar = [("direct_tournament", "Can announce and direct tournaments")]
        indexes: ClassVar = [
            models.Index(
                fields=["lease_until"], condition=Q(stage__in=["open", "running"]), name="tournaments_to_lease"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def announced(self) -> Setup:
        """The current announcement."""
        return from_data(Setup, self.setup)


class TournamentDecision(models.Model):
    """The events of one command, numbered for each tournament without gaps; append-only.

    `command` is its name; `by` and `why` are set for commands of the director (F4).
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="decisions", db_index=False, verbose_name=_("tournament")
    )
    number = models.BigIntegerField(_("number"))
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    command = models.CharField(_("command"), max_length=24, choices=COMMAND_NAMES)
    events = models.JSONField(_("events"))
    by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        verbose_name = _("decision of a tournament")
        verbose_name_plural = _("decisions of tournaments")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_decision_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tournaments_decision_number"),
            models.CheckConstraint(condition=Q(by=None) | ~Q(why=""), name="tournaments_decision_why"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number}"


class Ticket(models.Model):
    """An entry of this value won in a satellite; `used_for` once it is spent (T1)."""

    player = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="tickets", verbose_name=_("player"))
    currency = models.CharField(_("currency"), max_length=8)
    amount = models.BigIntegerField(_("amount"))
    from_tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="tickets_won", verbose_name=_("won in")
    )
    used_for = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets_used",
        verbose_name=_("used for"),
    )
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.amount} {self.currency}"


class TournamentOrder(models.Model):
    """An order to a tournament's director, once per key; `amount` minor units are held in the pool for it.

    `kind` is the command's name, `payload` its fields. A `refused` order names the reason, with amounts and names in
    `refused_detail`, and its held amount is paid back. `password` is the hash that a new announcement sets, empty to
    remove it, null to keep it.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="orders", verbose_name=_("tournament")
    )
    kind = models.CharField(_("command"), max_length=24, choices=COMMAND_NAMES)
    payload = models.JSONField(_("details"))
    player = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    amount = models.BigIntegerField(_("amount"), default=0)
    ticket = models.ForeignKey(
        Ticket, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("ticket")
    )
    by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    password = models.CharField(max_length=128, null=True, blank=True)  # noqa: DJ001 - empty removes it, null keeps it
    key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    applied_at = models.DateTimeField(_("applied at"), null=True, blank=True)
    refused = models.CharField(_("refused"), max_length=40, blank=True)
    refused_detail = models.JSONField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("request to a director")
        verbose_name_plural = _("requests to directors")
        indexes: ClassVar = [
            models.Index(
                fields=["tournament"], condition=Q(applied_at=None, refused=""), name="tournaments_order_open"
            ),
            models.Index(fields=["player", "tournament"], name="tournaments_order_player"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(by=None) | ~Q(why=""), name="tournaments_order_why")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.kind}"


class Entry(models.Model):
    """A player of a tournament, updated with its decisions; `prize` in minor units with tickets at their value."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries", db_index=False)
    player = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="tournament_entries")
    bot = models.BooleanField(default=False)
    is_in = models.BooleanField(default=True)
    place = models.PositiveIntegerField(default=0)
    prize = models.BigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="tournaments_entry_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"


class Notice(models.Model):
    """A notice of a tournament to a player, written in the transaction of the decision."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=16)
    detail = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    shown_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["player"], condition=Q(shown_at=None), name="tournaments_notice_unshown"),
            models.Index(fields=["player", "tournament"], name="tournaments_notice_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"
