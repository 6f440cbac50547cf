"""The catalogues of translations as the tests read them."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

LANGUAGES = ("cs", "sk")


class Key(NamedTuple):
    """The key of a sentence in a catalogue."""

    context: str | None
    text: str
    plural: str | None


@lru_cache
def catalogue(root: Path, language: str) -> Catalog:
    """A language's catalogue as it is in the repository."""
    with (root / "locale" / language / "LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def sentences(found: Catalog) -> Iterator[tuple[Key, Message]]:
    """Every sentence of a catalogue but its header."""
    for message in found:
        if message.id:
            text, plural = message.id if isinstance(message.id, (list, tuple)) else (message.id, None)
            yield Key(message.context, text, plural), message


def translations_of(message: Message) -> tuple[str, ...]:
    """The translations, one for each plural form."""
    return tuple(message.string) if isinstance(message.string, (list, tuple)) else (message.string or "",)
