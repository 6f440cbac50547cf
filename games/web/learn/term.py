"""What an entry of the glossary is (C11)."""

from typing import NamedTuple

from django.utils.functional import Promise


class Term(NamedTuple):
    """A word of poker: its anchor, its English names, its word in the viewer's language, what it means."""

    code: str
    names: tuple[str, ...]
    word: Promise
    meaning: Promise

    @property
    def also(self) -> tuple[str, ...]:
        """The English names beside the viewer's word, where they differ from it."""
        return tuple(name for name in self.names if name.casefold() != str(self.word).casefold())
