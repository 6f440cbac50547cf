"""A floorman with a tablet voids a hand with side pots, and redistributes a table on whose list somebody waits."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.journeys.people import CARDS, Person, to_act
from tests.journeys.room import Room

TABLET = {"width": 820, "height": 1180}
SLOW = {"run_out": 60_000, "after_showdown": 60_000}
"""Pauses in which the floorman has time to decide."""


def floorman(somebody: Callable[..., Person]) -> Person:
    """A floorman who is signed in on a tablet in portrait."""
    floor = somebody("floor-tablet")
    floor.page.set_viewport_size(TABLET)
    floor.sign_in("floorman")
    return floor


def sit_with(player: Person, table: str, chips: int) -> None:
    """Sits a new guest down with so many chips."""
    player.play_now()
    player.page.locator("#tables tr", has_text=table).get_by_role("link", name="Sit down").click()
    dialog = player.page.locator("#dialog")
    dialog.locator(".amount").fill(str(chips))
    dialog.get_by_role("button", name="Sit down").click()
    player.wait_until_seated()


def floor_page(floor: Person, player: Person) -> Locator:
    """Opens the floor's page of the table at which a player sits; the part of it that is pushed."""
    number = re.search(r"/table/(\d+)/", player.page.url)
    assert number
    floor.go(f"/floor/{number[1]}/")
    return floor.page.locator("#f-now")


def begin(floor: Person, act: str, why: str) -> list[str]:
    """Opens the page of an act and gives the reason; what it says will happen."""
    floor.page.get_by_role("navigation", name="Decide").get_by_role("link", name=act).click()
    floor.page.get_by_label("Reason").fill(why)
    floor.page.locator("main").get_by_role("button", name="Show what will happen").click()
    return floor.page.locator(".office-consequences li").all_inner_texts()


def test_f5_a_floorman_voids_a_hand_with_side_pots(somebody: Callable[..., Person], room: Room) -> None:
    table = "Side pots"
    room.open_table(table, seats=3, clock=SLOW)
    floor = floorman(somebody)
    now = floor.page.locator("#f-now")
    floor.go("/floor/")
    floor.page.get_by_role("link", name=table, exact=True).click()
    begin(floor, "Pause after this hand", "Until all three sit")
    floor.page.get_by_role("button", name="Pause after this hand", exact=True).click()
    expect(now.get_by_role("link", name="Resume")).to_be_visible()
    stacks = {"short": 80, "middle": 200, "big": 500}
    players = {name: somebody(name, phone=name == "short") for name in stacks}
    for name, player in players.items():
        sit_with(player, table, stacks[name])
    everybody = [*players.values()]
    begin(floor, "Resume", "All three sit")
    floor.page.get_by_role("button", name="Resume", exact=True).click()
    for _ in everybody:
        player = to_act(*everybody)
        expect(player.page.locator(CARDS)).to_have_count(2)
        all_in = player.page.locator("#controls .presets").get_by_role("button", name="All-in")
        if all_in.count():
            all_in.click()
            player.act("r")
        else:
            player.act("c")
    expect(everybody[0].page.locator(".pots")).to_contain_text("Side")
    everybody[0].picture("side-pots")
    told = begin(floor, "Void hand", "The stub fell on the floor")
    floor.picture("void-side-pots")
    assert told[0].startswith("Hand #1 is void: everybody has the chips again")
    assert sorted(re.findall(r"then has (\d+)$", "\n".join(told), re.MULTILINE), key=int) == ["80", "200", "500"]
    floor.page.get_by_role("button", name="Void the hand", exact=True).click()
    expect(now.locator(".f-acts li").first).to_contain_text("Hand #1 void")
    expect(now.locator(".f-acts li").first).to_contain_text("done")
    for player in everybody:
        expect(player.page.locator("#notices")).to_contain_text("The stub fell on the floor")
    assert sorted(map(int, now.locator(".f-chips").all_inner_texts())) == sorted(stacks.values())
    floor.picture("voided")
    audit = room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr


def test_f1_k8_a_floorman_redistributes_a_table_and_its_waiting_list(
    somebody: Callable[..., Person], room: Room
) -> None:
    source = "Full house"
    room.open_table(source, seats=2)
    room.open_table("Wide open", seats=6)
    one, two, waiter = somebody("leaver"), somebody("follower", phone=True), somebody("waiter")
    for player in (one, two):
        player.play_now()
        player.sit(source)
    waiter.play_now()
    waiter.page.locator("#tables tr", has_text=source).get_by_role("button", name="Join the list").click()
    expect(waiter.page.locator("#my-tables")).to_contain_text(f"{source} 1 of 1")
    waiter.go("/rules/")
    floor = floorman(somebody)
    now = floor_page(floor, one)
    told = begin(floor, "Close and spread the players", "Two short tables")
    floor.picture("spread-with-list")
    # Each goes to the table like it that has the most free seats then.
    targets = re.findall(r" moves to (.+) after the hand", "\n".join(told))
    assert len(targets) == 2
    lists = re.search("The waiting list goes behind that of (.+)", "\n".join(told))
    assert lists
    floor.page.get_by_role("button", name="Close and spread the players", exact=True).click()
    expect(now.locator(".f-acts")).to_contain_text("Two short tables")
    for player in (one, two):
        while not any(target in player.page.title() for target in targets):
            if player.state() == "turn":
                player.act("f")
            player.page.wait_for_timeout(100)
        player.wait_until_seated()
    call = waiter.page.locator(".my-tables-call")
    expect(call).to_contain_text(f"Your seat at {lists[1]} is ready.")
    waiter.picture("called-elsewhere")
    call.get_by_role("link", name="Take the seat").click()
    waiter.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    waiter.wait_until_seated()
    audit = room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr
