"""Finished hands, and the part of each player in them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.tables import Table


class Hand(models.Model):
    """One finished hand, for lists; amounts in minor units.

    `results` are [seat, player, name, won or lost] in the order of seats; `second_street_players` how many of
    them saw the second street. `bots_rake` is what of the rake is attributed to house bots (R5).
    `rules_data` are the rules of this hand; the columns before it are for lists and filters. A `void` hand is in
    nobody's history and kept for auditors (F5).
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="finished_hands", db_index=False, verbose_name=_("table")
    )
    number = models.BigIntegerField(_("number"))
    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"))
    pot = models.BigIntegerField(_("pot"))
    rake = models.BigIntegerField(_("rake"))
    bots_rake = models.BigIntegerField(default=0, editable=False)
    players = models.PositiveSmallIntegerField(_("players"))
    second_street_players = models.PositiveSmallIntegerField(_("players on the second street"))
    board = models.JSONField(_("board"), default=list)
    results = models.JSONField(_("results"), default=list)
    game = models.CharField(_("game"), max_length=12, default="")
    structure = models.CharField(_("structure"), max_length=2, default="")
    small_blind = models.BigIntegerField(_("small blind"), default=0)
    big_blind = models.BigIntegerField(_("big blind"), default=0)
    rules_data = models.JSONField(_("rules"))
    void = models.BooleanField(_("void"), default=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="games_hand_once")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class HandPlayer(models.Model):
    """One player's part in a finished hand (`PlayerStats`); house bots have none.

    `seated_at` is when the player took the seat; the hands of one sitting share it. `rake` is the part of the hand's
    rake that is attributed to the player (R5): these parts and the hand's `bots_rake` sum to the rake.
    """

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="hand_players", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hands_played", db_index=False
    )
    seated_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    net = models.BigIntegerField()
    invested = models.BigIntegerField()
    rake = models.BigIntegerField(default=0)
    entered = models.BooleanField()
    raised = models.BooleanField()
    bets_and_raises = models.PositiveSmallIntegerField()
    calls = models.PositiveSmallIntegerField()
    saw_second_street = models.BooleanField()
    showdown = models.BooleanField()
    won_showdown = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["-hand_id"]
        verbose_name = _("hand of a player")
        verbose_name_plural = _("hands of players")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "hand"], name="games_handplayer_once")]

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.player_id}"
