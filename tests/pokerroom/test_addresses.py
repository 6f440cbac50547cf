"""Addresses of pages and sockets: ids that no row can have."""

import re
from collections.abc import Iterable, Iterator

import pytest
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from games.web.api import floor_routes, socket_routes
from tests.sockets import SocketClient
from tournaments.web.consumers import TableBar
from tournaments.web.routing import websocket_urlpatterns

LARGEST = 2**63 - 1
OTHERS = {"slug": "name", "str": "x", "uuid": "00000000-0000-0000-0000-000000000001"}
ID = re.compile(r"<id:\w+>")
OTHER = re.compile(r"<(\w+):\w+>")


def routes_below(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The routes of all pages of the room; the admin's have their own."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        elif not route.startswith("admin/"):
            yield from routes_below(one, route)


def addresses_with_ids(routes: Iterable[str]) -> list[str]:
    """The routes with an id in them, `#` in its place; other parts have samples."""
    return [OTHER.sub(lambda part: OTHERS[part[1]], ID.sub("#", route)) for route in routes if "<id:" in route]


def test_an_id_that_no_row_can_have_is_no_address_of_a_page() -> None:
    routes = list(routes_below(get_resolver()))
    assert [route for route in routes if "<int:" in route] == []
    addresses = addresses_with_ids(routes)
    assert len(addresses) > 90
    for address in addresses:
        for too_large in (LARGEST + 1, 10**26):
            with pytest.raises(Resolver404):
                resolve("/" + address.replace("#", str(too_large)))
        assert resolve("/" + address.replace("#", str(LARGEST)))


def test_an_id_that_no_row_can_have_is_no_address_of_a_socket() -> None:
    sockets = [*socket_routes(TableBar()), *floor_routes(), *websocket_urlpatterns]
    routes = [str(one.pattern) for one in sockets]
    assert [route for route in routes if "<int:" in route] == []
    addresses = addresses_with_ids(routes)
    assert len(addresses) > 4
    for address in addresses:
        assert not any(one.pattern.match(address.replace("#", str(LARGEST + 1))) for one in sockets)
        assert any(one.pattern.match(address.replace("#", str(LARGEST))) for one in sockets)


@pytest.mark.django_db
def test_a_table_with_such_an_id_is_not_found(client: Client) -> None:
    assert client.get(f"/table/{LARGEST + 1}/").status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/ws/none/", "/ws/", "/", f"/ws/table/{LARGEST + 1}/"])
async def test_a_socket_at_an_unknown_address_is_refused_without_a_fault(address: str) -> None:
    from pokerroom.asgi import application

    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    opened, _ = await SocketClient(application, address, headers=headers).connect()
    assert not opened
