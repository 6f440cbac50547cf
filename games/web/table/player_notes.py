"""Fragments that belong to one viewer of a table: labels on other players' seats, and calls for the floor."""

from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.translation import override

from games.engine.views.types import TableView
from games.lobby.queries import recent_chat
from games.models.conduct import Remark
from games.moderation import ViewerModeration

NOTED = "noted"


def note_fragments(manners: ViewerModeration, players: tuple[int, ...], language: str) -> dict[str, str]:
    """The viewer's labels on the seats of these players, and the answers to the viewer's calls for the floor."""
    with override(language):
        return {
            "labels": _rendered("labels", {"labels": _labels(manners, players)}),
            "floor-calls": _rendered("floor_calls", {"calls": manners.calls}),
        }


class NoteFragments:
    """One viewer's fragments, rendered again only when something they depend on has changed."""

    def __init__(self) -> None:
        self._rendered_for: tuple[ViewerModeration, tuple[int, ...], str] | None = None
        self._fragments: dict[str, str] = {}

    def render(self, moderation: ViewerModeration, players: tuple[int, ...], language: str) -> dict[str, str]:
        """The fragments for the viewer of a table with these players in its seats."""
        wanted = moderation, players, language
        if wanted != self._rendered_for:
            self._rendered_for, self._fragments = wanted, note_fragments(*wanted)
        return self._fragments


def players_of(view: TableView) -> tuple[int, ...]:
    """The player in each seat, 0 for none; labels depend on nothing else."""
    return tuple(seat.player for seat in view.seats)


def _labels(manners: ViewerModeration, players: tuple[int, ...]) -> list[tuple[int, str, str | Promise]]:
    names: dict[str, str | Promise] = dict(Remark.Label.choices)
    found = []
    for seat, player in enumerate(players):
        opinion = manners.notes.get(player) if player else None
        if opinion and (opinion.label or opinion.note):
            found.append((seat, opinion.label or NOTED, names.get(opinion.label, "")))
    return found


def chat_history_fragment(table_id: int, muted: frozenset[int], language: str, until: int) -> str:
    """The whole chat up to `until` (ms) without muted players, for after the viewer mutes or unmutes somebody."""
    lines = [line for line in recent_chat(table_id) if line.player not in muted and line.at <= until]
    with override(language):
        return _rendered("chat", {"chat": lines})


def _rendered(fragment: str, context: dict[str, object]) -> str:
    return get_template(f"games/table/{fragment}.html").render(context).strip()
