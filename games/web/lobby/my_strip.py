"""The strip below the navigation bar of every page: the player's tables, waiting lists, and a seat held for them."""

import time
from collections.abc import Sequence

from django.contrib.auth.models import AbstractUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.lobby.my_tables import MyTable, MyWait, tables_of, waits_of
from games.lobby.own_parts import OwnParts
from games.models import title_of
from games.preferences import Preferences
from games.tables.kind import TableKind
from games.text.amounts import AmountFormat
from games.text.games import game_name, stakes_with_currency
from games.web.html.components import draw_component
from games.web.text.rules import game_short


def kind_name(kind: TableKind) -> str:
    """A kind of table as text: "No-limit hold'em 10/20"."""
    return f"{game_name(kind.game, kind.structure)} {stakes_with_currency(kind.game, kind.stakes, kind.currency)}"


def my_strip_context(user: AbstractUser, notice: str = "", *, own: OwnParts | None = None) -> dict[str, object]:
    """The context of the strip for a signed-in player; `notice` is a refusal text, `own` what is read already."""
    tables: Sequence[MyTable] = own.tables if own else tables_of([user.pk]).get(user.pk, ())
    preferences = Preferences.of(user)
    waits = [_wait(wait) for wait in (own.waits if own else waits_of(user.pk))]
    return {
        "tables": [(table.table, _url(table.table), *_named(table), table.paused) for table in tables],
        "calls": [wait for wait in waits if wait["called"]],
        "waits": [wait for wait in waits if not wait["called"] and not wait["ended"]],
        "ends": [wait for wait in waits if wait["ended"]],
        "sound": "turn" in preferences.sounds,
        "notify": preferences.notifications,
        "notice": notice,
        "now": int(time.time() * 1000),
    }


def _named(table: MyTable) -> tuple[str, str]:
    """A table's name and game; a tournament's stakes are left out, because they rise and are not money."""
    if table.rules.tournament:
        return title_of(table.name, tournament=True), ""
    return table.name, game_short(table.rules, AmountFormat.of_currency(table.currency))


def _url(table: int) -> str:
    return reverse("games:table", args=(table,))


def _wait(wait: MyWait) -> dict[str, object]:
    name = wait.name or (kind_name(wait.kind) if wait.kind else "")
    ended = {
        "missed": _("You missed two calls and are off the list for {name}."),
        "closed": _("{name} was closed while you waited. Choose another table."),
    }.get(wait.ended, "")
    return {
        "wait": wait,
        "name": name,
        "called": wait.called_name,
        "url": _url(wait.table) if wait.table else "",
        "seat_url": f"{_url(wait.called_to)}?sit" if wait.called_to else "",
        "place": _("{place} of {count}").format(place=wait.place, count=wait.of),
        "ended": ended.format(name=name),
    }


def my_strip_fragment(user: AbstractUser, language: str, notice: str = "", *, own: OwnParts | None = None) -> str:
    """The strip as one element, for pages and sockets; `notice` and `own` as for its context."""
    with override(language):
        return draw_component("my_tables", my_strip_context(user, notice, own=own), language)
