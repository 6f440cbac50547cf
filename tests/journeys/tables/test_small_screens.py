"""The table on the smallest screens: 320 px wide and low, and enlarged so far that the page scrolls."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override
from playwright.sync_api import Browser, Page

from tests.journeys.tables.test_table_layout import LONGER_SCENES, faults_at, open_scene
from tests.journeys.tables.test_table_layout import SCENES as LAYOUT_SCENES

ALL = {**LAYOUT_SCENES, **LONGER_SCENES}
NARROWEST = (
    "turn-9", "turn-10", "check-10", "showdown-9", "showdown-10", "omaha-9", "rotation", "stud-6", "stud-7",
    "stud-showdown", "rotation-stud", "draw", "rotation-draw", "pre-actions", "long-stacks", "names-9",
)  # fmt: skip
LONGEST = ("turn-9", "pre-actions", "stud-7", "rotation-stud", "rotation-draw", "called")
ENLARGED = ("turn-9", "showdown-9", "turn-6", "pre-actions", "sitting-out")
ENLARGED_SIZES = ((320, 256), (400, 300), (568, 320))
"""1280×1024 at 400 %, 1600×1200 at 400 %, and a small phone held sideways."""
OUT_OF_SIGHT = ("leaves the screen", "the page scrolls")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page for a thumb."""
    page = browser.new_page(has_touch=True)
    yield page
    page.close()


@pytest.mark.parametrize(
    ("name", "language"), [(name, "en") for name in NARROWEST] + [(name, "cs") for name in LONGEST]
)
def test_nothing_of_nine_seats_overlaps_on_the_narrowest_phone(page: Page, name: str, language: str) -> None:
    with override(language):
        open_scene(page, ALL[name](), language=language)
        faults = [*faults_at(page, 320, 568, thumbs=True), *faults_at(page, 320, 640, thumbs=True)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ENLARGED)
def test_an_enlarged_table_scrolls_down_and_nothing_of_it_overlaps(page: Page, name: str) -> None:
    open_scene(page, ALL[name]())
    for width, height in ENLARGED_SIZES:
        faults = faults_at(page, width, height, thumbs=True)
        assert [fault for fault in faults if not any(allowed in fault for allowed in OUT_OF_SIGHT)] == []
        page.keyboard.press("End")
        page.wait_for_function("() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
        controls = page.locator("#controls").bounding_box()
        assert controls is not None
        assert controls["y"] + controls["height"] <= height + 1, "the controls are at the end of the page"
        page.evaluate("scrollTo(0, 0)")
