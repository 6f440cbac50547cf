"""Names for several tables of a kind: numbered, without those of open tables."""

from itertools import count

from games.models import Table
from games.models.names import comparison_key

MOST_NUMBER_DIGITS = 4


def numbered_names(name: str, how_many: int) -> list[str]:
    """The first free names of the form "Prague 1"; a number at the end of `name` is where they begin."""
    base, _, last = name.rpartition(" ")
    first = 1
    if base and last.isascii() and last.isdecimal() and len(last) <= MOST_NUMBER_DIGITS:
        first = int(last)
    else:
        base = name
    alike = Table.objects.filter(name_key__startswith=comparison_key(base), closed_at=None)
    taken = set(alike.values_list("name_key", flat=True))
    names: list[str] = []
    for number in count(first):
        if len(names) == how_many:
            return names
        if comparison_key(f"{base} {number}") not in taken:
            names.append(f"{base} {number}")
    raise AssertionError("numbers never end")
