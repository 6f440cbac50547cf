"""The sounds of a table and of a call for a seat; they take power only while something sounds."""

from playwright.sync_api import Browser

from tests.journeys.still_tables import HOST, SCENES, serve

RECORD = """
window.contexts = [];
window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts.push(this); } };
"""
ALL_REST = "() => contexts.length && contexts.every((context) => context.state === 'suspended')"
ONE_RUNS = "() => contexts.some((context) => context.state === 'running')"
CALL = """(until) => {
  document.getElementById("my-tables").outerHTML =
    `<section id="my-tables" class="my-tables" data-now="${Date.now()}" data-sound>
       <p class="my-tables-call" id="call-1" data-until="${until}"><span class="count"></span></p></section>`;
}"""
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
"""


def test_sounds_rest_three_seconds_after_the_last_one_and_wake_for_the_next(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    page.add_init_script(RECORD)
    serve(page, SCENES["not-my-turn"](), "", notes=False)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.locator("#table-surface").click()
    page.wait_for_function(ONE_RUNS)
    assert page.evaluate("contexts.length") == 1, "the strip and the table sound through the same one"
    for sound in ("turn", "chips"):
        page.clock.fast_forward(3_000)
        page.wait_for_function(ALL_REST)
        assert page.evaluate("pokerroom.sounds.canPlay('turn')")
        page.evaluate("(sound) => pokerroom.sounds.play(sound)", sound)
        page.wait_for_function(ONE_RUNS)
    page.close()


def test_a_call_for_a_seat_rings_at_once_and_every_ten_seconds(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    page.add_init_script(RECORD + COUNT_TONES)
    serve(page, SCENES["not-my-turn"](), "", notes=False)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.locator("#table-surface").click()
    page.wait_for_function(ONE_RUNS)
    page.evaluate("tones = 0")
    page.evaluate(CALL, page.evaluate("Date.now()") + 60_000)
    page.wait_for_function("tones === 3")
    page.clock.run_for(9_400)
    assert page.evaluate("tones") == 3
    page.clock.run_for(1_200)
    assert page.evaluate("tones") == 6
    assert page.evaluate("contexts.length") == 1
    page.close()
