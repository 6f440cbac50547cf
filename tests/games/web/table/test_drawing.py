"""The compiled templates say the same in every language and look, and lose no white space between words."""

import re
from collections.abc import Iterator

import pytest
from django.utils.translation import override

from games.engine.views.types import Prompt
from games.web.html import compiled_templates
from games.web.table import drawing, fragments
from games.web.table.wording import ViewerPreferences
from tests.games.web.html_reader import ParsedHtml
from tests.games.web.scenes.games import GAME_SCENES
from tests.games.web.scenes.seats import SEAT_SCENES
from tests.games.web.scenes.tables import SCENES, Scene, asked
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES

ALL_SCENES = {**SCENES, **GAME_SCENES, **SEAT_SCENES, **TOURNAMENT_SCENES}
LANGUAGES, LOOKS = ("en", "cs", "sk"), ("money", "chips", "blinds")


def everything_drawn(scene: Scene, language: str, look: str = "money") -> dict[str, str]:
    """All fragments of a scene, and its log."""
    prefs = ViewerPreferences(signed_in=True, amounts=look)
    view = scene.view._replace(big_blind=scene.view.big_blind or 2000)
    return {
        **fragments.public_fragments(view, language, prefs),
        **fragments.own_fragments(scene.own, view, language, prefs),
        "log": fragments.log_fragment(view, language, prefs),
    }


def structure(html: str) -> list[tuple[str, object]]:
    """The elements of a fragment with everything in them that is no text for people."""
    spoken = {"aria-label", "title", "value", "data-cards"} | {
        f"data-{name}" for name in ("announcement", "title", "all-in", "no-amount", "too-much")
    }
    # An amount is typed in the unit in which it is written.
    spoken.add("data-minor-per-unit")
    # The length of an amount decides how large it is written.
    sizes = re.compile(r" (?:long|longest)$")
    return [
        (tag, sorted((name, sizes.sub("", str(value))) for name, value in attributes.items() if name not in spoken))
        for tag, attributes in ParsedHtml(html).all
        if "bot-mark" not in attributes.get("class", "")
    ]


def forget_fragments() -> None:
    """Clears the compiled templates, and the fragments drawn by them."""
    drawing._templates.cache_clear()
    for cached in vars(fragments).values():
        if callable(getattr(cached, "cache_clear", None)):
            cached.cache_clear()


@pytest.fixture
def unsqueezed() -> Iterator[pytest.MonkeyPatch]:
    """Templates are compiled with all their white space, until this is undone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_templates, "squeeze_template", lambda source: source)
        forget_fragments()
        yield patch
    forget_fragments()


@pytest.mark.parametrize("name", ALL_SCENES)
def test_fragments_have_the_same_elements_in_every_language_and_look(name: str) -> None:
    scene = ALL_SCENES[name]()
    wanted = {fragment: structure(html) for fragment, html in everything_drawn(scene, "en").items()}
    for language in LANGUAGES:
        for look in LOOKS:
            drawn = everything_drawn(scene, language, look)
            assert {fragment: structure(html) for fragment, html in drawn.items()} == wanted


def without_spaces_beside_tags(html: str) -> str:
    """HTML in which white space is one space, and none between two tags or before the end of one."""
    return re.sub(r">\s+<", "><", re.sub(r"\s+", " ", html)).replace(' ">', '">').replace(" >", ">").strip()


def test_squeezed_templates_give_the_html_of_the_whole_ones_without_spaces_between_elements(
    unsqueezed: pytest.MonkeyPatch,
) -> None:
    scenes = {name: scene() for name, scene in ALL_SCENES.items()}
    whole = {name: everything_drawn(scene, "cs") for name, scene in scenes.items()}
    assert any("\n" in html for drawn in whole.values() for html in drawn.values())
    unsqueezed.undo()
    forget_fragments()
    for name, scene in scenes.items():
        squeezed = everything_drawn(scene, "cs")
        assert not [html for html in squeezed.values() if "\n" in html]
        for fragment, html in squeezed.items():
            assert without_spaces_beside_tags(html) == without_spaces_beside_tags(whole[name][fragment])


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "may show or muck"), ("cs", "smí karty ukázat"), ("sk", "smie karty ukázať")]
)
def test_a_prompt_is_in_the_language_of_the_viewer_whatever_language_is_active(language: str, sentence: str) -> None:
    view = asked().view._replace(prompt=Prompt("show", 4, 0))
    with override("cs" if language == "en" else "en"):
        assert sentence in fragments.public_fragments(view, language)["status"]
