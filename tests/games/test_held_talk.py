"""F6: what was said of cards while a hand ran is kept, and said when it is over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import store
from games.conduct import ChatBan
from tests.games.rooms import open_table, person

pytestmark = pytest.mark.django_db


def test_f6_held_lines_are_said_once_the_newest_of_them_and_not_by_who_is_banned() -> None:
    alice, bob, table, other = person("Alice"), person("Bob"), open_table(), open_table("Brno")
    store.hold(other.pk, bob.pk, "a queen")
    store.hold(table.pk, bob.pk, "sets, sets", watching=True)
    for number in range(store.MOST_HELD - 1):
        store.hold(table.pk, alice.pk, f"ace {number}")
    store.hold(table.pk, bob.pk, "a\u202e king", watching=True)
    ChatBan.objects.create(player=alice, until=timezone.now() + timedelta(hours=1), reason="stalls", by=bob)
    assert store.holds(table.pk)
    (line,) = store.speak_held(table.pk)
    assert (line["name"], line["text"], line["watching"]) == ("Bob", "a king", True)
    assert (store.holds(table.pk), store.speak_held(table.pk)) == (False, [])
    assert store.holds(other.pk)
