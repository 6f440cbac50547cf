"""The socket of a table's page: pushes what has changed for its viewer, and passes asks on to the table's host."""

import asyncio
import time

from django.utils.translation import override

from games.engine.errors import IllegalAction
from games.engine.views.types import OwnView, TableView
from games.messaging import player_asks
from games.messaging.chat import ChatEntry
from games.moderation import ViewerModeration, moderation_of
from games.money.play_limits import check_not_away
from games.web.security.floor_staff import can_view_floor
from games.web.security.visibility import sits_at
from games.web.sockets.appended_once import AppendedOnce
from games.web.sockets.feed import Feed
from games.web.sockets.followed_tournament import FollowedTournament
from games.web.sockets.frames import padded
from games.web.sockets.push_socket import CloseCode, Push, PushSocket, in_thread
from games.web.sockets.readers import after_all, in_turn, together_in_turn
from games.web.sockets.scope import query_value
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.shared_pushes import SharedPushes, Shown
from games.web.sockets.table_facts import openings_of, why_silent
from games.web.sockets.tournament_part import TournamentPart, TournamentViewer
from games.web.sockets.watched_tables import SettingsRead, WatchedTable, contradicts
from games.web.table import fragments
from games.web.table.head import head_of
from games.web.table.player_notes import NoteFragments, chat_history_fragment
from games.web.table.wording import viewer_preferences

DELAY_MARGIN_SECONDS = 0.02
MOST_ASKS_WAITING = 8
SETTINGS_HOLD_SECONDS = 2.0
"""How long opening sockets share one reading of the settings."""
NEVER = -1
"""Stands for the hand, version or change before the first."""


