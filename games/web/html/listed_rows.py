"""The hidden row by which a page knows which rows its list has."""

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.web.html.compiled_templates import plain_templates


def listed_rows(marker: str, rows: Iterable[int], *, more: bool = False) -> SafeString:
    """Tells a page which rows its list has, by number and in their order, and whether there are more of them.

    `marker` is its id. It is a row, as a browser that parses a message takes rows only if the first element is one.
    """
    context = {"marker": marker, "rows": " ".join(map(str, rows)), "more": more}
    return plain_templates("").render("components/listed_rows.html", context)
