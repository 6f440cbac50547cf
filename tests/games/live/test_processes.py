"""Hosts in processes of their own: when one is killed, another continues its hands with the same cards (X1, X2)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from asgiref.sync import sync_to_async

from games.models import Decision, Table
from games.web.sockets.feed import Feed
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener, open_table, sit, until
from tests.processes import Process

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def runtables(env: dict[str, str], number: int) -> Iterator[dict[str, Process]]:
    """Starts this many hosts as processes; yields them by host id."""
    processes = [Process(env, "runtables") for _ in range(number)]
    try:
        for process in processes:
            process.wait_for("Tables are run by")
        yield {process.output.split("Tables are run by ")[1].split()[0].rstrip("."): process for process in processes}
    finally:
        for process in processes:
            process.process.kill()
            process.process.wait()


async def test_x1_x2_a_hand_survives_a_killed_host_and_then_a_stopped_one(
    server_env: dict[str, str], alice: User, bob: User
) -> None:
    def set_up() -> Table:
        made = open_table()
        sit(alice, made, seat=0)
        sit(bob, made, seat=1)
        return made

    made = await sync_to_async(set_up)()
    opened = runtables(server_env, 3)
    hosts = await sync_to_async(opened.__enter__)()
    try:
        both = [await ViewListener(made, person.pk).begin() for person in (alice, bob)]
        await until(
            lambda: (
                any(listener.my_turn for listener in both)
                and all(listener.own and listener.own.cards for listener in both)
            ),
            within=60,
        )
        one, other = sorted(both, key=lambda listener: not listener.my_turn)
        cards = [one.own and one.own.cards, other.own and other.own.cards]
        assert (await one.act("call")).ok
        await until(lambda: other.my_turn)

        owner = one.watched.host
        hosts[owner].process.kill()
        await until(lambda: one.watched.host not in ("", owner), within=60)
        assert (await other.act("check")).ok
        await until(lambda: one.view and one.view.street == "flop" and (one.my_turn or other.my_turn))

        owner = one.watched.host
        began = time.monotonic()
        assert await sync_to_async(hosts[owner].stop)() == 0
        await until(lambda: one.watched.host != owner, within=5)
        assert time.monotonic() - began < 5
        mover = await until(lambda: next((listener for listener in both if listener.my_turn), None))
        assert (await mover.act("check")).ok
        assert [one.own and one.own.cards, other.own and other.own.cards] == cards
        assert one.view
        assert one.view.pot == 400
    finally:
        await Feed.current().close()
        await sync_to_async(opened.__exit__)(None, None, None)
    rows = [
        row async for row in Decision.objects.filter(table=made).order_by("number").values_list("number", flat=True)
    ]
    assert rows == list(range(1, len(rows) + 1))
