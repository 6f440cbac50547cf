"""M2 under concurrency: real threads, real connections, real commits."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import TypeVar

import pytest
from django.db import connection, transaction
from django.utils import timezone

from backoffice.api import Refused
from cashier import api, currencies, currency_acts
from cashier.audit import run_audit
from cashier.models import Account, Currency, Entry
from pokerroom.models import User
from tests.cashier.conftest import TABLE

T = TypeVar("T")

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], T]) -> list[T | Exception]:
    """Runs each call in a thread of its own, all started together; returns what each returned or raised."""
    start = Barrier(len(calls))
    results: dict[int, T | Exception] = {}

    def run(place: int, call: Callable[[], T]) -> None:
        try:
            start.wait(timeout=60)
            results[place] = call()
        except Exception as trouble:
            results[place] = trouble
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return [results[place] for place in range(len(calls))]


def hold(user_id: int, key: str, amount: int, table_id: int = TABLE) -> Callable[[], Entry]:
    return lambda: api.hold(key=key, user_id=user_id, table_id=table_id, amount=amount, currency="PLAY")


@pytest.mark.parametrize("attempt", range(3))
def test_M2_of_two_buy_ins_that_exceed_the_wallet_exactly_one_succeeds(players: tuple[int, int], attempt: int) -> None:
    alice, _ = players
    results = at_once(hold(alice, "one", 600_00), hold(alice, "two", 600_00, table_id=4))
    assert [type(result) for result in results if not isinstance(result, Entry)] == [api.InsufficientFunds]
    assert api.balance(user_id=alice, currency="PLAY") == 400_00
    assert run_audit().breaches == ()


@pytest.mark.parametrize("attempt", range(3))
def test_one_key_posted_by_many_threads_moves_money_once(players: tuple[int, int], attempt: int) -> None:
    alice, _ = players
    results = at_once(*[hold(alice, "sit", 100_00)] * 6)
    assert len({result.pk for result in results if isinstance(result, Entry)}) == 1
    assert all(isinstance(result, Entry) for result in results)
    assert api.escrow(table_id=TABLE) == {alice: 100_00}


def test_two_tables_settling_in_opposite_order_do_not_deadlock(players: tuple[int, int]) -> None:
    alice, bob = players
    for user_id in players:
        for table_id in (3, 4):
            hold(user_id, f"sit:{user_id}:{table_id}", 300_00, table_id)()

    def settle(winner: int, loser: int, table_id: int) -> Callable[[], None]:
        def hands() -> None:
            for hand in range(20):
                with transaction.atomic():
                    api.settle_hand(
                        key=f"{table_id}:{winner}:{hand}",
                        table_id=table_id,
                        hand=hand,
                        changes={winner: 9, loser: -10},
                        rake=1,
                        currency="PLAY",
                    )

        return hands

    results = at_once(*(settle(*pair, table_id) for pair in ((alice, bob), (bob, alice)) for table_id in (3, 4)))
    assert results == [None] * 4
    assert api.escrow(table_id=3) == {alice: 299_80, bob: 299_80}
    assert run_audit().breaches == ()


def test_a_double_click_refills_once(players: tuple[int, int]) -> None:
    alice, _ = players
    hold(alice, "sit", 1_000_00)()
    now = timezone.now()
    results = at_once(*[lambda: api.refill(user_id=alice, now=now)] * 4)
    assert sum(isinstance(result, Entry) for result in results) == 1
    assert api.balance(user_id=alice, currency="PLAY") == api.refill_terms().amount


def test_M2_accounts_are_locked_one_after_another_by_code(seated: tuple[int, int]) -> None:
    """While the first account is taken, the second one is still free, though its row is older."""
    alice, _ = seated
    buying = Thread(target=lambda: at_once(hold(alice, "more", 100_00)))
    with transaction.atomic():
        Account.objects.select_for_update().get(code=f"seat:{TABLE}:{alice}")
        buying.start()
        with connection.cursor() as cursor:
            waits = "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
            for _ in range(100_000):
                if cursor.execute(waits).fetchone() != (0,):
                    break
        Account.objects.select_for_update(nowait=True).get(code=f"wallet:{alice}:PLAY")
    buying.join(timeout=60)
    assert api.escrow(table_id=TABLE)[alice] == 500_00


def test_M4_two_people_who_retire_the_last_two_currencies_at_once_leave_one(alice: User, bob: User) -> None:
    euro, koruna, play = (currencies.currency(code) for code in ("EUR", "CZK", "PLAY"))
    currency_acts.change(euro._replace(retired=True), by=alice.pk, reason="not used")
    results = at_once(
        lambda: currency_acts.change(koruna._replace(retired=True), by=alice.pk, reason="not used"),
        lambda: currency_acts.change(play._replace(retired=True), by=bob.pk, reason="not used"),
    )
    assert [str(result.code) for result in results if isinstance(result, Refused)] == ["last_currency"]
    assert Currency.objects.filter(retired=False).count() == 1
