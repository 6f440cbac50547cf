"""F6: chat lines about cards are held back while a hand runs and posted when it is over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models.conduct import ChatBan
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
