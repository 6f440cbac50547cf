"""How people come into a game and out of it in a browser: posts, cards shown or mucked, late watchers, idle ones."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.journeys.people import CARDS, Person, to_act
from tests.journeys.room import Room

TABLE = "Zvolen"
LATE_SECONDS = 2
MOST_HANDS = 6
HOUSE = {"first_button": "first_player", "enter_between": "pay_both"}
CLOCK = {
    "turn": 90_000, "bank": 0, "bank_refill": 0, "show": 60_000, "after_fold": 9_000, "after_showdown": 700,
    "run_out": 200,
}  # fmt: skip
HURRY = f"""
from games import api
from games.models import Table
table = Table.objects.get(name={TABLE!r})
clock = table.rules.clock._replace(turn=300, show=300, sit_out=400)
api.change_table(table_id=table.pk, rules=table.rules._replace(clock=clock))
"""
OPEN_CARDS = "#table-surface .seat .card[data-c]"
SECONDS = re.compile(r"\d")
SWATCH = "label => parseFloat(getComputedStyle(label, '::before').width)"


def sit_at(player: Person, seat: int) -> None:
    """Takes a chosen seat, numbered from 0, on the table's own page."""
    player.play_now()
    player.watch(TABLE)
    player.page.locator(f"#seat-{seat} button").click()
    player.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    player.seated()
    turn_off(player, "Muck beaten hands without asking")


def turn_off(player: Person, habit: str) -> None:
    """Wants to be asked from now on."""
    player.tab("Me")
    switch = player.page.get_by_role("switch", name=habit)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    if player.phone:
        player.tab("Me")


def choice(player: Person, words: str) -> Locator:
    """One of the two choices of who comes in (D6)."""
    return player.page.locator("#controls").get_by_role("button", name=words)


def play_to_the_end(people: list[Person], asks: dict[str, str]) -> None:
    """One hand checked down; who is beaten does the next of `asks` that is left, else mucks."""
    hand = to_act(*people).bar()["hand"]
    end = time.monotonic() + 120
    while people[0].page.locator("#log").get_attribute("data-hand") == hand:
        assert time.monotonic() < end, people[0].page.locator("#table-surface").inner_text()
        if any(player.state() == "post-blind" for player in people):
            return
        for player in people:
            if player.state() == "show-or-muck":
                decide(player, people, asks)
            elif player.state() == "turn" and not player.page.locator("#controls.sent").count():
                if player.bar().get("hand") != hand:
                    return
                player.act("c")
        people[0].page.wait_for_timeout(50)


def decide(player: Person, people: list[Person], asks: dict[str, str]) -> None:
    """H2, H3: the beaten one sees the seconds, and shows to all or mucks for good."""
    bar = player.page.locator("#controls")
    expect(bar).to_contain_text("You are beaten. Show or muck?")
    expect(bar.locator("[data-left]")).to_have_text(SECONDS)
    press = next(iter(asks), "Muck")
    player.picture(f"asked-to-{press.lower()}")
    bar.get_by_role("button", name=press).click()
    player.page.locator("#controls:not(.is-show-or-muck)").wait_for()
    if told := asks.pop(press, ""):
        seat = f"#seat-{player.seat()} .who b"
        said = f"{player.page.locator(seat).inner_text()} {told}"
        for other in people:
            expect(other.page.locator(".logs")).to_contain_text(said)


