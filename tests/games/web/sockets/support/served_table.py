"""A served socket of a table, whose fragments are short texts of what they show, without database and templates."""

import re
import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest

from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine, OwnView, SeatView, TableView, Turn
from games.messaging.chat import ChatEntry
from games.moderation import PlayerNote, ViewerModeration
from games.text.amounts import TOURNAMENT_CHIPS, AmountFormat
from games.web.sockets import table_consumer
from games.web.sockets.table_consumer import TableConsumer
from games.web.sockets.table_facts import Opening, TableFacts
from games.web.sockets.tournament_part import TournamentViewer
from games.web.table import fragments
from tests.games.support.amounts import MONEY
from tests.games.web.sockets.support.served import EVE, TABLE, Served
from tests.games.web.sockets.support.stepped import settle

MALLORY = 6
NOW_MS = 1_700_000_000_125
ANYBODY = TableFacts(players_only=False, delay=0.0, tournament=0, amounts=MONEY)
LOG = tuple(LogLine(LineCode.FOLD, str(number)) for number in range(9))


def view_of(version: int, *, lines: int = 1, hand: int = 1, turn: int | None = None, **more: object) -> TableView:
    """A view with Eve in seat 0; `turn` is the number of her turn."""
    on_turn = None if turn is None else Turn(0, turn, 0, 0, False)
    seats = (SeatView(0, player=EVE), SeatView(1, player=MALLORY), SeatView(2))
    return TableView(TABLE, version, seats, hand=hand, turn=on_turn, log=LOG[:lines])._replace(**more)


def own_view(version: int, **more: object) -> OwnView:
    return OwnView(TABLE, version, 0, EVE)._replace(**more)


def chat(player: int, text: str) -> ChatEntry:
    return ChatEntry(1, player, "Eve", text, False, 5)


FIRST = "[status waiting][pot 0][log 1: 1][time 0 v1][watching]"


class Shown:
    """Stands for the database and the templates: fragments are short texts of what they show."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.facts: TableFacts | None = ANYBODY
        self.sits, self.is_floor = False, False
        self.muted: frozenset[int] = frozenset()
        self.head: tuple[str, str] | None = None
        self.heads_read: list[tuple[object, ...]] = []
        self.notice = "[notice]"
        self.rendered = 0
        self.caches: list[fragments.RenderedFragments] = []
        put: Callable[..., None] = monkeypatch.setattr
        put(time, "time", lambda: NOW_MS / 1000)
        put(table_consumer, "openings_of", self.openings_of)
        put(table_consumer, "sits_at", lambda table, player: self.sits and (table, player) == (TABLE, EVE))
        put(table_consumer, "can_view_floor", lambda user: self.is_floor and user.pk == EVE)
        put(table_consumer, "moderation_of", self.moderation_of)
        put(table_consumer, "why_silent", lambda table: f"silent_{table}")
        put(table_consumer, "head_of", self.head_of)
        put(table_consumer, "chat_history_fragment", lambda *args: f"[history {args}]")
        put(table_consumer, "NoteFragments", lambda: self)
        put(fragments, "public_fragments", self.public_fragments)
        put(fragments, "own_fragments", self.own_fragments)
        put(fragments, "log_fragment", lambda view, language, prefs: f"[log {view.hand}: {len(view.log)}]")
        put(fragments, "log_fragments", self.log_fragments)
        put(fragments, "time_fragment", lambda now, version: f"[time {now - NOW_MS} v{version}]")
        put(fragments, "alert_fragment", self.alert_fragment)
        put(fragments, "chat_fragment", lambda entry, language: f"[chat {entry.text} {language}]")
        put(fragments, "notices_fragment", lambda player, table, language: f"{self.notice[:-1]} {player} {table}]")

    def openings_of(self, viewers: list[tuple[int, int]]) -> list[Opening]:
        return [
            Opening(self.facts, self.moderation_of(player, table) if player else ViewerModeration())
            for player, table in viewers
        ]

    def moderation_of(self, player: int, table: int) -> ViewerModeration:
        return ViewerModeration({muted: PlayerNote(muted=True) for muted in self.muted if (player, table)})

    def head_of(self, *args: object) -> tuple[str, str] | None:
        self.heads_read.append((args[0], *args[2:]))
        return self.head

    def render(self, moderation: ViewerModeration, players: tuple[int, ...], language: str) -> dict[str, str]:
        return {"labels": f"[labels {sorted(moderation.muted)} {players} {language}]"}

    def public_fragments(
        self, view: TableView, language: str, prefs: object, cache: fragments.RenderedFragments
    ) -> dict[str, str]:
        self.rendered += 1
        return {"status": f"[status {view.phase}]", "pots": f"[pot {view.pot}]"}

    def own_fragments(
        self, own: OwnView | None, view: TableView, language: str, prefs: object, cache: fragments.RenderedFragments
    ) -> dict[str, str]:
        self.caches.append(cache)
        if own is None:
            return {"controls": "[watching]"}
        return {"controls": f"[controls {own.turn if own.choices else None} {own.asked_to_show}]"}

    def log_fragments(self, view: TableView, language: str, prefs: object, *, since: int) -> list[str]:
        return [f"[line {line.name}]" for line in view.log[since:]]

    def alert_fragment(
        self, code: str, detail: dict[str, object], language: str, *, amounts: AmountFormat, chat: str = ""
    ) -> str:
        given_back = f" chat={chat}" if chat else ""
        return f"[alert {code} {detail}{' chips' if amounts == TOURNAMENT_CHIPS else ''}{given_back}]"


class Part:
    """A tournament's part of the page."""

    def __init__(self) -> None:
        self.shown = "[place 3]"
        self.read = 0

    def groups(self, tournament: int, player: int) -> list[str]:
        return [f"t{tournament}", f"t{tournament}.{player}"]

    def fragments_of_each(self, viewers: Sequence[TournamentViewer]) -> list[dict[str, str]]:
        self.read += 1
        return [
            {"place": f"{self.shown[:-1]} t{tournament} {table} {user.pk if user else 0} {language}]"}
            for tournament, table, user, language in viewers
        ]

    def time_fragment(self) -> str:
        return "[clock]"


class TablePage(Served):
    """A served socket of the table."""

    consumer: TableConsumer

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        user: SimpleNamespace | None = None,
        *,
        part: Part | None = None,
        seen: str = "s0",
    ) -> None:
        route = {"kwargs": {"table": TABLE}}
        query = f"language=en&seen={seen}".encode()
        consumer = TableConsumer(tournament_part=part)
        super().__init__(monkeypatch, consumer, user, url_route=route, query_string=query)

    async def show(self, view: TableView, **own: OwnView | None) -> None:
        """A view arrives, and with it perhaps `eve`'s own."""
        watched = self.feed.watched
        if "eve" in own:
            watched.own_views[EVE] = own["eve"]
        watched.view, watched.version = view, view.version
        if self.consumer.delay:
            watched.earlier_views.add(view, self.clock.now, self.consumer.delay)
        self.consumer.view_changed()
        await settle()

    async def push(self) -> str:
        """What one push sends."""
        self.consumer.push_due.set()
        await settle()
        return self.take_text()

    def take_text(self) -> str:
        """What was sent since the last call, without the strip and the blanks behind a player's own part."""
        sent = (re.sub(r"\[strip .*?\]", "", str(sent)).rstrip(" ") for sent in self.take_sent())
        return " | ".join(filter(None, sent))
