"""M2: the audit proves the ledger and finds breaches planted with the triggers disabled."""

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from cashier import api
from cashier.audit import run_audit
from cashier.models import Entry
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
    api.settle_hand(key="hand", table_id=3, hand=1, changes={alice: -10, bob: 10})
    entry = api.settle_hand(key="undo", table_id=3, hand=2, changes={alice: 9, bob: -9})
    assert entry is not None
    plant(
        "UPDATE cashier_entry SET reverses_id = %s, reason = 'misdeal' WHERE id = %s",
        Entry.objects.get(key="hand").pk,
        entry.pk,
    )
    assert found_codes() == {"reversal_differs"}


def test_the_audit_prints_json(seated: tuple[int, int]) -> None:
    text, code = audit("--json")
    report = json.loads(text)
    assert code == 0
    assert (report["sum"], report["ok"], report["breaches"], report["entries"]) == (0, True, [], 4)
    plant("UPDATE cashier_account SET balance = 0 WHERE kind = 'house'")
    text, code = audit("--json")
    report = json.loads(text)
    assert code == 1
    assert report["sum"] == 2_000_00
    assert {breach["code"] for breach in report["breaches"]} == {"zero_sum", "balance_differs"}


def test_another_app_adds_its_check(seated: tuple[int, int]) -> None:
    @api.register_audit
    def chips_on_the_table() -> Iterator[api.Breach]:
        for user_id, chips in api.escrow(table_id=3).items():
            yield api.Breach("table_differs", f"player {user_id} has {chips} in escrow and nothing on the table")

    api.register_audit(chips_on_the_table)
    breaches = run_audit().breaches
    assert [breach.code for breach in breaches] == ["table_differs"] * 2
