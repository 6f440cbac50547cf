"""Players enter and leave a game in a browser: posts, showing and mucking, delayed watchers, idle players."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.journeys.people import CARDS, Person, to_act
from tests.journeys.room import Room

TABLE = "Zvolen"
DELAY_SECONDS = 2
MAX_HANDS = 6
HOUSE = {"first_button": "first_player", "enter_between": "pay_both"}
CLOCK = {
    "turn": 90_000, "bank": 0, "bank_refill": 0, "show": 60_000, "after_fold": 9_000, "after_showdown": 700,
    "run_out": 200,
}  # fmt: skip
SHORTEN_CLOCK = f"""
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
    """Takes a given seat, numbered from 0, on the table's page."""
    player.play_now()
    player.watch(TABLE)
    player.page.locator(f"#seat-{seat} button").click()
    player.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    player.wait_until_seated()


def turn_off(player: Person, name: str) -> None:
    """Turns off an automatic choice, so that the player is asked each time."""
    player.tab("Me")
    switch = player.page.get_by_role("switch", name=name)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    if player.phone:
        player.tab("Me")


def choice(player: Person, label: str) -> Locator:
    """Returns a button of the choice between posting and waiting for the blind (D6)."""
    return player.page.locator("#controls").get_by_role("button", name=label)


def play_to_the_end(people: list[Person], asks: dict[str, str]) -> None:
    """Checks one hand down. A beaten player presses the next button of `asks`, or mucks if none is left."""
    hand = to_act(*people).controls_data()["hand"]
    end = time.monotonic() + 120
    while people[0].page.locator("#log").get_attribute("data-hand") == hand:
        assert time.monotonic() < end, people[0].page.locator("#table-surface").inner_text()
        if any(player.state() == "post-blind" for player in people):
            return
        for player in people:
            if player.state() == "show-or-muck":
                decide(player, people, asks)
            elif player.state() == "turn" and not player.page.locator("#controls.sent").count():
                if player.controls_data().get("hand") != hand:
                    return
                player.act("c")
        people[0].page.wait_for_timeout(50)


def decide(player: Person, people: list[Person], asks: dict[str, str]) -> None:
    """H2, H3: the beaten player sees the seconds left and shows to everybody or mucks for good."""
    bar = player.page.locator("#controls")
    expect(bar).to_contain_text("You are beaten. Show or muck?")
    expect(bar.locator("[data-left]")).to_have_text(SECONDS)
    press = next(iter(asks), "Muck")
    player.picture(f"asked-to-{press.lower()}")
    bar.get_by_role("button", name=press).click()
    player.page.locator("#controls:not(.is-show-or-muck)").wait_for()
    if logged := asks.pop(press, ""):
        seat = f"#seat-{player.seat()} .who b"
        line = f"{player.page.locator(seat).inner_text()} {logged}"
        for other in people:
            expect(other.page.locator(".logs")).to_contain_text(line)


def test_d6_d12_h2_h4_k14_d11_entering_showing_delayed_watching_and_losing_an_idle_seat(
    somebody: Callable[..., Person], room: Room
) -> None:
    room.open_table(TABLE, house=HOUSE, clock=CLOCK, watch_delay=DELAY_SECONDS)
    one, two, three, four = people = [
        somebody("opener"), somebody("big-blind", phone=True), somebody("behind"), somebody("between", phone=True)
    ]  # fmt: skip
    watcher = somebody("rail")
    for player, seat in ((one, 0), (two, 1)):
        sit_at(player, seat)
    first = to_act(one, two)
    assert first is one, (first.controls_data(), first.page.locator("#log").text_content())
    watcher.watch(TABLE)
    expect(watcher.page.locator(".delay-note")).to_have_text(
        f"You see this table with a delay of {DELAY_SECONDS} seconds."
    )
    one.tab("Me")
    assert all(
        one.page.locator(".preferences .swatch").evaluate_all(f"all => all.map({SWATCH}).map((width) => width > 20)")
    )
    # D6: this player enters in the big blind and owes nothing.
    sit_at(three, 3)
    expect(three.page.locator("#controls")).to_contain_text("You are in the next hand.")

    # D12: a player may choose to be asked before each blind.
    turn_off(one, "Post blinds without asking")
    # F6: chat about cards is held back until the end of the hand.
    one.tab("Chat")
    one.page.get_by_placeholder("Say something").fill("I fold the queen of spades")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#alert")).to_contain_text("it will be shown when the hand is over")

    # H4: the winner shows one card to everybody; watchers see it after their delay (K14).
    one.act("f")
    expect(three.page.locator("#chat")).to_contain_text("queen of spades")
    began = time.monotonic()
    two.page.locator("#controls").get_by_role("button", name="Show the").first.tap()
    for player in (one, three):
        expect(player.page.locator(OPEN_CARDS)).to_have_count(1)
    two.picture("showed-one")
    expect(watcher.page.locator(OPEN_CARDS)).to_have_count(1)
    assert time.monotonic() - began >= DELAY_SECONDS
    watcher.picture("sees-it-late")

    # D6: a player who enters between button and big blind posts or waits; a reload keeps the choice.
    dealt = [one, two, three]
    to_act(*dealt)
    sit_at(four, 2)
    both, wait = choice(four, "Post both blinds, 3, and play"), choice(four, "Wait for the blind")
    expect(both).to_have_attribute("aria-pressed", "true")
    four.picture("comes-between")
    wait.tap()
    expect(wait).to_have_attribute("aria-pressed", "true")
    four.page.reload()
    four.wait_until_ready()
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

    # A player who waited was not dealt in. The button has passed, and entering costs one blind.
    assert four.cards() == []
    post = choice(four, "Post 2 and play")
    post.tap()
    expect(post).to_have_attribute("aria-pressed", "true")
    four.picture("posts-one")
    play_to_the_end(dealt, asks)
    four.page.locator(CARDS).first.wait_for()
    expect(four.page.locator("#log")).to_contain_text(re.compile("posts 2"))
    for _ in range(MAX_HANDS):
        if not asks:
            break
        play_to_the_end(people, asks)
    assert not asks

    # D11: idle players lose their seats; the last player leaves.
    to_act(*people)
    room.shell(SHORTEN_CLOCK)
    for _ in people[1:]:
        to_act(*people).act("f")
    end = time.monotonic() + 120
    while len(unseated := [player for player in people if player.state() == "watching"]) < len(people) - 1:
        assert time.monotonic() < end, one.page.locator("#table-surface").inner_text()
        one.page.wait_for_timeout(100)
    for player in unseated:
        expect(player.page.locator("#notices")).to_contain_text(f"You sat out too long at {TABLE} and lost your seat.")
        player.picture("lost-seat")
    (last,) = (player for player in people if player not in unseated)
    last.leave()
    unseated[0].go("/wallet/")
    expect(unseated[0].page.locator("#statement")).to_contain_text(f"Left {TABLE}")
    audit = room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr
