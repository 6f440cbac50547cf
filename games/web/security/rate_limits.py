"""Rate limits of the card room's pages: by account, or by network address for people who are not signed in."""

from django.http import HttpRequest

from games.messaging.rate_limit import Limit, LimitReached, count_attempt, is_reached
from games.web.security.client_address import address_of

MOST_CHIP_ORDERS, CHIP_ORDER_SECONDS = 20, 60


def exceeds_rate_limit(request: HttpRequest, name: str, *, most: int, seconds: int) -> bool:
    """Counts one request under `name`; whether this account has made more than `most` within `seconds`."""
    user = request.user
    return _exceeds(Limit(name, most, seconds), f"account {user.pk}" if user.pk else f"address {address_of(request)}")


def sends_chips_too_often(request: HttpRequest) -> bool:
    """Counts one order for a seat or for chips; whether this account has sent too many."""
    return exceeds_rate_limit(request, "chips", most=MOST_CHIP_ORDERS, seconds=CHIP_ORDER_SECONDS)


def exceeds_address_rate_limit(request: HttpRequest, name: str, *, most: int, seconds: int) -> bool:
    """As `exceeds_rate_limit`, with all requests from one network address counted together."""
    return _exceeds(_of_address(name, most, seconds), address_of(request))


def reaches_address_rate_limit(request: HttpRequest, name: str, *, most: int, seconds: int) -> bool:
    """Whether the next request that `exceeds_address_rate_limit` counts would be one too many; it counts none."""
    return is_reached(_of_address(name, most, seconds), address_of(request))


def _of_address(name: str, most: int, seconds: int) -> Limit:
    return Limit(f"{name}-from-address", most, seconds)


def _exceeds(limit: Limit, who: str) -> bool:
    try:
        count_attempt(limit, who)
    except LimitReached:
        return True
    return False
