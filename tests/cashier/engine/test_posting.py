"""M1, M4: a posting is balanced, in one currency, or refused."""

import pytest

from cashier.engine import accounts
from cashier.engine.errors import InsufficientFunds, LedgerError
from cashier.engine.posting import Leg, Posting, hand_result, transfer

ALICE, BOB = accounts.wallet(17, "PLAY"), accounts.wallet(18, "PLAY")
EUROS = accounts.wallet(17, "EUR")
RAKE = accounts.rake(3, "PLAY")


def test_account_codes_name_kind_owner_and_currency() -> None:
    assert ALICE.code == "wallet:17:PLAY"
    assert accounts.seat(3, 17, "PLAY").code == "seat:3:17"
    assert RAKE.code == "rake:3"
    assert accounts.house("PLAY").code == "house:PLAY"


def test_a_refusal_names_its_code_and_what_it_is_about() -> None:
    short = InsufficientFunds("wallet:17:PLAY", 5)
    assert (str(short), short.code) == ("insufficient_funds: wallet:17:PLAY lacks 5", "insufficient_funds")
    assert str(LedgerError("too_soon")) == "too_soon"


def test_M2_only_the_house_can_be_negative() -> None:
    named = (ALICE, accounts.seat(3, 17, "PLAY"), RAKE, accounts.house("PLAY"))
    assert [account.can_be_negative for account in named] == [False, False, False, True]


@pytest.mark.parametrize("currency", ["", "eur", "E", "EUR ", "EUR:1"])
def test_a_currency_code_is_three_to_eight_capitals(currency: str) -> None:
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
def test_M1_M4_an_unbalanced_posting_is_refused(code: str, legs: list[Leg]) -> None:
    with pytest.raises(LedgerError) as refusal:
        Posting("key", tuple(legs))
    assert refusal.value.code == code


@pytest.mark.parametrize("amount", [1.0, True, "1"])
def test_M1_amounts_are_never_floats(amount: int) -> None:
    with pytest.raises(LedgerError, match="not_an_int"):
        Posting("key", (Leg(ALICE, amount), Leg(BOB, -1)))


@pytest.mark.parametrize("key", ["", "k" * 121])
def test_a_posting_has_a_key(key: str) -> None:
    with pytest.raises(LedgerError, match="bad_key"):
        Posting(key, (Leg(ALICE, 1), Leg(BOB, -1)))


def test_a_key_of_the_longest_length_is_accepted() -> None:
    posting = Posting("k" * 120, (Leg(ALICE, 1), Leg(BOB, -1)))
    assert posting.amounts == {"wallet:17:PLAY": 1, "wallet:18:PLAY": -1}


def test_K13_the_smallest_transfer_is_one_cent_from_source_to_target() -> None:
    assert transfer(key="key", source=ALICE, target=BOB, amount=1).legs == (Leg(ALICE, -1), Leg(BOB, 1))


@pytest.mark.parametrize("amount", [0, -1])
def test_K13_a_transfer_of_zero_or_less_is_refused(amount: int) -> None:
    with pytest.raises(LedgerError, match="not_positive"):
        transfer(key="key", source=ALICE, target=BOB, amount=amount)


def test_M3_a_hand_moves_chips_between_seats_and_to_rake() -> None:
    seats = [accounts.seat(3, user, "PLAY") for user in (17, 18, 19)]
    changes = list(zip(seats, (-100, 95, 0), strict=True))
    posting = hand_result(key="hand", changes=changes, rake_account=RAKE, rake=5)
    assert posting is not None
    assert posting.amounts == {"seat:3:17": -100, "seat:3:18": 95, "rake:3": 5}


def test_M3_a_hand_that_moves_no_chips_has_no_posting() -> None:
    changes = [(accounts.seat(3, 17, "PLAY"), 0)]
    assert hand_result(key="hand", changes=changes, rake_account=RAKE, rake=0) is None


def test_R5_negative_rake_is_refused() -> None:
    changes = [(accounts.seat(3, 17, "PLAY"), 5)]
    with pytest.raises(LedgerError, match="negative_rake"):
        hand_result(key="hand", changes=changes, rake_account=RAKE, rake=-5)


def test_R5_a_hand_without_rake_has_no_leg_for_it() -> None:
    changes = [(accounts.seat(3, 17, "PLAY"), 5), (accounts.seat(3, 18, "PLAY"), -5)]
    posting = hand_result(key="hand", changes=changes, rake_account=RAKE, rake=0)
    assert posting is not None
    assert posting.amounts == {"seat:3:17": 5, "seat:3:18": -5}
