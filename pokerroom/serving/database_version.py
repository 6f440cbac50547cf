"""Whether the database is that of this version of the room."""

from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


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
