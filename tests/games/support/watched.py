"""What a call does besides its result: the rows it locks, and the groups it notifies after the commit."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from games.messaging import messages

_LOCK = re.compile(
    r'FROM "(?P<table>\w+)".*?(?: ORDER BY (?P<order>.*?))?(?: LIMIT 1)? FOR (?P<strength>NO KEY UPDATE|UPDATE)'
)


@contextmanager
def recorded_locks() -> Iterator[list[str]]:
    """Collects the statements that lock rows: the table, the order, and the lock's strength."""
    locks: list[str] = []
    with CaptureQueriesContext(connection) as queries:
        yield locks
    for query in queries:
        if found := _LOCK.search(query["sql"]):
            order = re.sub(r'"\w+"\."(\w+)" ASC', r"\1", found["order"] or "no order")
            locks.append(f"{found['table']} by {order} for {found['strength'].lower()}")


@contextmanager
def recorded_groups() -> Iterator[list[str]]:
    """Collects the groups that are notified once the transaction of the block has committed."""
    groups: list[str] = []
    with pytest.MonkeyPatch.context() as patch, TestCase.captureOnCommitCallbacks(execute=True):
        patch.setattr(messages, "notify_all", lambda *sent: groups.extend(group for group, _ in sent))
        yield groups
