"""What pages look up in the query of their address."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.handlers import wsgi
from django.http import QueryDict

EVERYTHING = "*"
"""Noted where a page goes through all that its address carries, or asks whether it carries anything."""


class _NotedQuery(QueryDict):
    """A query that notes what is looked up in it, found or not; Any as in Django's own."""

    def __init__(self, *args: Any, asked: set[str], **kwargs: Any) -> None:
        self.asked = asked
        super().__init__(*args, **kwargs)

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def getlist(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().getlist(key, default)

    def __iter__(self) -> Iterator[str]:
        self.asked.add(EVERYTHING)
        return super().__iter__()

    def __len__(self) -> int:
        self.asked.add(EVERYTHING)
        return super().__len__()

    def keys(self) -> Any:
        self.asked.add(EVERYTHING)
        return super().keys()

    def lists(self) -> Any:
        self.asked.add(EVERYTHING)
        return super().lists()


@contextmanager
def noted_queries() -> Iterator[set[str]]:
    """The names that are looked up in the queries of requests as long as the block runs.

    The address as a whole, which every page repeats in a form of its menu, is none of them.
    """
    asked: set[str] = set()

    def query(*args: Any, **kwargs: Any) -> QueryDict:
        return _NotedQuery(*args, **kwargs, asked=asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wsgi, "QueryDict", query)
        yield asked
