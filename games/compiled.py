"""The compiled hand engine, where somebody made one (`make compiled`): which files it is, and of which source."""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.core.checks import CheckMessage, Error

ENGINE: Final = Path(__file__).parent / "engine"
MARK: Final = ENGINE / "compiled.txt"
SHARED: Final = "engine"
"""Names what the compiled modules have in common; it lies in the root, where Python looks for it."""


def made() -> list[Path]:
    """The compiled files; none where the engine runs from its source."""
    return [*ENGINE.glob("*.so"), *ENGINE.parent.parent.glob(f"{SHARED}__mypyc.*.so")]


def source() -> str:
    """A digest of the engine's source."""
    digest = sha256()
    for file in sorted(ENGINE.glob("**/*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def outdated() -> bool:
    """Whether a compiled engine would play by rules that are no longer in its source."""
    return bool(made()) and (not MARK.exists() or MARK.read_text(encoding="ascii") != source())


def is_of_this_source(**_: Any) -> list[CheckMessage]:
    """Django's check: a room does not open with such an engine."""
    if not outdated():
        return []
    return [
        Error(
            "The compiled hand engine is not of this source.",
            hint="`make compiled` compiles it anew, `make plain` takes it away.",
            id="games.E001",
        )
    ]
