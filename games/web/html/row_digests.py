"""Digests of the rows of a list, by which a page tells its socket what it shows already."""

import zlib
from collections.abc import Mapping
from functools import lru_cache

CACHED_DIGESTS = 4096
DIGEST_LENGTH = 8


@lru_cache(CACHED_DIGESTS)
def digest_of(row: str) -> str:
    """Tells a row's HTML from another."""
    return f"{zlib.crc32(row.encode()):0{DIGEST_LENGTH}x}"


def digests_of(rows: Mapping[int, str]) -> str:
    """By what a page tells its socket which rows it shows: their digests, in the order of their numbers."""
    return "".join(digest_of(rows[number]) for number in sorted(rows))
