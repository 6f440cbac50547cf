"""Joins the style sheets and scripts of a page into a few files, because every request delays a page on a slow line."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

# The surface with its seats, which the page of a hand shows as well.
_SURFACE = (
    "table/surface",
    *(f"table/seat/{part}" for part in ("seat", "plate", "empty_seat", "labels", "cards", "my_hand")),
    "table/chips_and_buttons", "table/board", "table/pots_and_status",
)  # fmt: skip
_CONTROLS = ("controls", "strength", "acts", "pre_actions", "offers", "bet_size", "seat_exits")
_PANELS = ("side_panel", "hand_log", "chat", "my_seat", "switches", "floor_calls")
_TABLE = (
    "card", *_SURFACE, "table/notices", "table/dialog", *(f"table/controls/{part}" for part in _CONTROLS),
    *(f"table/side_panel/{part}" for part in _PANELS), "table/seat/player_labels", "table/seat/player_card",
    "small_cards", "table/side_panel/last_hands", "table/small_phone",
)  # fmt: skip
_SITE = ("base", "top_bar", "menu", "button", "message", "form", "my_tables", "session", "connection", "forced_colours")
_OFFICE = ("frame", "form", "person", "record", "report", "rake", "cage", "tables")
_STYLES = {
    "site": tuple(f"site/{part}" for part in _SITE),
    "list": ("page", "filters", "list"),
    "office": (*(f"office/{part}" for part in _OFFICE), "chart", "print"),
    "floor": ("floor/calls", "floor/panel"),
    "rules": ("card", "rules", "glossary"),
    "history": ("card", "lobby", "my_hands", "small_cards", "results", "chart"),
    "hand": ("card", "lobby", "hand_page", *_SURFACE, "my_hands", "small_cards"),
    "table": _TABLE,
    "tournament_table": ("table/chip_race", "table/tournament_bar"),
    "tournament": (
        "card",
        "tournament/page",
        "tournament/clock",
        "tournament/standings",
        "tournament/my_tournament",
        "tournament/prizes",
        "tournament/tables",
        "tournament/schedule",
    ),
}
_TABLE_SCRIPTS = (
    "clock", "sounds", "motion", "betting", "card_exchange", "focus", "side_panel", "seat_time", "wallet", "delay",
    "other_tables", "turn", "announcer", "alert", "dialogs", "preferences", "key_bindings", "keyboard",
    "head", "same_turn", "push",
)  # fmt: skip
_SITE_SCRIPTS = (
    "swap", "transport", "asks", "connection", "refresh", "leave_page", "time_left", "server_time", "menu", "audio",
    "fold", "notifications/calls", "notifications/choice",
)  # fmt: skip
_SCRIPTS = {
    "site": _SITE_SCRIPTS,
    "table": tuple(f"table/{part}" for part in _TABLE_SCRIPTS),
    "tournament_table": ("tournament/clocks", "tournament/fragments", "tournament/table_bar", "tournament/forms"),
    "tournament": ("tournament/clocks", "tournament/fragments"),
}
# The parts in the order in which they apply. A bundle of CSS is in static/css, where a `url()` in a part starts from.
BUNDLES = {
    f"{kind}/{name}.bundle.{kind}": tuple(f"{kind}/{part}.{kind}" for part in parts)
    for kind, bundles in (("css", _STYLES), ("js", _SCRIPTS))
    for name, parts in bundles.items()
}


class BundleFinder(BaseFinder):
    """Finds the bundles in addition to the other static files, and builds each one when it is asked for."""

    def __init__(self, app_names: Sequence[str] | None = None) -> None:
        self.storage = FileSystemStorage(location=settings.STATIC_BUNDLES_DIR)

    # Any: the stubs of Django give each value of `find_all` a result of its own.
    def find(self, path: str, find_all: bool = False) -> Any:
        """The absolute path of a bundle, in a list if `find_all`; an empty list for any other file."""
        if path not in BUNDLES:
            return []
        build(path)
        found = self.storage.path(path)
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """The name and the storage of every bundle."""
        for path in BUNDLES:
            build(path)
            yield path, self.storage


def build(path: str) -> None:
    """Writes a bundle unless the file already has these contents.

    Raises FileNotFoundError if one of its parts does not exist.
    """
    source, target = settings.BASE_DIR / "static", settings.STATIC_BUNDLES_DIR / path
    contents = "\n".join((source / part).read_text(encoding="utf-8") for part in BUNDLES[path])
    if target.exists() and target.read_text(encoding="utf-8") == contents:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    # Several processes of a room may start at once; none may serve a file that another has half written.
    unfinished = target.with_suffix(f".{os.getpid()}")
    unfinished.write_text(contents, encoding="utf-8")
    unfinished.replace(target)
