"""How often a person may knock at this wing's doors, counted in the shared cache."""

from django.core.cache import cache
from django.http import HttpRequest

from games.web.security.client_address import address_of


def too_often(request: HttpRequest, door: str, *, most: int, seconds: int) -> bool:
    """Counts one knock; whether there were more than `most` within `seconds`."""
    return _counted(f"games.{door}.{request.user.pk or address_of(request)}", most, seconds)


def too_often_from_there(request: HttpRequest, door: str, *, most: int, seconds: int) -> bool:
    """As `too_often`, for all who knock from one network address together."""
    return _counted(f"games.{door}.from.{address_of(request)}", most, seconds)


def _counted(key: str, most: int, seconds: int) -> bool:
    cache.add(key, 0, seconds)
    try:
        return bool(cache.incr(key) > most)
    except ValueError:
        # The count ran out between the two lines.
        return False
