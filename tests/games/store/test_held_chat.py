"""F6: chat lines about cards are held back while a hand runs and posted when it is over."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.messaging.chat import ChatEntry
from games.models.conduct import ChatBan, ChatLine, HeldChatLine
from games.store import table_log
from tests.games.support.tables import open_table, person

pytestmark = pytest.mark.django_db


def test_f6_the_newest_held_lines_are_posted_once_and_lines_of_banned_players_never() -> None:
    alice, bob, table, other = person("Alice"), person("Bob"), open_table(), open_table("Brno")
    table_log.hold_chat_line(other.pk, bob.pk, "a queen")
    table_log.hold_chat_line(table.pk, bob.pk, "sets, sets", watching=True)
    for number in range(table_log.MOST_HELD - 1):
        table_log.hold_chat_line(table.pk, alice.pk, f"ace {number}")
    table_log.hold_chat_line(table.pk, bob.pk, "a\u202e king", watching=True)
    ChatBan.objects.create(player=alice, until=timezone.now() + timedelta(hours=1), reason="stalls", by=bob)
    assert table_log.has_held_lines(table.pk)
    (line,) = table_log.post_held_lines(table.pk)
    assert (line.name, line.text, line.watching) == ("Bob", "a king", True)
    assert (table_log.has_held_lines(table.pk), table_log.post_held_lines(table.pk)) == (False, [])
    assert table_log.has_held_lines(other.pk)


def test_f6_a_chat_ban_is_the_players_own_and_over_when_it_ends() -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    now = timezone.now()
    day, hour = timedelta(days=1), timedelta(hours=1)
    ChatBan.objects.create(player=alice, created_at=now - day, until=now - hour, reason="stalls", by=bob)
    over = {"ended_at": now, "ended_by": bob, "end_reason": "sorry"}
    ChatBan.objects.create(player=alice, until=now + day, reason="stalls", by=bob, **over)
    ChatBan.objects.create(player=bob, until=now + day, reason="stalls", by=alice)
    line = table_log.add_chat_line(table.pk, alice.pk, "hello")
    assert (line.text, line.watching) == ("hello", False)
    with pytest.raises(IllegalAction, match="muted"):
        table_log.add_chat_line(table.pk, bob.pk, "hello")
    assert ChatLine.objects.count() == 1


def test_f6_exactly_the_newest_lines_of_a_table_are_held() -> None:
    alice, table, other = person("Alice"), open_table(), open_table("Brno")
    table_log.hold_chat_line(other.pk, alice.pk, "first")
    for number in range(table_log.MOST_HELD + 2):
        table_log.hold_chat_line(table.pk, alice.pk, str(number))
    held = [line.text for line in table_log.post_held_lines(table.pk)]
    assert held == [str(number) for number in range(2, table_log.MOST_HELD + 2)]
    assert list(HeldChatLine.objects.values_list("table", "text")) == [(other.pk, "first")]


def test_f6_held_lines_are_posted_all_or_none_and_by_one_host(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, table = person("Alice"), open_table()
    table_log.hold_chat_line(table.pk, alice.pk, "first")
    table_log.hold_chat_line(table.pk, alice.pk, "second")
    add = table_log.add_chat_line

    def killed_at_second(table_id: int, player: int, text: str, *, watching: bool) -> ChatEntry:
        if text == "second":
            raise RuntimeError("killed")
        return add(table_id, player, text, watching=watching)

    with monkeypatch.context() as patch:
        patch.setattr(table_log, "add_chat_line", killed_at_second)
        with pytest.raises(RuntimeError):
            table_log.post_held_lines(table.pk)
    assert (ChatLine.objects.count(), HeldChatLine.objects.count()) == (0, 2)
    with CaptureQueriesContext(connection) as queries:
        assert [line.text for line in table_log.post_held_lines(table.pk)] == ["first", "second"]
    assert any("FOR UPDATE" in query["sql"] for query in queries)
