"""Lists of names in a sentence."""

from collections.abc import Sequence

from django.utils.translation import ngettext

MOST_NAMES = 12


def some_names(names: Sequence[str]) -> str:
    """The names with commas between them; of more than `MOST_NAMES` the last ones are only counted."""
    shown, more = ", ".join(names[:MOST_NAMES]), len(names) - MOST_NAMES
    if more <= 0:
        return shown
    return ngettext("{names} and {count} more", "{names} and {count} more", more).format(names=shown, count=more)
