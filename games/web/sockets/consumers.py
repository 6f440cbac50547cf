"""One browser each: what it is shown of a table or the lobby, and what it may ask."""

import asyncio
import time
from typing import Any, NamedTuple

from games.engine.errors import IllegalAction
from games.engine.views.types import OwnView, TableView
from games.messaging import messages, player_asks
from games.messaging.chat import ChatEntry
from games.models import Table
from games.moderation import ViewerModeration, moderation_of
from games.web.security.visibility import sits_at
from games.web.sockets.feed import WatchedTable
from games.web.sockets.push_socket import COME_AGAIN, NO_SUCH_TABLE, PushSocket, in_thread
from games.web.sockets.tournament_part import TournamentPart
from games.web.table import fragments
from games.web.table.player_notes import marks_pieces, players_of, talk_piece

LOBBY_EVERY_SECONDS = 1.0
TOURNAMENT_EVERY_SECONDS = 1.0
A_MOMENT = 0.02
MOST_ASKS_WAITING = 8
MOST_LINES_WAITING = 50


class TableFacts(NamedTuple):
    """What a socket needs to know of its table before it watches; `delay` is in seconds, `tournament` 0 for none."""

    players_only: bool
    delay: float
    tournament: int


def facts_of(table: int) -> TableFacts | None:
    """Who may watch a table, and how late (K14); None when there is no such open table."""
    fields = "closed_to_watchers", "watch_delay", "tournament"
    row = Table.objects.filter(pk=table, closed_at=None).values_list(*fields).first()
    return TableFacts(row[0], float(row[1]), row[2] or 0) if row else None


def why_silent(table: int) -> str:
    """The code of the reason why a table doesn't answer: it is closed, no host has it yet, or none may (X3)."""
    row = Table.objects.filter(pk=table).values_list("frozen", "closed_at").first()
    frozen, closed_at = row or (False, None)
    return "table_frozen" if frozen else "table_closed" if closed_at else "no_answer"


