"""A payout in a process that dies by SIGKILL after its n-th statement, for every n until it comes through.

Run as a module with the ids of cage, player and cashier; prints a line for each attempt: how the process ended, and
what another process then sees: wallet, drawer, receipts, acts in the log.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import django

TOKEN = UUID(int=7)
AMOUNT = 300_00
MOST_STATEMENTS = 80


def main(cage: int, player: int, cashier: int) -> None:
    """Tries the same payout until it comes through."""
    from django.db import connection

    for statements in range(1, MOST_STATEMENTS):
        # A child must not share a socket with its parent.
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL, which the tests run on
        child = os.fork()
        if not child:
            pay_and_die(statements, cage=cage, player=player, cashier=cashier)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else "paid", *seen(cage, player), flush=True)
        if not os.WIFSIGNALED(status):
            return


def pay_and_die(statements: int, *, cage: int, player: int, cashier: int) -> None:
    """Pays, and dies after so many statements."""
    from django.db import connection
    from django.utils import timezone

    from cashier.cage import desk

    done = 0

    # Any: the signature of Django's wrappers.
    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal done
        result = execute(sql, params, many, context)
        done += 1
        if done == statements:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    connection.ensure_connection()
    with connection.execute_wrapper(count):
        desk.payout(
            token=TOKEN, cage_id=cage, person=player, currency="CZK", amount=AMOUNT, reason="cash", by=cashier,
            now=timezone.now(),
        )  # fmt: skip
    os._exit(0)


def seen(cage: int, player: int) -> tuple[int, int, int, int]:
    """What is there now."""
    from backoffice.api import StaffAct
    from cashier import api
    from cashier.cage.drawers import book
    from cashier.models import Receipt

    receipts = Receipt.objects.filter(kind="payout").count()
    acts = StaffAct.objects.filter(act="cage.payout").count()
    return api.balance(user_id=player, currency="CZK"), book(cage)["CZK"], receipts, acts


if __name__ == "__main__":
    django.setup()
    main(*(int(text) for text in sys.argv[1:]))
