"""Pages of the admin that are for reading."""

from typing import Any

from django.http import HttpRequest


class ReadOnlyAdmin:
    """No adding, no changing, no deleting, whoever asks."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
