"""T19: players and tables are drawn once for all viewers, each of whom still sees their own row and table marked."""

import re

import pytest
from django.utils.safestring import SafeString

from tests.tournaments.web.support.current_views import current_views
from tests.tournaments.web.support.scenes import SCENES
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import drawing, fragments_cache, lists


def shown_to(view: TournamentView, player: int, language: str = "en") -> tuple[str, str]:
    """Both lists as a player sees them."""
    own_table = next((row.table for row in view.standings if row.player == player and not row.out), 0)
    return lists.standings(view, player, language), lists.tables(view, player, language, own_table=own_table)


def names_marked(html: str) -> list[str]:
    """Whose row is marked as the viewer's own."""
    return re.findall(r'class="here"><td class="n place">[^<]*</td><td class="title"><b>([^<]*)</b>', html)


def test_t19_the_mark_of_one_viewer_is_never_seen_by_another() -> None:
    view, _ = current_views(SCENES["middle"]())
    names = {row.player: row.name for row in view.standings}
    first, second, *_ = [row.player for row in view.standings if row.table]
    viewers = [(player, language) for player in (first, second, 0, first) for language in ("en", "cs")]
    shared = [shown_to(view, *viewer) for viewer in viewers]
    for (player, language), both in zip(viewers, shared, strict=True):
        fragments_cache._cache.clear()
        assert both == shown_to(view, player, language)
        standings, tables = both
        assert names_marked(standings) == [name for known, name in names.items() if known == player]
        assert tables.count('<li class=" here">') == bool(player)
        assert tables.count("t-table here") == bool(player)


def test_t19_a_row_is_drawn_once_for_all_viewers_and_anew_for_the_next_view(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def count(fragment: str, context: dict[str, object], language: str) -> SafeString:
        drawn.append(fragment)
        return drawing.draw(fragment, context, language)

    monkeypatch.setattr(lists, "draw", count)
    view, _ = current_views(SCENES["middle"]())
    shown_to(view, 0)
    assert (drawn.count("standings_row"), drawn.count("table")) == (len(view.standings), len(view.tables))
    drawn.clear()
    shown_to(view, 0)
    shown_to(view, view.standings[0].player)
    assert (drawn.count("standings_row"), drawn.count("table")) == (1, 1)
    leader = view.standings[0]._replace(chips=123_456)
    after = view._replace(standings=(leader, *view.standings[1:]))
    assert "123\u202f456" in shown_to(after, 0)[0]
    assert "123\u202f456" not in shown_to(view, 0)[0]
