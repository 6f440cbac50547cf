"""What a process looks at before it serves: strong keys, those of the room, and a database of its version."""

import re
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from games.store import card_sealing
from games.store.card_sealing import BrokenSeal

FEWEST_CHARACTERS, FEWEST_DIFFERENT = 50, 5
"""What Django's own check of a deployment asks of a key (security.W009)."""
PLACEHOLDER = re.compile(
    r"change.?(me|this)|insecure|example|placeholder|your.?(own|secret)|secret.?key", re.IGNORECASE
)
"""Words of a key that stands in instructions, to be replaced."""


def check_secret_key() -> None:
    """Raises CommandError if SECRET_KEY can be guessed, as anyone with it signs as the room; a demo takes any key."""
    key = settings.SECRET_KEY
    is_weak = len(key) < FEWEST_CHARACTERS or len(set(key)) < FEWEST_DIFFERENT or PLACEHOLDER.search(key)
    if is_weak and not (settings.DEMO or settings.DEBUG):
        raise CommandError(
            f"SECRET_KEY can be guessed: it has to be {FEWEST_CHARACTERS} random characters or more. A room that runs"
            " with the old one keeps it in SECRET_KEY_FALLBACKS."
        )


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
