"""Reads the environment into settings: flags, lists, keys, and the addresses of PostgreSQL and Redis."""

import base64
import logging
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import make_conninfo

# A process that hangs inside a transaction would keep its locks, and so its tables, from every other host (X1).
NO_IDLE_TRANSACTIONS = "-c idle_in_transaction_session_timeout=5s"
LAYER_KEYS = "channel layer, AES-GCM"
"""The purpose of the keys that seal messages between processes."""
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
HOST = re.compile(r"\*|\.?[\w.-]+|\[[0-9a-fA-F:.]+\]")
"""What Django compares with the host of a request: a name, all below one, an address, or anything."""


def text(name: str, default: str = "") -> str:
    """The value of NAME without surrounding blanks; an empty value counts as not set."""
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    """The comma-separated values of NAME."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def hosts(name: str) -> list[str]:
    """The host names in NAME; raises ImproperlyConfigured for one that no request could match."""
    found = words(name)
    for host in found:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(f"{name} takes names without scheme and port, like room.example, not {host!r}.")
    return found


def origins(name: str) -> list[str]:
    """The origins in NAME; raises ImproperlyConfigured for one that no browser sends."""
    found = words(name)
    for origin in found:
        parts = _split(name, origin)
        if parts.scheme not in {"http", "https"} or origin != f"{parts.scheme}://{parts.netloc}":
            raise ImproperlyConfigured(f"{name} takes origins like https://room.example, not {origin!r}.")
    return found


def time_zone(name: str, default: str) -> str:
    """The name of a time zone in NAME; raises ImproperlyConfigured for one that this machine does not know."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(f"{name} must be a name like Europe/Prague, not {value!r}.") from None
    return value


def log_level(name: str, default: str) -> str:
    """The name of a level in NAME, in capitals; raises ImproperlyConfigured for any other word."""
    value = text(name, default).upper()
    if value not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"{name} must be DEBUG, INFO, WARNING, ERROR or CRITICAL, not {value!r}.")
    return value


def without_traceback(record: logging.LogRecord) -> bool:
    """Leaves out of the log where a fault came from; a filter that lets everything through."""
    record.exc_info = None
    return True


def folder(name: str, default: Path) -> Path:
    """The folder in NAME, made if need be; raises ImproperlyConfigured where it cannot be."""
    path = Path(text(name, str(default)))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise ImproperlyConfigured(f"{name} must be a folder: {trouble}.") from None
    return path


def fernet_keys(name: str) -> list[str]:
    """The Fernet keys in NAME; raises ImproperlyConfigured, without a word of the key, for one that is none."""
    found = words(name)
    for place, key in enumerate(found, start=1):
        try:
            Fernet(key)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name}: number {place} is no Fernet key, which is 32 bytes in URL-safe base64."
            ) from None
    return found


def number(name: str, *, default: int, least: int | None = None, most: int | None = None) -> int:
    """The integer in NAME; raises ImproperlyConfigured for anything else, below `least` or above `most`."""
    value = text(name, str(default))
    try:
        found = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if least is not None and found < least:
        raise ImproperlyConfigured(f"{name} must be {least} or more, not {value!r}.")
    if most is not None and found > most:
        raise ImproperlyConfigured(f"{name} must be {most} or less, not {value!r}.")
    return found


def flag(name: str, *, default: bool) -> bool:
    """NAME as a boolean; raises ImproperlyConfigured for a value that is neither yes nor no."""
    value = text(name).lower()
    if not value:
        return default
    if value in YES | NO:
        return value in YES
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def secret_key(*, file: Path, may_generate: bool) -> str:
    """SECRET_KEY, or, where allowed, one generated once and kept in a file that only its owner can read."""
    if given := text("SECRET_KEY"):
        return given
    if not may_generate:
        raise ImproperlyConfigured("SECRET_KEY must be set for a room with DATABASE_URL or REDIS_URL.")
    if not file.exists():
        _write_secret(file)
    return file.read_text(encoding="ascii").strip()


