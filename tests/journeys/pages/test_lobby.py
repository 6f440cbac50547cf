"""The lobby in a browser: waiting lists, private tables, filters and live rows."""

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import APIResponse, Route, TimeoutError, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.room import Room

LISTED = "#tables tbody tr"
NOTE_READ_ANSWERS = """() => {
  const read = Response.prototype.text;
  window.answerRead = new Promise((done) => {
    Response.prototype.text = async function () {
      const text = await read.call(this);
      setTimeout(done);
      return text;
    };
  });
}"""
"""`answerRead` is settled once the page has read an answer and shown it."""


def open_private(opener: Person, name: str, *, password: str = "", seats: str = "2") -> str:
    """Opens a private table and returns its invitation link."""
    opener.go("/")
    opener.page.get_by_role("link", name="Open a table of your own").click()
    opener.page.get_by_label("Name of the table").fill(name)
    opener.page.get_by_label("Seats").select_option(seats)
    opener.page.get_by_label("Password").fill(password)
    opener.picture("own-form")
    opener.page.get_by_role("button", name="Open the table").click()
    expect(opener.page.get_by_role("heading", name=name)).to_be_visible()
    opener.picture("own-table")
    return opener.page.locator("#invite").input_value()


def sit_in_dialog(person: Person) -> None:
    """Buys in with the amount the form offers."""
    person.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    person.wait_until_seated()


def press_with_a_late_answer(person: Person) -> None:
    """Presses "away" whose answer comes only after the same player has come back in another tab."""
    held: list[tuple[Route, APIResponse]] = []
    away = person.page.locator("#my-tables").get_by_role("button", name="away")
    other = person.new_page()
    other.goto("/wallet/")
    person.page.route("**/waiting/", lambda route: held.append((route, route.fetch())))
    away.click()
    expect(away).to_have_attribute("aria-pressed", "true")
    other.locator("#my-tables").get_by_role("button", name="away", pressed=True).click()
    expect(away).to_have_attribute("aria-pressed", "false")
    [(route, answer)] = held
    assert 'aria-pressed="true"' in answer.text()
    person.page.evaluate(NOTE_READ_ANSWERS)
    route.fulfill(response=answer)
    person.page.evaluate("answerRead")
    expect(away).to_have_attribute("aria-pressed", "false", timeout=1)
    person.page.unroute("**/waiting/")
    other.close()


def test_waiting_players_are_called_for_free_seats_and_may_pass(
    somebody: Callable[..., Person],
) -> None:
    opener, friend = somebody("alice"), somebody("bob")
    waiter, next_one = somebody("charlie"), somebody("dana", phone=True)
    for person in (opener, friend, waiter, next_one):
        person.sign_in(person.name)
    link = open_private(opener, "Evening")
    for person in (opener, friend):
        person.page.goto(f"{link}?sit")
        sit_in_dialog(person)
    # One player joins from the lobby's row, the other from the table's page.
    waiter.go("/")
    waiter.page.locator(LISTED, has_text="Evening").get_by_role("button", name="Join the list").click()
    expect(waiter.page.locator("#my-tables")).to_contain_text("Evening 1 of 1")
    expect(waiter.page.locator(LISTED, has_text="Evening")).to_contain_text("Place 1 of 1")
    waiter.picture("waiting")
    press_with_a_late_answer(waiter)
    next_one.page.goto(link)
    next_one.wait_until_ready()
    next_one.page.get_by_role("button", name="Waiting list").tap()
    next_one.page.get_by_role("button", name="Join the list").tap()
    expect(next_one.page.locator("#dialog")).to_contain_text("You are in place 2 of 2.")
    next_one.picture("wait-dialog")
    next_one.go("/wallet/")
    expect(next_one.page.locator("#my-tables")).to_contain_text("2 of 2")
    # One player leaves: the first on the list is called on any page, and a newcomer finds no free seat.
    waiter.go("/accounts/settings/")
    opener.ask_to_leave()
    call = waiter.page.locator(".my-tables-call")
    expect(call).to_contain_text("Your seat at Evening is ready.")
    expect(call.locator(".count")).to_have_text(re.compile(r"^[01]:\d\d$"))
    expect(waiter.page).to_have_title(re.compile("^Your seat is ready"))
    waiter.picture("called")
    expect(next_one.page.locator(".my-tables-call")).to_have_count(0)
    call.get_by_role("link", name="Take the seat").click()
    sit_in_dialog(waiter)
    expect(waiter.page.locator(".my-tables-call")).to_have_count(0)
    expect(next_one.page.locator("#my-tables")).to_contain_text("1 of 1")
    # The second seat: the player is called on the phone, passes, is called again as nobody else waits, and sits down.
    friend.ask_to_leave()
    call = next_one.page.locator(".my-tables-call")
    expect(call).to_be_visible()
    next_one.picture("called")
    assert next_one.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    call.get_by_role("button", name="Let it go").tap()
    expect(call).to_contain_text("If you miss this call too, you are off the list.")
    call.get_by_role("link", name="Take the seat").tap()
    next_one.page.locator("#dialog[open]").wait_for()
    next_one.picture("buy-in")
    sit_in_dialog(next_one)
    for person in (waiter, next_one):
        person.ask_to_leave()
    for person in (waiter, next_one):
        person.wait_until_gone()


