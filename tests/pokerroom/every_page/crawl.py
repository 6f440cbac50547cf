"""What each viewer sees who follows every link of the room."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Any, NamedTuple

from django.urls import Resolver404, resolve

from games.engine.views.visibility import own_view, public_view
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from pokerroom.page_language import HEADER
from tests.pokerroom.every_page.full_room import FullRoom
from tests.pokerroom.every_page.noted_query import noted_queries
from tests.pokerroom.every_page.starts import LATER, VIEWERS, forms_of, starts_of

FOUND = 302
SHOWN = {200, 410, 422}
"""Answers that show something: a page, that a link is too old, and a form that is refused."""
SAMPLES = 2
"""How many pages of one kind a viewer opens, if not told otherwise."""
LINK = re.compile(r'\b(?:href|hx-get|data-href|src)="(/[^"#]*)"')
ACT = re.compile(r"<slug:(act|name)>")


class ShownPage(NamedTuple):
    """What a viewer, "" for a visitor, got at a path: a page or a part of one, and its kind.

    `asked` are the names that were looked up in the address; None if nobody noted them.
    """

    viewer: str
    path: str
    kind: str
    html: str
    asked: frozenset[str] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is a page, not a part that scripts put into one."""
        return "<html" in self.html


def shown_pages(room: FullRoom, *, language: str = "en", samples: int = SAMPLES) -> list[ShownPage]:
    """What each viewer sees who follows every link, `samples` pages of each kind."""
    crawl = _Crawl(room, language, samples)
    pages = [page for viewer in (*VIEWERS, *LATER) for page in crawl.seen_by(viewer)]
    return [*pages, _at_turn(room, language)]


def _at_turn(room: FullRoom, language: str) -> ShownPage:
    """What the socket sends of a running hand to the player to act: seats, board, controls and log."""
    table, where = room.table.table, {"table_id": room.table.id, "version": 1}
    assert table.hand is not None
    player = table.seat(table.hand.to_act).player
    view, own = public_view(table, **where), own_view(table, player, **where)
    parts = fragments.public_fragments(view, language)
    parts |= fragments.own_fragments(own, view, language, ViewerPreferences(True))
    html = "".join(parts.values()) + fragments.log_fragment(view, language)
    return ShownPage("a player", f"/table/{room.table.id}/", "a turn to act", html)


class _Crawl:
    def __init__(self, room: FullRoom, language: str, samples: int) -> None:
        self.room, self.samples = room, samples
        self.headers = {HEADER: language}
        self.kinds: set[str] = set()

    def seen_by(self, viewer: str) -> Iterator[ShownPage]:
        """All that one viewer sees; of acts, and later all, only kinds that nobody has seen."""
        client = self.room.client(viewer)
        todo, opened = starts_of(self.room, viewer), Counter[str]()
        for kind, path, typed in forms_of(self.room, viewer):
            answer: Any = client.post(path, typed, headers=self.headers)
            assert answer.status_code in SHOWN, (viewer, path, answer.status_code)
            yield ShownPage(viewer, path, kind, answer.content.decode())
        known, earlier = set(todo), frozenset(self.kinds)
        while todo:
            path = todo.pop(0)
            kind, is_act = _kind(path)
            if not kind or opened[kind] >= self.samples or (kind in earlier and (is_act or viewer in LATER)):
                continue
            opened[kind] += 1
            with noted_queries() as asked:
                answer = self._get(client, path)
            links = [answer["Location"]] if answer.status_code == FOUND else []
            if answer.status_code in SHOWN and not answer.streaming and "html" in answer["Content-Type"]:
                html = answer.content.decode()
                self.kinds.add(kind)
                yield ShownPage(viewer, path, kind, html, frozenset(asked))
                links = [unescape(link) for link in LINK.findall(html)]
            todo += [link for link in dict.fromkeys(links) if link not in known]
            known.update(links)

    def _get(self, client: Any, path: str) -> Any:
        """The answer to a browser, or to its scripts where the page itself leads elsewhere; Any as Django's client."""
        answer = client.get(path, headers=self.headers)
        if answer.status_code == FOUND:
            part = client.get(path, headers={**self.headers, "HX-Request": "true"})
            return part if part.status_code in SHOWN else answer
        return answer


def _kind(path: str) -> tuple[str, bool]:
    """The pattern behind a path, with the act that it names, and whether it names one; "" for files and the admin."""
    try:
        found = resolve(path.partition("?")[0])
    except Resolver404:
        return "", False
    kind: str = ACT.sub(lambda name: str(found.kwargs[name[1]]), found.route)
    is_outside = kind.startswith(("admin/", "static", "^"))
    return "" if is_outside else kind or "/", kind != found.route
