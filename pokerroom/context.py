"""What every page knows."""

from functools import cache, partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from cashier import api as cashier


def room(request: HttpRequest) -> dict[str, Any]:
    """`wallet`: the signed-in player's balance in minor units (asked only if shown); None for a stranger."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"wallet": None, "demo": settings.DEMO}
    return {"wallet": cache(partial(cashier.balance, user_id=user.pk)), "demo": settings.DEMO}
