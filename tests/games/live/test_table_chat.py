"""Rule F6 at one table: how fast a player may write, what may be said during a hand, and who wrote it."""

from typing import Any

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import ChatInHand
from games.engine.table.state import Table
from games.live.table_chat import CHAT, TableChat
from games.messaging.chat import ChatEntry
from games.messaging.messages import ChatPosted, Message, views_group
from games.messaging.player_asks import ChatAsk
from games.store import table_log
from tests.games.support.stepped_consumers import RecordingOutbox, SteppedClock, stepped_context
from tests.games.web.scenes.games import Play

TABLE = 7
CARDS = "I have a queen"


class Stored:
    """The chat lines of one table, without a database."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, int, str, bool]] = []
        self.held: list[tuple[int, int, str, bool]] = []

    def add(self, table: int, player: int, text: str, *, watching: bool) -> ChatEntry:
        self.lines.append((table, player, text, watching))
        return entry(player, text, watching=watching)

    def hold(self, table: int, player: int, text: str, *, watching: bool) -> None:
        self.held.append((table, player, text, watching))

    def post(self, table: int) -> list[ChatEntry]:
        held, self.held = self.held, []
        return [entry(player, text, watching=watching) for _, player, text, watching in held]


def entry(player: int, text: str, *, watching: bool = False) -> ChatEntry:
    return ChatEntry(1, player, f"player {player}", text, watching, 1)


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Stored:
    """Lines that are kept here."""
    made = Stored()
    monkeypatch.setattr(table_log, "add_chat_line", made.add)
    monkeypatch.setattr(table_log, "hold_chat_line", made.hold)
    monkeypatch.setattr(table_log, "post_held_lines", made.post)
    monkeypatch.setattr(table_log, "has_held_lines", lambda table: bool(made.held))
    return made


class Talk:
    """A table's chat, and what it sent."""

    def __init__(self) -> None:
        self.clock, self.box = SteppedClock(), RecordingOutbox()
        threads: Any = stepped_context().threads
        self.chat = TableChat(TABLE, threads=threads, clock=self.clock, outbox=self.box)

    async def says(self, table: Table, text: str, player: int = 1) -> str:
        """The code of the refusal, empty when the line was posted."""
        try:
            await self.chat.post(ChatAsk(player, text), table)
        except IllegalAction as refusal:
            return refusal.code
        return ""

    def posted(self) -> list[Message]:
        sent = self.box.take()
        assert {one.address for one in sent} <= {views_group(TABLE)}
        return [one.message for one in sent]


def table(rule: ChatInHand, *, running: bool = True) -> Table:
    """A table with this rule."""
    play = Play("holdem", "nl", 2, chat_in_hand=rule)
    return play.table if running else play.over().table


@pytest.mark.parametrize(
    ("rule", "running", "codes"),
    [
        (ChatInHand.NONE, True, ("no_talk_in_hand", "no_talk_in_hand")),
        (ChatInHand.NONE, False, ("", "")),
        (ChatInHand.NO_CARDS_TALK, True, ("", "held_back")),
        (ChatInHand.NO_CARDS_TALK, False, ("", "")),
        (ChatInHand.ALL, True, ("", "")),
    ],
)
async def test_f6_what_may_be_said_during_a_hand_is_a_rule_of_the_table(
    stored: Stored, rule: ChatInHand, running: bool, codes: tuple[str, str]
) -> None:
    talk, played = Talk(), table(rule, running=running)
    assert (await talk.says(played, "hello"), await talk.says(played, CARDS, 9)) == codes
    lines = [(TABLE, 1, "hello", False), (TABLE, 9, CARDS, True)]
    assert stored.lines == [line for line, code in zip(lines, codes, strict=True) if not code]
    assert stored.held == [line for line, code in zip(lines, codes, strict=True) if code == "held_back"]
    assert talk.posted() == [
        ChatPosted(TABLE, entry(player, text, watching=watching)) for _, player, text, watching in stored.lines
    ]


async def test_f6_held_lines_are_posted_once_no_hand_is_running(stored: Stored) -> None:
    talk, running = Talk(), table(ChatInHand.NO_CARDS_TALK)
    over = table(ChatInHand.NO_CARDS_TALK, running=False)
    await talk.says(running, CARDS)
    await talk.chat.post_held_lines(running)
    assert talk.posted() == []
    await talk.chat.post_held_lines(over)
    assert talk.posted() == [ChatPosted(TABLE, entry(1, CARDS))]
    stored.held = [(TABLE, 1, "of another host", False)]
    await talk.chat.post_held_lines(over)
    assert talk.posted() == []
    await talk.chat.load()
    await talk.chat.post_held_lines(over)
    assert len(talk.posted()) == 1


async def test_each_player_may_write_so_many_lines_in_a_while(stored: Stored) -> None:
    talk, played = Talk(), table(ChatInHand.ALL)
    codes = [await talk.says(played, "hello") for _ in range(CHAT.times + 1)]
    assert codes == [""] * CHAT.times + ["chat_too_fast"]
    assert await talk.says(played, "hello", 2) == ""
    talk.clock.time += CHAT.seconds * 1000 - 1
    assert await talk.says(played, "hello") == "chat_too_fast"
    talk.clock.time += 1
    assert await talk.says(played, "hello") == ""
