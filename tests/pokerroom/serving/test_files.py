"""Every file that can be downloaded arrives through the handler that serves the room, as Django's own is not used."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from pokerroom.models import User
from pokerroom.serving.page_handler import PageHandler

HANDS = ("hands/text/", "hands/phh/", "hands/ohh/")


def addresses(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The addresses without arguments below this one."""
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        elif isinstance(pattern, URLPattern) and not set("<(^") & set(address):
            yield address


FILES = [*(one for one in addresses(get_resolver()) if "csv" in one), *HANDS]


def cookie_of_somebody_who_may_read_all() -> bytes:
    client = Client()
    client.force_login(User.objects.create_superuser(username="root", display_name="Root"))
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}".encode()


async def content_of(address: str, cookie: bytes) -> tuple[int, bytes]:
    """Status and content of a file."""
    arriving, sent = asyncio.Queue[Mapping[str, Any]](), list[Mapping[str, Any]]()

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    arriving.put_nowait({"type": "http.request", "body": b""})
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    scope = {"type": "http", "method": "GET", "path": f"/{address}", "query_string": b"", "headers": headers}
    await PageHandler()(scope, arriving.get, send)
    assert [one["more_body"] for one in sent[1:]] == [True] * (len(sent) - 2) + [False]
    return sent[0]["status"], b"".join(one["body"] for one in sent[1:])


def test_there_are_files_of_players_and_staff() -> None:
    assert {"wallet/statement.csv", "office/log/acts.csv", "floor/calls.csv"} < set(FILES)
    assert len(FILES) >= 15


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", FILES)
async def test_a_file_arrives(address: str) -> None:
    cookie = await sync_to_async(cookie_of_somebody_who_may_read_all)()
    status, content = await content_of(address, cookie)
    assert status == 200
    assert address in HANDS or content.startswith(b"\xef\xbb\xbf")
