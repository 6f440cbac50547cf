"""Admin pages that only show rows."""

from typing import TYPE_CHECKING, Any, TypeAlias

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    # Any: the pages may be of any model.
    Base: TypeAlias = admin.ModelAdmin[Any]
else:
    Base = object


class ReadOnlyAdmin(Base):
    """Forbids adding, changing and deleting, whatever the user's permissions, and filters by hidden fields."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # Django allows a filter by any field of the row: a hash that no page shows could be found out bit by bit.
        return lookup.partition("__")[0] in self._shown(request) and super().lookup_allowed(lookup, value, request)

    def _shown(self, request: HttpRequest) -> set[object]:
        """The names of the fields that these pages show or offer as filters."""
        shown: set[object] = {"pk", "id", *self.get_list_display(request)}
        shown.update(flatten_fieldsets(self.get_fieldsets(request)))
        for one in self.get_list_filter(request):
            shown.add(one[0] if isinstance(one, tuple) else getattr(one, "parameter_name", one))
        return shown
