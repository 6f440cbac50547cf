"""Compiles what tables need before a web process opens: in the middle of play, all of its players would wait for it."""

from typing import Final

from django.conf import settings

from games.web.html.compiled_templates import plain_templates
from games.web.table.contexts.controls import ControlsState
from games.web.table.drawing import compile_fragment
from games.web.table.head import FRAGMENTS

_TEMPLATES: Final = (
    "components/field.html",
    "components/my_tables.html",
    "components/session.html",
    "components/wallet.html",
    "games/dialogs/chips.html",
    "games/dialogs/order.html",
    "games/lobby.html",
    "games/lobby/news.html",
    "games/lobby/row.html",
    "games/lobby/summary.html",
    "games/table.html",
    *(f"games/table/{name}.html" for name in FRAGMENTS),
)
_FRAGMENTS: Final = (
    *("board", "chat", "chat_line", "controls", "controls/pre_action_buttons", "floor_calls", "labels", "my_hand"),
    *("my_seat", "my_seat/buttons", "notices", "pots", "seat", "seat_exits", "status"),
    *(state.template for state in ControlsState),
)


def compile_templates() -> None:
    """Compiles the pages of lobby and table, buying in, and what their sockets send, in every language."""
    for language, _ in settings.LANGUAGES:
        for name in _TEMPLATES:
            plain_templates(language).compile(name)
        for fragment in _FRAGMENTS:
            compile_fragment(fragment, language)
    # They have no sentence.
    for name in ("components/input.html", "components/listed_rows.html"):
        plain_templates("").compile(name)
