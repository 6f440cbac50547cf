"""Migrations run while processes of the version before still serve (see "Upgrades" in docs/operations.md)."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations import AddField, Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

from pokerroom.models import User

OWN_APPS = ("backoffice", "cashier", "games", "pokerroom", "tournaments")
FIRST = ("0001_initial", "0002_append_only", "0002_guards")
"""A new room begins with these; nothing serves yet."""


def _later() -> Iterator[Migration]:
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in OWN_APPS and name not in FIRST:
            yield migration


LATER = {str(migration): migration for migration in _later()}


@pytest.mark.parametrize("migration", LATER.values(), ids=LATER)
def test_a_process_that_does_not_know_a_new_column_still_writes_rows(migration: Migration) -> None:
    for added in migration.operations:
        if isinstance(added, AddField):
            field = added.field
            known = field.null or field.db_default is not NOT_PROVIDED
            assert known, f"{added.model_name}.{added.name} needs null=True or a db_default"


def test_the_version_before_still_makes_accounts(db: None) -> None:
    User.objects.create_user(username="known", display_name="Known")
    columns = [field.column for field in User._meta.local_fields if field.name not in ("id", "name_skeleton")]
    names = ", ".join(f'"{column}"' for column in columns)
    copied = names.replace('"username"', "'other'").replace('"display_name"', "'Other'")
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO pokerroom_user ({names}) SELECT {copied} FROM pokerroom_user")  # noqa: S608
    assert User.objects.get(username="other").name_skeleton == ""


def test_no_account_is_locked_longer_than_some_of_them_take(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("pokerroom.migrations.0006_fill_name_skeletons")
    monkeypatch.setattr(module, "AT_ONCE", 1)
    for name in ("One", "Two", "Three"):
        User.objects.create_user(username=name, display_name=name)
    User.objects.update(name_skeleton="")
    in_transaction = []

    def watched(name: str) -> str:
        in_transaction.append(connection.in_atomic_block)
        return name.casefold()

    monkeypatch.setattr(module, "skeleton", watched)
    with connection.schema_editor(atomic=module.Migration.atomic) as editor:
        module.fill_in(apps, editor)
    assert in_transaction == [False, False, False]
    assert not User.objects.filter(name_skeleton="").exists()