class TableConsumer(PushSocket):
    """A player or watcher of one table."""

    def __init__(self, *, tournament_part: TournamentPart | None = None) -> None:
        super().__init__()
        self.sent = SentFragments()
        self.shared: SharedPushes | None = None
        """Where the shared messages come from, and the last state they have brought."""
        self.shown: Shown | None = None
        self.appended = AppendedOnce()
        self.note_fragments = NoteFragments()
        self.moderation = ViewerModeration()
        self.asks_waiting = 0
        self.last_contradiction = NEVER
        self.chips_returned = 0
        self.street_shown: object = None
        """The hand and the cards on the board with which the player's own part was sent last."""
        self.changes_shown = NEVER
        """How often the table had changed when the settings were read that the page shows."""
        self.tournament_part = tournament_part
        self.tournament: FollowedTournament | None = None

    async def may_open(self) -> bool:
        """Anybody may watch an open table, except one that only its players and the floor may watch (K14, F1)."""
        self.table = int(self.scope["url_route"]["kwargs"]["table"])
        self.settings_seen = query_value(self.scope, "seen")
        # Without a view until the feed watches the table.
        self.watched = WatchedTable(self.table)
        self.preferences = viewer_preferences(self.user)
        facts, self.moderation = await together_in_turn(openings_of, (self.player, self.table))
        if facts is None:
            return False
        self.players_only, self.delay, self.amounts = facts.players_only, facts.delay, facts.amounts
        if self.players_only and self.user and await in_turn(can_view_floor, self.user):
            self.players_only = False
        self.preferences = self.preferences._replace(digits=facts.amounts.digits)
        # Whether the viewer is signed in makes no difference to what everybody sees.
        self.look = self.preferences._replace(signed_in=False)
        if facts.tournament and self.tournament_part:
            viewer = TournamentViewer(facts.tournament, self.table, self.user, self.language)
            self.tournament = FollowedTournament(self.tournament_part, viewer)
        return not self.players_only or await in_turn(sits_at, self.table, self.player)

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the table, and to its tournament."""
        self.watched = await feed.watch(self.table, self, delay=self.delay)
        if self.delay:
            self._push_later()
        if self.tournament:
            for group in self.tournament.groups:
                await feed.subscribe(group, self)
            self.run_task(self.tournament.follow(self.push_soon))
        self.push_soon()

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscriptions."""
        await feed.unwatch(self.table, self)
        for group in self.tournament.groups if self.tournament else ():
            await feed.unsubscribe(group, self)

    # The feed's calls (`TableSubscriber`, `HintSubscriber`, `AccountSocket`)

    def view_changed(self) -> None:
        """Pushes the newest view: now to players, after the delay to watchers who see it later."""
        self.push_soon()
        if self.is_delayed:
            self._push_later()

    def chat_posted(self, entry: ChatEntry) -> None:
        """Shows a chat line, after the delay where there is one."""
        if self.is_delayed:
            asyncio.get_running_loop().call_later(self.delay, self._add_chat, entry)
        else:
            self._add_chat(entry)

    def table_silent(self) -> None:
        """Tells the viewer why the table doesn't answer."""
        self.run_task(self._show_why_silent())

    def watchers_changed(self) -> None:
        """Makes the browser connect again, which only succeeds if this viewer may still watch."""
        self.run_task(self.close_with(CloseCode.RECONNECT))

    def hint_received(self) -> None:
        """The table's tournament has changed."""
        if self.tournament:
            self.tournament.hint_received()

    def notice_written(self, table: int) -> None:
        """Shows new notices if they are about this table or the room."""
        if table in (0, self.table):
            self.run_task(self._show_notices())

    def player_notes_changed(self) -> None:
        """Shows changed notes and calls to the floor, and the chat without muted players."""
        self.run_task(self._reload_moderation())

    def _push_later(self) -> None:
        asyncio.get_running_loop().call_later(self.delay + DELAY_MARGIN_SECONDS, self.push_soon)

    def _add_chat(self, entry: ChatEntry) -> None:
        if entry.player not in self.moderation.muted:
            self.appended.add_chat(fragments.chat_fragment(entry, self.language))
            self.push_soon()

    async def _show_why_silent(self) -> None:
        self._show_alert(await in_thread(why_silent, self.table))

    async def _show_settings(self) -> None:
        """Shows the table's settings, if they have changed since the page was made or last showed them."""
        watched, changes = self.watched, self.changes_shown
        async with watched.settings_lock:
            if self._shows_settings():
                return
            began = asyncio.get_running_loop().time()
            head = await after_all(head_of, self.table, self.user, self.language, self.settings_seen)
            if head is not None:
                self.settings_seen, self.appended.settings = head
                self.push_soon()
            watched.settings = SettingsRead(changes, self.settings_seen, began)

    def _shows_settings(self) -> bool:
        """Whether another socket has just read the settings that this page shows."""
        read = self.watched.settings
        if read is None or (read.changes, read.digest) != (self.changes_shown, self.settings_seen):
            return False
        return asyncio.get_running_loop().time() - read.at < SETTINGS_HOLD_SECONDS

    async def _show_notices(self) -> None:
        self.appended.add_notices(await in_thread(fragments.notices_fragment, self.player, self.table, self.language))
        self.push_soon()

    async def _reload_moderation(self) -> None:
        muted, self.moderation = self.moderation.muted, await in_thread(moderation_of, self.player, self.table)
        if self.moderation.muted != muted:
            until = int((time.time() - (self.delay if self.is_delayed else 0)) * 1000)
            self.appended.replace_chat(
                await in_thread(chat_history_fragment, self.table, self.moderation.muted, self.language, until)
            )
        self.push_soon()

    # Pushes

    @property
    def is_delayed(self) -> bool:
        """Whether this viewer sees the table later: a watcher of a table with a delay (K14)."""
        return bool(self.delay) and not self.has_seat

    @property
    def has_seat(self) -> bool:
        """Whether this viewer has a seat, and so sees what nobody else does."""
        return bool(self.player and self.watched.own_views.get(self.player))

    async def changed_html(self) -> str:
        """Everything new, for a push that had to wait."""
        push = self.take_push()
        return f"{push.shared.html}{push.own}" if push.shared else push.own

    def take_push(self) -> Push:
        """Everything new, as elements to swap in or append; closes the socket of a player who may no longer watch."""
        own = self.tournament.changed_html() if self.tournament else []
        appended = self.appended.take()
        view = self._visible_view()
        if view is None:
            return Push(None, "".join(own + appended))
        if view.changes != self.changes_shown:
            self.changes_shown = view.changes
            if not self._shows_settings():
                self.run_task(self._show_settings())
        if self.players_only and all(seat.player != self.player for seat in view.seats):
            # A player who has left a table closed to watchers may not watch it.
            self.run_task(self.close_with(CloseCode.NOTHING_TO_WATCH))
            return Push(None, "")
        pushes = self._shared_pushes(view)
        now = asyncio.get_running_loop().time()
        shared, self.shown = pushes.since(self.shown, server_time=self._server_time, now=now), pushes.newest
        self._send_with_each_street(view)
        changed = self.sent.changed(self._player_fragments(view, pushes), self._note_fragments(pushes.players))
        if changed and not shared:
            changed.append(fragments.time_fragment(self._server_time(), view.version))
        html = "".join(own + changed + appended)
        return Push(shared, padded(html) if self.has_seat else html)

    def _send_with_each_street(self, view: TableView) -> None:
        """Sends a player what tells their cards anew: whether it is sent must not tell whether a card helped (H4)."""
        street = view.hand, view.street, view.board, view.boards
        if self.has_seat and street != self.street_shown:
            self.street_shown = street
            for name in fragments.WITH_OWN_CARDS:
                self.sent.forget(name)

    def _visible_view(self) -> TableView | None:
        """The view this viewer may see now: the newest, or the delayed one."""
        if not self.is_delayed:
            return self.watched.view
        if self.watched.is_own_view_due(self.player):
            # The host has not answered yet whether this account has a seat.
            return None
        return self.watched.earlier_views.at(asyncio.get_running_loop().time() - self.delay)

    def _shared_pushes(self, view: TableView) -> SharedPushes:
        """The messages that this socket shares with others, up to this view."""
        pushes = self.watched.shared_pushes(self.language, self.look, delayed=self.is_delayed)
        pushes.update(view)
        if pushes is not self.shared:
            self.shared, self.shown = pushes, None
        return pushes

    def _server_time(self) -> int:
        return self.watched.now() - (int(self.delay * 1000) if self.is_delayed else 0)

    def _player_fragments(self, view: TableView, pushes: SharedPushes) -> dict[str, str]:
        if self.watched.is_own_view_due(self.player):
            return {}
        own = self._own_view(view)
        if own is None:
            return pushes.watching(self.preferences)
        self._alert_returned_chips(own)
        kept = self.watched.own_fragments(self.player, self.language, self.preferences)
        return fragments.own_fragments(own, view, self.language, self.preferences, kept)

    def _alert_returned_chips(self, own: OwnView) -> None:
        """Shows once that chips above the largest buy-in went back to the wallet (K5)."""
        if own.chips_returned and own.chips_returned != self.chips_returned:
            self._show_alert("returned", {"returned": own.chips_returned})
        self.chips_returned = own.chips_returned

    def _note_fragments(self, players: tuple[int, ...]) -> dict[str, str]:
        return self.note_fragments.render(self.moderation, players, self.language) if self.player else {}

    def _own_view(self, view: TableView) -> OwnView | None:
        """The player's own view; one that contradicts the table's loses its actions and is requested again."""
        own = self.watched.own_views.get(self.player) if self.player else None
        if own is None or not contradicts(own, view):
            return own
        if self.last_contradiction != view.version and self.feed:
            self.last_contradiction = view.version
            self.run_task(self.feed.request_views(self.table, [self.player]))
        return own._replace(choices=None, asked_to_show=False)

    # Asks

    async def handle_ask(self, body: dict[str, object]) -> None:
        """Checks an ask and sends it to the host without waiting, so that the socket can take other messages."""
        try:
            self._check_ask(body)
        except IllegalAction as refusal:
            self._show_alert(refusal.code, refusal.detail, chat=player_asks.chat_in(body))
            return
        if self.feed:
            self.asks_waiting += 1
            self.run_task(self._ask(self.feed, body))

    def _check_ask(self, body: dict[str, object]) -> None:
        if not self.player:
            raise IllegalAction("sign_in_first")
        player_asks.parse_ask(body, player=self.player)
        if self.asks_waiting >= MOST_ASKS_WAITING:
            raise IllegalAction("slow_down")

    async def _ask(self, feed: Feed, body: dict[str, object]) -> None:
        try:
            if body.get("do") == "sit_in":
                await in_thread(self._check_not_away)
            answer = await feed.ask(self.table, self.player, body)
        except IllegalAction as refusal:
            self._show_alert(refusal.code, refusal.detail, chat=player_asks.chat_in(body))
            return
        finally:
            self.asks_waiting -= 1
        if answer is None:
            self._show_alert("no_answer", chat=player_asks.chat_in(body))
            await feed.request_views(self.table, [self.player])
        elif not answer.ok:
            # A line that is held back comes later by itself (F6).
            chat = "" if answer.code == "held_back" else player_asks.chat_in(body)
            self._show_alert(answer.code, answer.detail, chat=chat)

    def _check_not_away(self) -> None:
        """Raises IllegalAction for whoever has chosen not to play: at a tournament the room plays on for them (M7)."""
        with override(self.language):
            check_not_away(self.player)

    async def refuse(
        self, code: str, detail: dict[str, int | str] | None = None, *, ask: dict[str, object] | None = None
    ) -> None:
        """Shows a refusal above the controls; a line of the chat goes back to its field."""
        self._show_alert(code, detail, chat=player_asks.chat_in(ask or {}))

    def _show_alert(self, code: str, detail: dict[str, int | str] | None = None, chat: str = "") -> None:
        self.appended.alert = fragments.alert_fragment(
            code, detail or {}, self.language, amounts=self.amounts, chat=chat
        )
        # The buttons of a refused ask are disabled in the browser, so they are sent again.
        self.sent.forget("controls")
        self.push_soon()
