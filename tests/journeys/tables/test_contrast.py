"""Every word of a table can be read: its contrast is 4.5 at least, 3 where it is large."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.still_tables import SCENES
from tests.journeys.tables.test_table_layout import open_scene

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
DIMMED = ("my-turn", "may-show", "out", "waiting", "sitting-out", "entering", "broke", "tournament-turn", "draw-choose")
"""Folded, absent, waiting and empty seats, and the letters of keys on all kinds of buttons."""
SIZES = ((390, 844), (1440, 900))


@pytest.mark.parametrize("name", DIMMED)
def test_every_word_of_a_table_can_be_read(browser: Browser, name: str) -> None:
    page = browser.new_page()
    open_scene(page, SCENES[name]())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CONTRAST) == [], (width, height)
    page.close()


def test_words_that_cannot_be_read_are_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(
        "<body style='background: #101010; color: #fff'>"
        "<p>plain</p><p style='opacity: .3'>dim</p><p style='color: #fff5'>thin</p>"
        "<p style='background: linear-gradient(#000, #eee)'>bright</p><p hidden style='color: #111'>unseen</p>"
    )
    assert [fault.split("“")[1].split("”")[0] for fault in page.evaluate(CONTRAST)] == ["dim", "thin", "bright"]
    page.close()
