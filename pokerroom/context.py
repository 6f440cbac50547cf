"""Template context of every page."""

from functools import cache, partial

from django.conf import settings
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import get_language_info

from cashier import api as cashier


def languages() -> list[tuple[str, str]]:
    """The room's languages as (code, name in that language)."""
    return [(code, capfirst(get_language_info(code)["name_local"])) for code, _ in settings.LANGUAGES]


def room(request: HttpRequest) -> dict[str, object]:
    """The languages, and whether this is the demo.

    `wallet` is a function giving the wallet that the signed-in player used last; None when nobody is signed in.
    """
    always = {"demo": settings.DEMO, "languages": languages()}
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {**always, "wallet": None}
    used_last = str(request.session.get(cashier.WALLET_KEY, "")) if hasattr(request, "session") else ""
    return {**always, "wallet": cache(partial(cashier.shown_wallet, user_id=user.pk, wanted=used_last))}
