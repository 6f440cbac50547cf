"""Worked examples of the ledger: each shows one movement and the balances after it."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from cashier import api
from cashier.audit import run_audit
from cashier.engine import accounts
from cashier.models import Account, Entry, Leg
from pokerroom.models import User
from tests.cashier.conftest import TABLE

pytestmark = pytest.mark.django_db


def balances() -> dict[str, int]:
    """Every account with a balance other than zero."""
    return dict(Account.objects.exclude(balance=0).values_list("code", "balance"))


def test_lesson_1_play_money_comes_from_the_house_account(alice: User) -> None:
    api.open_wallet(user_id=alice.pk, name="Alice", grant=1_000_00, currency="PLAY")
    assert balances() == {"house:PLAY": -1_000_00, f"wallet:{alice.pk}:PLAY": 1_000_00}


def test_lesson_2_a_wallet_is_opened_and_granted_play_money_once(alice: User) -> None:
    for grant in (1_000_00, 1_000_00, 5_000_00, 0):
        api.open_wallet(user_id=alice.pk, name="Alice", grant=grant, currency="PLAY")
    assert api.balance(user_id=alice.pk, currency="PLAY") == 1_000_00
    assert Entry.objects.count() == 1


def test_lesson_3_M3_sitting_down_moves_money_from_wallet_to_seat(players: tuple[int, int]) -> None:
    alice, _ = players
    api.hold(key="sit", user_id=alice, table_id=TABLE, amount=400_00, currency="PLAY", cause="buy_in")
    assert api.balance(user_id=alice, currency="PLAY") == 600_00
    assert api.escrow(table_id=TABLE) == {alice: 400_00}


def test_lesson_4_M3_a_hand_moves_chips_between_seats_and_to_rake(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(
        key="hand:3:1", table_id=TABLE, hand=1, changes={alice: -100_00, bob: 95_00}, rake=5_00, currency="PLAY"
    )
    assert api.escrow(table_id=TABLE) == {alice: 300_00, bob: 495_00}
    assert balances()["rake:3"] == 5_00
    assert api.balance(user_id=alice, currency="PLAY") == api.balance(user_id=bob, currency="PLAY") == 600_00


def test_lesson_5_a_hand_whose_sum_is_not_zero_is_refused(seated: tuple[int, int]) -> None:
    alice, bob = seated
    before = balances()
    with pytest.raises(api.LedgerError, match="unbalanced"):
        api.settle_hand(
            key="hand", table_id=TABLE, hand=1, changes={alice: -100_00, bob: 95_00}, rake=4_00, currency="PLAY"
        )
    assert balances() == before


def test_lesson_6_a_hand_that_moves_no_chips_has_no_entry(seated: tuple[int, int]) -> None:
    alice, bob = seated
    assert api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: 0, bob: 0}, currency="PLAY") is None
    assert not Entry.objects.filter(cause_kind="hand").exists()


def test_lesson_7_K6_leaving_returns_every_chip_to_the_wallet(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: -33, bob: 32}, rake=1, currency="PLAY")
    for user_id, chips in api.escrow(table_id=TABLE).items():
        api.release(
            key=f"leave:{user_id}", user_id=user_id, table_id=TABLE, amount=chips, cause="leave", currency="PLAY"
        )
    assert api.escrow(table_id=TABLE) == {}
    assert (api.balance(user_id=alice, currency="PLAY"), api.balance(user_id=bob, currency="PLAY")) == (
        999_67,
        1_000_32,
    )


def test_lesson_8_a_repeated_call_moves_nothing_and_returns_the_first_entry(seated: tuple[int, int]) -> None:
    alice, bob = seated
    hand = {"key": "hand", "table_id": TABLE, "hand": 1, "currency": "PLAY", "changes": {alice: -400_00, bob: 400_00}}
    first = api.settle_hand(**hand)
    # Alice has nothing left by now, so the repeated call must not check her balance.
    assert api.settle_hand(**hand) == first
    assert api.escrow(table_id=TABLE) == {bob: 800_00}


def test_lesson_9_a_key_used_for_something_else_is_refused(players: tuple[int, int]) -> None:
    alice, bob = players
    api.hold(key="sit", user_id=alice, table_id=TABLE, amount=400_00, currency="PLAY")
    for other in ({"user_id": alice, "amount": 399_99}, {"user_id": bob, "amount": 400_00}):
        with pytest.raises(api.LedgerError, match="key_reused"):
            api.hold(key="sit", table_id=TABLE, currency="PLAY", **other)
    assert api.escrow(table_id=TABLE) == {alice: 400_00}


def test_lesson_10_M2_a_buy_in_above_the_wallet_is_refused(players: tuple[int, int]) -> None:
    alice, _ = players
    with pytest.raises(api.InsufficientFunds) as refusal:
        api.hold(key="sit", user_id=alice, table_id=TABLE, amount=1_000_01, currency="PLAY")
    assert refusal.value.missing == 1
    assert refusal.value.account == f"wallet:{alice}:PLAY"
    assert api.balance(user_id=alice, currency="PLAY") == 1_000_00


def test_lesson_11_M2_a_loss_above_the_seats_chips_is_refused(seated: tuple[int, int]) -> None:
    alice, bob = seated
    with pytest.raises(api.InsufficientFunds):
        api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: -400_01, bob: 400_01}, currency="PLAY")
    assert api.escrow(table_id=TABLE) == {alice: 400_00, bob: 400_00}


def test_lesson_11b_a_player_who_never_sat_down_cannot_win(seated: tuple[int, int], charlie: User) -> None:
    alice, _ = seated
    with pytest.raises(api.LedgerError, match="unknown_account"):
        api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: -1_00, charlie.pk: 1_00}, currency="PLAY")


def test_lesson_12_a_refusal_leaves_the_callers_transaction_usable(players: tuple[int, int]) -> None:
    alice, _ = players
    with transaction.atomic():
        with pytest.raises(api.InsufficientFunds):
            api.hold(key="too much", user_id=alice, table_id=TABLE, amount=2_000_00, currency="PLAY")
        api.hold(key="enough", user_id=alice, table_id=TABLE, amount=1_000_00, currency="PLAY")
    assert api.escrow(table_id=TABLE) == {alice: 1_000_00}


def test_lesson_13_money_moves_in_the_transaction_of_its_cause(players: tuple[int, int]) -> None:
    alice, _ = players

    def sit_down_and_fail() -> None:
        with transaction.atomic():
            api.hold(key="sit", user_id=alice, table_id=TABLE, amount=400_00, currency="PLAY")
            raise RuntimeError("the order for the seat could not be written")

    with pytest.raises(RuntimeError):
        sit_down_and_fail()
    assert api.balance(user_id=alice, currency="PLAY") == 1_000_00
    assert not Entry.objects.filter(key="sit").exists()


def test_lesson_14_M1_a_mistake_is_reversed_once_and_both_entries_stay(seated: tuple[int, int]) -> None:
    alice, bob = seated
    before = balances()
    api.settle_hand(
        key="hand", table_id=TABLE, hand=1, changes={alice: -100_00, bob: 95_00}, rake=5_00, currency="PLAY"
    )
    undo = {"key": "undo", "entry_key": "hand", "reason": "misdeal", "by": bob}
    reversal = api.reverse(**undo)
    assert balances() == before
    assert api.reverse(**undo) == reversal
    with pytest.raises(api.LedgerError, match="already_reversed"):
        api.reverse(**undo | {"key": "undo again"})
    assert reversal.reverses is not None
    assert (reversal.reverses.key, reversal.reason) == ("hand", "misdeal")
    assert Leg.objects.filter(entry__key__in=("hand", "undo")).count() == 6
    assert run_audit().breaches == ()


def test_lesson_15_an_unknown_entry_cannot_be_reversed(players: tuple[int, int]) -> None:
    with pytest.raises(api.LedgerError, match="unknown_entry"):
        api.reverse(key="undo", entry_key="nothing", reason="?", by=None)


def test_lesson_16_M4_currencies_never_mix(players: tuple[int, int]) -> None:
    alice, _ = players
    api.open_wallet(user_id=alice, currency="EUR", grant=50_00)
    api.hold(key="play", user_id=alice, table_id=TABLE, amount=10_00, currency="PLAY")
    with pytest.raises(api.LedgerError, match="mixed_currencies"):
        api.hold(key="euro", user_id=alice, table_id=TABLE, amount=10_00, currency="EUR")
    assert api.wallets(user_id=alice) == {"EUR": 50_00, "PLAY": 990_00}


def test_lesson_17_M4_a_grant_needs_a_reason(players: tuple[int, int]) -> None:
    alice, bob = players
    with pytest.raises(api.LedgerError, match="no_reason"):
        api.grant(user_id=alice, amount=5_00, reason="  ", by=bob, key="gift", currency="PLAY")
    entry = api.grant(user_id=alice, amount=5_00, reason="Won the quiz", by=bob, key="gift", currency="PLAY")
    assert (entry.reason, entry.by_id) == ("Won the quiz", bob)
    assert api.balance(user_id=alice, currency="PLAY") == 1_005_00


@pytest.mark.parametrize("amount", [0, -1])
def test_lesson_18_no_negative_amount_reverses_a_payment(seated: tuple[int, int], amount: int) -> None:
    alice, _ = seated
    moves: tuple[Callable[[], object], ...] = (
        lambda: api.hold(key="x", user_id=alice, table_id=TABLE, amount=amount, currency="PLAY"),
        lambda: api.release(key="x", user_id=alice, table_id=TABLE, amount=amount, currency="PLAY"),
        lambda: api.grant(user_id=alice, amount=amount, reason="x", by=None, key="x", currency="PLAY"),
    )
    for move in moves:
        with pytest.raises(api.LedgerError, match="not_positive"):
            move()


def test_lesson_19_M4_the_statement_is_newest_first_with_a_running_balance(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(
        key="hand", table_id=TABLE, hand=1, changes={alice: 50_00, bob: -50_00}, label="Prague", currency="PLAY"
    )
    api.release(key="leave", user_id=alice, table_id=TABLE, amount=450_00, label="Prague", currency="PLAY")
    rows = api.statement(user_id=alice, currency="PLAY").rows
    assert [(row.kind, row.label, row.amount, row.balance) for row in rows] == [
        ("leave", "Prague", 450_00, 1_050_00),
        ("buy_in", "Prague", -400_00, 600_00),
        ("welcome", "", 1_000_00, 1_000_00),
    ]
    hands = api.statement(user_id=alice, causes=("hand",), currency="PLAY").rows
    assert [(row.ref, row.amount, row.balance) for row in hands] == [("3:1", 50_00, 450_00)]


def test_lesson_20_a_long_statement_is_paged_without_gap_or_repetition(players: tuple[int, int]) -> None:
    alice, _ = players
    for number in range(7):
        api.grant(user_id=alice, amount=number + 1, reason="quiz", by=None, key=f"quiz:{number}", currency="PLAY")
    keys: list[str] = []
    before, pages = None, 0
    while True:
        page = api.statement(user_id=alice, before=before, limit=4, currency="PLAY")
        keys += [row.key for row in page.rows]
        pages += 1
        if page.before is None:
            break
        before = page.before
    assert pages == 2
    assert keys == [*(f"quiz:{number}" for number in reversed(range(7))), f"open:{alice}:PLAY"]
    assert [row.key for row in api.whole_statement(user_id=alice, currency="PLAY")] == keys


def test_lesson_21_chips_at_tables_are_listed_by_table(players: tuple[int, int]) -> None:
    alice, bob = players
    api.hold(key="a", user_id=alice, table_id=3, amount=100_00, label="Prague", currency="PLAY")
    api.hold(key="b", user_id=alice, table_id=4, amount=300_00, label="Brno", currency="PLAY")
    api.hold(key="c", user_id=bob, table_id=4, amount=50_00, label="Brno", currency="PLAY")
    assert [(seat.label, seat.amount) for seat in api.seats_of(user_id=alice)] == [
        ("Brno", 300_00),
        ("Prague", 100_00),
    ]


def test_lesson_22_the_trial_balance_sums_to_zero(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: -10_00, bob: 9_00}, rake=1_00, currency="PLAY")
    lines = {(line.kind, line.accounts): line.total for line in api.accounts_report()}
    assert lines == {("house", 1): -2_000_00, ("rake", 1): 1_00, ("seat", 2): 799_00, ("wallet", 2): 1_200_00}
    assert sum(lines.values()) == 0


def test_lesson_23_K8_a_stack_moves_to_another_table_where_hands_are_settled_at_once(seated: tuple[int, int]) -> None:
    alice, bob = seated
    for user_id in seated:
        entry = api.carry(
            key=f"move:{user_id}",
            user_id=user_id,
            table_id=TABLE,
            to_table_id=4,
            amount=400_00,
            label="Brno",
            currency="PLAY",
        )
        assert (entry.cause_kind, entry.cause_ref, entry.label, entry.by_id) == ("move", "4", "Brno", user_id)
    api.settle_hand(key="hand", table_id=4, hand=1, changes={alice: -400_00, bob: 399_00}, rake=1_00, currency="PLAY")
    assert (api.escrow(table_id=TABLE), api.escrow(table_id=4)) == ({}, {bob: 799_00})


def test_lesson_24_a_new_wallet_is_returned_with_its_welcome_and_an_old_one_with_its_balance(alice: User) -> None:
    assert api.open_wallet(user_id=alice.pk, name="Alice", grant=5_00, currency="PLAY").balance == 5_00
    api.grant(user_id=alice.pk, amount=1, reason="quiz", by=None, key="quiz", currency="PLAY")
    again = api.open_wallet(user_id=alice.pk, name="Other", grant=5_00, currency="PLAY")
    assert (again.code, again.kind, again.currency, again.name, again.owner, again.table_ref, again.balance) == (
        f"wallet:{alice.pk}:PLAY", "wallet", "PLAY", "Alice", alice, None, 5_01,
    )  # fmt: skip


def test_lesson_25_an_entry_keeps_its_cause_author_and_the_beginning_of_a_long_label(players: tuple[int, int]) -> None:
    alice, _ = players
    entry = api.hold(
        key="sit", user_id=alice, table_id=TABLE, amount=1, cause="top_up", label="x" * 121, currency="PLAY"
    )
    assert (entry.cause_kind, entry.cause_ref, entry.label, entry.by_id) == ("top_up", "3", "x" * 120, alice)
    assert list(entry.legs.values_list("account__code", "amount", "balance_after")) == [
        (f"wallet:{alice}:PLAY", -1, 999_99),
        (f"seat:3:{alice}", 1, 1),
    ]
    left = api.release(key="leave", user_id=alice, table_id=TABLE, amount=1, label="Prague", currency="PLAY")
    assert (left.cause_kind, left.cause_ref, left.label, left.by_id) == ("leave", "3", "Prague", None)


def test_lesson_26_a_reversal_needs_a_reason_and_reverses_one_entry(seated: tuple[int, int]) -> None:
    alice, bob = seated
    for hand in (1, 2):
        api.settle_hand(
            key=f"hand {hand}",
            table_id=TABLE,
            hand=hand,
            changes={alice: -hand, bob: hand},
            label="Prague",
            currency="PLAY",
        )
    with pytest.raises(api.LedgerError, match="no_reason"):
        api.reverse(key="undo", entry_key="hand 1", reason=" ", by=bob)
    undone = [api.reverse(key=f"undo {hand}", entry_key=f"hand {hand}", reason="misdeal", by=bob) for hand in (2, 1)]
    assert [(entry.reverses, entry.label, entry.by_id) for entry in undone] == [
        (Entry.objects.get(key=f"hand {hand}"), "Prague", bob) for hand in (2, 1)
    ]
    assert api.escrow(table_id=TABLE) == {alice: 400_00, bob: 400_00}


def test_lesson_27_M2_the_last_chip_may_go_and_the_house_may_owe(seated: tuple[int, int]) -> None:
    alice, _ = seated
    api.seat_fee(
        key="all", user_id=alice, table_id=TABLE, amount=400_00, cause="rabbit", label="Prague", currency="PLAY"
    )
    api.hold(key="rest", user_id=alice, table_id=TABLE, amount=600_00, currency="PLAY")
    assert balances()["house:PLAY"] == -1_600_00
    assert api.balance(user_id=alice, currency="PLAY") == 0


def test_lesson_27_M1_a_movement_asked_for_again_stands_though_the_wallet_is_empty_by_now(
    seated: tuple[int, int],
) -> None:
    alice, _ = seated
    first = api.hold(key="rest", user_id=alice, table_id=TABLE, amount=600_00, currency="PLAY")
    before = balances()
    assert api.balance(user_id=alice, currency="PLAY") == 0
    assert api.hold(key="rest", user_id=alice, table_id=TABLE, amount=600_00, currency="PLAY") == first
    assert balances() == before
    with pytest.raises(api.LedgerError, match="key_reused"):
        api.hold(key="rest", user_id=alice, table_id=TABLE, amount=500_00, currency="PLAY")
    with pytest.raises(api.InsufficientFunds):
        api.hold(key="more", user_id=alice, table_id=TABLE, amount=1, currency="PLAY")
    assert not Entry.objects.filter(key="more").exists()


def test_lesson_28_the_accounts_of_a_longer_transaction_are_opened_and_locked_by_code(players: tuple[int, int]) -> None:
    alice, bob = players
    names = [accounts.wallet(bob, "PLAY"), accounts.seat(9, alice, "PLAY"), accounts.wallet(alice, "PLAY")]
    with CaptureQueriesContext(connection) as queries:
        api.lock_accounts(names)
    seat = Account.objects.get(code=f"seat:9:{alice}")
    assert (seat.kind, seat.owner_id, seat.table_ref, seat.currency, seat.balance) == ("seat", alice, 9, "PLAY", 0)
    assert queries[-1]["sql"].endswith("ORDER BY code FOR UPDATE")
    with pytest.raises(api.LedgerError, match="mixed_currencies"):
        api.lock_accounts([accounts.seat(9, alice, "EUR")])
