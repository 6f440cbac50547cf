"""How many tables a host gives to another."""

import pytest

from games.live.hosting.fair_share import MOST_AT_ONCE, MOST_AWAKE_AT_ONCE, NO_GIFT, Gift, gifts
from games.store.leases import Load


def load(host: str, awake: int, asleep: int = 0, most: int = 100_000) -> Load:
    return Load(host, awake, asleep, most)


@pytest.mark.parametrize(
    ("mine", "others", "given"),
    [
        (4, [0], 2),
        (3, [0], 1),
        (1, [0], 0),
        (0, [4], 0),
        (3, [2], 0),
        (100, [85], 0),
        (20, [12], 4),
        (18, [18, 0], 6),
        (18, [0, 0], 6),
        (18, [2, 0], 7),
        (5000, [0], MOST_AWAKE_AT_ONCE),
    ],
)
def test_a_host_with_more_than_its_share_gives_what_the_emptiest_lacks(
    mine: int, others: list[int], given: int
) -> None:
    loads = [load(f"host {number}", awake) for number, awake in enumerate(others)]
    emptiest = min(loads, key=lambda one: one.awake).host
    assert gifts(load("here", mine), loads)[0] == (Gift(emptiest, given) if given else NO_GIFT)


def test_tables_that_sleep_are_shared_by_themselves() -> None:
    assert gifts(load("here", 0, 10), [load("there", 8, 0)]) == (NO_GIFT, Gift("there", 5))
    assert gifts(load("here", 0, 5000), [load("there", 8, 0)]) == (NO_GIFT, Gift("there", MOST_AT_ONCE))


def test_nobody_gets_more_than_it_runs_at_most() -> None:
    assert gifts(load("here", 40), [load("there", 3, 2, most=8)])[0] == Gift("there", 3)
    assert gifts(load("here", 40), [load("there", 3, 5, most=8)]) == (NO_GIFT, NO_GIFT)
    assert gifts(load("here", 40), []) == (NO_GIFT, NO_GIFT)


def test_two_hosts_that_give_once_do_not_give_back() -> None:
    for total in range(1, 60):
        (to, tables), _ = gifts(load("a", total), [load("b", 0)])
        assert gifts(load("b", tables), [load("a", total - tables)])[0] == NO_GIFT, (total, to)
