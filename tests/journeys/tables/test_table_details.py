"""Small things of the table that mislead: odds before their card, letters and plates that something covers.

The room's own templates, styles and scripts in Chromium, without a server.
"""

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from games.engine.views.kinds import Preset
from games.web.sockets.push_socket import CloseCode
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from tests.games.support.amounts import MONEY
from tests.games.web.scenes.floor import all_in, time_pressure
from tests.games.web.scenes.seats import sitting_out
from tests.games.web.scenes.tables import BB, Scene, my_turn, now
from tests.journeys.still_tables import HOST, first_frame, render_page, serve
from tests.journeys.tables.test_table_layout import DESKTOPS, PHONES, SCENES, TABLETS, faults_at, open_scene

ALL_SIZES = (*PHONES, *TABLETS, *DESKTOPS)
LONG_ANSWER = "Seat 3 was warned and plays on; the hand stands as it was dealt. Tell me if it happens again."


def covered(page: Page, above: str, below: str) -> list[str]:
    """The elements of `below` that lie partly under one of `above`, as text."""
    found: list[str] = page.evaluate(
        """([above, below]) => {
          const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
          const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
          const hides = (over, one) => meet(over.getBoundingClientRect(), one.getBoundingClientRect());
          const hidden = seen(below).filter((one) => seen(above).some((over) => hides(over, one)));
          return hidden.map((one) => one.textContent.trim());
        }""",
        [above, below],
    )
    return found


