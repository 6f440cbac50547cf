"""The sentence of every movement, and why a refill is refused."""

from datetime import UTC, datetime

import pytest

from cashier.api import LedgerError, Movement
from cashier.web.text import CAUSES_OF, FILTERS, filter_name, movement_text, refill_refusal

AT = datetime(2026, 1, 1, tzinfo=UTC)


def movement(kind: str, *, ref: str = "", label: str = "", reason: str = "") -> Movement:
    return Movement(1, AT, kind, ref, label, reason, 1, 1, "PLAY", "key")


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (movement("hand", ref="3:12", label="Prague"), "Hand #12 at Prague"),
        (movement("hand", ref="3:12"), "Hand #12 at table 3"),
        (movement("buy_in", ref="34"), "Buy-in at table 34"),
        (movement("grant", ref="", reason="Won the quiz"), "From the house: Won the quiz"),
        (movement("unknown", label="label", reason="reason"), "reason"),
        (movement("unknown", label="label"), "label"),
        (movement("unknown"), "unknown"),
    ],
)
def test_M4_a_movement_is_told_in_a_sentence_with_table_hand_and_reason(row: Movement, text: str) -> None:
    assert movement_text(row) == text


def test_every_filter_has_a_name_and_causes() -> None:
    assert [filter_name(name) for name in FILTERS] == [
        "Buy-ins",
        "Top-ups",
        "Cash-outs",
        "Hands",
        "Tournaments",
        "From the house",
        "Cash desk",
    ]
    assert set(FILTERS) == set(CAUSES_OF)


@pytest.mark.parametrize(("code", "words"), [("too_soon", "again 7 minutes after"), ("enough_left", "less than 1.50.")])
def test_a_refused_refill_says_when_it_will_be_possible(code: str, words: str) -> None:
    assert words in refill_refusal(LedgerError(code), below=1_50, minutes=7)
