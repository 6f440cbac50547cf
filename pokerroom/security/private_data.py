"""Private data at rest: secrets that are read again are sealed, what is only compared is kept as a keyed hash."""

import functools
import hashlib
import hmac
import json

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """None of the room's keys opens what was sealed, or it was sealed for somebody else."""


def seal(owner: int, secret: str) -> bytes:
    """The secret of one person, encrypted; the person is sealed as well, so that a copy serves nobody else."""
    return _fernet(tuple(settings.PRIVATE_DATA_KEYS)).encrypt(json.dumps([owner, secret]).encode())


def unseal(owner: int, sealed: bytes | memoryview) -> str:
    """What was sealed for this person; raises Unreadable."""
    try:
        sealed_for, secret = json.loads(_fernet(tuple(settings.PRIVATE_DATA_KEYS)).decrypt(bytes(sealed)))
    except InvalidToken:
        raise Unreadable from None
    if sealed_for != owner:
        raise Unreadable
    return str(secret)


def keyed_hash(purpose: str, text: str) -> str:
    """The hash under which a text is kept; without the room's key nobody can try texts against it."""
    return _hash(settings.PRIVATE_DATA_KEYS[0], purpose, text)


def keyed_hashes(purpose: str, text: str) -> list[str]:
    """The hashes of a text under every key of the room, to find one that an older key made."""
    return [_hash(key, purpose, text) for key in settings.PRIVATE_DATA_KEYS]


def _hash(key: str, purpose: str, text: str) -> str:
    return hmac.new(key.encode(), f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()


@functools.lru_cache(maxsize=4)
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
