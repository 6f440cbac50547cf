"""Triggers that keep the ledger append-only, every entry balanced and every balance the sum of its legs (M1, M2).

PostgreSQL checks at the commit by deferred triggers, SQLite by a deferred foreign key.

Balances are proven by induction: a leg is accepted only when its `balance_after` is the account's last one plus its
amount, and equals the account's balance. One index lookup for each leg thus proves the sum over the whole history.
"""

from django.db import migrations

from backoffice.append_only import EndsOnce, append_only

POSTGRESQL = """
CREATE FUNCTION cashier_refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% on % refused: the books are append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;

CREATE TRIGGER cashier_entry_append_only BEFORE UPDATE OR DELETE ON cashier_entry
    FOR EACH ROW EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_entry_no_truncate BEFORE TRUNCATE ON cashier_entry
    FOR EACH STATEMENT EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_leg_append_only BEFORE UPDATE OR DELETE ON cashier_leg
    FOR EACH ROW EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_leg_no_truncate BEFORE TRUNCATE ON cashier_leg
    FOR EACH STATEMENT EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_account_no_delete BEFORE DELETE ON cashier_account
    FOR EACH ROW EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_account_no_truncate BEFORE TRUNCATE ON cashier_account
    FOR EACH STATEMENT EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_account_identity BEFORE UPDATE ON cashier_account FOR EACH ROW
    WHEN ((OLD.id, OLD.code, OLD.kind, OLD.currency, OLD.owner_id, OLD.table_ref)
        IS DISTINCT FROM (NEW.id, NEW.code, NEW.kind, NEW.currency, NEW.owner_id, NEW.table_ref))
    EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_currency_no_delete BEFORE DELETE ON cashier_currency
    FOR EACH ROW EXECUTE FUNCTION cashier_refuse();
CREATE TRIGGER cashier_currency_identity BEFORE UPDATE ON cashier_currency FOR EACH ROW
    WHEN ((OLD.code, OLD.digits) IS DISTINCT FROM (NEW.code, NEW.digits))
    EXECUTE FUNCTION cashier_refuse();

CREATE FUNCTION cashier_leg_follows() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
    held bigint;
    last_id bigint := 0;
    last_balance bigint := 0;
BEGIN
    -- The lock makes two postings to one account take turns whoever writes them.
    SELECT balance INTO held FROM cashier_account WHERE id = NEW.account_id FOR UPDATE;
    SELECT id, balance_after INTO last_id, last_balance FROM cashier_leg
        WHERE account_id = NEW.account_id ORDER BY id DESC LIMIT 1;
    IF NEW.id <= last_id OR NEW.balance_after <> coalesce(last_balance, 0) + NEW.amount
            OR NEW.balance_after IS DISTINCT FROM held THEN
        RAISE EXCEPTION 'leg of account % refused: balance % after % does not follow from %, account says %',
            NEW.account_id, NEW.balance_after, NEW.amount, coalesce(last_balance, 0), held
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $body$;

CREATE TRIGGER cashier_leg_follows BEFORE INSERT ON cashier_leg
    FOR EACH ROW EXECUTE FUNCTION cashier_leg_follows();

CREATE FUNCTION cashier_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
    checked bigint;
    found record;
BEGIN
    IF TG_TABLE_NAME = 'cashier_entry' THEN
        checked := NEW.id;
    ELSE
        checked := NEW.entry_id;
    END IF;
    SELECT count(*) AS legs, sum(l.amount) AS total, min(a.currency) AS one, max(a.currency) AS other INTO found
        FROM cashier_leg l JOIN cashier_account a ON a.id = l.account_id WHERE l.entry_id = checked;
    IF found.legs < 2 OR found.total <> 0 OR found.one <> found.other THEN
        RAISE EXCEPTION 'entry % refused: % legs, sum %, currencies % to %',
            checked, found.legs, found.total, found.one, found.other
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $body$;

CREATE CONSTRAINT TRIGGER cashier_entry_balances AFTER INSERT ON cashier_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cashier_entry_balances();
CREATE CONSTRAINT TRIGGER cashier_leg_balances AFTER INSERT ON cashier_leg
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cashier_entry_balances();

CREATE FUNCTION cashier_account_agrees() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
    held bigint;
    due bigint;
BEGIN
    SELECT balance INTO held FROM cashier_account WHERE id = NEW.id;
    SELECT balance_after INTO due FROM cashier_leg WHERE account_id = NEW.id ORDER BY id DESC LIMIT 1;
    IF held <> coalesce(due, 0) THEN
        RAISE EXCEPTION 'account % refused: balance %, its legs sum to %', NEW.code, held, coalesce(due, 0)
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $body$;

CREATE CONSTRAINT TRIGGER cashier_account_opens_empty AFTER INSERT ON cashier_account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.balance <> 0)
    EXECUTE FUNCTION cashier_account_agrees();
CREATE CONSTRAINT TRIGGER cashier_account_agrees AFTER UPDATE ON cashier_account
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.balance <> NEW.balance)
    EXECUTE FUNCTION cashier_account_agrees();
"""

