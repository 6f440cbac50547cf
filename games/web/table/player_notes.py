"""Fragments of one viewer: labels on other players' seats, calls for the floor, and the chat without muted players."""

from functools import cache
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import override

from games.engine.views.types import TableView
from games.lobby.queries import recent_chat
from games.models.conduct import Remark
from games.moderation import FloorCallState, ViewerModeration
from games.web.table.drawing import draw

Label: TypeAlias = tuple[int, str, str | Promise]
"""A seat, the CSS class of the viewer's label on it, and the label's name."""
NOTE_WITHOUT_LABEL = "noted"
"""The CSS class, after `is-`, of a seat with a note and no label."""


def note_fragments(moderation: ViewerModeration, players: tuple[int, ...], language: str) -> dict[str, str]:
    """The viewer's labels on the seats of these players, and the answers to the viewer's calls for the floor."""
    labels = _labels(moderation, players) if moderation.notes else []
    return _drawn(labels, moderation.calls, language) if labels or moderation.calls else _drawn_empty(language)


@cache
def _drawn_empty(language: str) -> dict[str, str]:
    """What nearly everybody is shown."""
    return _drawn([], (), language)


def _drawn(labels: list[Label], calls: tuple[FloorCallState, ...], language: str) -> dict[str, str]:
    with override(language):
        return {
            "labels": draw("labels", {"labels": labels}, language),
            "floor-calls": draw("floor_calls", {"calls": calls}, language),
        }


class NoteFragments:
    """One viewer's fragments, rendered again only when their input has changed."""

    def __init__(self) -> None:
        self._rendered_for: tuple[ViewerModeration, tuple[int, ...], str] | None = None
        self._fragments: dict[str, str] = {}

    def render(self, moderation: ViewerModeration, players: tuple[int, ...], language: str) -> dict[str, str]:
        """The fragments for the viewer of a table with these players in its seats."""
        inputs = moderation, players, language
        if inputs != self._rendered_for:
            self._rendered_for, self._fragments = inputs, note_fragments(*inputs)
        return self._fragments


def players_of(view: TableView) -> tuple[int, ...]:
    """The player in each seat, 0 for none: all of a view that labels depend on."""
    return tuple(seat.player for seat in view.seats)


def _labels(moderation: ViewerModeration, players: tuple[int, ...]) -> list[Label]:
    names: dict[str, str | Promise] = dict(Remark.Label.choices)
    labels = []
    for seat, player in enumerate(players):
        note = moderation.notes.get(player) if player else None
        if note and (note.label or note.note):
            labels.append((seat, note.label or NOTE_WITHOUT_LABEL, names.get(note.label, "")))
    return labels


def chat_history_fragment(table_id: int, muted: frozenset[int], language: str, until: int) -> str:
    """The whole chat up to `until` (ms) without muted players, sent after the viewer mutes or unmutes somebody."""
    lines = [line for line in recent_chat(table_id) if line.player not in muted and line.at <= until]
    return draw("chat", {"chat": lines}, language)
