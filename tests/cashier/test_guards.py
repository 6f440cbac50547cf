"""M1, M2: the database's own triggers refuse wrong writes."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction

from cashier import api
from cashier.models import Account, Currency, Entry, Leg
from tests.sqlite_room import manage_sqlite


@contextmanager
def refused(*words: str) -> Iterator[None]:
    """Expects the block's writes to fail by the commit, with this text in the error."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():  # noqa: PT012 - the block is the test's
        yield
        connection.check_constraints()
    assert all(word in str(refusal.value) for word in words), refusal.value


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def entry(key: str = "by hand") -> Entry:
    return Entry.objects.create(key=key, cause_kind="grant")


def leg(entry: Entry, code: str, amount: int) -> None:
    """Writes one leg by hand, with a matching balance of its account."""
    account = Account.objects.get(code=code)
    Account.objects.filter(pk=account.pk).update(balance=account.balance + amount)
    Leg.objects.create(entry=entry, account=account, amount=amount, balance_after=account.balance + amount)


@pytest.mark.django_db
class TestPostgreSQL:
    def test_a_balanced_entry_written_by_hand_is_accepted(self, players: tuple[int, int]) -> None:
        alice, bob = players
        by_hand = entry()
        leg(by_hand, f"wallet:{alice}:PLAY", -5)
        leg(by_hand, f"wallet:{bob}:PLAY", 5)
        connection.check_constraints()

    @pytest.mark.parametrize("change", ["digits = 3", "code = 'HUX'"])
    def test_M4_the_decimals_and_the_code_of_a_currency_never_change(self, db: None, change: str) -> None:
        Currency.objects.create(code="HUF", digits=0)
        Currency.objects.update(symbol="Ft", order=5, retired=True)
        with refused("append-only"):
            sql(f"UPDATE cashier_currency SET {change}")  # noqa: S608  # a text of this test
        with refused("append-only"):
            sql("DELETE FROM cashier_currency")

    def test_M1_an_unbalanced_entry_is_refused(self, players: tuple[int, int]) -> None:
        alice, bob = players
        with refused("sum -1"):
            by_hand = entry()
            leg(by_hand, f"wallet:{alice}:PLAY", -5)
            leg(by_hand, f"wallet:{bob}:PLAY", 4)

    def test_M1_an_entry_without_legs_is_refused(self, players: tuple[int, int]) -> None:
        with refused("0 legs"):
            entry()

    def test_M1_an_entry_with_one_leg_is_refused(self, players: tuple[int, int]) -> None:
        with refused("1 legs"):
            leg(entry(), f"wallet:{players[0]}:PLAY", 5)

    def test_M1_a_leg_added_to_a_committed_entry_is_refused(self, players: tuple[int, int]) -> None:
        alice, bob = players
        api.hold(key="sit", user_id=alice, table_id=3, amount=10, currency="PLAY")
        with refused("sum 7"):
            leg(Entry.objects.get(key="sit"), f"wallet:{bob}:PLAY", 7)

    def test_M4_an_entry_in_two_currencies_is_refused(self, players: tuple[int, int]) -> None:
        alice, _ = players
        api.open_wallet(user_id=alice, currency="EUR")
        with refused("currencies EUR to PLAY"):
            by_hand = entry()
            leg(by_hand, f"wallet:{alice}:PLAY", -5)
            leg(by_hand, f"wallet:{alice}:EUR", 5)

    def test_M1_a_leg_of_zero_is_refused(self, players: tuple[int, int]) -> None:
        with refused("cashier_leg_moves_something"):
            leg(entry(), f"wallet:{players[0]}:PLAY", 0)

    def test_M1_an_account_twice_in_one_entry_is_refused(self, players: tuple[int, int]) -> None:
        with refused("cashier_leg_account_once"):
            by_hand = entry()
            leg(by_hand, f"wallet:{players[0]}:PLAY", 5)
            leg(by_hand, f"wallet:{players[0]}:PLAY", -5)

    def test_M1_a_repeated_key_is_refused(self, players: tuple[int, int]) -> None:
        with refused("key"):
            entry("twice")
            entry("twice")

    @pytest.mark.parametrize("table", ["cashier_entry", "cashier_leg", "cashier_account"])
    @pytest.mark.parametrize("how", ["DELETE FROM {}", "TRUNCATE {} CASCADE"])
    def test_M1_rows_cannot_be_deleted(self, players: tuple[int, int], table: str, how: str) -> None:
        connection.check_constraints()
        with refused("append-only"):
            sql(how.format(table))

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE cashier_entry SET reason = 'another'",
            "UPDATE cashier_entry SET at = now()",
            "UPDATE cashier_leg SET amount = amount + 1",
            "UPDATE cashier_leg SET balance_after = balance_after",
            "UPDATE cashier_account SET currency = 'EUR'",
            "UPDATE cashier_account SET kind = 'house'",
            "UPDATE cashier_account SET owner_id = NULL",
            "UPDATE cashier_account SET code = code || 'x'",
        ],
    )
    def test_M1_rows_cannot_be_updated(self, players: tuple[int, int], change: str) -> None:
        with refused("append-only"):
            sql(change)

    def test_M2_a_wallet_below_zero_is_refused(self, players: tuple[int, int]) -> None:
        alice, bob = players
        with refused("cashier_never_overdrawn"):
            by_hand = entry()
            leg(by_hand, f"wallet:{bob}:PLAY", 1_000_01)
            leg(by_hand, f"wallet:{alice}:PLAY", -1_000_01)

    @pytest.mark.parametrize("balance", [0, 1, 5_000_00])
    def test_M2_a_balance_without_a_leg_is_refused(self, players: tuple[int, int], balance: int) -> None:
        with refused("legs sum to 100000"):
            sql("UPDATE cashier_account SET balance = %s WHERE code = %s", balance, f"wallet:{players[0]}:PLAY")

    def test_M2_an_account_that_opens_with_a_balance_is_refused(self, players: tuple[int, int]) -> None:
        with refused("legs sum to 0"):
            Account.objects.create(code="fee:PLAY", kind="fee", currency="PLAY", balance=5)

    def test_M2_a_leg_without_a_balance_is_refused(self, players: tuple[int, int]) -> None:
        account = Account.objects.get(code=f"wallet:{players[0]}:PLAY")
        with refused("does not follow"):
            Leg.objects.create(entry=entry(), account=account, amount=5, balance_after=1_000_05)

    def test_M2_a_leg_with_a_wrong_running_balance_is_refused(self, players: tuple[int, int]) -> None:
        account = Account.objects.get(code=f"wallet:{players[0]}:PLAY")
        with refused("does not follow"):
            Account.objects.filter(pk=account.pk).update(balance=2_000_00)
            Leg.objects.create(entry=entry(), account=account, amount=5, balance_after=2_000_00)

    def test_M2_a_leg_inserted_before_the_last_one_is_refused(self, players: tuple[int, int]) -> None:
        first = Leg.objects.order_by("id").first()
        assert first is not None
        account = Account.objects.get(code=f"wallet:{players[1]}:PLAY")
        with refused("does not follow"):
            Account.objects.filter(pk=account.pk).update(balance=1_000_05)
            Leg.objects.create(id=0, entry=entry(), account=account, amount=5, balance_after=1_000_05)

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_M1_a_reversal_needs_its_reason(self, players: tuple[int, int], reason: str) -> None:
        api.hold(key="sit", user_id=players[0], table_id=3, amount=10, currency="PLAY")
        with pytest.raises(api.LedgerError, match="no_reason"):
            api.reverse(key="undo", entry_key="sit", reason=reason, by=None)
        assert api.escrow(table_id=3) == {players[0]: 10}

    def test_M1_the_database_refuses_a_reversal_without_a_reason(self, players: tuple[int, int]) -> None:
        with refused("cashier_reversal_has_a_reason"):
            Entry.objects.create(key="undo", cause_kind="reversal", reverses=Entry.objects.order_by("id")[0])

    def test_a_player_with_a_wallet_cannot_be_deleted(self, players: tuple[int, int]) -> None:
        with refused("cashier_account"):
            sql("DELETE FROM pokerroom_user WHERE id = %s", players[0])


