"""Sentences with values as HTML."""

import re
from enum import StrEnum
from typing import Final

from django.utils.safestring import SafeString
from markupsafe import Markup, escape

_SPECIAL: Final = re.compile("[&<>\"']")
_HTML: Final = (SafeString, Markup)


def fill_html(sentence: str, **values: object) -> SafeString:
    """The sentence with its values, escaped unless they are HTML: as `format_html`, in half its time."""
    return SafeString(sentence.format(**{name: escaped(value) for name, value in values.items()}))


def escaped(value: object) -> str:
    """A value as HTML: what `escape` returns, in a fraction of its time for HTML, numbers and plain words."""
    kind = type(value)
    if kind in _HTML:
        return value  # type: ignore[return-value]  # Both are texts.
    if kind is int or (kind is str and not _SPECIAL.search(value)):  # type: ignore[call-overload]  # It is a text.
        return str(value)
    return escaped(value.value) if isinstance(value, StrEnum) else escape(value)
