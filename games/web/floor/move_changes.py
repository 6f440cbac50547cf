"""Where players move by a decision of the floor, in words, with the names of today for the ids that are kept (F3)."""

from collections.abc import Callable, Mapping
from typing import Final

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from backoffice.api import ChangeText
from games.models import Table
from games.operations.floor.decisions import INTO, MOVES


def move_text(what: str, before: str, after: str) -> ChangeText | None:
    """A change that tells of a move; None for any other. An id without a row stays as it is."""
    return _TEXTS[what](before, after) if what in _TEXTS else None


def _into(_before: str, table: str) -> ChangeText:
    return ChangeText(_("Into table"), "", _table_name(table))


def _moves(player: str, table: str) -> ChangeText:
    rows = get_user_model().objects.filter(pk=player).values_list("display_name", flat=True)
    return ChangeText(pgettext("a player", "Moves"), rows.first() or player, _table_name(table))


_TEXTS: Final[Mapping[str, Callable[[str, str], ChangeText]]] = {INTO: _into, MOVES: _moves}


def _table_name(table: str) -> str:
    rows = Table.objects.filter(pk=table).values_list("name", flat=True) if table.isdecimal() else ()
    return next(iter(rows), table)
