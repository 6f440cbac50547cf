"""What a socket reads about a table before it watches, and why a table is silent."""

import pytest
from django.utils import timezone

from games.models import Table
from games.moderation import PlayerNote, ViewerModeration, call_floor, save_note
from games.web.sockets.table_facts import Opening, TableFacts, facts_of, openings_of, why_silent
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.live_hosts import open_table

pytestmark = pytest.mark.django_db


def change(table: Table, **values: object) -> None:
    Table.objects.filter(pk=table.pk).update(**values)


def test_K14_each_table_has_its_own_facts_and_a_closed_one_none() -> None:
    one, two, closed, broken = (open_table(name) for name in ("One", "Two", "Closed", "Broken"))
    change(one, closed_to_watchers=True, watch_delay=30)
    change(two, tournament=8)
    change(closed, closed_at=timezone.now(), is_open=False)
    assert facts_of(one.pk) == TableFacts(players_only=True, delay=30.0, tournament=0, amounts=MONEY)
    assert facts_of(two.pk) == TableFacts(players_only=False, delay=0.0, tournament=8, amounts=MONEY)
    change(broken, closed_at=timezone.now(), is_open=False, tournament=8)
    assert facts_of(broken.pk) == facts_of(two.pk), "its players read there where they sit now (T7)"
    assert facts_of(closed.pk) is None
    assert facts_of(closed.pk + 1_000) is None


def test_X3_a_silent_table_is_frozen_closed_or_without_a_host() -> None:
    frozen, closed, waiting = open_table("Frozen"), open_table("Closed"), open_table("Waiting")
    change(frozen, frozen=True)
    change(closed, closed_at=timezone.now(), is_open=False)
    codes = [why_silent(table) for table in (frozen.pk, closed.pk, waiting.pk, waiting.pk + 1_000)]
    assert codes == ["table_frozen", "table_closed", "no_answer", "no_answer"]


def test_what_a_crowd_must_know_is_each_ones_own(alice: User, bob: User) -> None:
    """Notes and calls are for their owner alone, and calls for one table."""
    one, two = open_table("One"), open_table("Two")
    save_note(owner=alice.pk, about=bob.pk, note=PlayerNote("bluffs"))
    save_note(owner=bob.pk, about=alice.pk, note=PlayerNote(muted=True))
    call_floor(player=alice.pk, table_id=one.pk, reason="string bet")
    viewers = [(alice.pk, one.pk), (0, two.pk), (bob.pk, one.pk), (alice.pk, two.pk), (alice.pk, two.pk + 1_000)]
    found = openings_of(viewers)
    assert [opening.facts is None for opening in found] == [False, False, False, False, True]
    notes = [opening.moderation.notes for opening in found]
    alices = {bob.pk: PlayerNote("bluffs")}
    assert notes == [alices, {}, {alice.pk: PlayerNote(muted=True)}, alices, alices]
    assert [[call.reason for call in opening.moderation.calls] for opening in found] == [["string bet"], [], [], [], []]
    assert openings_of([(0, one.pk)]) == [Opening(facts_of(one.pk), ViewerModeration())]
