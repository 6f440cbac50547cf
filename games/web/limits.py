"""How often a person may knock at this wing's doors, counted in the shared cache."""

from django.core.cache import cache
from django.http import HttpRequest


def too_often(request: HttpRequest, door: str, *, most: int, seconds: int) -> bool:
    """Counts one knock; whether there were more than `most` within `seconds`."""
    who = request.user.pk or request.META.get("REMOTE_ADDR", "")
    key = f"games.{door}.{who}"
    cache.add(key, 0, seconds)
    try:
        return bool(cache.incr(key) > most)
    except ValueError:
        # The count ran out between the two lines.
        return False
