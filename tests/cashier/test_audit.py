"""M2: the audit proves the ledger and finds breaches planted with the triggers disabled."""

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from cashier import api
from cashier.audit import run_audit
from cashier.models import Currency, Entry, Leg
from pokerroom.models import User
from tests.ledger_triggers import without_triggers

pytestmark = pytest.mark.django_db


def plant(statement: str, *values: object) -> None:
    """Writes with the triggers disabled, as only the owner of the database could."""
    connection.check_constraints()
    with without_triggers(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def found_codes() -> set[str]:
    return {breach.code for breach in run_audit().breaches}


def audit(*options: str) -> tuple[str, int]:
    """The command's output and exit code."""
    out = StringIO()
    try:
        call_command("audit", *options, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def test_an_empty_ledger_has_no_breach() -> None:
    text, code = audit()
    assert code == 0
    assert "sum      0" in text


def test_a_ledger_in_use_has_no_breach_and_is_summed_up(seated: tuple[int, int]) -> None:
    text, code = audit()
    assert code == 0
    assert "accounts 6" in text
    assert "entries  4" in text
    assert "sum      0" in text
    assert "breaches 0" in text


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        (
            "UPDATE cashier_account SET balance = balance + 7 WHERE kind = 'wallet'",
            {"zero_sum", "balance_differs"},
        ),
        (
            "UPDATE cashier_leg SET amount = amount + 7 WHERE amount = 40000",
            {"zero_sum", "entry_unbalanced", "balance_differs", "running_balance"},
        ),
        ("UPDATE cashier_leg SET balance_after = 1 WHERE amount = -40000", {"running_balance"}),
        ("UPDATE cashier_account SET currency = 'EUR' WHERE kind = 'house'", {"zero_sum", "entry_unbalanced"}),
        ("UPDATE cashier_account SET kind = 'fee' WHERE kind = 'house'", None),
        ("UPDATE cashier_account SET owner_id = NULL WHERE kind = 'wallet'", {"orphan"}),
        ("UPDATE cashier_account SET table_ref = NULL WHERE kind = 'seat'", {"orphan"}),
        ("DELETE FROM cashier_entry WHERE cause_kind = 'buy_in'", {"orphan"}),
        ("DELETE FROM cashier_leg WHERE amount = 40000", {"zero_sum", "entry_unbalanced", "balance_differs"}),
        (
            "INSERT INTO cashier_entry (key, cause_kind, cause_ref, label, reason, at)"
            " VALUES ('x', 'grant', '', '', '', now())",
            {"entry_unbalanced"},
        ),
    ],
)
def test_M2_a_planted_breach_is_found(seated: tuple[int, int], statement: str, codes: set[str] | None) -> None:
    if codes is None:
        # The constraint on the table holds even without the triggers, so it is dropped first.
        plant("ALTER TABLE cashier_account DROP CONSTRAINT cashier_never_overdrawn")
        codes = {"below_zero"}
    plant(statement)
    assert found_codes() == codes
    text, code = audit()
    assert code == 1
    assert all(f"BREACH   {name}: " in text for name in codes)


