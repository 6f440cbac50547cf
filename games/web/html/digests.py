"""Digests by which a page tells its socket what it shows already."""

import zlib
from collections.abc import Mapping
from functools import lru_cache

CACHED_DIGESTS = 4096
DIGEST_LENGTH = 8


def digest_of(html: str) -> str:
    """Tells a piece of HTML from another."""
    return f"{zlib.crc32(html.encode()):0{DIGEST_LENGTH}x}"


row_digest_of = lru_cache(CACHED_DIGESTS)(digest_of)
"""The digest of a row, which many pages show."""


def digests_of_rows(rows: Mapping[int, str]) -> str:
    """By what a page tells its socket which rows it shows: their digests, in the order of their numbers."""
    return "".join(row_digest_of(rows[number]) for number in sorted(rows))


def digests_of_fragments(fragments: Mapping[str, str]) -> str:
    """By what a page tells its socket which fragments it shows: their digests, in the order of their ids."""
    return "".join(digest_of(fragments[name]) for name in sorted(fragments))


def digest_at(digests: str, place: int) -> str:
    """One of joined digests; empty beyond the last."""
    return digests[place * DIGEST_LENGTH :][:DIGEST_LENGTH]