def test_d6_d12_h2_h4_k14_d11_coming_in_showing_watching_late_and_being_stood_up(
    somebody: Callable[..., Person], room: Room
) -> None:
    room.open_table(TABLE, house=HOUSE, clock=CLOCK, watch_delay=LATE_SECONDS)
    one, two, three, four = people = [
        somebody("opener"), somebody("big-blind", phone=True), somebody("behind"), somebody("between", phone=True)
    ]  # fmt: skip
    rail = somebody("rail")
    for player, seat in ((one, 0), (two, 1)):
        sit_at(player, seat)
    assert to_act(one, two) is one
    rail.watch(TABLE)
    expect(rail.page.locator(".late")).to_have_text(f"You see this table {LATE_SECONDS} seconds later.")
    assert all(
        one.page.locator(".preferences .swatch").evaluate_all(f"all => all.map({SWATCH}).map((width) => width > 20)")
    )
    # D6: the big blind comes to this one, who owes nothing.
    sit_at(three, 3)
    expect(three.page.locator("#controls")).to_contain_text("You are in the next hand.")

    # D12: who wants to be asked before each blind.
    turn_off(one, "Post blinds without asking")
    # F6: talk of cards waits for the end of the hand.
    one.tab("Chat")
    one.page.get_by_placeholder("Say something").fill("I fold the queen of spades")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#notice")).to_contain_text("it is shown when the hand is over")

    # H4: one card of the winner, to everybody, and to the rail when its time has come (K14).
    one.act("f")
    expect(three.page.locator("#chat")).to_contain_text("queen of spades")
    began = time.monotonic()
    two.page.locator("#controls").get_by_role("button", name="Show the").first.tap()
    for player in (one, three):
        expect(player.page.locator(OPEN_CARDS)).to_have_count(1)
    two.picture("showed-one")
    expect(rail.page.locator(OPEN_CARDS)).to_have_count(1)
    assert time.monotonic() - began >= LATE_SECONDS
    rail.picture("sees-it-late")

    # D6: who comes between button and big blind buys the button or waits; a reload keeps what was chosen.
    dealt = [one, two, three]
    to_act(*dealt)
    sit_at(four, 2)
    both, wait = choice(four, "Post both blinds, 3, and play"), choice(four, "Wait for the blind")
    expect(both).to_have_attribute("aria-pressed", "true")
    four.picture("comes-between")
    wait.tap()
    expect(wait).to_have_attribute("aria-pressed", "true")
    four.page.reload()
    four.ready()
    expect(wait).to_have_attribute("aria-pressed", "true")
    asks = {"Show": "shows", "Muck": "mucks"}
    play_to_the_end(dealt, asks)
    one.page.locator("#controls.is-post-blind").wait_for()
    expect(one.page.locator("#controls")).to_contain_text("Your blind is due. Post it and play?")
    one.picture("asked-for-the-blind")
    one.page.locator("#controls").get_by_role("button", name="Post", exact=True).click()
    to_act(*dealt)
    one.tab("Me")
    one.page.get_by_role("switch", name="Post blinds without asking").click()
    one.page.get_by_role("switch", name="Post blinds without asking", checked=True).wait_for()

    # Who waited was not dealt in; the button has passed, and coming in costs one blind.
    assert four.cards() == []
    post = choice(four, "Post 2 and play")
    post.tap()
    expect(post).to_have_attribute("aria-pressed", "true")
    four.picture("posts-one")
    play_to_the_end(dealt, asks)
    four.page.locator(CARDS).first.wait_for()
    expect(four.page.locator("#log")).to_contain_text(re.compile("posts 2"))
    for _ in range(MOST_HANDS):
        if not asks:
            break
        play_to_the_end(people, asks)
    assert not asks

    # D11: nobody acts any more, and the room does not wait for them for ever; who is left alone goes.
    to_act(*people)
    room.shell(HURRY)
    for _ in people[1:]:
        to_act(*people).act("f")
    end = time.monotonic() + 120
    while len(stood := [player for player in people if player.state() == "watching"]) < len(people) - 1:
        assert time.monotonic() < end, one.page.locator("#table-surface").inner_text()
        one.page.wait_for_timeout(100)
    for player in stood:
        expect(player.page.locator("#news")).to_contain_text(f"You sat out too long at {TABLE} and were stood up.")
        player.picture("stood-up")
    (last,) = (player for player in people if player not in stood)
    last.leave()
    stood[0].go("/wallet/")
    expect(stood[0].page.locator("#statement")).to_contain_text(f"Left {TABLE}")
    said = room.audit()
    assert said.returncode == 0, said.stdout + said.stderr
