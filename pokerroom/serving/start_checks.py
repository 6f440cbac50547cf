"""What a process looks at before it serves: is the database that of its version, are its keys those of the room?"""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from games.store import card_sealing
from games.store.card_sealing import BrokenSeal


def check_migrated() -> None:
    """Raises CommandError if migrations of this version are missing; a database that does not answer is waited for."""
    try:
        executor = MigrationExecutor(connection)
    except OperationalError:
        return
    finally:
        connection.close()
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise CommandError(
            f"The database lacks {len(missing)} migrations of this version: run manage.py migrate first."
        )


def add_lost_keys(parser: ArgumentParser) -> None:
    """The option --lost-keys."""
    parser.add_argument(
        "--lost-keys",
        action="store_true",
        help="start although the hidden cards in the database are sealed with other keys; hands under way are lost",
    )


def check_card_keys() -> None:
    """Raises CommandError if the room's keys do not open its hidden cards; one such host would freeze all tables."""
    try:
        card_sealing.check_keys()
    except OperationalError:
        return
    except BrokenSeal:
        raise CommandError(
            "The hidden cards in the database are sealed with other keys: SECRET_KEY or CARD_SEAL_KEYS is not this"
            " room's. With --lost-keys the tables are run all the same; those in the middle of a hand are frozen then."
        ) from None
    finally:
        connection.close()
