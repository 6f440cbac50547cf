"""Admin pages that only show rows."""

from django.db.models import Model
from django.http import HttpRequest


class ReadOnlyAdmin:
    """Forbids adding, changing and deleting, whatever the user's permissions."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
