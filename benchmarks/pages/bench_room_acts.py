"""What the floor waits for in a large room: its panel, and acts on all tables, shown first and then carried out.

`TABLES=10000 python -m benchmarks.pages.bench_room_acts` measures one size. What its hosts do then is not in it.
"""

import os
from collections.abc import Mapping
from html.parser import HTMLParser
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.pages.bench_lobby import copy_tables
from benchmarks.pages.bench_pages import open_tables
from benchmarks.pages.web_client import empty_room

SIZES = [int(size) for size in os.environ.get("TABLES", "200 1200").split()]
OPENED, RUNS = 50, 3


class Fields(HTMLParser):
    """The hidden fields of a page's forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps the value of a hidden field."""
        named = dict(attrs)
        if tag == "input" and named.get("type") == "hidden":
            self.values.setdefault(named.get("name") or "", []).append(named.get("value") or "")


class Floor:
    """The browser of a floorman, whose requests are timed."""

    def __init__(self) -> None:
        from django.contrib.auth.models import Group
        from django.test import Client

        from pokerroom.models import User
        from pokerroom.roles import FLOORMAN

        user, _ = User.objects.get_or_create(username="floor", defaults={"display_name": "Floor", "is_staff": True})
        user.groups.add(Group.objects.get(name=FLOORMAN))
        self.client: Client = Client(SERVER_NAME="localhost")
        self.client.force_login(user)

    def panel(self) -> tuple[float, int]:
        """Milliseconds and bytes of the panel."""
        self.client.get("/floor/")
        taken = [self._get("/floor/") for _ in range(RUNS)]
        return median(ms for ms, _ in taken), len(taken[0][1])

    def act(self, name: str, **typed: str) -> tuple[float, float]:
        """Milliseconds until an act on all tables is shown, and until it is done."""
        path = f"/floor/room/{name}/"
        form = Fields(self._get(path)[1]).values | {"reason": "Fire alarm", **typed}
        shown, page = self._post(path, form)
        done, _ = self._post(path, Fields(page).values | {"confirmed": "1"}, status=302)
        return shown, done

    def _get(self, path: str) -> tuple[float, str]:
        began = perf_counter()
        answer = self.client.get(path)
        return _checked(answer, 200, perf_counter() - began)

    def _post(self, path: str, form: Mapping[str, object], *, status: int = 200) -> tuple[float, str]:
        began = perf_counter()
        answer = self.client.post(path, form)
        return _checked(answer, status, perf_counter() - began)


def _checked(answer: Any, status: int, seconds: float) -> tuple[float, str]:
    """Milliseconds and the text of an answer; raises RuntimeError for one of another status."""
    # Any: Django's test client answers with a class of its own.
    if answer.status_code != status:
        raise RuntimeError(f"The page answered {answer.status_code}: {answer.content[:2000].decode()}")
    return 1000 * seconds, answer.content.decode()


def measure(tables: int) -> None:
    """Prints the figures of a room of so many tables, none of which has players."""
    from games.models import Order, Table

    copy_tables(tables)
    floor = Floor()
    ms, size = floor.panel()
    print(f"{tables:,} tables; the panel {ms:.0f} ms, {size:,} bytes")
    acts = {"pause": {}, "resume": {}, "announce": {}, "end": {"when": "hand"}}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in acts}
    for _ in range(RUNS):
        for name, typed in acts.items():
            taken[name].append(floor.act(name, **typed))
            # What their hosts would do; a table that closed is open again for the next run.
            Order.objects.update(applied_at="2026-01-01T00:00Z")
            Table.objects.update(is_paused=name == "pause", is_open=True)
    for name, times in taken.items():
        shown, done = (median(one) for one in zip(*times, strict=True))
        print(f"  {name}: shown after {shown:,.0f} ms, done after {done:,.0f} ms")


def main() -> None:
    """Measures rooms of growing size."""
    os.environ.update(STAFF_SECOND_FACTOR="0", STATIC_MANIFEST="0")
    with empty_room():
        open_tables(OPENED)
        for tables in SIZES:
            measure(tables)


if __name__ == "__main__":
    main()
