"""M1, M2, M4: any acts at desks in any order, some of them cut off by a fault, keep money and receipts right."""

import os
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from backoffice.api import Refused, faults
from cashier import api
from cashier.audit import run_audit
from cashier.cage import corrections, desk, drawers, expiry, transfers, vouchers, withdrawals
from cashier.models import Account, Cage, CageTransfer, Correction, PayoutLimit, Receipt, Withdrawal
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, NOON

AMOUNTS = st.integers(1, 900_00)
LIMIT = 400_00
TABLE = 5
WEEK = timedelta(days=7)
Arguments = dict[str, Any]  # The keyword arguments of any of the acts.
EXAMPLES = int(os.environ.get("CAGE_EXAMPLES", "12"))


class Broken(Exception):
    """The fault that cuts an act off."""


class CageMachine(RuleBasedStateMachine):
    """Two cages, two players, two members of staff; `done` has every act that succeeded."""

    players: tuple[int, int]
    staff: tuple[int, int]
    cages: tuple[int, int]

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.now: datetime = NOON
        self.done: list[tuple[Callable[..., Any], Arguments]] = []
        self.codes: list[str] = []
        self.sent: list[int] = []
        self.hands = 0

    def teardown(self) -> None:
        try:
            assert run_audit().breaches == ()
            assert list(faults()) == []
        finally:
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    def balances(self) -> Counter[str]:
        """Every account of CZK that holds something."""
        held = Account.objects.filter(currency=CZK).exclude(balance=0)
        return Counter(dict(held.values_list("code", "balance")))

    def act(
        self, fault: int, call: Callable[..., Any], arguments: Arguments, effect: Mapping[str, int] | None = None
    ) -> object:
        """Does an act, perhaps cut off at its n-th statement: what it says it does, or nothing at all."""
        before, receipts = self.balances(), Receipt.objects.count()
        executed = 0

        def cut_off(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
            nonlocal executed
            # Of savepoints Django expects errors of the database only.
            executed += "SAVEPOINT" not in sql
            if executed == fault and "SAVEPOINT" not in sql:
                raise Broken
            return execute(sql, params, many, context)

        try:
            with connection.execute_wrapper(cut_off), transaction.atomic():
                result: object = call(**arguments)
        except (Refused, api.LedgerError, Broken):
            assert (self.balances(), Receipt.objects.count()) == (before, receipts)
            return None
        self.done.append((call, arguments))
        if effect is not None:
            after = Counter(before)
            after.update(effect)
            assert {code: held for code, held in after.items() if held} == dict(self.balances())
        return result

    def form(self, cage: int, by: int) -> Arguments:
        """What every act at a desk carries."""
        return {"token": uuid4(), "cage_id": self.cages[cage], "by": self.staff[by], "now": self.now}

    @rule(fault=st.integers(0, 40), cage=st.integers(0, 1), by=st.integers(0, 1), who=st.integers(0, 1), amount=AMOUNTS)
    def deposit(self, fault: int, cage: int, by: int, who: int, amount: int) -> None:
        player = self.players[who]
        arguments = {**self.form(cage, by), "person": player, "currency": CZK, "amount": amount, "reason": "cash"}
        self.act(fault, desk.deposit, arguments, {
            f"wallet:{player}:CZK": amount, f"cage:{self.cages[cage]}:CZK": amount,
            "house:CZK": -amount, "safe:CZK": -amount,
        })  # fmt: skip

    @rule(fault=st.integers(0, 40), cage=st.integers(0, 1), by=st.integers(0, 1), who=st.integers(0, 1), amount=AMOUNTS)
    def payout(self, fault: int, cage: int, by: int, who: int, amount: int) -> None:
        player = self.players[who]
        arguments = {**self.form(cage, by), "person": player, "currency": CZK, "amount": amount, "reason": "cash"}
        self.act(fault, desk.payout, arguments, {
            f"wallet:{player}:CZK": -amount, f"cage:{self.cages[cage]}:CZK": -amount,
            "house:CZK": amount, "safe:CZK": amount,
        })  # fmt: skip

    @rule(fault=st.integers(0, 20), who=st.integers(0, 1), amount=AMOUNTS)
    def ask(self, fault: int, who: int, amount: int) -> None:
        player = self.players[who]
        arguments = {
            "token": uuid4(), "player": player, "currency": CZK, "amount": amount, "by": player, "now": self.now,
        }  # fmt: skip
        effect = {f"wallet:{player}:CZK": -amount, f"pending:{player}:CZK": amount}
        self.act(fault, withdrawals.ask, arguments, effect)

    @rule(data=st.data(), fault=st.integers(0, 50), cage=st.integers(0, 1), by=st.integers(0, 1))
    def end_withdrawal(self, data: st.DataObject, fault: int, cage: int, by: int) -> None:
        waiting = list(Withdrawal.objects.filter(outcome="").order_by("pk"))
        if not waiting:
            return
        one = data.draw(st.sampled_from(waiting))
        player, amount = one.player_id, one.amount
        back = {f"wallet:{player}:CZK": amount, f"pending:{player}:CZK": -amount}
        paid = {
            f"pending:{player}:CZK": -amount, f"cage:{self.cages[cage]}:CZK": -amount,
            "house:CZK": amount, "safe:CZK": amount,
        }  # fmt: skip
        common = {"request_id": one.pk, "now": self.now}
        staff = {**common, "by": self.staff[by]}
        call, arguments, effect = data.draw(st.sampled_from([
            (withdrawals.approve, {**staff, "reason": "known"}, {}),
            (withdrawals.pay, {**staff, "cage_id": self.cages[cage]}, paid),
            (withdrawals.refuse, {**staff, "reason": "no"}, back),
            (withdrawals.cancel, {**common, "player": player}, back),
        ]))  # fmt: skip
        self.act(fault, call, arguments, effect)

    @rule(fault=st.integers(0, 40), cage=st.integers(0, 1), buyer=st.integers(0, 2), amount=AMOUNTS)
    def sell_voucher(self, fault: int, cage: int, buyer: int, amount: int) -> None:
        arguments = {
            **self.form(cage, 0), "currency": CZK, "amount": amount, "expires_at": self.now + WEEK,
            "buyer": self.players[buyer] if buyer < 2 else None,
        }  # fmt: skip
        sold = self.act(fault, vouchers.issue_voucher, arguments, {
            f"cage:{self.cages[cage]}:CZK": amount, "safe:CZK": -amount, "vouchers:CZK": amount, "house:CZK": -amount,
        })  # fmt: skip
        if isinstance(sold, vouchers.Issued):
            self.codes.append(sold.code)

    @rule(data=st.data(), fault=st.integers(0, 20), who=st.integers(0, 1), later=st.booleans())
    def use_voucher(self, data: st.DataObject, fault: int, who: int, later: bool) -> None:
        if later:
            self.now += WEEK / 2
            self.act(fault, expiry.return_expired, {"now": self.now})
        if self.codes:
            code = data.draw(st.sampled_from(self.codes))
            self.act(fault, vouchers.redeem, {"code": code, "player": self.players[who], "now": self.now})

    @rule(who=st.integers(0, 1), amount=AMOUNTS, rake=st.integers(0, 500))
    def play(self, who: int, amount: int, rake: int) -> None:
        """Both sit down, one hand moves chips and rake, both leave some chips there."""
        self.hands += 1
        winner, loser = self.players[who], self.players[1 - who]
        for player in self.players:
            seat = {"user_id": player, "table_id": TABLE, "currency": CZK}
            self.act(0, api.hold, {**seat, "key": f"sit:{self.hands}:{player}", "amount": amount})
        changes = {winner: amount - min(rake, amount), loser: -amount}
        hand = {"key": f"hand:{self.hands}", "table_id": TABLE, "hand": self.hands, "currency": CZK}
        self.act(0, api.settle_hand, {**hand, "changes": changes, "rake": min(rake, amount)})
        self.act(0, api.release, {
            "key": f"leave:{self.hands}", "user_id": winner, "table_id": TABLE, "amount": amount, "currency": CZK,
        })  # fmt: skip

    @rule(data=st.data(), fault=st.integers(0, 60), by=st.integers(0, 1), who=st.integers(0, 1), amount=AMOUNTS)
    def correct(self, data: st.DataObject, fault: int, by: int, who: int, amount: int) -> None:
        wrong = list(Receipt.objects.filter(kind__in=("deposit", "payout")).order_by("pk"))
        if wrong:
            receipt = data.draw(st.sampled_from(wrong))
            self.act(0, corrections.ask, {
                "token": uuid4(), "receipt_id": receipt.pk, "person": self.players[who], "reason": "typed wrongly",
                "amount": data.draw(st.sampled_from([0, amount, abs(receipt.amount)])), "by": self.staff[by],
                "now": self.now,
            })  # fmt: skip
        for one in Correction.objects.filter(outcome=""):
            self.act(fault, corrections.approve, {
                "correction_id": one.pk, "by": self.staff[1 - by], "now": self.now,
            })  # fmt: skip

    @rule(fault=st.integers(0, 60), cage=st.integers(0, 1), off=st.sampled_from([0, 0, -50, 70]))
    def close_and_open(self, fault: int, cage: int, off: int) -> None:
        drawer = drawers.drawer_of(self.cages[cage])
        if drawer is not None:
            there = drawers.book(self.cages[cage]).get(CZK, 0)
            counted = max(0, there + off)
            self.act(fault, drawers.close_drawer, {
                "drawer_id": drawer.pk, "counted": {CZK: counted}, "explanation": "counted twice",
                "by": self.staff[0], "now": self.now,
            })  # fmt: skip
        self.act(fault, drawers.open_drawer, {**self.form(cage, 1), "floats": {CZK: 300_00}})

    @rule(fault=st.integers(0, 40), source=st.integers(0, 1), by=st.integers(0, 1), amount=AMOUNTS)
    def transfer(self, fault: int, source: int, by: int, amount: int) -> None:
        sent = self.act(fault, transfers.send, {
            "token": uuid4(), "source": self.cages[source], "target": self.cages[1 - source], "currency": CZK,
            "amount": amount, "reason": "change", "by": self.staff[by], "now": self.now,
        })  # fmt: skip
        if sent is not None:
            self.sent.append(sent.pk)  # type: ignore[attr-defined]  # the act returns its row
        # Some stay on their way, to be taken back.
        for one in () if fault % 2 else CageTransfer.objects.filter(CageTransfer.UNDER_WAY):
            self.act(fault, transfers.receive, {
                "transfer_id": one.pk, "counted": max(0, amount - fault), "explanation": "counted twice",
                "by": self.staff[1 - by], "now": self.now,
            })  # fmt: skip

    @rule(data=st.data(), fault=st.integers(0, 40), by=st.integers(0, 1), supervises=st.booleans())
    def take_back(self, data: st.DataObject, fault: int, by: int, supervises: bool) -> None:
        if not self.sent:
            return
        one = CageTransfer.objects.get(pk=data.draw(st.sampled_from(self.sent)))
        arguments = {
            "transfer_id": one.pk, "supervises": supervises, "explanation": "nobody came", "by": self.staff[by],
            "now": self.now,
        }  # fmt: skip
        again = one.taken_back_by_id == self.staff[by]
        back = {f"cage:{one.source_id}:CZK": one.amount, "transit:CZK": -one.amount}
        self.act(fault, transfers.take_back, arguments, {} if again else back)

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A second submit of whatever was done moves nothing."""
        if self.done:
            call, arguments = data.draw(st.sampled_from(self.done))
            before, receipts = self.balances(), Receipt.objects.count()
            try:
                with transaction.atomic():
                    call(**arguments)
            except (Refused, api.LedgerError):
                pass
            assert (self.balances(), Receipt.objects.count()) == (before, receipts)

    @invariant()
    def nothing_is_lost_or_below_zero(self) -> None:
        held = self.balances()
        assert sum(held.values()) == 0
        assert {code for code, amount in held.items() if amount < 0} <= {"house:CZK", "safe:CZK"}

    @invariant()
    def the_database_accepts_every_row(self) -> None:
        connection.check_constraints()


@pytest.mark.django_db
def test_M1_M2_M4_any_acts_in_any_order_keep_money_and_receipts_right(
    alice: User, bob: User, charlie: User, dana: User
) -> None:
    CageMachine.players, CageMachine.staff = (alice.pk, bob.pk), (charlie.pk, dana.pk)
    one, two = (Cage.objects.create(name=name).pk for name in ("One", "Two"))
    CageMachine.cages = one, two
    PayoutLimit.objects.create(currency=CZK, amount=LIMIT)
    for cage, by in zip(CageMachine.cages, CageMachine.staff, strict=True):
        drawers.open_drawer(token=uuid4(), cage_id=cage, by=by, now=NOON, floats={CZK: 500_00})
    run_state_machine_as_test(
        CageMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
