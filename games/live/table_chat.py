"""The chat of one table: limits each player's lines and holds lines about cards until the hand is over (F6)."""

from collections import defaultdict
from functools import partial

from games.engine.chat_filter import speaks_of_cards
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import ChatInHand
from games.engine.table.state import Table
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.outbox import Outbox
from games.live.hosting.threads import DatabaseThreads
from games.messaging.chat import ChatEntry
from games.messaging.messages import ChatPosted, views_group
from games.messaging.player_asks import ChatAsk
from games.messaging.rate_limit import Limit, RateLimiter
from games.store import table_log

CHAT = Limit("chat", times=5, seconds=10)


class TableChat:
    """Stores and publishes the chat lines of one table."""

    def __init__(self, table: int, *, threads: DatabaseThreads, clock: HostClock, outbox: Outbox) -> None:
        self._table = table
        self._threads = threads
        self._clock = clock
        self._outbox = outbox
        self._limiters: defaultdict[int, RateLimiter] = defaultdict(partial(RateLimiter, CHAT))
        self._holds_lines = False

    async def load(self) -> None:
        """Reads whether lines were held when the table was last hosted."""
        self._holds_lines = await self._threads.run(table_log.has_held_lines, self._table)

    async def post(self, chat: ChatAsk, table: Table) -> None:
        """Posts a line; raises IllegalAction if the player is too fast, or the table's rule forbids or holds it."""
        if not self._limiters[chat.player].allow(self._clock.now() / 1000):
            raise IllegalAction("chat_too_fast", count=CHAT.times, times=int(CHAT.seconds))
        watching = table.player_seat(chat.player) is None
        if table.running:
            rule = table.rules.house.chat_in_hand
            if rule is ChatInHand.NONE:
                raise IllegalAction("no_talk_in_hand")
            if rule is ChatInHand.NO_CARDS_TALK and speaks_of_cards(chat.text):
                await self._threads.run(
                    table_log.hold_chat_line, self._table, chat.player, chat.text, watching=watching
                )
                self._holds_lines = True
                raise IllegalAction("held_back")
        self._publish(
            await self._threads.run(table_log.add_chat_line, self._table, chat.player, chat.text, watching=watching)
        )

    async def post_held_lines(self, table: Table) -> None:
        """Posts the lines about cards that waited for the end of the hand (F6), once no hand is running."""
        if self._holds_lines and not table.running:
            self._holds_lines = False
            for line in await self._threads.run(table_log.post_held_lines, self._table):
                self._publish(line)

    def _publish(self, line: ChatEntry) -> None:
        self._outbox.to_group(views_group(self._table), ChatPosted(self._table, line))
