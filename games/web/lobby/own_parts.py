"""A context processor: what every page shows of the signed-in player besides its subject."""

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.session_bar import session_fragment


def own_parts(request: HttpRequest) -> dict[str, object]:
    """Provides `my_strip` and `my_session`, functions giving the HTML of the player's tables and session.

    They are absent for visitors who are not signed in.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    language = str(get_language())
    return {
        "my_strip": lambda: SafeString(my_strip_fragment(user, language)),
        "my_session": lambda: SafeString(session_fragment(user, language)),
    }