POSTGRESQL_BACK = """
DROP TRIGGER cashier_account_agrees ON cashier_account;
DROP TRIGGER cashier_account_opens_empty ON cashier_account;
DROP TRIGGER cashier_leg_balances ON cashier_leg;
DROP TRIGGER cashier_entry_balances ON cashier_entry;
DROP TRIGGER cashier_leg_follows ON cashier_leg;
DROP TRIGGER cashier_currency_identity ON cashier_currency;
DROP TRIGGER cashier_currency_no_delete ON cashier_currency;
DROP TRIGGER cashier_account_identity ON cashier_account;
DROP TRIGGER cashier_account_no_truncate ON cashier_account;
DROP TRIGGER cashier_account_no_delete ON cashier_account;
DROP TRIGGER cashier_leg_no_truncate ON cashier_leg;
DROP TRIGGER cashier_leg_append_only ON cashier_leg;
DROP TRIGGER cashier_entry_no_truncate ON cashier_entry;
DROP TRIGGER cashier_entry_append_only ON cashier_entry;
DROP FUNCTION cashier_account_agrees();
DROP FUNCTION cashier_entry_balances();
DROP FUNCTION cashier_leg_follows();
DROP FUNCTION cashier_refuse();
"""

_REFUSED = "SELECT RAISE(ABORT, 'the books are append-only');"

# SQLite checks foreign keys at the commit and nothing else. A row of `cashier_unproven` waits for one that never comes,
# so whatever still is unproven at the commit fails it: an account whose balance is not that of its last leg, an entry
# whose legs do not balance.
_UNPROVEN = """
CREATE TABLE cashier_unproven (
    what text NOT NULL PRIMARY KEY,
    waits_for text NOT NULL DEFAULT '' REFERENCES cashier_unproven DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID"""
_UNCHECKED = """
    WHEN (SELECT foreign_keys FROM pragma_foreign_keys) = 0
    BEGIN SELECT RAISE(ABORT, 'the books are written with PRAGMA foreign_keys = ON'); END"""
_LAST_BALANCE = (
    "coalesce((SELECT balance_after FROM cashier_leg WHERE account_id = {account} ORDER BY id DESC LIMIT 1), 0)"
)
_ENTRY = "'entry ' || NEW.entry_id"
_ACCOUNT = "'account ' || NEW.{id}"

