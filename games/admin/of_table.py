"""The filter of admin pages by table, which stays short however many tables there have ever been."""

import re
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Table

MOST_OFFERED = 50
TABLE_NUMBER = re.compile(r"[0-9]{1,17}", re.ASCII)


class OfTable(admin.SimpleListFilter):
    """Shows what belongs to one table; offers the open ones, unless they are many, and the one in the address."""

    title = _("table")
    parameter_name = "table"

    # Any: the page may be of any model with a table, which Django's type of this hook cannot say.
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        named = self.value() or ""
        wanted = Q(pk=named) if TABLE_NUMBER.fullmatch(named) else Q(pk=None)
        tables = Table.objects.order_by("sort_order", "name").values_list("pk", "name")
        offered = list(tables.filter(wanted | Q(closed_at=None))[: MOST_OFFERED + 1])
        return [(str(pk), name) for pk, name in (offered if len(offered) <= MOST_OFFERED else tables.filter(wanted))]

    def has_output(self) -> bool:
        # Without output Django would show every table's rows to whoever names one that does not exist.
        return super().has_output() or self.value() is not None

    # Any: the same.
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        named = self.value()
        if named is None:
            return queryset
        return queryset.filter(table=named) if TABLE_NUMBER.fullmatch(named) else queryset.none()