def test_M1_a_reversal_that_does_not_mirror_its_entry_is_found(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(key="hand", table_id=3, hand=1, changes={alice: -10, bob: 10}, currency="PLAY")
    entry = api.settle_hand(key="undo", table_id=3, hand=2, changes={alice: 9, bob: -9}, currency="PLAY")
    assert entry is not None
    plant(
        "UPDATE cashier_entry SET reverses_id = %s, reason = 'misdeal' WHERE id = %s",
        Entry.objects.get(key="hand").pk,
        entry.pk,
    )
    assert found_codes() == {"reversal_differs"}


def breach_texts() -> list[tuple[str, str]]:
    return [(breach.code, breach.text) for breach in run_audit().breaches]


def test_M2_breaches_are_listed_by_currency_account_and_entry(alice: User, bob: User) -> None:
    currencies = ("SEK", "EUR", "NOK", "CZK", "DKK")
    for code in ("SEK", "NOK", "DKK"):
        Currency.objects.create(code=code)
    for currency in currencies:
        for user in (bob, alice):
            api.open_wallet(user_id=user.pk, currency=currency, grant=100)
    plant("UPDATE cashier_leg SET amount = amount + 1, balance_after = -3 WHERE amount = 100")
    plant("UPDATE cashier_account SET balance = balance + 10 WHERE kind = 'wallet'")
    # Entries and legs are listed in the order written, accounts in that of their codes.
    written = [(currency, user.pk) for currency in currencies for user in (bob, alice)]
    by_code = sorted(f"wallet:{user}:{currency}" for currency, user in written)
    assert breach_texts() == [
        *(("zero_sum", f"accounts in {currency} sum to 20") for currency in sorted(currencies)),
        *(("zero_sum", f"legs in {currency} sum to 2") for currency in sorted(currencies)),
        *(
            ("entry_unbalanced", f"entry open:{user}:{currency}: 2 legs, 1 currencies, sum 1")
            for currency, user in written
        ),
        *(("balance_differs", f"{code} says 110, its legs sum to 101") for code in by_code),
        *(
            ("running_balance", f"wallet:{user}:{currency} after open:{user}:{currency}: says -3, should be 101")
            for currency, user in written
        ),
        *(
            ("below_zero", f"wallet:{user}:{currency} held -3 after open:{user}:{currency}")
            for currency, user in written
        ),
    ]


def test_M2_orphans_and_wrong_reversals_are_listed_in_their_order(seated: tuple[int, int]) -> None:
    alice, bob = seated
    for hand in ("second", "first"):
        api.settle_hand(key=hand, table_id=3, hand=1, changes={alice: -10, bob: 10}, currency="PLAY")
    for hand in ("second", "first"):
        api.reverse(key=f"undo {hand}", entry_key=hand, reason="misdeal", by=None)
    plant(
        "UPDATE cashier_leg SET amount = amount * 2"
        " WHERE entry_id IN (SELECT id FROM cashier_entry WHERE cause_kind = 'reversal')"
    )
    assert [pair for pair in breach_texts() if pair[0] == "reversal_differs"] == [
        ("reversal_differs", "undo second does not mirror second"),
        ("reversal_differs", "undo first does not mirror first"),
    ]
    lost = list(Leg.objects.filter(entry__cause_kind="hand").order_by("id").values_list("id", flat=True))
    plant("DELETE FROM cashier_entry WHERE cause_kind = 'hand'")
    plant("UPDATE cashier_account SET owner_id = NULL, table_ref = NULL")
    as_codes = sorted((alice, bob), key=str)
    assert [text for code, text in breach_texts() if code == "orphan"] == [
        "account rake:3 belongs to nobody or no table",
        *(f"account seat:3:{user} belongs to nobody or no table" for user in as_codes),
        *(f"account wallet:{user}:PLAY belongs to nobody or no table" for user in as_codes),
        *(f"leg {leg} has lost its entry or its account" for leg in lost),
    ]


def test_M2_a_balance_of_zero_is_no_breach_and_one_cent_below_is(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(key="hand", table_id=3, hand=1, changes={alice: -400_00, bob: 400_00}, currency="PLAY")
    assert breach_texts() == []
    plant("ALTER TABLE cashier_account DROP CONSTRAINT cashier_never_overdrawn")
    plant("UPDATE cashier_account SET balance = -1 WHERE code = %s", f"seat:3:{alice}")
    assert [text for code, text in breach_texts() if code == "below_zero"] == [f"seat:3:{alice} holds -1"]


@pytest.mark.django_db(transaction=True)
def test_M2_all_checks_read_one_snapshot() -> None:
    levels = []

    @api.register_audit
    def level() -> Iterator[api.Breach]:
        with connection.cursor() as cursor:
            levels.append(cursor.execute("SHOW transaction_isolation").fetchone())
        return iter(())

    run_audit()
    assert levels == [("repeatable read",)]


def test_the_audit_prints_the_trial_balance_the_counts_and_the_breaches(seated: tuple[int, int]) -> None:
    assert audit()[0].splitlines() == [
        "PLAY     house           1              -200000",
        "PLAY     rake            1                    0",
        "PLAY     seat            2                80000",
        "PLAY     wallet          2               120000",
        "accounts 6",
        "entries  4",
        "legs     8",
        "sum      0",
        "breaches 0",
    ]
    plant("UPDATE cashier_account SET balance = -200007 WHERE kind = 'house'")
    assert audit()[0].splitlines()[4:] == [
        "accounts 6",
        "entries  4",
        "legs     8",
        "sum      -7",
        "BREACH   zero_sum: accounts in PLAY sum to -7",
        "BREACH   balance_differs: house:PLAY says -200007, its legs sum to -200000",
        "breaches 2",
    ]


def test_the_audit_prints_json(seated: tuple[int, int]) -> None:
    text, code = audit("--json")
    report = json.loads(text)
    assert code == 0
    assert report == {
        "by_kind": [
            {"kind": "house", "currency": "PLAY", "accounts": 1, "total": -2_000_00},
            {"kind": "rake", "currency": "PLAY", "accounts": 1, "total": 0},
            {"kind": "seat", "currency": "PLAY", "accounts": 2, "total": 800_00},
            {"kind": "wallet", "currency": "PLAY", "accounts": 2, "total": 1_200_00},
        ],
        "accounts": 6,
        "entries": 4,
        "legs": 8,
        "sum": 0,
        "breaches": [],
        "ok": True,
    }
    plant("UPDATE cashier_account SET balance = 0 WHERE kind = 'house'")
    text, code = audit("--json")
    report = json.loads(text)
    assert code == 1
    assert (report["sum"], report["ok"]) == (2_000_00, False)
    assert {breach["code"] for breach in report["breaches"]} == {"zero_sum", "balance_differs"}


def test_another_app_adds_its_check(seated: tuple[int, int]) -> None:
    @api.register_audit
    def chips_on_the_table() -> Iterator[api.Breach]:
        for user_id, chips in api.escrow(table_id=3).items():
            yield api.Breach("table_differs", f"player {user_id} has {chips} in escrow and nothing on the table")

    api.register_audit(chips_on_the_table)
    breaches = run_audit().breaches
    assert [breach.code for breach in breaches] == ["table_differs"] * 2


def test_a_check_of_another_app_yields_codes_and_texts(players: tuple[int, int]) -> None:
    api.audit_with(lambda: [("chips_differ", "one chip too many")], name="Chips")
    assert breach_texts() == [("chips_differ", "one chip too many")]
