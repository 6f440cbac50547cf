"""HTML that is pushed again and again, made small."""

import re

from django.utils.safestring import SafeString, mark_safe

_BETWEEN_TAGS = re.compile(r">\s+<")
_EDGES = re.compile(r"\s*\n\s*")


def squeezed(html: str) -> SafeString:
    """What a template rendered, without the space between its tags."""
    return mark_safe(_BETWEEN_TAGS.sub("><", _EDGES.sub(" ", html)).strip())  # noqa: S308 - escaped by the template