SCRIPT = """
from cashier import api
from cashier.audit import CHECKS
from django.contrib.auth import get_user_model
people = [get_user_model().objects.create_user(username=name).pk for name in ("alice", "bob")]
for user_id in people:
    api.open_wallet(user_id=user_id, currency="PLAY", grant=1_000_00)
    api.hold(key=f"sit:{user_id}", user_id=user_id, table_id=3, amount=400_00, currency="PLAY")
hand = {"key": "hand", "table_id": 3, "hand": 1, "changes": {people[0]: -100, people[1]: 95}, "rake": 5}
hand["currency"] = "PLAY"
assert api.settle_hand(**hand) == api.settle_hand(**hand)
api.reverse(key="undo", entry_key="hand", reason="misdeal", by=None)
assert api.escrow(table_id=3) == {user_id: 400_00 for user_id in people}
assert [breach for check in CHECKS if check.__module__ == "cashier.audit" for breach in check()] == []
"""


@pytest.fixture(scope="module")
def embedded(sqlite_room: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with a few entries."""
    copy = tmp_path_factory.mktemp("room") / sqlite_room.name
    shutil.copy(sqlite_room, copy)
    manage_sqlite(copy.parent, "shell", "--verbosity=0", "--command", SCRIPT)
    return copy


ENTRY = "INSERT INTO cashier_entry (key, cause_kind, cause_ref, label, reason, at) VALUES ('k', 'grant', '', '', '', 0)"
LEG = (
    "UPDATE cashier_account SET balance = balance + {0} WHERE code = '{1}'",
    "INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after) SELECT (SELECT max(id) FROM cashier_entry),"
    " id, {0}, balance FROM cashier_account WHERE code = '{1}'",
)


def sqlite_leg(amount: int, code: str) -> list[str]:
    """The statements that write a leg of the newest entry, with a matching balance of its account."""
    return [statement.format(amount, code) for statement in LEG]


EURO = "INSERT INTO cashier_account (code, kind, currency, name, balance) VALUES ('house:EUR', 'house', 'EUR', '', 0)"


class TestSQLite:
    """Foreign keys are checked, as by Django's connections; without the check nothing can be written at all."""

    def refuses(self, embedded: Path, statements: list[str], *, checks: bool = True) -> str:
        """The error of these statements in one transaction."""
        room = sqlite3.connect(embedded)
        try:
            room.execute(f"PRAGMA foreign_keys = {checks:d}")
            with pytest.raises(sqlite3.IntegrityError) as refusal:  # noqa: PT012 - one transaction
                for statement in statements:
                    room.execute(statement)
                room.commit()
            return str(refusal.value)
        finally:
            room.close()

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE cashier_entry SET reason = 'another'",
            "UPDATE cashier_leg SET amount = amount + 1",
            "UPDATE cashier_account SET currency = 'EUR'",
            "UPDATE cashier_account SET owner_id = NULL",
            "DELETE FROM cashier_entry",
            "DELETE FROM cashier_leg",
            "DELETE FROM cashier_account",
            "UPDATE cashier_account SET balance = -1 WHERE kind = 'wallet'",
            "INSERT INTO cashier_account (code, kind, currency, name, balance) VALUES ('f', 'fee', 'PLAY', '', 5)",
            "INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after) SELECT 1, id, 5, 5"
            " FROM cashier_account WHERE kind = 'rake'",
        ],
    )
    def test_M1_M2_sqlite_refuses_as_well(self, embedded: Path, statement: str) -> None:
        self.refuses(embedded, [statement])

    @pytest.mark.parametrize(
        "statements",
        [
            ["UPDATE cashier_account SET balance = balance + 5 WHERE kind = 'wallet'"],
            [ENTRY],
            [ENTRY, *sqlite_leg(-5, "house:PLAY")],
            [ENTRY, *sqlite_leg(-5, "house:PLAY"), *sqlite_leg(4, "rake:3")],
            [ENTRY, EURO, *sqlite_leg(-5, "house:PLAY"), *sqlite_leg(5, "house:EUR")],
            [*sqlite_leg(-5, "house:PLAY"), *sqlite_leg(4, "wallet:1:PLAY")],
        ],
        ids=["bare balance", "no leg", "one leg", "unbalanced", "two currencies", "legs of a committed entry"],
    )
    def test_M1_M2_sqlite_refuses_at_the_commit_what_postgresql_does(
        self, embedded: Path, statements: list[str]
    ) -> None:
        assert "FOREIGN KEY" in self.refuses(embedded, statements)

    def test_M2_sqlite_refuses_a_leg_before_the_last_one_of_its_account(self, embedded: Path) -> None:
        balance, insert = sqlite_leg(-5, "house:PLAY")
        early = insert.replace("(entry_id,", "(id, entry_id,").replace("SELECT (SELECT", "SELECT 0, (SELECT")
        assert "does not follow" in self.refuses(embedded, [ENTRY, balance, early, *sqlite_leg(5, "rake:3")])

    @pytest.mark.parametrize("statement", [ENTRY, LEG[0].format(5, "house:PLAY")])
    def test_M1_a_connection_that_checks_no_foreign_keys_writes_nothing(self, embedded: Path, statement: str) -> None:
        assert "foreign_keys" in self.refuses(embedded, [statement], checks=False)

    def test_M1_a_balanced_entry_written_by_hand_is_accepted(self, embedded: Path) -> None:
        room = sqlite3.connect(embedded)
        room.execute("PRAGMA foreign_keys = 1")
        for statement in [ENTRY, *sqlite_leg(-5, "house:PLAY"), *sqlite_leg(5, "rake:3")]:
            room.execute(statement)
        room.commit()
        room.close()