def open_with_socket(page: Page, scene: Scene) -> WebSocketRoute:
    """Opens the table, waits until the scene is shown, and returns its socket, which sends more."""
    sockets: list[WebSocketRoute] = []
    serve(page, scene)

    def send_scene(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.send(first_frame(scene))

    page.route_web_socket("**/ws/**", send_scene)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    return sockets[0]


def test_H5_new_odds_appear_when_their_card_has_landed(browser: Browser) -> None:
    page = browser.new_page()
    page.add_init_script(
        "window.moves = []; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (frames, options) {"
        " moves.push({ what: this.className, until: (options.delay ?? 0) + options.duration, ...options });"
        " return animate.call(this, frames, options); };"
    )
    flop, turn = (all_in(players=2, cards=cards) for cards in (3, 4))
    socket = open_with_socket(page, flop)
    page.locator(".equity").first.wait_for()
    page.evaluate("moves.length = 0")
    socket.send("".join(fragments.public_fragments(turn.view, "en").values()))
    page.wait_for_function("() => document.querySelectorAll('#board .card:not(.slot)').length === 4")
    moves = page.evaluate("moves")
    landed = max(move["until"] for move in moves if move["what"].startswith("card"))
    odds = [move for move in moves if move["what"] == "equity"]
    assert len(odds) == 2
    # A few ms pass between the start of the card and that of the odds.
    assert all(landed - 50 <= move["delay"] and move["fill"] == "backwards" for move in odds), moves
    page.close()


def test_B5_an_amount_typed_in_big_blinds_is_in_those_of_the_game_being_played(browser: Browser) -> None:
    """Where games rotate: the blinds of the page are those of the first game."""
    page, prefs = browser.new_page(), ViewerPreferences(signed_in=True, amounts="blinds")
    view, own = my_turn()
    scene = Scene(view._replace(big_blind=2 * BB), own)
    html = render_page(scene, tile=False).replace("<body", '<body data-amount-unit="blinds"', 1)
    serve(page, scene)
    page.route(f"{HOST}/table/1/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    frame = "".join(fragments.own_fragments(own, scene.view, "en", prefs).values())
    page.route_web_socket("**/ws/**", lambda socket: socket.send(first_frame(scene) + frame))
    page.goto(f"{HOST}/table/1/")
    raise_button = page.locator("#controls [data-key=r] b")
    expect(raise_button).to_have_text("10 BB")
    page.locator("#amount").fill("12.5")
    expect(raise_button).to_have_text("12.5 BB")
    assert int(page.locator("#raise input[type=hidden]").input_value()) == 25 * BB
    page.close()


def test_B16_an_amount_typed_in_small_big_blinds_is_in_whole_chips(browser: Browser) -> None:
    """Also where a big blind is no more than a unit of the currency."""
    page, prefs = browser.new_page(), ViewerPreferences(signed_in=True, amounts="blinds")
    view, own = my_turn()
    assert own is not None and own.choices is not None
    scene = Scene(view._replace(big_blind=1_00), own._replace(choices=own.choices._replace(step=25)))
    html = render_page(scene, tile=False).replace("<body", '<body data-amount-unit="blinds"', 1)
    serve(page, scene)
    page.route(f"{HOST}/table/1/", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    frame = "".join(fragments.own_fragments(scene.own, scene.view, "en", prefs).values())
    page.route_web_socket("**/ws/**", lambda socket: socket.send(first_frame(scene) + frame))
    page.goto(f"{HOST}/table/1/")
    for typed, sent in (("500.1", 500_00), ("500.13", 500_25), ("400", 400_00), ("6240", 6240_00)):
        page.locator("#amount").fill(typed)
        assert int(page.locator("#raise input[type=hidden]").input_value()) == sent
    page.close()


def test_F6_a_refused_line_of_the_chat_is_back_in_its_field(browser: Browser) -> None:
    page = browser.new_page()
    socket = open_with_socket(page, my_turn())
    field = page.locator(".chat-form input[name=text]")
    page.locator("#tab-chat").click()
    field.fill("nice <hand>")
    field.press("Enter")
    expect(field).to_have_value("")
    detail: dict[str, int | str] = {"count": 5, "times": 10}
    refused = fragments.alert_fragment("chat_too_fast", detail, "en", amounts=MONEY, chat="nice <hand>")
    socket.send(refused)
    expect(field).to_have_value("nice <hand>")
    field.fill("something else")
    socket.send(refused)
    socket.send(fragments.alert_fragment("too_late", {}, "en", amounts=MONEY))
    expect(page.locator("#alert")).not_to_contain_text("too fast")
    expect(field).to_have_value("something else")
    page.close()


def test_B14_a_call_of_time_changes_nothing_that_its_player_has_chosen(browser: Browser) -> None:
    """Nor does a time bank that begins: both draw the controls of a running turn again."""
    page = browser.new_page()
    slow, called = (time_pressure(called=called, is_mine=True) for called in (False, True))
    socket = open_with_socket(page, slow)
    amount = page.locator("#amount")
    page.keyboard.press("r")
    page.keyboard.type("333")
    page.keyboard.press("ArrowLeft")
    page.evaluate("document.getElementById('announcements').textContent = ''")
    socket.send("".join(fragments.own_fragments(called.own, called.view, "en").values()))
    expect(page.locator("#controls .called")).to_be_visible()
    expect(page.locator("#controls .turnbar")).to_have_class("turnbar bank")
    expect(amount).to_have_value("333")
    expect(page.locator("#controls [data-key=r] b")).to_have_text("333")
    assert amount.evaluate("field => field === document.activeElement && field.selectionStart === 2")
    assert page.locator("#announcements").inner_text() == "", "the same turn is announced once"
    page.close()


def test_B14_the_clock_of_a_turn_is_the_rooms_also_when_the_devices_time_is_put_right(browser: Browser) -> None:
    page = browser.new_page()
    scene = time_pressure(called=True, is_mine=True)
    socket = open_with_socket(page, scene)
    # Without news of the room's time, a message tells nothing about the device's.
    kept = page.evaluate(
        """() => {
          const offset = () => pokerroom.clock.now() - Date.now();
          const before = offset();
          const old = Date.now;
          Date.now = () => old() + 7_200_000;
          pokerroom.clock.start();
          return Math.abs(offset() - before) < 1000;
        }"""
    )
    assert kept
    socket.send(fragments.time_fragment(now()))
    page.wait_for_function("() => /^[1-7]$/.test(document.querySelector('#controls .count').textContent)")
    page.close()


def test_cards_chosen_for_an_exchange_do_not_shine_as_winners_do(browser: Browser) -> None:
    page = browser.new_page(has_touch=True)
    open_scene(page, SCENES["draw"]())
    for width, height, card in ((1280, 720, ".pick:has(#pick-0) .card"), (390, 844, '.picks [for="pick-0"] .card')):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.getElementById('pick-0').checked = false")
        lying = page.eval_on_selector(card, "one => getComputedStyle(one).boxShadow")
        page.evaluate("document.getElementById('pick-0').checked = true")
        raised = page.eval_on_selector(card, "one => getComputedStyle(one).boxShadow")
        gold = page.evaluate(
            "() => { const one = document.createElement('i'); one.style.color = 'var(--gold)';"
            " document.body.append(one); return getComputedStyle(one).color; }"
        )
        assert raised != lying
        assert gold not in raised
    page.close()


def test_cards_and_edges_of_buttons_are_drawn_where_the_system_sets_the_colours(browser: Browser) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["turn-6"]())
    page.emulate_media(forced_colors="active")
    assert page.eval_on_selector("#my-hand .card", "one => getComputedStyle(one).forcedColorAdjust") == "none"
    edges = page.eval_on_selector_all(
        "#controls :is(.act, .presets button), .seat .plate",
        "all => all.map((one) => getComputedStyle(one).borderTopWidth)",
    )
    assert edges
    assert "0px" not in edges
    page.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_table_whose_scripts_do_not_arrive_says_so_after_a_while(browser: Browser, motion: str) -> None:
    page = browser.new_page(reduced_motion=motion)
    serve(page, SCENES["turn-6"]())
    page.route("**/table.bundle.js", lambda route: route.abort())
    page.goto(f"{HOST}/table/1/")
    note = page.locator(".not-loaded")
    assert not note.is_visible()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(note).to_be_visible()
    page.unroute("**/table.bundle.js")
    page.reload()
    page.locator("#table-surface:not(.unknown)").wait_for()
    expect(note).to_be_hidden()
    page.close()


def test_no_name_loses_the_mark_over_a_capital(browser: Browser) -> None:
    page = browser.new_page()
    open_scene(page, SCENES["turn-9"]())
    for size in ALL_SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        above = page.eval_on_selector_all(
            ".seat .who b",
            """all => all.map((one) => {
              one.textContent = one.matches("b.long") ? "Štěpánka ŘŠ Řehořová" : "Štěpán Ř.";
              const pen = document.createElement("canvas").getContext("2d");
              const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
              pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
              const ink = pen.measureText(one.textContent);
              const line = document.createRange();
              line.selectNodeContents(one);
              const top = line.getBoundingClientRect().top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
              return one.getBoundingClientRect().top - top;
            })""",
        )
        assert max(above) <= 0.5, (size, above)
    page.close()


@pytest.mark.parametrize("answer", ["Warned.", LONG_ANSWER])
@pytest.mark.parametrize("name", ["turn-6", "turn-9"])
def test_calls_and_answers_of_the_floor_cover_no_seat_and_no_button(browser: Browser, name: str, answer: str) -> None:
    page = browser.new_page(has_touch=True)
    open_scene(page, SCENES[name]())
    page.evaluate(
        "text => { document.getElementById('floor-calls').innerHTML ="
        " `<p><b>The floor is called</b> <span>${text}</span></p>"
        "<p class='answered'><b>The floor</b> ${text} <button>×</button></p>`; }",
        answer,
    )
    for size in (*ALL_SIZES, (320, 568)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        seats = ".seat .plate, .seat .card, #board .card"
        assert covered(page, "#floor-calls p", f"{seats}, button:not(p *), .bar .tab") == [], size
        assert faults_at(page, *size, thumbs=size[0] < 1100) == []
        page.locator("#floor-calls button").click(trial=True)
    page.close()


def test_no_banner_lies_over_a_tab(browser: Browser) -> None:
    page = browser.new_page(has_touch=True)
    page.emulate_media(reduced_motion="reduce")
    serve(page, sitting_out(), notes=False)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.evaluate(
        "() => { const note = document.getElementById('connection-status');"
        " note.textContent = note.dataset.unsure; document.getElementById('alert').textContent = note.dataset.again; }"
    )
    for size in ALL_SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        banners = "#connection-status, #alert, #notices .message"
        assert covered(page, banners, ".bar .tab, .bar .wallet, .side-tabs button, .side-tabs .badge") == [], size
    page.close()


def test_F8_the_page_of_who_is_banned_asks_anew_and_is_told_why(browser: Browser) -> None:
    page = browser.new_page()
    serve(page, SCENES["turn-6"]())
    closed = iter([True])

    def ban_once(socket: WebSocketRoute) -> None:
        if next(closed, False):
            socket.close(code=CloseCode.BANNED)

    page.route_web_socket("**/ws/**", ban_once)
    page.goto(f"{HOST}/table/1/")
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    page.close()


@pytest.mark.parametrize(
    ("chosen", "unraised", "buttons"),
    [
        ("half three_quarters pot", False, ["Min", "½ pot", "¾ pot", "Pot", "All-in"]),
        ("third two_thirds", False, ["Min", "⅓ pot", "⅔ pot", "All-in"]),
        ("half pot", True, ["Min", "½ pot", "Pot", "All-in"]),
        ("half pot times_2_5 times_3", True, ["Min", "2½×", "3×", "All-in"]),
        ("half pot times_2_5 times_3", False, ["Min", "½ pot", "Pot", "All-in"]),
        ("", True, ["Min", "All-in"]),
    ],
)
def test_the_bet_sizes_that_the_player_chose_have_buttons(
    browser: Browser, chosen: str, unraised: bool, buttons: list[str]
) -> None:
    """Multiples of the blind stand in the place of parts of the pot while nobody has raised it."""
    scene = SCENES["turn-6"]()
    assert scene.own is not None and scene.own.choices is not None
    sizes = [Preset.TIMES_2_5, Preset.TIMES_3, Preset.TIMES_4] if unraised else []
    sizes += [Preset.THIRD, Preset.HALF, Preset.TWO_THIRDS, Preset.THREE_QUARTERS, Preset.POT]
    presets = ((Preset.MIN, 40_000), *((size, 90_000) for size in sizes), (Preset.MAX, 624_000))
    choices = scene.own.choices._replace(presets=presets)
    page = browser.new_page()
    open_scene(page, scene._replace(own=scene.own._replace(choices=choices)))
    page.evaluate("sizes => { document.body.dataset.sizes = sizes; }", chosen)
    assert page.locator("#controls .presets button:visible").all_inner_texts() == buttons
    page.close()


def test_the_delay_of_the_rooms_answers_is_shown_once_measured(browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    socket = open_with_socket(page, SCENES["turn-6"]())
    asked: list[str] = []
    socket.on_message(lambda message: asked.append(str(message)))
    delay = page.locator("#answer-delay")
    expect(delay).to_have_text("–")
    page.locator("#tab-me").click()
    page.wait_for_function("() => document.getElementById('tab-me').ariaSelected === 'true'")
    page.clock.fast_forward(700)
    (ping,) = asked
    socket.send(ping.replace("ping", "pong"))
    page.wait_for_function("() => document.getElementById('answer-delay').textContent.endsWith('ms')")
    assert 700 <= int(delay.inner_text().split()[0]) < 7_000
    page.close()


def test_a_page_says_so_when_htmx_alone_has_not_loaded(browser: Browser) -> None:
    page = browser.new_page()
    serve(page, SCENES["turn-6"]())
    page.route("**/htmx*.js", lambda route: route.abort())
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    expect(page.locator("#connection-status")).to_have_text("A part of this page has not loaded. Load the page again.")
    page.close()
