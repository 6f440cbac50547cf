"""Texts kept for each language, for what is rendered too often to look up its translations every time."""

from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from typing import TypeVar

from django.utils.translation import override

Words = TypeVar("Words")
Value = TypeVar("Value", bound=Hashable)


def per_language(build: Callable[[], Words]) -> Callable[[str], Words]:
    """A function that gives what `build` makes in a language; it is made once for each."""

    @cache
    def in_language(language: str) -> Words:
        with override(language):
            return build()

    return in_language


def texts_per_language(text: Callable[[Value], str], most: int) -> Callable[[Value, str], str]:
    """A function that gives the text of a value in a language; it remembers the `most` last ones."""

    @lru_cache(most)
    def in_language(value: Value, language: str) -> str:
        with override(language):
            return text(value)

    return in_language