def test_a_list_that_was_fetched_before_a_push_takes_no_row_back(somebody: Callable[..., Person]) -> None:
    watcher, player = somebody("alice"), somebody("bob")
    player.sign_in("bob")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if "x-fragment" in route.request.headers:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    watcher.go("/")
    row = watcher.page.locator(LISTED, has_text="Bratislava").first
    expect(row.get_by_role("img", name="0 of")).to_be_visible()
    watcher.page.route(re.compile(r":\d+/$"), hold)
    with watcher.page.expect_request(lambda request: "x-fragment" in request.headers):
        watcher.page.evaluate("() => void pokerroom.refresh(location.href, ['tables'])")
    player.go(f"{row.get_by_role('link').first.get_attribute('href')}?sit")
    sit_in_dialog(player)
    expect(row.get_by_role("img", name="1 of")).to_be_visible()
    watcher.page.evaluate(NOTE_READ_ANSWERS)
    [(route, answer)] = held
    route.fulfill(response=answer)
    watcher.page.evaluate("answerRead")
    expect(row.get_by_role("img", name="1 of")).to_be_visible(timeout=1)
    player.ask_to_leave()
    player.wait_until_gone()


def test_tables_that_open_and_close_are_put_in_their_place_and_no_page_is_loaded_for_it(
    somebody: Callable[..., Person], room: Room
) -> None:
    watcher, sorter = somebody("alice"), somebody("bob")
    loaded: list[str] = []
    watcher.go("/")
    sorter.go("/?f=1&sort=-stakes")
    for person in (watcher, sorter):
        expect(person.page.locator(LISTED, has_text="Bratislava").first).to_be_visible()
        person.page.on("request", lambda request: loaded.append(request.url))
    names = watcher.page.locator(f"{LISTED}[id] .title b")
    before, of_sorter = names.all_inner_texts(), sorter.page.locator(f"{LISTED}[id] .title b").all_inner_texts()
    assert before != of_sorter
    # The first in the room's order, one between others, and the last.
    for name, place in (("Aaa first", -1000), ("Between", 1), ("Zzz last", 10_000)):
        room.open_table(name, sort_order=place)
        for person in (watcher, sorter):
            expect(person.page.locator(LISTED, has_text=name)).to_be_visible()
    fresh = somebody("charlie")
    fresh.go("/")
    now = fresh.page.locator(f"{LISTED}[id] .title b").all_inner_texts()
    assert (now[0], now[-1], len(now)) == ("Aaa first", "Zzz last", len(before) + 3)
    assert now.index("Between") not in (1, len(now) - 2)
    expect(names).to_have_text(now)
    expect(sorter.page.locator(f"{LISTED}[id] .title b")).to_have_text([*of_sorter, "Aaa first", "Between", "Zzz last"])
    watcher.picture("opened")
    room.shell(
        "from games.models import Table\nfrom games.operations.tables import close_table\n"
        "for name in ('Aaa first', 'Between', 'Zzz last'):\n"
        "    close_table(table_id=Table.objects.get(name=name).pk)"
    )
    expect(names).to_have_text(before)
    expect(sorter.page.locator(f"{LISTED}[id] .title b")).to_have_text(of_sorter)
    assert loaded == []


def test_a_private_table_admits_players_with_its_password_or_its_link(somebody: Callable[..., Person]) -> None:
    opener, friend, stranger = somebody("alice"), somebody("bob", phone=True), somebody("charlie")
    for person in (opener, friend, stranger):
        person.sign_in(person.name)
    link = open_private(opener, "Friends", password="sesame", seats="6")
    opener.page.get_by_role("link", name="To the table").click()
    opener.wait_until_ready()
    # The player who opened the table sits there alone.
    opener.page.goto(link)
    sit_in_dialog(opener)
    friend.page.goto(link)
    friend.picture("invited")
    sit_in_dialog(friend)
    stranger.go("/")
    row = stranger.page.locator(LISTED, has_text="Friends")
    expect(row.get_by_role("img", name="password")).to_be_visible()
    stranger.page.get_by_text("Private", exact=True).click()
    expect(row).to_be_visible()
    expect(stranger.page.locator(LISTED, has_text="Prague")).not_to_be_visible()
    stranger.picture("private")
    # Filters are stored with the account, which later journeys use as well.
    with stranger.page.expect_response(lambda answer: answer.request.method == "HEAD"):
        stranger.page.get_by_text("Private", exact=True).click()
    row.get_by_role("link", name="Sit down").click()
    stranger.page.get_by_label("Password of this table").fill("open up")
    stranger.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    expect(stranger.page.locator("#dialog")).to_contain_text("That is not this table's password.")
    stranger.picture("wrong-password")
    stranger.page.get_by_label("Password of this table").fill("sesame")
    sit_in_dialog(stranger)
    # The player who opened the table leaves and closes it; the running hand is finished and all chips are returned.
    opener.ask_to_leave()
    opener.go("/")
    opener.page.locator(LISTED, has_text="Friends").get_by_role("link", name="yours").click()
    opener.page.get_by_role("button", name="Close the table").click()
    expect(opener.page.locator(".message.success")).to_contain_text("Friends closes")
    for person in (friend, stranger):
        # If no hand was running, the seat is gone before its button can be pressed.
        person.page.set_default_timeout(10_000)
        if person.page.locator("#my-hand.seated").count():
            with suppress(TimeoutError):
                person.ask_to_leave()
    expect(opener.page.locator(LISTED, has_text="Friends")).to_have_count(0)


