"""M1, M4: a posting is balanced, in one currency, or refused."""

from typing import Any

import pytest

from cashier.engine import accounts
from cashier.engine.errors import LedgerError
from cashier.engine.posting import Leg, Posting, hand_result, transfer

ALICE, BOB = accounts.wallet(17, "PLAY"), accounts.wallet(18, "PLAY")
EUROS = accounts.wallet(17, "EUR")
RAKE = accounts.rake(3, "PLAY")


def test_an_account_is_named_by_what_it_holds() -> None:
    assert ALICE.code == "wallet:17:PLAY"
    assert accounts.seat(3, 17, "PLAY").code == "seat:3:17"
    assert RAKE.code == "rake:3"
    assert accounts.house("PLAY").code == "house:PLAY"


def test_m2_only_the_house_may_owe() -> None:
    named = (ALICE, accounts.seat(3, 17, "PLAY"), RAKE, accounts.house("PLAY"))
    assert [account.can_be_negative for account in named] == [False, False, False, True]


@pytest.mark.parametrize("currency", ["", "eur", "E", "EUR ", "EUR:1"])
def test_a_currency_is_a_short_word_in_capitals(currency: str) -> None:
    with pytest.raises(LedgerError):
        accounts.house(currency)


@pytest.mark.parametrize(
    ("code", "legs"),
    [
        ("too_few_legs", []),
        ("too_few_legs", [Leg(ALICE, 5)]),
        ("unbalanced", [Leg(ALICE, 5), Leg(BOB, -4)]),
        ("empty_leg", [Leg(ALICE, 0), Leg(BOB, 0)]),
        ("account_twice", [Leg(ALICE, 5), Leg(ALICE, -5)]),
        ("mixed_currencies", [Leg(ALICE, 5), Leg(EUROS, -5)]),
    ],
)
def test_m1_m4_what_does_not_balance_is_no_posting(code: str, legs: list[Leg]) -> None:
    with pytest.raises(LedgerError) as refusal:
        Posting("key", tuple(legs))
    assert refusal.value.code == code


@pytest.mark.parametrize("amount", [1.0, True, "1"])
def test_m1_money_is_never_a_float(amount: Any) -> None:
    with pytest.raises(LedgerError, match="not_an_int"):
        Posting("key", (Leg(ALICE, amount), Leg(BOB, -1)))


@pytest.mark.parametrize("key", ["", "k" * 121])
def test_a_posting_has_a_key(key: str) -> None:
    with pytest.raises(LedgerError, match="bad_key"):
        Posting(key, (Leg(ALICE, 1), Leg(BOB, -1)))


@pytest.mark.parametrize("amount", [0, -1])
def test_k13_a_transfer_cannot_be_turned_round(amount: int) -> None:
    with pytest.raises(LedgerError, match="not_positive"):
        transfer(key="key", source=ALICE, target=BOB, amount=amount)


def test_m3_a_hand_moves_seat_to_seat_and_seat_to_rake() -> None:
    seats = [accounts.seat(3, user, "PLAY") for user in (17, 18, 19)]
    changes = list(zip(seats, (-100, 95, 0), strict=True))
    posting = hand_result(key="hand", changes=changes, rake_account=RAKE, rake=5)
    assert posting is not None
    assert posting.amounts == {"seat:3:17": -100, "seat:3:18": 95, "rake:3": 5}


def test_m3_a_hand_in_which_nothing_moved_is_no_posting() -> None:
    changes = [(accounts.seat(3, 17, "PLAY"), 0)]
    assert hand_result(key="hand", changes=changes, rake_account=RAKE, rake=0) is None


def test_r5_rake_is_never_given_back_through_a_hand() -> None:
    changes = [(accounts.seat(3, 17, "PLAY"), 5)]
    with pytest.raises(LedgerError, match="negative_rake"):
        hand_result(key="hand", changes=changes, rake_account=RAKE, rake=-5)
