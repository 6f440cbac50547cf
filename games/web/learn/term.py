"""The type of a glossary entry (C11)."""

from typing import NamedTuple

from django.utils.functional import Promise


class Term(NamedTuple):
    """A poker term: its anchor, its English names, its name in the viewer's language, and its meaning."""

    code: str
    english_names: tuple[str, ...]
    name: Promise
    meaning: Promise

    @property
    def other_names(self) -> tuple[str, ...]:
        """The English names that differ from the name in the viewer's language."""
        return tuple(name for name in self.english_names if name.casefold() != str(self.name).casefold())