SQLITE = {
    "cashier_entry_no_update": f"BEFORE UPDATE ON cashier_entry BEGIN {_REFUSED} END",
    "cashier_entry_no_delete": f"BEFORE DELETE ON cashier_entry BEGIN {_REFUSED} END",
    "cashier_leg_no_update": f"BEFORE UPDATE ON cashier_leg BEGIN {_REFUSED} END",
    "cashier_leg_no_delete": f"BEFORE DELETE ON cashier_leg BEGIN {_REFUSED} END",
    "cashier_account_no_delete": f"BEFORE DELETE ON cashier_account BEGIN {_REFUSED} END",
    "cashier_account_identity": f"""
        BEFORE UPDATE ON cashier_account
        WHEN OLD.id <> NEW.id OR OLD.code <> NEW.code OR OLD.kind <> NEW.kind OR OLD.currency <> NEW.currency
            OR OLD.owner_id IS NOT NEW.owner_id OR OLD.table_ref IS NOT NEW.table_ref
        BEGIN {_REFUSED} END""",
    "cashier_currency_no_delete": f"BEFORE DELETE ON cashier_currency BEGIN {_REFUSED} END",
    "cashier_currency_identity": f"""
        BEFORE UPDATE ON cashier_currency WHEN OLD.code <> NEW.code OR OLD.digits <> NEW.digits
        BEGIN {_REFUSED} END""",
    "cashier_account_opens_empty": """
        BEFORE INSERT ON cashier_account WHEN NEW.balance <> 0
        BEGIN SELECT RAISE(ABORT, 'an account opens empty'); END""",
    "cashier_account_unchecked": f"BEFORE UPDATE ON cashier_account {_UNCHECKED}",
    "cashier_entry_unchecked": f"BEFORE INSERT ON cashier_entry {_UNCHECKED}",
    "cashier_leg_unchecked": f"BEFORE INSERT ON cashier_leg {_UNCHECKED}",
    "cashier_account_agrees": f"""
        AFTER UPDATE OF balance ON cashier_account WHEN OLD.balance <> NEW.balance
        BEGIN
            DELETE FROM cashier_unproven WHERE what = {_ACCOUNT.format(id="id")};
            INSERT INTO cashier_unproven (what) SELECT {_ACCOUNT.format(id="id")}
                WHERE NEW.balance <> {_LAST_BALANCE.format(account="NEW.id")};
        END""",
    "cashier_entry_balances": """
        AFTER INSERT ON cashier_entry
        BEGIN INSERT INTO cashier_unproven (what) VALUES ('entry ' || NEW.id); END""",
    "cashier_leg_follows": f"""
        BEFORE INSERT ON cashier_leg
        WHEN NEW.balance_after <> NEW.amount + {_LAST_BALANCE.format(account="NEW.account_id")}
            OR NEW.balance_after IS NOT (SELECT balance FROM cashier_account WHERE id = NEW.account_id)
        BEGIN SELECT RAISE(ABORT, 'the balance after a leg does not follow'); END""",
    # Before the insertion SQLite does not know the new id yet.
    "cashier_leg_is_last": """
        AFTER INSERT ON cashier_leg
        WHEN NEW.id <> (SELECT max(id) FROM cashier_leg WHERE account_id = NEW.account_id)
        BEGIN SELECT RAISE(ABORT, 'a leg before the last one does not follow'); END""",
    "cashier_leg_balances": f"""
        AFTER INSERT ON cashier_leg
        BEGIN
            DELETE FROM cashier_unproven WHERE what IN ({_ENTRY}, {_ACCOUNT.format(id="account_id")});
            INSERT INTO cashier_unproven (what) SELECT {_ENTRY} WHERE EXISTS (
                SELECT 1 FROM cashier_leg l JOIN cashier_account a ON a.id = l.account_id
                WHERE l.entry_id = NEW.entry_id GROUP BY l.entry_id
                HAVING count(*) < 2 OR sum(l.amount) <> 0 OR min(a.currency) <> max(a.currency));
        END""",
}


def guard(apps, schema_editor):
    """Creates the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL, params=None)
    elif schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(_UNPROVEN, params=None)
        for name, body in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {body}", params=None)


def unguard(apps, schema_editor):
    """Drops the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_BACK, params=None)
    elif schema_editor.connection.vendor == "sqlite":
        for name in reversed(SQLITE):
            schema_editor.execute(f"DROP TRIGGER {name}", params=None)
        schema_editor.execute("DROP TABLE cashier_unproven", params=None)


class Migration(migrations.Migration):
    dependencies = [("cashier", "0001_initial")]

    operations = [
        migrations.RunPython(guard, unguard),
        append_only(
            "cashier",
            EndsOnce("cashier_playerlimit", ("confirmed_at",)),
            "cashier_exclusion",
            "cashier_receipt",
            EndsOnce("cashier_drawer", ("closed_by_id", "closed_at", "explanation")),
            EndsOnce("cashier_drawercount", ("counted", "book", "counted_pieces")),
            EndsOnce(
                "cashier_withdrawal",
                ("outcome", "closed_by_id", "closed_at", "answer", "receipt_id"),
                marks=("approved_by_id", "approved_at"),
            ),
            EndsOnce("cashier_voucher", ("used_by_id", "used_at", "returned_at")),
            EndsOnce(
                "cashier_correction", ("outcome", "closed_by_id", "closed_at", "answer", "reversal_id", "new_id")
            ),
            EndsOnce(
                "cashier_cagetransfer",
                ("counted", "explanation", "received_by_id", "received_at", "taken_back_by_id", "taken_back_at"),
            ),
        ),
    ]
