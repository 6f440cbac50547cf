"""Removes white space from HTML that sockets send often."""

import re

from django.utils.safestring import SafeString, mark_safe

_BETWEEN_TAGS = re.compile(r">\s+<")
_EDGES = re.compile(r"\s*\n\s*")


def squeeze_html(html: str) -> SafeString:
    """The rendered HTML without white space between its tags."""
    return mark_safe(_BETWEEN_TAGS.sub("><", _EDGES.sub(" ", html)).strip())  # noqa: S308 - escaped by the template
