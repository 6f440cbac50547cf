"""Templates of tables, and the marks by which a form of the staff acts once."""

from typing import ClassVar

from django.conf import settings as room
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.names import NO_NAME, comparison_key


class OperatorsPlan(models.Model):
    """What operators keep under a `name` to open tables by; retired ones are kept for the log.

    No two of a kind in use have the same `name_key`, as the constraints of each kind say.
    """

    name: "models.CharField[str, str]"
    name_key = models.TextField(editable=False)
    made_by = models.ForeignKey(
        room.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name

    def set_name(self, name: str) -> None:
        """Gives it a name, and with it the key by which names are compared."""
        self.name, self.name_key = name, comparison_key(name)


class TableTemplate(OperatorsPlan):
    """The settings of a kind of table, to open tables from: `settings` is what `TableSettings.to_data` writes."""

    name = models.CharField(_("name"), max_length=40)
    settings = models.JSONField(_("settings"))

    class Meta(OperatorsPlan.Meta):
        verbose_name = _("template")
        verbose_name_plural = _("templates")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name_key"], condition=Q(retired_at=None), name="games_template_name_once"),
            models.CheckConstraint(
                condition=~Q(name_key=""), name="games_template_name", violation_error_message=NO_NAME
            ),
        ]


class CarriedOut(models.Model):
    """The key of a form of the staff that was carried out, so that a second submit does nothing."""

    key = models.CharField(max_length=80, primary_key=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key
