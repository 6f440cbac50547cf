"""The table at every size: nothing that matters overlaps, leaves the screen, is cut or is too small for a thumb.

The room's own templates, styles and scripts in Chromium, without a server: the page stays, the window changes its size.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override
from playwright.sync_api import Browser, Page, expect

from games.engine.hand.actions import Call, RaiseTo, RunIt
from games.engine.table import commands as cm
from games.models import Table
from games.web.html.components import draw_component
from tests.games.web.scenes.floor import time_pressure
from tests.games.web.scenes.games import BIG, Play, draw_choose, stud_seventh, stud_showdown, stud_sixth, three_boards
from tests.games.web.scenes.seats import sitting_out
from tests.games.web.scenes.tables import Scene, not_my_turn, showdown
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES
from tests.journeys.still_tables import HOST, serve
from tests.tournaments.web.support.sample_pages import BARS
from tournaments.web.pages import fragments
from tournaments.web.pages.drawing import draw as draw_of_tournament

FAULTS = (Path(__file__).parent / "overlaps.js").read_text(encoding="utf-8")
PHONES = ((360, 640), (390, 844), (412, 915), (640, 360), (844, 390))
"""The last but one is also 1280×720 at 200 %."""
TABLETS = ((768, 1024), (820, 1180), (1024, 768), (1090, 700))
DESKTOPS = ((1280, 720), (1440, 900), (1920, 1080))
TILES = ((708, 797), (708, 378), (628, 617), (628, 288), (948, 468))
"""Two and four tables side by side at 1440×900 and 1280×720, four at 1920×1080."""
SLACK, TAP = 3, 44
TIME_NEARLY_UP = "Your time limit ends at 23:45: your hand is finished, then your seat is given up."
COVERED = """() => [...document.querySelectorAll("#controls .act, .session button, .bar .menu summary")]
  .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)))
  .map(([one]) => `${one.textContent.trim()} is covered`)"""

CUT_FIGURES = """() => [...document.querySelectorAll(".session-check :is(b, .session-words, .session-short)")]
  .filter((one) => one.offsetWidth > 1)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === "hidden"
    || one.getBoundingClientRect().right > one.closest("p").getBoundingClientRect().right + 1)
  .map((one) => one.textContent)"""


def my_turn(players: int) -> Scene:
    """The turn card is dealt, two players have bet, and I may fold, call or raise."""
    play = Play("holdem", "nl", players, seed=3).street(2).act(RaiseTo(4 * BIG))
    return (play.act(RaiseTo(12 * BIG)) if players > 2 else play).scene()


def rotation(players: int) -> Scene:
    """My turn at a table that names the game of its rotation."""
    scene = my_turn(players)
    return scene._replace(view=scene.view._replace(game="holdem", structure="nl"))


def boardless_rotation(scene: Callable[[], Scene], game: str) -> Scene:
    """A rotation that has come to a game without a board, whose name is long."""
    shown = scene()
    return shown._replace(view=shown.view._replace(game=game, structure="fl"))


def against_bots(players: int) -> Scene:
    """My turn, all others are house bots, whose marks take room on their plates."""
    scene = my_turn(players)
    me = scene.own.seat if scene.own else -1
    names = ("Kvido", "Alžběta", "Libuše")
    seats = [seat._replace(bot=seat.seat != me, name=names[seat.seat % 3]) for seat in scene.view.seats]
    return scene._replace(view=scene.view._replace(seats=seats))


def long_stacks(players: int) -> Scene:
    """House bots with the stacks of late tournaments, or of a deep game that counts its cents."""
    scene = against_bots(players)
    stacks = (8_888_888_00, 888_888_88, 88_888_00)
    seats = [seat._replace(stack=stacks[seat.seat % len(stacks)]) for seat in scene.view.seats]
    return scene._replace(view=scene.view._replace(seats=seats))


def millions(players: int) -> Scene:
    """Stacks of ten million with their cents, behind names of twenty wide letters."""
    scene = my_turn(players)
    seats = [seat._replace(name="W" * 20, stack=9_999_998_97) for seat in scene.view.seats]
    return scene._replace(view=scene.view._replace(seats=seats))


def long_names(players: int) -> Scene:
    """My turn among the longest names that guests get or got, and one that everybody may choose."""
    scene = my_turn(players)
    names = ("Steady Walrus 175", "Amber Swan 44", "Eva", "Maximiliána Dlouhá", "Calm Owl 93", "Wammes M.")
    seats = [seat._replace(name=names[seat.seat % 6]) for seat in scene.view.seats]
    return scene._replace(view=scene.view._replace(seats=seats))


def wide_winners(players: int) -> Scene:
    """Players with names of twenty wide letters win the pots."""
    scene, name = showdown(players), "W" * 20
    seats = [seat._replace(name=name) for seat in scene.view.seats]
    log = [line._replace(name=name) if line.name else line for line in scene.view.log]
    return scene._replace(view=scene.view._replace(seats=seats, log=log))


def free_check(players: int) -> Scene:
    """The big blind may check, raise, or fold and sit out."""
    play = Play("holdem", "nl", players, seed=5)
    return play.until(lambda hand: hand.to_act >= 0 and hand.legal().can_check).scene()


def omaha_two_boards(players: int) -> Scene:
    """All-in at Omaha, and the board was run twice."""
    play = Play("omaha", "pl", players, seed=12, stack=20, run_it=2)
    while not play.hand.to_agree:
        play.act(RaiseTo(legal.max_to) if (legal := play.hand.legal()).max_to else Call())
    for seat in play.hand.to_agree:
        play.send(cm.Act(seat + 1, play.table.hand_number, 0, 0, RunIt(2)))
    return play.over().scene(0)


def omaha_turn(players: int) -> Scene:
    """Pot-limit Omaha on my turn."""
    return Play("omaha", "pl", players, seed=7).street(2).act(RaiseTo(4 * BIG)).scene()


SCENES: dict[str, Callable[[], Scene]] = {
    **{f"turn-{players}": partial(my_turn, players) for players in (2, 6, 9, 10)},
    "rotation": partial(rotation, 9),
    "rotation-stud": partial(boardless_rotation, stud_seventh, "stud8"),
    "rotation-draw": partial(boardless_rotation, draw_choose, "27td"),
    **{f"bots-{players}": partial(against_bots, players) for players in (6, 9)},
    "long-stacks": partial(long_stacks, 9),
    **{f"names-{players}": partial(long_names, players) for players in (2, 9)},
    **{f"check-{players}": partial(free_check, players) for players in (2, 10)},
    **{f"showdown-{players}": partial(showdown, players) for players in (2, 6, 9, 10)},
    "wide-winners": partial(wide_winners, 6),
    "omaha-9": partial(omaha_turn, 9),
    "omaha-boards-2": partial(omaha_two_boards, 2),
    "omaha-boards-6": partial(omaha_two_boards, 6),
    "three-boards": three_boards,
    "stud-6": stud_sixth,
    "stud-7": stud_seventh,
    "stud-showdown": stud_showdown,
    "draw": draw_choose,
    "pre-actions": not_my_turn,
    "sitting-out": sitting_out,
}


LONGER_SCENES: dict[str, Callable[[], Scene]] = {
    **{name: SCENES[name] for name in ("turn-2", "turn-6", "turn-10", "check-10", "pre-actions", "sitting-out")},
    "called": partial(time_pressure, called=True, is_mine=True),
    "bank": partial(time_pressure, called=False, is_mine=False),
    "millions": partial(millions, 6),
}
"""What fills buttons, plates and notes most in Czech and Slovak."""


def open_scene(page: Page, scene: Scene, more: str = "", *, language: str = "en") -> None:
    """Opens the table and waits until the scene is shown, without animations; its socket also sends `more`."""
    page.emulate_media(reduced_motion="reduce")
    serve(page, scene, more, notes=False, language=language)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()


def faults_at(page: Page, width: int, height: int, *, thumbs: bool) -> list[str]:
    """Returns what is wrong with the page at this size, one line for each fault."""
    page.set_viewport_size({"width": width, "height": height})
    found: list[str] = page.evaluate(FAULTS, {"slack": SLACK, "tap": TAP if thumbs else 0})
    return [f"{width}×{height}: {fault}" for fault in found]


def faults_of(page: Page) -> list[str]:
    """Returns what is wrong with the page at any size, and in a tile."""
    faults = [fault for size in (*PHONES, *TABLETS) for fault in faults_at(page, *size, thumbs=True)]
    faults += [fault for size in DESKTOPS for fault in faults_at(page, *size, thumbs=False)]
    # A tile is the same page without its bar.
    page.evaluate("document.body.classList.add('tile')")
    return faults + [fault for size in TILES for fault in faults_at(page, *size, thumbs=False)]


@pytest.mark.parametrize("name", SCENES)
def test_nothing_of_a_table_overlaps_at_any_size(browser: Browser, name: str) -> None:
    page = browser.new_page(has_touch=True)
    open_scene(page, SCENES[name]())
    faults = faults_of(page)
    page.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["cs", "sk"])
@pytest.mark.parametrize("name", LONGER_SCENES)
def test_nothing_of_a_table_overlaps_where_words_are_longer(browser: Browser, name: str, language: str) -> None:
    page = browser.new_page(has_touch=True)
    with override(language):
        open_scene(page, LONGER_SCENES[name](), language=language)
        faults = faults_of(page)
    page.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ["stud-7", "draw", "rotation-stud", "rotation-draw"])
def test_a_game_without_a_board_names_its_street_at_every_size(browser: Browser, name: str) -> None:
    page = browser.new_page(has_touch=True)
    open_scene(page, SCENES[name]())
    street = "Draw" if "draw" in name else "Seventh street"
    hidden = []
    for width, height in ((320, 568), *PHONES, *TABLETS, *DESKTOPS, *TILES):
        page.set_viewport_size({"width": width, "height": height})
        if not page.locator("#board .street", has_text=street).locator("span").is_visible():
            hidden.append((width, height))
    page.close()
    assert not hidden


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_nothing_of_a_table_of_six_overlaps_on_the_narrowest_phone(browser: Browser, language: str) -> None:
    for name in ("turn-2", "turn-6", "sitting-out", "bank"):
        page = browser.new_page(has_touch=True)
        with override(language):
            open_scene(page, {**SCENES, **LONGER_SCENES}[name](), language=language)
            faults = faults_at(page, 320, 640, thumbs=True)
            if name != "bank":
                faults += faults_at(page, 320, 568, thumbs=True)
        page.close()
        assert not faults, "\n".join([name, *faults])


def session_check(warning: str, *, asks: bool) -> str:
    """A reality check that is due, or time that is nearly up, as the socket pushes it over a running turn."""
    results = [{"text": "+1 250.50 Kč", "is_gain": True}, {"text": "−12 000", "is_gain": False}]
    context = {"since": 1, "now": 1, "time_played": "11 h 45 min", "results": results, "asks": asks,
               "may_stop": True, "warning": warning, "is_urgent": bool(warning)}  # fmt: skip
    return draw_component("session", context, "en")


@pytest.mark.parametrize(("warning", "asks"), [("", True), (TIME_NEARLY_UP, False), (TIME_NEARLY_UP, True)])
def test_M7_a_reality_check_covers_no_button_of_a_running_turn(browser: Browser, warning: str, asks: bool) -> None:
    page = browser.new_page(has_touch=True)
    open_scene(page, SCENES["turn-9"](), session_check(warning, asks=asks))
    line = page.locator(".session-check" if asks else ".session-warning")
    line.wait_for()
    faults = []
    for width, height in (*PHONES, *TABLETS, *DESKTOPS):
        faults += faults_at(page, width, height, thumbs=width < 1100)
        box, room = line.bounding_box(), page.locator(".table-room").bounding_box()
        assert box is not None
        assert room is not None
        inside = box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0
        if not inside or box["y"] + box["height"] > room["y"] + 1:
            faults.append(f"{width}×{height}: the line lies outside of the bar: {box}")
        faults += [f"{width}×{height}: {text}" for text in page.evaluate(COVERED)]
        if not warning:
            faults += [f"{width}×{height}: {text} is cut" for text in page.evaluate(CUT_FIGURES)]
    page.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", ["bar-playing", "bar-bubble"])
def test_the_bar_and_the_news_of_a_tournament_cover_no_way_out(browser: Browser, name: str) -> None:
    page = browser.new_page(has_touch=True)
    bar = draw_of_tournament("bar", BARS[name](), "en") + fragments.time_fragment(0)
    open_scene(page, TOURNAMENT_SCENES["tournament-turn"](), bar)
    page.locator(".tb-line").wait_for()
    if name == "bar-bubble":
        page.locator('.tb-message[data-news="state"]:visible').wait_for()
    faults = faults_of(page)
    page.close()
    assert not faults, "\n".join(faults)


def test_the_bar_of_a_tournament_covers_no_open_card(browser: Browser) -> None:
    page = browser.new_page(has_touch=True)
    bar = draw_of_tournament("bar", BARS["bar-playing"](), "en") + fragments.time_fragment(0)
    open_scene(page, TOURNAMENT_SCENES["tournament-showdown"](), bar)
    page.locator(".tb-line").wait_for()
    covered = {}
    for width, height in (*PHONES, *TABLETS, *DESKTOPS):
        page.set_viewport_size({"width": width, "height": height})
        line = page.locator(".tb-line").bounding_box()
        cards = [card.bounding_box() for card in page.locator(".seat .card").all()]
        assert line is not None
        assert len(cards) >= 10
        highest = min(card["y"] for card in cards if card is not None)
        covered[width, height] = line["y"] + line["height"] - highest
    page.close()
    assert max(covered.values()) <= 0, covered


def test_the_waiting_list_is_a_sentence_above_its_buttons(browser: Browser) -> None:
    wait = SimpleNamespace(place=2, of=5, entry=9, away=False, called_to=0, called_name="")
    html = render_to_string("games/dialogs/wait.html", {"table": Table(pk=1, name="Prague"), "my_wait": wait})
    page = browser.new_page()
    open_scene(page, SCENES["turn-6"]())
    page.evaluate(
        "html => { const at = document.getElementById('dialog'); at.innerHTML = html; at.showModal(); }", html
    )
    for width, height in (*PHONES, *TABLETS, *DESKTOPS):
        page.set_viewport_size({"width": width, "height": height})
        rows = page.eval_on_selector_all(
            "#dialog .dialog-body > :is(h2, p, button.big, .answers)",
            "all => all.map((one) => one.getBoundingClientRect()).map(({y, width, height}) => ({y, width, height}))",
        )
        assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(rows)), (width, height)
        assert all(row["width"] >= 250 for row in rows), (width, height)
    page.close()


def test_h_bets_half_the_pot_and_opens_no_dialog(browser: Browser) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["turn-6"]())
    page.keyboard.press("h")
    expect(page.locator('.presets [data-size="half"]')).to_have_class("on")
    assert not page.locator("dialog[open]").count()
    expect(page.locator("#last-hands kbd")).to_have_text("E")
    with page.expect_request("**/last-hands/"):
        page.keyboard.press("e")
    page.close()


@pytest.mark.parametrize("dialog", ["leave-dialog", "fold-dialog", "fold-out-dialog"])
def test_a_question_is_a_sentence_above_its_answers(browser: Browser, dialog: str) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["check-10"]())
    page.locator(f"[data-opens={dialog}]:visible").first.click()
    for width, height in (*PHONES, *TABLETS, *DESKTOPS):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.eval_on_selector_all(
            f"#{dialog} p, #{dialog} button",
            "all => all.map((one) => { const {x, y, width, height} = one.getBoundingClientRect();"
            " return {x, y, width, height}; })",
        )
        (question, *answers), where = boxes, (width, height)
        assert len(answers) == 2
        assert all(question["y"] + question["height"] <= answer["y"] for answer in answers), where
        assert all(answer["height"] >= TAP and answer["width"] >= 100 for answer in answers), where
        assert question["width"] >= 200, where
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), where
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes), where
    page.close()


def test_a_long_name_uses_the_room_of_its_plate(browser: Browser) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["names-9"]())
    cut = {}
    for width, height in (*PHONES, *TABLETS, *DESKTOPS):
        page.set_viewport_size({"width": width, "height": height})
        cut[width, height] = page.eval_on_selector_all(
            ".seat .who b",
            "all => all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)"
            ".map((one) => one.textContent)",
        )
        long, short = (
            page.eval_on_selector_all(f".seat .plate:has({name})", "all => all.map((one) => one.offsetHeight)")
            for name in ("b.long", "b:not(.long)")
        )
        assert max(long) <= min(short), "a second line makes no plate higher"
    assert not any(cut.values()), cut
    page.close()


def test_my_other_pages_hear_when_the_time_bank_moves_the_end_of_my_turn(browser: Browser) -> None:
    page = browser.new_page()
    page.add_init_script(
        "window.heard = []; new BroadcastChannel('tables').onmessage = ({ data }) => data.calls && heard.push(data);"
    )
    open_scene(page, SCENES["turn-6"]())
    page.wait_for_function("() => heard.length === 1")
    page.evaluate("document.querySelector('#controls .turnbar').dataset.until = pokerroom.clock.now() + 60_000")
    page.evaluate("pokerroom.turn.note()")
    page.wait_for_function("() => heard.length === 2")
    first, second = page.evaluate("heard")
    assert (first["isNewTurn"], second["isNewTurn"]) == (True, False)
    assert (second["turn"], 55_000 < second["left"] <= 60_000) == (first["turn"], True)
    page.close()


def test_the_page_has_a_heading_and_its_scrolling_parts_can_be_focused(browser: Browser) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["turn-6"]())
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert page.eval_on_selector_all(".logs, #chat", "all => all.map((one) => one.tabIndex)") == [0, 0]
    # A list is no status: the status holds it.
    assert page.locator("ul[role=status], ol[role=status]").count() == 0
    page.close()
