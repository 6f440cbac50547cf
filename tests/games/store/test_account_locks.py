"""The accounts and tables of a decision are locked before its first ledger entry, so that none deadlock (M2)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cashier import api as cashier
from cashier.engine.accounts import AccountName
from games.engine import events as ev
from games.engine.table import commands as cm
from games.models import Hand
from tests.games.support.seats import assert_audit_clean
from tests.games.support.store import commit, three_players
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
FEE = 7_00


def locked_accounts(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The accounts that each later decision locks before its first entry."""
    found: list[list[str]] = []
    lock = cashier.lock_accounts

    def remember(names: list[AccountName]) -> None:
        found.append(sorted(name.code for name in names))
        lock(names)

    monkeypatch.setattr(cashier, "lock_accounts", remember)
    return found


def accounts(host: SteppedHost, seats: list[int], wallets: list[int], *more: str) -> list[str]:
    """The names of the accounts of a table, and of these players there and of their wallets."""
    names = [f"seat:{host.id}:{player}" for player in seats] + [f"wallet:{player}:PLAY" for player in wallets]
    return sorted([*names, f"rake:{host.id}", *more])


def test_M2_one_entry_needs_no_lock_and_two_lock_their_accounts_first(monkeypatch: pytest.MonkeyPatch) -> None:
    host, players = three_players()
    open_table("Brno")
    alice, bob, charlie = players
    found = locked_accounts(monkeypatch)
    host.fold_out()
    host.do(cm.Leave(alice))
    assert found == []
    chips = host.table.chips()
    commit(
        host, *(ev.SeatLeft(host.table.player_seat(player) or 0, player, chips[player]) for player in (bob, charlie))
    )
    assert found == [accounts(host, [bob, charlie], [bob, charlie])]
    assert_audit_clean()


def test_M2_H7_the_house_is_locked_for_a_rabbit_fee_beside_another_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    host, players = three_players()
    found = locked_accounts(monkeypatch)
    number = host.table.player_seat(players[0]) or 0
    commit(host, ev.RabbitShown(number, FEE, ()), ev.SeatLeft(number, players[0], 2_000_00 - FEE))
    assert found == [accounts(host, players, [players[0]], "house:PLAY")]
    assert_audit_clean()


def test_K8_M2_tables_of_a_move_are_locked_in_the_order_of_their_ids() -> None:
    target = SteppedHost(open_table("Zlin").pk)
    host, players = three_players()
    with CaptureQueriesContext(connection) as queries:
        host.do(cm.SetTableMove(players[0], target.id, "Zlin"))
        host.do(cm.MoveToTable(players[0]))
    locks = [query["sql"].partition(" WHERE ")[2] for query in queries if "FOR NO KEY UPDATE" in query["sql"]]
    both = f"id IN ({host.id}, {target.id}) ORDER BY id FOR NO KEY UPDATE"
    assert [lock for lock in locks if lock.startswith("id IN")][:1] == [both]


def test_F5_M2_all_accounts_of_a_void_hand_are_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    host, players = three_players()
    other = SteppedHost(open_table("Brno").pk)
    seat(other, person("Dana"), person("Eve"))
    other.fold_out()
    host.fold_out()
    host.do(cm.Leave(players[0]))
    lost = next(won for _, player, _, won in Hand.objects.get(table=host.id).results if player == players[0])
    found = locked_accounts(monkeypatch)
    host.do(cm.VoidHand(1, "two aces", last=True))
    assert found == [accounts(host, players, [players[0]] if lost else [], "house:PLAY")]
    assert_audit_clean()
