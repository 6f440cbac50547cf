"""The type of a glossary entry (C11)."""

from typing import NamedTuple

from django.utils.functional import Promise


class Term(NamedTuple):
    """A poker term: its anchor, its English names, its name in the viewer's language, and its meaning."""

    code: str
    names: tuple[str, ...]
    word: Promise
    meaning: Promise

    @property
    def also(self) -> tuple[str, ...]:
        """The English names beside the viewer's word, where they differ from it."""
        return tuple(name for name in self.names if name.casefold() != str(self.word).casefold())
