"""The sounds of a table take power only while something sounds."""

from playwright.sync_api import Browser

from tests.journeys.still_tables import HOST, SCENES, serve

RECORD = """
window.contexts = [];
window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts.push(this); } };
"""
ALL_REST = "() => contexts.length && contexts.every((context) => context.state === 'suspended')"
ONE_RUNS = "() => contexts.some((context) => context.state === 'running')"


def test_sounds_rest_three_seconds_after_the_last_one_and_wake_for_the_next(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    page.add_init_script(RECORD)
    serve(page, SCENES["not-my-turn"](), "", notes=False)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.locator("#table-surface").click()
    page.wait_for_function(ONE_RUNS)
    for sound in ("turn", "chips"):
        page.clock.fast_forward(3_000)
        page.wait_for_function(ALL_REST)
        assert page.evaluate("pokerroom.sounds.canPlay('turn')")
        page.evaluate("(sound) => pokerroom.sounds.play(sound)", sound)
        page.wait_for_function(ONE_RUNS)
    page.close()
