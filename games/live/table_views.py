"""What a table sends to its watchers: the public view, each player's own view, and the answers to their asks."""

from typing import NamedTuple

from games.engine.table.state import Table
from games.engine.views.kinds import LineCode, TablePhase
from games.engine.views.types import LogLine, OwnView, SeatView, TableView
from games.engine.views.visibility import own_view
from games.live.hosting.host_context import HostContext
from games.live.watchers import Watchers
from games.messaging import messages
from games.messaging.messages import Answer, Ask, OwnViewUpdate, ViewUpdate, Watch


def frozen_view(view: TableView) -> TableView:
    """What watchers see of a table that is stopped (C1)."""
    stopped = LogLine(LineCode.FROZEN)
    return view._replace(phase=TablePhase.FROZEN, turn=None, orders=(stopped,), log=(*view.log, stopped))


class BuiltViews(NamedTuple):
    """The views of a table at a decision: the public one, and those own views that differ from what was sent last."""

    table: Table
    version: int
    public: TableView
    own: dict[int, OwnView | None]


class TableViews:
    """The views of one table at the last decision published, and who watches them."""

    table: Table
    version: int
    """The number of the last decision."""
    public: TableView
    frozen = False

    def __init__(self, table_id: int, context: HostContext) -> None:
        self._id = table_id
        self._context = context
        self._sent: dict[int, OwnView | None] = {}
        self.watchers = Watchers(context.clock.now())

    def build(self, table: Table, version: int, public: TableView) -> BuiltViews:
        """The views of a decision that may not be committed yet; changes nothing and sends nothing."""
        changed = {}
        for player in self.watchers.players():
            before = self._sent.get(player)
            # With the version of the view before, only what it shows is compared.
            own = own_view(table, player, table_id=self._id, version=before.version if before else version)
            if own != before:
                changed[player] = own and own._replace(version=version)
        return BuiltViews(table, version, public, changed)

    def publish(self, views: BuiltViews, *, frozen: bool) -> None:
        """Sends own views that changed to their players, then the public view to all.

        A process gets both in one message. A new host does not know who watches yet, and sends to the group.
        """
        self.table, self.version, self.public, self.frozen = views.table, views.version, views.public, frozen
        self._context.floor.note(self._shown(), views.table.hand)
        for player, own in views.own.items():
            self._sent[player] = own
            self._send_own(player, own, self.watchers.channels(player))
        message, watching = self._update(), self.watchers.all_channels(self._context.clock.now())
        for reply in watching:
            self._context.outbox.to_channel(reply, message, newest=("view", self._id))
        if not watching:
            self._context.outbox.to_group(messages.views_group(self._id), message, newest=True)

    def watch(self, message: Watch) -> None:
        """Records that a web process watches for a player (0: for railbirds), and sends it the views it lacks."""
        player, reply = message.player, message.reply
        if message.ends:
            self.watchers.leave(player, reply, self._context.clock.now())
            return
        self.watchers.report(player, reply, self._context.clock.now())
        if player:
            # Each change is sent to all who are watched for, so what was sent last still holds.
            if player not in self._sent:
                self._sent[player] = self.own(player)
            self._send_own(player, self._sent[player], [reply])
        if message.known != self.version:
            self._context.outbox.to_channel(reply, self._update(), newest=("view", self._id))

    def answer(self, ask: Ask, *, code: str = "", detail: dict[str, int | str] | None = None) -> None:
        """Answers a player's ask; `code` is that of the refusal, empty when the ask was carried out."""
        if ask.reply:
            answer = Answer(self._id, ask.player, ask.id, ok=not code, code=code, detail=detail or {})
            self._context.outbox.to_channel(ask.reply, answer)

    def own(self, player: int) -> OwnView | None:
        """The player's own view, None without a seat."""
        return own_view(self.table, player, table_id=self._id, version=self.version)

    def seat_of(self, player: int) -> SeatView | None:
        """The player's seat in the public view, None without one."""
        return next((seat for seat in self.public.seats if seat.player == player), None)

    def forget_silent(self, now: int) -> None:
        """Drops processes that have been silent for 30 s, and own views that nobody watches any more."""
        self.watchers.forget_silent(now)
        for player in self._sent.keys() - set(self.watchers.players()):
            del self._sent[player]

    def _shown(self) -> TableView:
        return frozen_view(self.public) if self.frozen else self.public

    def _update(self) -> ViewUpdate:
        return ViewUpdate(self._id, self.version, self._context.host, self._shown(), at=self._context.clock.now())

    def _send_own(self, player: int, own: OwnView | None, replies: list[str]) -> None:
        message = OwnViewUpdate(self._id, player, self.version, own)
        for reply in replies:
            self._context.outbox.to_channel(reply, message, newest=("own", self._id, player))