def test_filters_on_a_phone_are_collapsed_and_kept(somebody: Callable[..., Person]) -> None:
    person = somebody("thumb-lobby", phone=True)
    person.play_now()
    page = person.page
    all_rows = page.locator(LISTED).count()
    page.locator(".filters-fold").tap()
    badge = page.locator(".filters-fold .badge")
    page.get_by_text("Stud", exact=True).tap()
    expect(badge).to_have_text("1")
    with page.expect_response(lambda kept: kept.request.method == "HEAD" and "structure=" in kept.url):
        page.get_by_text("Fixed limit", exact=True).tap()
    expect(badge).to_have_text("2")
    person.picture("filters")
    page.locator(".filters-fold").tap()
    expect(page.locator("#filter-groups")).not_to_be_visible()
    shown = page.locator(f"{LISTED}:visible")
    some = shown.count()
    assert 0 < some < all_rows
    for box in person.boxes(".filters-fold, .seat-me select, .seat-me .button, #tables .go"):
        assert box["height"] >= 44, box
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    person.picture("filtered")
    # The filters are stored with the account, not only in the URL.
    person.go("/wallet/")
    person.go("/")
    expect(badge).to_have_text("2")
    expect(shown).to_have_count(some)
    page.locator(".filters-fold").tap()
    page.get_by_label("Sort by").select_option(label="Stakes")
    page.wait_for_url("**/*sort=-stakes*")
    stakes = page.locator(f"{LISTED}:visible .key").all_inner_texts()
    assert stakes == sorted(stakes, key=lambda text: -int(text.split("/")[0]))
    # Those of the tournaments fold and wrap likewise.
    person.go("/tournaments/")
    expect(page.locator("#filter-groups")).not_to_be_visible()
    page.locator(".filters-fold").tap()
    pills = person.boxes("#filter-groups .pill")
    assert pills and all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in pills), pills
    page.get_by_text("Finished", exact=True).tap()
    page.wait_for_url("**/*state=over*")
    expect(badge).to_have_text("1")
    expect(page.locator("#filter-groups")).to_be_visible()


def test_a_row_replaced_during_a_press_still_gets_the_click(somebody: Callable[..., Person]) -> None:
    person = somebody("presser")
    person.play_now()
    page, row = person.page, person.page.locator(LISTED, has_text="Prague").first
    row.get_by_role("link", name="Sit down").hover()
    page.mouse.down()
    # The room would send the same row as a new element.
    page.evaluate(
        """(row) => {
          row.classList.add("old");
          const copy = row.cloneNode(true);
          copy.classList.remove("old");
          window.sockets[0].dispatchEvent(new MessageEvent("message", { data: copy.outerHTML }));
        }""",
        row.element_handle(),
    )
    expect(page.locator("#tables tr.old")).to_have_count(1)
    page.mouse.up()
    page.wait_for_url("**/table/*/?sit")


def test_updates_received_during_a_press_are_shown_after_it(somebody: Callable[..., Person]) -> None:
    person = somebody("lifter")
    person.play_now()
    page, row = person.page, person.page.locator(LISTED, has_text="Prague").first
    row.get_by_role("link", name="Sit down").hover()
    page.mouse.down()
    page.evaluate(
        """(row) => {
          addEventListener("push:after", () => {
            if (document.querySelector("tr.changed")) document.body.classList.add("updated");
          });
          const changed = row.outerHTML.replace('class="', 'class="changed ');
          window.sockets[0].dispatchEvent(new MessageEvent("message", { data: changed }));
        }""",
        row.element_handle(),
    )
    expect(page.locator("body.updated")).to_have_count(0)
    page.mouse.move(1, 1)
    page.mouse.up()
    page.locator("body.updated").wait_for()


def test_seat_me_finds_a_seat_in_two_clicks(somebody: Callable[..., Person]) -> None:
    person = somebody("seeker")
    person.play_now()
    options = person.page.get_by_label("Seat me at")
    wanted = options.locator("option", has_text=re.compile("No-limit hold'em 1/2"))
    options.select_option(value=wanted.get_attribute("value"))
    person.picture("seat-me")
    person.page.get_by_role("button", name="Find a seat").click()
    expect(person.page).to_have_title(re.compile("Bratislava"))
    sit_in_dialog(person)
    person.go("/wallet/")
    expect(person.page.locator(".my-tables-table")).to_contain_text("Bratislava")
    person.page.locator(".my-tables-table").click()
    person.wait_until_ready()
    person.leave()
