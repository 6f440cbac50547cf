"""Nobody waits for a template to be compiled while a tournament runs."""

import pytest

from games.web.html.compiled_templates import CompiledTemplates
from tests.tournaments.web.support.current_views import ME, current_views
from tests.tournaments.web.support.scenes import SCENES
from tournaments.web.director import panel
from tournaments.web.pages import drawing, fragments
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.table_bar import bar_context


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_bars_lobbies_and_lists_find_their_templates_compiled(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    drawing._templates.cache_clear()
    drawing.compile_fragments()
    compiled_later: list[str] = []
    monkeypatch.setattr(CompiledTemplates, "compile", lambda _, name: compiled_later.append(name))
    view, own = current_views(SCENES["middle"]())
    viewer = Viewer(ME, own, key="k")
    drawing.draw("bar", bar_context(view, viewer, 101), language)
    fragments.all_fragments(view, viewer, language)
    drawing.draw("people", panel.people(view), language)
    panel.controls(view, language)
    assert not compiled_later
