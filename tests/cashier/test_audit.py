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


def found() -> set[str]:
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


def test_a_ledger_in_use_has_no_breach_and_is_summed_up(seated) -> None:
    text, code = audit()
    assert code == 0
    assert "accounts 6" in text
    assert "entries  4" in text
    assert "sum      0" in text
    assert "breaches 0" in text


@pytest.mark.parametrize(
    ("crime", "codes"),
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
def test_M2_a_planted_breach_is_found(seated, crime: str, codes: set[str] | None) -> None:
    if codes is None:
        # The check on the table itself stands even where the triggers are down: take it away first.
        plant("ALTER TABLE cashier_account DROP CONSTRAINT cashier_never_overdrawn")
        codes = {"below_zero"}
    plant(crime)
    assert found() == codes
    text, code = audit()
    assert code == 1
    assert all(f"BREACH   {name}: " in text for name in codes)


def test_M1_a_reversal_that_does_not_mirror_its_entry_is_found(seated) -> None:
    alice, bob = seated
    api.settle_hand(key="hand", table_id=3, hand=1, changes={alice: -10, bob: 10})
    entry = api.settle_hand(key="undo", table_id=3, hand=2, changes={alice: 9, bob: -9})
    assert entry is not None
    plant("UPDATE cashier_entry SET reverses_id = %s WHERE id = %s", Entry.objects.get(key="hand").pk, entry.pk)
    assert found() == {"reversal_differs"}


def test_the_audit_prints_json(seated) -> None:
    text, code = audit("--json")
    said = json.loads(text)
    assert code == 0
    assert (said["sum"], said["ok"], said["breaches"], said["entries"]) == (0, True, [], 4)
    plant("UPDATE cashier_account SET balance = 0 WHERE kind = 'house'")
    text, code = audit("--json")
    said = json.loads(text)
    assert code == 1
    assert said["sum"] == 2_000_00
    assert {breach["code"] for breach in said["breaches"]} == {"zero_sum", "balance_differs"}


def test_another_app_adds_its_check(seated) -> None:
    @api.register_audit
    def felt() -> Iterator[api.Breach]:
        for user_id, chips in api.escrow(table_id=3).items():
            yield api.Breach("felt_differs", f"player {user_id} has {chips} in escrow and nothing on the felt")

    api.register_audit(felt)
    breaches = run_audit().breaches
    assert [breach.code for breach in breaches] == ["felt_differs"] * 2
