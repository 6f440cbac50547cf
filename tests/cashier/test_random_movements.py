"""M1, M2 under random movements: the ledger against a dictionary of expected balances."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from cashier import api
from cashier.audit import run_audit
from cashier.models import Account, Entry
from pokerroom.models import User

TABLES = (1, 2)
AMOUNTS = st.integers(1, 2_000)
Arguments = dict[str, Any]  # The keyword arguments of any of the movements.
Movement = Callable[..., Entry | None]


class LedgerMachine(RuleBasedStateMachine):
    """Three players, two tables; `model` has the expected balances, `posted` every call and its entry."""

    people: tuple[int, ...]

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.model: Counter[str] = Counter()
        self.posted: list[tuple[Movement, Arguments, Entry]] = []
        self.count = 0

    def teardown(self) -> None:
        try:
            assert run_audit().breaches == ()
        finally:
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    def key(self) -> str:
        self.count += 1
        return f"move:{self.count}"

    def move(self, call: Movement, source: str, target: str, **arguments: Any) -> None:
        """Requests a movement; it succeeds exactly when the source has the money."""
        arguments = {"key": self.key(), **arguments}
        amount = arguments["amount"]
        if source.startswith("house") or self.model[source] >= amount:
            self.posted.append((call, arguments, call(**arguments)))
            self.model[source] -= amount
            self.model[target] += amount
        else:
            with pytest.raises(api.InsufficientFunds) as refusal:
                call(**arguments)
            assert refusal.value.missing == amount - self.model[source]

    def has_accounts(self, table: int, changes: dict[int, int], rake: int) -> bool:
        """Whether all players of the hand have brought chips to this table before."""
        codes = {f"seat:{table}:{user}" for user, net in changes.items() if net}
        codes |= {f"rake:{table}"} if rake else set()
        return codes <= set(Account.objects.values_list("code", flat=True))

    @initialize(grant=st.integers(0, 5_000))
    def open_wallets(self, grant: int) -> None:
        for user_id in self.people:
            api.open_wallet(user_id=user_id, grant=grant, currency="PLAY")
            self.model[f"wallet:{user_id}:PLAY"] += grant
            self.model["house:PLAY"] -= grant

    @rule(who=st.integers(0, 2), table=st.sampled_from(TABLES), amount=AMOUNTS)
    def hold(self, who: int, table: int, amount: int) -> None:
        user = self.people[who]
        arguments = {"user_id": user, "table_id": table, "amount": amount, "currency": "PLAY"}
        self.move(api.hold, f"wallet:{user}:PLAY", f"seat:{table}:{user}", **arguments)

    @rule(who=st.integers(0, 2), table=st.sampled_from(TABLES), amount=AMOUNTS)
    def release(self, who: int, table: int, amount: int) -> None:
        user = self.people[who]
        arguments = {"user_id": user, "table_id": table, "amount": amount, "currency": "PLAY"}
        self.move(api.release, f"seat:{table}:{user}", f"wallet:{user}:PLAY", **arguments)

    @rule(who=st.integers(0, 2), amount=AMOUNTS)
    def grant(self, who: int, amount: int) -> None:
        user = self.people[who]
        arguments = {"user_id": user, "amount": amount, "reason": "quiz", "by": None, "currency": "PLAY"}
        self.move(api.grant, "house:PLAY", f"wallet:{user}:PLAY", **arguments)

    @rule(
        table=st.sampled_from(TABLES),
        nets=st.tuples(st.integers(-900, 900), st.integers(-900, 900)),
        rake=st.integers(0, 50),
        off=st.sampled_from([0, 0, 0, 0, 1, -1]),
    )
    def hand(self, table: int, nets: tuple[int, int], rake: int, off: int) -> None:
        changes = dict(zip(self.people, (*nets, -sum(nets) - rake + off), strict=True))
        money = {"changes": changes, "rake": rake, "currency": "PLAY"}
        arguments = {"key": self.key(), "table_id": table, "hand": self.count, **money}
        seats = {f"seat:{table}:{user}": net for user, net in changes.items()}
        if off and (rake or any(changes.values())):
            with pytest.raises(api.LedgerError):
                api.settle_hand(**arguments)
        elif not self.has_accounts(table, changes, rake):
            with pytest.raises(api.LedgerError, match="unknown_account"):
                api.settle_hand(**arguments)
        elif any(self.model[seat] + net < 0 for seat, net in seats.items()):
            with pytest.raises(api.InsufficientFunds):
                api.settle_hand(**arguments)
        else:
            entry = api.settle_hand(**arguments)
            self.model.update(seats)
            self.model[f"rake:{table}"] += rake
            if entry is not None:
                self.posted.append((api.settle_hand, arguments, entry))

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        if self.posted:
            call, arguments, first = data.draw(st.sampled_from(self.posted))
            assert call(**arguments) == first

    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        if not self.posted:
            return
        _, _, entry = data.draw(st.sampled_from(self.posted))
        legs = dict(entry.legs.values_list("account__code", "amount"))
        arguments = {"key": self.key(), "entry_key": entry.key, "reason": "mistake", "by": None}
        short = any(self.model[code] - net < 0 for code, net in legs.items() if not code.startswith("house"))
        if short or Entry.objects.filter(reverses=entry).exists():
            with pytest.raises(api.LedgerError):
                api.reverse(**arguments)
        else:
            self.posted.append((api.reverse, arguments, api.reverse(**arguments)))
            self.model.subtract(legs)

    @invariant()
    def balances_equal_the_model(self) -> None:
        kept = dict(Account.objects.values_list("code", "balance"))
        assert {code: held for code, held in kept.items() if held} == {
            code: held for code, held in self.model.items() if held
        }
        assert sum(kept.values()) == 0
        assert all(held >= 0 for code, held in kept.items() if code != "house:PLAY")

    @invariant()
    def the_database_accepts_every_row(self) -> None:
        connection.check_constraints()


@pytest.mark.django_db
def test_M1_M2_any_movements_in_any_order_keep_the_ledger_right(alice: User, bob: User, charlie: User) -> None:
    LedgerMachine.people = (alice.pk, bob.pk, charlie.pk)
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
