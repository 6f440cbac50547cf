"""Tables, their decisions and inboxes, the seats at them, departures and notices."""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.rules.rules import Rules
from games.models.names import NO_NAME, comparison_key

FEWEST_SEATS, MOST_SEATS = 2, 10
CHIPS = "CHIPS"
"""The currency of tournament tables, at which no money is played for."""
LONGEST_DELAY = 600
"""Seconds."""


def title_of(name: str, *, tournament: bool) -> str:
    """A table's name as people read it: without the number that tells tournaments of one name apart."""
    return name.rpartition(" (#")[0] or name if tournament else name


class Table(models.Model):
    """One table: its settings, the host that runs it, and its snapshots; amounts in minor units, 0 = no limit.

    The decisions are the truth about the game. `snapshot` is the state after the decision `snapshot_number`, and
    `next_snapshot` is the state one hand later; both are taken between hands, so they hold no hidden card. Tables are
    loaded from the earlier one, so that the last hand can still be shown after a restart (H4). The averages are for
    the lobby only. `opened_by` is the player whose own table it is (K10); `empty_since` is null while anybody sits.
    `tournament` is the id of the table's tournament, null for a cash table; tournament chips are in no ledger. `feeds`
    is the main table of a must-move table (K8). `when_empty` are changes that wait until nobody sits here, as
    `games.operations.waiting_changes` writes them. At `closes_at` the table closes by itself. `no_people_since` is null
    while a person sits. `most_alike` is up to how many tables, this one among them, are open when all like it are full,
    0 = no others; those are `opened_for` it, and close when nobody sat there for its `empty_minutes`, 0 = never. No two
    open tables have the same `name_key`. While nothing goes on at a table it is `asleep`, and its host has not loaded
    it; a new table is.
    """

    name = models.CharField(_("name"), max_length=40)
    name_key = models.TextField(editable=False)
    currency = models.CharField(_("currency"), max_length=8)
    rules_data = models.JSONField(_("rules"))
    seats = models.PositiveSmallIntegerField(_("seats"), default=9)
    min_buy_in = models.BigIntegerField(_("minimum buy-in"), default=0)
    max_buy_in = models.BigIntegerField(_("maximum buy-in"), default=0)
    password = models.CharField(_("password"), max_length=128, blank=True)
    bots = models.PositiveSmallIntegerField(_("house bots"), default=0)
    watch_delay = models.PositiveSmallIntegerField(
        _("delay for watchers"), default=0, validators=[MaxValueValidator(LONGEST_DELAY)]
    )
    sort_order = models.IntegerField(_("position in the lobby"), default=0)
    tournament = models.PositiveBigIntegerField(_("tournament"), null=True, blank=True, db_index=True, editable=False)

    feeds = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="feeders",
        verbose_name=_("must-move table of"),
        help_text=_("When a seat opens there, the player who has sat here longest moves to it with their whole stack."),
    )

    when_empty = models.JSONField(null=True, blank=True, editable=False)

    is_open = models.BooleanField(_("open"), default=True)
    is_paused = models.BooleanField(_("paused"), default=False)
    frozen = models.BooleanField(_("frozen"), default=False)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes at"), null=True, blank=True)

    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="own_tables",
        verbose_name=_("opened by"),
    )
    opened_for = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="opened_alike",
        verbose_name=_("opened when this one was full"),
    )
    most_alike = models.PositiveSmallIntegerField(_("tables alike at most"), default=0)
    empty_minutes = models.PositiveSmallIntegerField(_("minutes until an empty one closes"), default=0)
    closed_to_watchers = models.BooleanField(_("closed to watchers"), default=False)
    empty_since = models.DateTimeField(null=True, blank=True, default=timezone.now)
    no_people_since = models.DateTimeField(null=True, blank=True, default=timezone.now)

    owner = models.CharField(max_length=64, blank=True)
    lease_until = models.BigIntegerField(default=0)
    # A version that knows no sleep may have opened the table and dealt, so it is loaded once.
    asleep = models.BooleanField(default=True, db_default=False, editable=False)

    snapshot = models.JSONField()
    snapshot_number = models.BigIntegerField(default=0)
    next_snapshot = models.JSONField()
    next_snapshot_number = models.BigIntegerField(default=0)

    hands = models.BigIntegerField(_("hands played"), default=0)
    average_pot = models.BigIntegerField(default=0)
    average_second_street_permille = models.PositiveSmallIntegerField(default=0)
    average_hand_ms = models.BigIntegerField(default=0)
    last_hand_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["sort_order", "name"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes: ClassVar = [
            models.Index(fields=["lease_until"], condition=Q(closed_at=None), name="games_table_lease"),
            models.Index(fields=["owner", "asleep"], condition=Q(closed_at=None), name="games_table_owner"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name_key"],
                condition=Q(closed_at=None),
                name="games_table_name_once",
                violation_error_message=_("There is already a table with this name."),
            ),
            models.CheckConstraint(
                condition=Q(seats__gte=FEWEST_SEATS, seats__lte=MOST_SEATS),
                name="games_table_seats",
                violation_error_message=_("A table has 2 to 10 seats."),
            ),
            models.CheckConstraint(
                condition=Q(min_buy_in__gte=0, max_buy_in__gte=0)
                & (Q(max_buy_in=0) | Q(max_buy_in__gte=F("min_buy_in"))),
                name="games_table_buy_in",
                violation_error_message=_("The maximum buy-in must not be below the minimum."),
            ),
            models.CheckConstraint(
                condition=Q(bots__lte=F("seats")),
                name="games_table_bots",
                violation_error_message=_("There can't be more house bots than seats."),
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(is_open=False),
                name="games_table_closed",
                violation_error_message=_("This table is closed."),
            ),
            models.CheckConstraint(
                condition=~Q(feeds=F("id")),
                name="games_table_feeds",
                violation_error_message=_("A table can't be its own must-move table."),
            ),
            models.CheckConstraint(
                condition=Q(opened_for=None) | Q(most_alike=0),
                name="games_table_alike",
                violation_error_message=_("A table that was opened because another was full opens no others."),
            ),
            models.CheckConstraint(condition=~Q(name_key=""), name="games_table_name", violation_error_message=NO_NAME),
        ]

    def __str__(self) -> str:
        return self.name

    # Any: whatever Django's own method takes.
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves the row, and with a name its key."""
        fields = kwargs.get("update_fields")
        if fields is None or "name" in fields:
            self.name_key = comparison_key(self.name)
            kwargs["update_fields"] = None if fields is None else {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def title(self) -> str:
        """The name as people read it."""
        return title_of(self.name, tournament=bool(self.tournament))

    @property
    def rules(self) -> Rules:
        """How the table plays from the next hand on."""
        # Asked for again and again while one request is answered; other data are another object.
        kept: tuple[object, Rules] | None = self.__dict__.get("_kept_rules")
        if kept is None or kept[0] is not self.rules_data:
            kept = self.__dict__["_kept_rules"] = self.rules_data, Rules.from_data(self.rules_data)
        return kept[1]


class Decision(models.Model):
    """The events of one command, numbered per table without gaps; never changed.

    `events` has null where an event holds hidden cards; those are in `sealed`. `hand` is the last hand begun.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="decisions", db_index=False, verbose_name=_("table")
    )
    number = models.BigIntegerField(_("number"))
    hand = models.BigIntegerField(_("hand"), default=0)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    events = models.JSONField(_("events"))
    sealed = models.BinaryField(null=True)

    class Meta:
        ordering: ClassVar = ["table", "number"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        indexes: ClassVar = [models.Index(fields=["table", "hand"], name="games_decision_hand")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="games_decision_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_decision_number"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Orders(models.QuerySet["Order"]):
    """Orders, with the usual filters."""

    def unanswered(self) -> "Orders":
        """Orders that have been neither applied nor refused."""
        return self.filter(applied_at=None, refused="")

    def for_seats(self) -> "Orders":
        """Unanswered orders by which somebody is about to sit down."""
        return self.unanswered().filter(kind=Order.Kind.TAKE_SEAT)


class Order(models.Model):
    """An order to a table, applied exactly once or refused with its chips returned.

    `amount` is held in escrow for it, in minor units, and belongs to `player`.
    """

    class Kind(models.TextChoices):
        """What is ordered; each kind is one command of the engine."""

        TAKE_SEAT = "take_seat", _("take a seat")
        ADD_CHIPS = "add_chips", _("add chips")
        REFILL = "refill", _("choose automatic top-ups")
        MOVE = "move", _("move to another table")
        CHANGE_RULES = "change_rules", _("change the rules")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        CLOSE = "close", _("close")
        KEEP_OPEN = "keep_open", _("call off a closing")
        SEAT_ENTRANT = "seat_entrant", _("seat an entrant")
        TAKE_AWAY = "take_away", _("remove a player")
        SET_CHIPS = "set_chips", _("set a stack")
        GIVE_CHIPS = "give_chips", _("give chips")
        SHOW_RACE = "show_race", _("show a chip race")
        HOLD_HANDS = "hold_hands", _("hold the next hands")
        DEAL_HAND = "deal_hand", _("deal one hand")
        SET_ABSENT = "set_absent", _("mark as away")
        PENALISE = "penalise", _("give a penalty")
        PENALTY_TIME = "penalty_time", _("show the time of a penalty")
        VOID_HAND = "void_hand", _("void the hand")
        REMOVE = "remove", _("take a seat away")
        KEEP_SEAT = "keep_seat", _("leave a player the seat")
        STAND_UP = "stand_up", _("give up a seat after the hand")
        SEAT_OUT = "seat_out", _("have a player sit out or play again")
        WARN = "warn", _("warn a player")
        ANNOUNCE = "announce", _("announce")
        CLEAR_LOG = "clear_log", _("clear the log")

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="orders", db_index=False, verbose_name=_("table")
    )
    kind = models.CharField(_("order"), max_length=12, choices=Kind.choices)
    payload = models.JSONField(_("details"), default=dict)
    key = models.CharField(_("key"), max_length=80, unique=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="table_orders",
        verbose_name=_("player"),
    )
    amount = models.BigIntegerField(_("amount"), default=0)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    applied_at = models.DateTimeField(_("applied at"), null=True, blank=True)
    decision = models.BigIntegerField(_("decision"), null=True, blank=True)
    refused = models.CharField(_("refused"), max_length=40, blank=True)
    refused_detail = models.JSONField(default=dict, editable=False)

    objects = Orders.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        indexes: ClassVar = [
            models.Index(fields=["table", "id"], name="games_order_table"),
            models.Index(fields=["table", "id"], condition=Q(applied_at=None, refused=""), name="games_order_inbox"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(applied_at=None) | Q(refused=""), name="games_order_one_end"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="games_order_amount"),
            models.CheckConstraint(condition=Q(amount=0) | Q(player__isnull=False), name="games_order_whose"),
        ]

    def __str__(self) -> str:
        return self.key


class Seat(models.Model):
    """A taken seat, written in the transaction of the decision that changes it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="taken_seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="table_seats")
    name = models.CharField(max_length=40)
    bot = models.BooleanField(default=False)
    seated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["table", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="games_seat_once"),
            models.UniqueConstraint(fields=["table", "player"], name="games_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"


class Departure(models.Model):
    """The chips a player left a table with, so that a player who returns brings the same amount (K7).

    `game` is the `game_key` of the game and stakes; `returned_at` is when the player sat down at such a table again.
    `carried` are the player's `CarriedBlinds` by name, empty without any and once another table has taken them over.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    game = models.CharField(max_length=64)
    chips = models.BigIntegerField()
    carried = models.JSONField(default=dict)
    left_at = models.DateTimeField()
    returned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["player", "game"], condition=Q(returned_at=None), name="games_departure_open")
        ]
        constraints: ClassVar = [models.CheckConstraint(condition=Q(chips__gt=0), name="games_departure_chips")]

    def __str__(self) -> str:
        return f"{self.player_id} left {self.table_id}"


class Notice(models.Model):
    """A notice to a player about a table or, without one, the room; `shown_at` is null until it was shown."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    code = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    shown_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["player"], condition=Q(shown_at=None), name="games_notice_unshown")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.code}"
