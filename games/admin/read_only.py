"""Admin pages that only show rows."""

from typing import Any

from django.http import HttpRequest


class ReadOnlyAdmin:
    """Forbids adding, changing and deleting, whatever the user's permissions."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