def _write_secret(file: Path) -> None:
    """Writes a private file and links it into place, so that two processes starting together use the same key."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as writer:
        writer.write(secrets.token_urlsafe(64))
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def derived_keys(secret_keys: Sequence[str], *, purpose: str) -> list[str]:
    """One key for each secret and purpose (HKDF-SHA256), so that a leaked key serves one purpose only.

    A key is 32 bytes in URL-safe base64, as Fernet takes it.
    """
    return [
        base64.urlsafe_b64encode(
            HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=f"pokerroom: {purpose}".encode()).derive(
                secret.encode()
            )
        ).decode()
        for secret in secret_keys
    ]


def _split(name: str, url: str) -> SplitResult:
    """The parts of an address; raises ImproperlyConfigured, without a word of it, if it has no valid host or port."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} has no valid host or port; in a password, characters such as # and / are written %23 and %2F."
        ) from None
    return parts


def database(url: str, *, embedded_file: Path) -> dict[str, object]:
    """Django's database setting for a postgres:// URL, or SQLite in WAL mode when there is none."""
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": embedded_file,
            "OPTIONS": {
                "timeout": 20,
                # IMMEDIATE takes the write lock at the start, where it can wait; upgrading a lock later fails at once.
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;"
                " PRAGMA cache_size=-16000; PRAGMA journal_size_limit=67108864;",
            },
        }
    parts = _split("DATABASE_URL", url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgres://; leave it out for SQLite.")
    if not (name := unquote(parts.path.lstrip("/"))):
        raise ImproperlyConfigured("DATABASE_URL must name a database, like postgres://user:password@host/name.")
    query = dict(parse_qsl(parts.query))
    try:
        make_conninfo(**query)
    except ProgrammingError as trouble:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be used: {str(trouble).strip()}.") from None
    options = " ".join(filter(None, [NO_IDLE_TRANSACTIONS, query.pop("options", "")]))
    pool = {"min_size": 1, "max_size": number("DATABASE_POOL", default=20, least=1), "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A folder of Unix sockets is given as ?host=/path, because a path cannot stand before the colon.
        "HOST": query.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        # The pool never hands out a connection that a restarted server has closed.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, "pool": pool, "options": options, **query},
    }


def channel_layer(url: str, *, prefix: str, secrets: Sequence[str]) -> dict[str, object]:
    """The channel layer: Redis pub/sub with every message encrypted, or this process's own memory."""
    if not url:
        return {"BACKEND": "pokerroom.layers.memory_layer.MemoryLayer", "CONFIG": {"capacity": 10_000}}
    if _split("REDIS_URL", url).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL must be like redis://host:6379/0, or begin with rediss:// or unix://.")
    host = {"address": url, "socket_timeout": None, "socket_connect_timeout": 5, "max_connections": 10_000}
    keys = derived_keys(secrets, purpose=LAYER_KEYS)
    return {
        "BACKEND": "pokerroom.layers.redis_layer.RedisLayer",
        "CONFIG": {
            "hosts": [host],
            "prefix": prefix,
            "symmetric_encryption_keys": keys,
            "serializer_format": "sealed",
        },
    }


class Mail(NamedTuple):
    """Where e-mail goes; the fields are Django's settings of the same name."""

    backend: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    use_tls: bool = False
    use_ssl: bool = False


def mail(url: str) -> Mail:
    """The mail server of a URL: smtp:// (with STARTTLS), smtps:// or smtp+plain://; without one mail is printed."""
    if not url:
        return Mail("django.core.mail.backends.console.EmailBackend")
    parts = _split("EMAIL_URL", url)
    if parts.scheme not in {"smtp", "smtps", "smtp+plain"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must be like smtp://user:password@host:587, or smtps:// for TLS at once.")
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        parts.hostname,
        parts.port or {"smtp": 587, "smtps": 465}.get(parts.scheme, 25),
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        use_tls=parts.scheme == "smtp",
        use_ssl=parts.scheme == "smtps",
    )


def cache(url: str, *, prefix: str) -> dict[str, object]:
    """The cache (counters of rate limits): Redis, or this process's own memory."""
    # A full cache forgets counters that still run, so nobody may be able to fill it (Django's default is 300).
    own = {"MAX_ENTRIES": 100_000}
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "room", "OPTIONS": own}
    return {
        "BACKEND": "pokerroom.security.shared_cache.SharedCache",
        "LOCATION": url,
        "KEY_PREFIX": prefix,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        "OWN": own,
    }
