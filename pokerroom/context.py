"""Template context of every page."""

from functools import cache, partial

from django.conf import settings
from django.http import HttpRequest

from cashier import api as cashier


def room(request: HttpRequest) -> dict[str, object]:
    """`wallet`: a function giving the signed-in player's balance in minor units; None when nobody is signed in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"wallet": None, "demo": settings.DEMO}
    return {"wallet": cache(partial(cashier.balance, user_id=user.pk)), "demo": settings.DEMO}
