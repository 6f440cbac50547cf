"""Amounts to text and back."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.engine.errors import AmountError
from cashier.engine.money import LARGEST, amount_text, parse_amount, plain_text, signed_text


@pytest.mark.parametrize(
    ("minor", "text"),
    [
        (0, "0"),
        (50, "0.50"),
        (5, "0.05"),
        (100, "1"),
        (99_900, "999"),
        (100_000, "1\u202f000"),
        (1_842_000, "18\u202f420"),
        (123_456_789, "1\u202f234\u202f567.89"),
        (-5_050, "\u221250.50"),
        (-100_000_000, "\u22121\u202f000\u202f000"),
    ],
)
def test_amount_text_has_thin_spaces_and_decimals_only_when_needed(minor: int, text: str) -> None:
    assert amount_text(minor) == text


def test_signed_text_has_a_sign_except_for_zero() -> None:
    assert [signed_text(minor) for minor in (2_000_00, -50, 0)] == ["+2\u202f000", "\u22120.50", "0"]


def test_plain_text_is_a_plain_decimal_number() -> None:
    assert [plain_text(minor) for minor in (1_842_000, -5, 0)] == ["18420.00", "-0.05", "0.00"]


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("18 420", 1_842_000),
        ("18\u202f420", 1_842_000),
        ("18\u00a0420", 1_842_000),
        ("1\u202f000\u202f000", 100_000_000),
        ("18420.5", 1_842_050),
        ("18,5", 1_850),
        ("0.05", 5),
        (".5", 50),
        ("7.", 700),
        (" 20 ", 2_000),
        ("+20", 2_000),
        ("0", 0),
        ("10000000000000", LARGEST),
        ("9999999999999.99", LARGEST - 1),
        (".05", 5),
        (".50", 50),
        ("1 000,50", 1_000_50),
        ("1.000,50", 1_000_50),
        ("1,000.50", 1_000_50),
        ("1'000.5", 1_000_50),
        ("1.000.000", 100_000_000),
        ("1,000,000", 100_000_000),
        ("500,-", 500_00),
        ("500 Kč", 500_00),
        ("czk 500.5", 500_50),
        ("007", 7_00),
    ],
)
def test_common_ways_of_typing_an_amount_are_read(text: str, minor: int) -> None:
    assert parse_amount(text, marks=("Kč", "CZK")) == minor


@pytest.mark.parametrize(
    ("digits", "text", "minor"),
    [
        (0, "1 000", 1000),
        (0, "1.000.000", 1_000_000),
        (0, "1000000000000000", LARGEST),
        (3, "1.5", 1_500),
        (3, "1.000", 1_000),
        (3, "1,234.567", 1_234_567),
        (1, "0,5", 5),
    ],
)
def test_M1_an_amount_has_the_decimals_of_its_currency(digits: int, text: str, minor: int) -> None:
    assert parse_amount(text, digits) == minor


@pytest.mark.parametrize(
    ("digits", "text"), [(0, "1.000"), (0, "0.5"), (0, "5,0"), (1, "1.25"), (3, "1.0005"), (2, "1.000")]
)
def test_M1_more_decimals_than_the_currency_has_are_refused_never_dropped(digits: int, text: str) -> None:
    with pytest.raises(AmountError) as refusal:
        parse_amount(text, digits)
    assert refusal.value.code == "too_precise"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("all in", "not_a_number"),
        ("1e6", "not_a_number"),
        ("12 34", "not_a_number"),
        ("1 0000", "not_a_number"),
        ("1.00.000", "not_a_number"),
        ("1 000.000,50", "not_a_number"),
        ("1,000.50.5", "not_a_number"),
        ("5 €", "not_a_number"),
        ("5.-5", "not_a_number"),
        (".", "not_a_number"),
        ("-", "not_a_number"),
        ("٣", "not_a_number"),
        ("0x10", "not_a_number"),
        ("1_000", "not_a_number"),
        ("-5", "negative"),
        ("\u22125", "negative"),
        ("1.005", "too_precise"),
        ("18,420", "too_precise"),
        ("10000000000000.01", "too_large"),
        ("99999999999999999", "too_large"),
        ("9" * 400, "too_large"),
    ],
)
def test_anything_but_an_amount_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(AmountError) as refusal:
        parse_amount(text)
    assert refusal.value.code == code


@given(st.integers(0, LARGEST), st.integers(0, 3))
def test_a_displayed_amount_can_be_typed_back(minor: int, digits: int) -> None:
    assert parse_amount(amount_text(minor, digits), digits) == minor
    assert parse_amount(plain_text(minor, digits), digits) == minor


@given(st.text(max_size=20) | st.text("0123456789., '-€", max_size=14), st.integers(0, 3))
def test_any_text_is_either_read_or_refused(text: str, digits: int) -> None:
    with contextlib.suppress(AmountError):
        assert 0 <= parse_amount(text, digits, marks=("€",)) <= LARGEST
