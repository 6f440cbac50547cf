"""The cache that counts attempts for all processes together, and goes on counting while Redis is away."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError


class SharedCache(RedisCache):
    """Django's cache over Redis; while that is away each process counts by itself, so that every limit still holds."""

    # Any: as Django's own caches, which take any value, and any kind of timeout.
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        own = params.pop("OWN")
        super().__init__(server, params)
        self._own = LocMemCache("own counters", {"OPTIONS": own})

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keeps a value unless there is one; returns whether it did."""
        try:
            return super().add(key, value, timeout, version)
        except RedisError:
            return self._own.add(key, value, timeout, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Adds to a number and returns the sum; raises ValueError if there is none."""
        try:
            return super().incr(key, delta, version)
        except RedisError:
            return self._own.incr(key, delta, version)
