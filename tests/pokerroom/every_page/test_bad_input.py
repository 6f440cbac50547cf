"""Whatever is typed into any field or address of the room gets an answer, never a fault."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle
from typing import Any
from urllib.parse import parse_qs

from django.db import transaction
from django.test import Client

from tests.browser_forms import forms_on
from tests.pokerroom.every_page.crawl import shown_pages
from tests.pokerroom.every_page.full_room import FullRoom
from tests.pokerroom.every_page.noted_query import EVERYTHING
from tests.pokerroom.every_page.starts import LATER, VIEWERS

BAD = (
    *("", "x", "-1", "0", "-0", "1,5", "1e999", "nan", "None", "[]", "' OR 1=1", "\u0663"),
    *("99999999999999999999", "9223372036854775808", "1 000 000 000 000 000"),
    *("2026-99-99", "0001-01-01", "9999-12-31", "\x00", "a\x00b", "\u017e" * 3000),
)
"""Numbers beyond every column, dates that are none or the last one, text that no database takes or that is too long."""
ADDRESSES = ("page", "sort", "q", "since", "until", "after", "before", "per", "next", "state", "currency")
"""What addresses carry, where it is not known what is looked up in them."""
REASONS = ("reason", "why")
ENDING = ("sign-out", "accounts/delete")
"""Forms after which nothing else can be tried."""
FAULT = 500


@contextmanager
def undone() -> Iterator[None]:
    """What happens in the block never was."""
    block = transaction.atomic()
    # As in tests of Django: what may not run within another transaction may run within this one.
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)


def tries(room: FullRoom) -> Iterator[tuple[str, str, str, str, dict[str, list[str]]]]:
    """Viewer, method, address, field and what is sent: each field of each form and each part of an address once.

    Of an address the parts that it has and those that the page looks up: no other changes what is shown.
    """
    bad, number, known = cycle(BAD), count(), set[tuple[str, ...]]()
    for page in shown_pages(room, samples=1):
        if page.viewer not in (*VIEWERS, *LATER):
            # A socket's, which has no forms.
            continue
        path, _, query = page.path.partition("?")
        parts = parse_qs(query, keep_blank_values=True)
        names = {*parts, *(page.asked or ())} - {EVERYTHING}
        names |= set(ADDRESSES) if page.asked is None or EVERYTHING in page.asked else set()
        asked = [("get", path, parts, name) for name in sorted(names)]
        for form in forms_on(page.html):
            if not any(ending in form.address for ending in ENDING):
                asked += [(form.method, form.address or page.path, form.values, name) for name in form.values]
        for method, address, values, name in asked:
            key = (method, re.sub(r"\d+", "1", address.partition("?")[0]), name)
            if key not in known:
                known.add(key)
                confirmed = {"confirmed": ["1"]} if next(number) % 2 and method == "post" else {}
                reasons = {one: ["because"] for one in REASONS if one in values}
                yield page.viewer, method, address, name, {**values, **reasons, **confirmed, name: [next(bad)]}


def test_whatever_is_typed_into_any_field_gets_an_answer(full_room: FullRoom) -> None:
    clients: dict[str, Client] = {}
    faults = []
    for viewer, method, address, name, sent in tries(full_room):
        if viewer not in clients:
            clients[viewer] = full_room.client(viewer)
            clients[viewer].raise_request_exception = False
        with undone():
            # Any: a test client's answer has no type of its own.
            answer: Any = getattr(clients[viewer], method)(address, sent)
            if answer.status_code >= FAULT:
                faults.append(f"{viewer} {method} {address} {name}={sent[name]!r:.40}: {answer.exc_info}")
    assert not faults
