"""Which tables a host may run, and what it delivers to them."""

import asyncio
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.live.hosting.leased_runner import Slot
from games.live.hosting.table_messages import TableMessage
from games.live.table_runner import TableRunner
from games.messaging.messages import Answer, Ask, Hint, Message, ReadInbox, Watch, host_group
from games.models import Table
from pokerroom.models import User
from tests.games.support.live_hosts import open_table
from tests.games.support.stepped_consumers import START_MS, RecordingOutbox, stepped_context


async def unchanged() -> None:
    """Nobody needs to know."""


@pytest.fixture
def runner() -> Iterator[TableRunner]:
    made = TableRunner(stepped_context(), unchanged)
    yield made
    made.context.threads.stop()


@pytest.mark.django_db
def test_open_tables_that_are_awake_and_not_frozen_are_run_with_a_lease_of_their_own(runner: TableRunner) -> None:
    fine, closed, frozen = open_table("Fine"), open_table("Closed"), open_table("Frozen")
    Table.objects.update(asleep=False)
    open_table("Asleep")
    Table.objects.filter(pk=closed.pk).update(closed_at=timezone.now(), is_open=False)
    Table.objects.filter(pk=frozen.pk).update(frozen=True)
    assert [row.pk for row in runner.rows.all()] == [fine.pk]
    assert runner.group(fine.pk) == host_group(fine.pk)


@pytest.mark.django_db
def test_a_renewal_by_which_nothing_changes_writes_its_host_and_its_tables_and_asks_for_little_else(
    runner: TableRunner, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table, _ = open_table("Awake"), open_table("Asleep")
    Table.objects.filter(pk=table.pk).update(asleep=False)
    assert runner.take_leases(START_MS) == [table.pk]
    # The host, all hosts, its tables between savepoints, two looks for free ones, all hosts, orders, bots.
    with django_assert_num_queries(11):
        assert runner.take_leases(START_MS + 2_000) == [table.pk]
    assert Table.objects.get(pk=table.pk).lease_until == START_MS + 8_000


async def test_messages_go_to_their_table_and_asks_that_do_not_fit_are_refused(runner: TableRunner) -> None:
    slot = runner.slots[4] = Slot[TableMessage](4, 3)
    slot.seated = frozenset({1})
    box = runner.context.outbox
    assert not isinstance(box, RecordingOutbox) or box.sent == []
    ask = Ask(4, 1, {"do": "sit_out"}, "a1", "web")
    messages: list[Message] = [Hint("lobby"), ask, Watch(4, 1, "web"), Ask(5, 1, {}, "a0", "web"), ReadInbox(4)]
    for message in messages:
        runner.deliver(message)
    for message in (Watch(4, 2, "web"), ask):
        runner.deliver(message)
    assert [await slot.get() for _ in range(3)] == [ask, Watch(4, 1, "web"), ReadInbox(4)]
    assert isinstance(box, RecordingOutbox)
    assert [sent[:2] for sent in box.sent] == [("web", Answer(4, 1, "a1", ok=False, code="table_busy"))]


async def test_no_crowd_of_onlookers_keeps_those_who_sit_from_their_turn(runner: TableRunner) -> None:
    slot = runner.slots[4] = Slot[TableMessage](4, runner.queue_size)
    slot.seated = frozenset({1, 2})
    for number in range(1_000):
        runner.deliver(Ask(4, 10 + number, {"do": "chat", "text": "hello"}, f"c{number}", "web"))
    own = [Ask(4, player, {"do": "act"}, f"a{player}", "web") for player in (1, 2)]
    for ask in own:
        runner.deliver(ask)
    assert [await slot.get() for _ in range(2)] == own
    assert isinstance(runner.context.outbox, RecordingOutbox)
    refused = [sent.message for sent in runner.context.outbox.sent if isinstance(sent.message, Answer)]
    assert len(refused) == 1_000 - runner.queue_size // 4
    assert {answer.code for answer in refused} == {"table_busy"}


@pytest.mark.django_db(transaction=True)
async def test_a_renewal_has_lost_orders_read(heads_up: Table, alice: User, runner: TableRunner) -> None:
    await sync_to_async(Table.objects.filter(pk=heads_up.pk).update)(owner="here")
    slot = runner.slots[heads_up.pk] = Slot[TableMessage](heads_up.pk, 3)
    await sync_to_async(runner.take_leases)(START_MS)
    await runner.renewed()
    assert await asyncio.wait_for(slot.get(), 1) == ReadInbox(heads_up.pk)
