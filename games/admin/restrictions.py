"""Admin pages of restrictions, which the floor's pages impose and end; nothing is changed or deleted here (F3)."""

import re
from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.bases import ModelAdmin
from games.admin.read_only import ReadOnlyAdmin
from games.models.restrictions import IN_FORCE, Restriction

Row = TypeVar("Row", bound=Restriction)
PLAYER_NUMBER = re.compile(r"[0-9]{1,17}")


class InForce(admin.SimpleListFilter):
    """Filters restrictions by whether they are in force."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # Any: see `ConcernsPlayer`.
        self.in_force: Q = model_admin.in_force()
        return [("in_force", gettext("in force")), ("ended", gettext("no longer in force"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> QuerySet[Row]:
        wanted = {"in_force": self.in_force, "ended": ~self.in_force}
        return queryset.filter(wanted.get(self.value() or "", Q()))


class ConcernsPlayer(admin.SimpleListFilter):
    """Shows one player's restrictions, as the link on the player's page does; offered only while it is used."""

    title = _("player")
    parameter_name = "concerns"

    # Any: the page is a RestrictionAdmin of any row, which Django's type of this hook cannot say.
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        self.columns: tuple[str, ...] = model_admin.concerned
        player = self.value() or ""
        if not PLAYER_NUMBER.fullmatch(player):
            return []
        people = get_user_model().objects.filter(pk=player).values_list("pk", "display_name")
        return [(str(pk), name) for pk, name in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> QuerySet[Row]:
        if self.value() is None:
            return queryset
        return queryset.filter(Q(*((column, self.value()) for column in self.columns), _connector=Q.OR))


class RestrictionAdmin(ReadOnlyAdmin, ModelAdmin[Row]):
    """Restrictions past and present; `concerned` are the fields that name players."""

    concerned: tuple[str, ...] = ("player",)
    list_filter: ClassVar[tuple[type[admin.SimpleListFilter] | str, ...]] = (InForce, ConcernsPlayer)

    def in_force(self) -> Q:
        """The rows that are in force now."""
        return IN_FORCE
