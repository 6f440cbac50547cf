"""`manage.py audit`: proves that the ledger is right, or lists every breach."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cashier.audit import Findings, run_audit
from cashier.queries import AccountsLine, accounts_report


class Command(BaseCommand):
    """Prints the trial balance and every breach; exits with 1 on a breach (M2)."""

    help = "Prove the ledger: it sums to zero, balances equal their legs, escrow equals the chips on the tables."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *args: Any, **options: Any) -> None:
        lines, findings = accounts_report(), run_audit()
        if options["json"]:
            self.stdout.write(json.dumps(_data(lines, findings)))
        else:
            self._print(lines, findings)
        if findings.breaches:
            sys.exit(1)

    def _print(self, lines: list[AccountsLine], findings: Findings) -> None:
        for line in lines:
            self.stdout.write(f"{line.currency:<8} {line.kind:<8} {line.accounts:>8} {line.total:>20}")
        self.stdout.write(f"accounts {findings.accounts}")
        self.stdout.write(f"entries  {findings.entries}")
        self.stdout.write(f"legs     {findings.legs}")
        self.stdout.write(f"sum      {findings.total}")
        for breach in findings.breaches:
            self.stdout.write(f"BREACH   {breach.code}: {breach.text}")
        self.stdout.write(f"breaches {len(findings.breaches)}")


def _data(lines: list[AccountsLine], findings: Findings) -> dict[str, object]:
    return {
        "by_kind": [asdict(line) for line in lines],
        "accounts": findings.accounts,
        "entries": findings.entries,
        "legs": findings.legs,
        "sum": findings.total,
        "breaches": [asdict(breach) for breach in findings.breaches],
        "ok": not findings.breaches,
    }
