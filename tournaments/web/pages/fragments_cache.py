"""Keeps what is drawn of a tournament for all its viewers, until its view is another one."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar, cast

from django.utils.translation import override

from tournaments.engine.views.types import TournamentView

CACHE_SIZE = 256
"""So many kinds of what is drawn are kept, of all tournaments in all languages."""
Drawn = TypeVar("Drawn")
_cache: OrderedDict[tuple[int, str, str], tuple[TournamentView, object]] = OrderedDict()
_lock = Lock()


def cached(view: TournamentView, kind: str, language: str, build: Callable[[], Drawn]) -> Drawn:
    """What `build` makes of a view in a language; a process has one view for each state of a tournament."""
    key = view.tournament, kind, language
    with _lock:
        kept = _cache.get(key)
    if kept is None or kept[0] is not view:
        with override(language):
            kept = view, build()
    with _lock:
        _cache[key] = kept
        _cache.move_to_end(key)
        while len(_cache) > CACHE_SIZE:
            _cache.popitem(last=False)
    return cast(Drawn, kept[1])