class PlayerConsumer(PushSocket):
    """A watcher or player of one table. Sends the pieces that changed since what it sent last."""

    def __init__(self, *args: Any, tournament_part: TournamentPart | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament_part = tournament_part
        self.tournament = 0
        self.tournament_changed = asyncio.Event()
        self.tournament_pieces: dict[str, str] = {}

    async def enter(self) -> bool:
        """Any table that is there may be watched, signed in or not, but those closed to watchers."""
        self.table = int(self.scope["url_route"]["kwargs"]["table"])
        self.sent: dict[str, int] = {}
        self.logged = 0, 0
        self.lines: list[str] = []
        self.notice: str | None = None
        self.news: list[str] = []
        self.watched: WatchedTable | None = None
        self.prefs = fragments.prefs_of(self.user)
        self.waiting = 0
        self.doubted = -1
        self.kept: fragments.Kept = {}
        self.returned = 0
        self.manners = ViewerModeration()
        self.mine_depends: Any = None
        self.mine_html: dict[str, str] = {}
        facts = await in_thread(facts_of, self.table)
        if facts is None:
            return False
        self.players_only, self.delay = facts.players_only, facts.delay
        self.tournament = facts.tournament if self.tournament_part else 0
        return not self.players_only or await in_thread(sits_at, self.table, self.player)

    async def begin(self) -> None:
        """Joins the table's views and looks."""
        self.manners = await in_thread(moderation_of, self.player, self.table)
        self.watched = await self.feed.watch(self.table, self, delay=self.delay)
        if self.delay:
            asyncio.get_running_loop().call_later(self.delay + A_MOMENT, self.due.set)
        for group in self._tournament_groups():
            await self.feed.join(group, self)
        if self.tournament:
            self.start(self._follow_tournament())
        self.due.set()

    async def leave(self) -> None:
        """Gives up the place at the feed."""
        if hasattr(self, "feed"):
            await self.feed.unwatch(self.table, self)
            for group in self._tournament_groups():
                await self.feed.part(group, self)
        await super().leave()

    # The feed's calls

    def changed(self) -> None:
        """There is a newer view; only the newest is ever rendered, by watchers from afar a while later."""
        self.due.set()
        if self.late:
            asyncio.get_running_loop().call_later(self.delay + A_MOMENT, self.due.set)

    def hint(self) -> None:
        """Something in the table's tournament has changed."""
        self.tournament_changed.set()

    def _tournament_groups(self) -> list[str]:
        part = self.tournament_part
        return part.groups(self.tournament, self.player) if part and self.tournament else []

    async def _follow_tournament(self) -> None:
        part = self.tournament_part
        self.tournament_changed.set()
        while part:
            await self.tournament_changed.wait()
            self.tournament_changed.clear()
            self.tournament_pieces = await in_thread(part.pieces, self.tournament, self.table, self.user, self.language)
            self.due.set()
            await asyncio.sleep(TOURNAMENT_EVERY_SECONDS)

    def noticed(self, table: int) -> None:
        """Something is to be told about a table: if it is this one, here."""
        if table == self.table:
            self.start(self._tell())

    async def _tell(self) -> None:
        told = await in_thread(fragments.news_piece, self.player, self.table, self.language)
        self.news.append(told)
        self.due.set()

    def said(self, entry: ChatEntry) -> None:
        """A chat line; who sees the table later hears it later, and nobody hears whom they muted."""
        if self.late:
            asyncio.get_running_loop().call_later(self.delay, self._say, entry)
        else:
            self._say(entry)

    def _say(self, entry: ChatEntry) -> None:
        if entry.player not in self.manners.muted:
            self.lines = [*self.lines[-MOST_LINES_WAITING:], fragments.chat_piece(entry, self.language)]
            self.due.set()

    def marks_changed(self) -> None:
        """My remarks or calls are different now."""
        self.start(self._look_at_mine())

    async def _look_at_mine(self) -> None:
        muted, self.manners = self.manners.muted, await in_thread(moderation_of, self.player, self.table)
        if self.manners.muted != muted:
            until = int((time.time() - (self.delay if self.late else 0)) * 1000)
            self.lines = [await in_thread(talk_piece, self.table, self.manners.muted, self.language, until)]
        self.due.set()

    @property
    def late(self) -> bool:
        """Whether this is a watcher who sees the table later (K14)."""
        return bool(self.delay) and not (self.player and self.watched and self.watched.owns.get(self.player))

    def silent(self) -> None:
        """The table doesn't answer."""
        self.start(self._say_why())

    async def _say_why(self) -> None:
        self._notice(await in_thread(why_silent, self.table))

    def shut(self) -> None:
        """Who may watch has changed: the browser comes in again, if it may."""
        self.start(self.close(COME_AGAIN))

    # Out

    async def pieces(self) -> str:
        """All that is new, as one text of out-of-band elements."""
        out, self.lines, self.news = [*self.lines, *self.news], [], []
        if self.notice is not None:
            out.append(self.notice)
            self.notice = None
        view = self._seen()
        if view is not None and self.players_only and all(seat.player != self.player for seat in view.seats):
            # Who has left a table closed to watchers is one of them.
            await self.close(NO_SUCH_TABLE)
            return ""
        if view is not None:
            out = self._picture(view) + out
        return "".join(self._tournament_news() + out)

    def _seen(self) -> TableView | None:
        """What this viewer is to see now: the newest view, or the one of a while ago."""
        watched = self.watched
        if watched is None or not self.late:
            return watched.view if watched else None
        if self.player and self.player not in watched.owns:
            return None
        return watched.past.at(asyncio.get_running_loop().time() - self.delay)

    def _picture(self, view: TableView) -> list[str]:
        pieces = {
            **self._public_pieces(view),
            **self._own_pieces(view),
            **self._mine(view),
        }
        out = self._changed(pieces) + self._log(view)
        if out and self.watched:
            behind = int(self.delay * 1000) if self.late else 0
            out.append(fragments.now_piece(self.watched.now() - behind, view.version))
        return out

    def _tournament_news(self) -> list[str]:
        changed = self._changed(self.tournament_pieces)
        return [*changed, self.tournament_part.time_piece()] if changed and self.tournament_part else []

    def _changed(self, pieces: dict[str, str]) -> list[str]:
        """Those of these pieces that differ from what was sent last."""
        out = []
        for name, html in pieces.items():
            mark = hash(html)
            if self.sent.get(name) != mark:
                self.sent[name] = mark
                out.append(html)
        return out

    def _mine(self, view: TableView) -> dict[str, str]:
        """What only this viewer has beside the game."""
        depends = self.manners, players_of(view)
        if self.player and depends != self.mine_depends:
            self.mine_depends = depends
            self.mine_html = marks_pieces(*depends, self.language)
        return self.mine_html

    def _public_pieces(self, view: TableView) -> dict[str, str]:
        """What everybody sees, worked out once for all sockets here that are spoken to in the same way."""
        if self.watched is None or view is not self.watched.view:
            return fragments.public_pieces(view, self.language, self.prefs)
        alike = self.language, self.prefs
        if alike not in self.watched.drawn:
            self.watched.drawn[alike] = fragments.public_pieces(view, *alike)
        return self.watched.drawn[alike]

    def _own_pieces(self, view: TableView) -> dict[str, str]:
        if self.player and self.watched and self.player not in self.watched.owns:
            return {}
        own = self._own(view)
        if own is not None:
            self._tell_returned(own)
        return fragments.own_pieces(own, view, self.language, self.prefs, self.kept)

    def _tell_returned(self, own: OwnView) -> None:
        """Says once that chips did not fit on the table any more (K5)."""
        if own.returned and own.returned != self.returned:
            self._notice("returned", {"returned": own.returned})
        self.returned = own.returned

    def _log(self, view: TableView) -> list[str]:
        hand, told = self.logged
        self.logged = view.hand, len(view.log)
        if not told or hand != view.hand or told > len(view.log):
            return [fragments.log_piece(view, self.language, self.prefs)]
        return fragments.log_pieces(view, self.language, self.prefs, since=told)

    def _own(self, view: TableView) -> OwnView | None:
        """The player's own view; one that contradicts the table's is doubted, hidden, and asked for again."""
        own = self.watched.owns.get(self.player) if self.watched and self.player else None
        if own is None:
            return None
        turn = view.turn.number if view.turn and view.turn.seat == own.seat else None
        doubtful = own.version < view.version and (
            (own.choices is not None and turn != own.turn) or (own.choices is None and turn is not None)
        )
        if doubtful and self.doubted != view.version:
            self.doubted = view.version
            self.start(self.feed.look(self.table, [self.player]))
        return own._replace(choices=None, asked_to_show=False) if doubtful else own

    # In

    async def asked(self, body: dict[str, Any]) -> None:
        """Checks an ask and passes it on; the answer comes back beside the socket's other messages."""
        if not self.player:
            raise IllegalAction("sign_in_first")
        player_asks.parse_ask(body, player=self.player)
        if self.waiting >= MOST_ASKS_WAITING:
            raise IllegalAction("slow_down")
        self.waiting += 1
        self.start(self._ask(body))

    async def _ask(self, body: dict[str, Any]) -> None:
        try:
            answer = await self.feed.ask(self.table, self.player, body)
        finally:
            self.waiting -= 1
        if answer is None:
            self._notice("no_answer")
            await self.feed.look(self.table, [self.player])
        elif not answer.ok:
            self._notice(answer.code, answer.detail)

    async def refuse(self, code: str, detail: dict[str, int] | None = None) -> None:
        """Says no, in the viewer's language."""
        self._notice(code, detail)

    def _notice(self, code: str, detail: dict[str, int] | None = None) -> None:
        view = self.watched.view if self.watched else None
        chips = view is not None and view.tournament > 0
        self.notice = fragments.notice_piece(code, detail or {}, self.language, chips=chips)
        # A refused ask left buttons disabled in the browser: they are sent again.
        self.sent.pop("controls", None)
        self.due.set()


class PlainConsumer(PushSocket):
    """A page without a picture of its own: only what concerns its user comes here."""

    async def enter(self) -> bool:
        """Strangers have nothing to hear."""
        return self.player != 0


class LobbyConsumer(PushSocket):
    """Somebody looking at the lobby: its rows again when something changed, at most once a second."""

    async def begin(self) -> None:
        """Joins the lobby's hints."""
        self.sent: dict[str, int] = {}
        await self.feed.join(messages.LOBBY, self)
        self.due.set()

    async def leave(self) -> None:
        """Gives up the place at the feed."""
        if hasattr(self, "feed"):
            await self.feed.part(messages.LOBBY, self)
        await super().leave()

    def hint(self) -> None:
        """Some table changed."""
        self.due.set()

    async def pieces(self) -> str:
        """The rows that changed."""
        rows = await in_thread(fragments.lobby_pieces, self.language, self.player)
        changed = [html for name, html in rows.items() if self.sent.get(name) != hash(html)]
        self.sent = {name: hash(html) for name, html in rows.items()}
        return "".join(changed)

    async def pause(self) -> None:
        """Hints within the next second make one push."""
        await asyncio.sleep(LOBBY_EVERY_SECONDS)
