"""Template context of every page."""

from functools import cache, partial

from django.conf import settings
from django.http import HttpRequest

from cashier import api as cashier


def room(request: HttpRequest) -> dict[str, object]:
    """`wallet`: a function giving the wallet that the signed-in player used last; None when nobody is signed in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"wallet": None, "demo": settings.DEMO}
    used_last = str(request.session.get(cashier.WALLET_KEY, "")) if hasattr(request, "session") else ""
    return {"wallet": cache(partial(cashier.shown_wallet, user_id=user.pk, wanted=used_last)), "demo": settings.DEMO}
