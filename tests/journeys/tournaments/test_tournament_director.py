"""A director directs a tournament on a desktop and a phone; the players see the effect of each command."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person, minor_units
from tests.journeys.room import Room
from tests.journeys.tournaments.director import DirectorsPage, bot_at
from tests.journeys.tournaments.short_tournaments import (
    MessageLog,
    announce,
    enter,
    play_until,
    recorded_events,
    tournament_bar,
    wait_for_table,
)

FOLD, SHOVE = "fc", "ac"
SETUP = """Setup("DirectorOrders", structure(1_000, 600), seats=3, max_players=5, price=Price(2000, 200),
    payouts=Payouts(rows=(Row(6, (600_000, 400_000)),)))"""
CHIPS = """Setup("More chips", structure(500, 600), seats=2, max_players=2, price=Price(2000, 200),
    rebuy=Rebuy(Price(2000), 500, 1, wait=90_000), addon=AddOn(Price(1000), 250, 1),
    payouts=Payouts(rows=(Row(6, (600_000, 400_000)),)))"""

RECORD_SOUNDS = """
window.playedSounds = [];
const {play} = pokerroom.sounds;
pokerroom.sounds.play = (name) => { if (["level", "bell"].includes(name)) playedSounds.push(name); play(name); };
"""


def test_players_see_every_command_of_the_director(somebody: Callable[..., Person], room: Room) -> None:
    """F4: each command takes a reason and is shown to the players; another director's page updates by itself."""
    tournament = announce(room, SETUP, bots=3)
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    desk = DirectorsPage(somebody("director"), tournament)
    other = DirectorsPage(somebody("pocket", phone=True), tournament)
    for person in (guest, phone):
        person.play_now()
    messages = {person: MessageLog(person) for person in (guest, phone)}
    for person in (guest, phone):
        enter(person, tournament)
    for person in (guest, phone):
        wait_for_table(person)
    both = dict.fromkeys((guest, phone), FOLD)

    def wait_for_message(text: str) -> None:
        play_until(lambda: all(text in one for one in messages.values()), both, what=text)

    for person in (guest, phone):
        # A click turns on the sounds; elsewhere it might open the dialog of a player.
        tournament_bar(person).get_by_role("timer").click()
        person.page.evaluate(RECORD_SOUNDS)
    phone.page.evaluate("document.body.dataset.sounds = 'chips cards win chat'")
    # The forms have changed since the start, so pages opened before it are out of date.
    people = {tournament_bar(person).get_attribute("data-me") or "" for person in (guest, phone)}
    desk.act("Pause", "Clock", "The lights went out")
    wait_for_message("paused the tournament")
    desk.wait_for_log("The lights went out")
    expect(tournament_bar(guest).locator(".tb-note")).to_have_text("Paused")
    ways = other.person.boxes("#d-ways .d-ways > *")
    assert len({way["x"] for way in ways}) == 2, "two columns"
    assert max(way["width"] for way in ways) - min(way["width"] for way in ways) < 1
    busy = desk.page.locator("#t-tables [data-running]")
    play_until(lambda: not busy.count(), both, what="idle tables")
    # No hand runs, so commands take effect at once.
    full = desk.page.locator("#t-pick-to option", has_text="3/3").get_attribute("value") or ""
    bot = bot_at(desk, full, people)
    desk.act("Warn", "Player", "Slow on purpose", player=bot)
    desk.wait_for_log("is warned. Slow on purpose")
    desk.act("Penalty", "Player", "Slow again", player=bot, hands="2")
    desk.wait_for_log("penalty of 2 hands. Slow again")
    desk.act("Move", "Player", "They talk", player=bot, to="12".replace(full, ""))
    desk.wait_for_log("is moved by the director")
    other.act("Next level", "Clock", "It is late")
    wait_for_message("^Level 2")
    # Each player's own setting decides which sounds play. A sound comes after its message: of the pages that show one
    # table a single one plays, which the browser decides.
    guest.page.wait_for_function("playedSounds.join() === 'bell,level'")
    assert phone.page.evaluate("playedSounds") == []
    other.act("Previous level", "Clock", "Too soon")
    desk.wait_for_log("Too soon")
    for one in (desk, other):
        one.person.picture("directing")
    other.act("Resume", "Clock", "Light again")
    desk.wait_for_log("Play continues.")
    expect(desk.page.locator("#t-pause")).to_have_text("Pause")
    # While a hand runs a command is deferred and can be taken back.
    play_until(lambda: guest.state() == "turn", {phone: FOLD}, what="a turn of the guest")
    desk.act("Penalty", "Player", "Mistaken", player=tournament_bar(guest).get_attribute("data-me") or "", hands="1")
    expect(desk.page.locator("#t-waiting")).to_contain_text("penalty after the hand")
    waits = desk.page.locator("#t-waiting p", has_text="penalty after the hand")
    waits.get_by_role("button", name="Take back").click()
    expect(desk.page.locator("#t-waiting")).not_to_contain_text("penalty after the hand")
    desk.act("Hand-for-hand on", "Clock", "A step in prizes")
    wait_for_message("Hand-for-hand: every table waits")
    expect(other.page.locator("#t-hands")).to_have_text("Hand-for-hand off")
    other.act("Hand-for-hand off", "Clock", "Enough")
    desk.wait_for_log("Hand-for-hand is over.")
    desk.act("Break now", "Clock", "Pizza", minutes="1")
    wait_for_message("^Break. All tables")
    # The cancellation preview changes nothing.
    desk.page.get_by_role("link", name="Cancel…").click()
    expect(desk.page.locator("main")).to_contain_text("This is what each player would get")
    expect(desk.page.locator("tbody tr", has_text="22")).to_have_count(5)
    desk.page.get_by_role("link", name="No, go back").click()
    other.page.get_by_role("link", name="Moves and blinds").click()
    expect(other.page.locator("main")).to_contain_text("The director moved you")
    log = [name for name, _ in recorded_events(room, tournament)]
    assert log.count("Penalised") == 1
    assert {"Paused", "Resumed", "Warned", "HandForHandBegan", "HandForHandEnded", "BreakBegan"} <= set(log)
    assert "Cancelled" not in log
    # A break can be ended early.
    desk.page.locator("#t-waiting").get_by_role("button", name="End the break").click()
    desk.wait_for_log("The break is over.")
    # The tournament is cancelled so that no player remains in it.
    other.page.go_back()
    other.page.get_by_role("link", name="Cancel…").click()
    other.page.get_by_label("Reason").fill("It was only a rehearsal")
    other.page.get_by_role("button", name="Cancel the tournament").click()
    cancelled = tournament_bar(guest).get_by_text("Cancelled")
    play_until(cancelled.count, both, what="the end")
    assert not room.audit().returncode


def test_add_ons_rebuys_and_a_deal(somebody: Callable[..., Person], room: Room) -> None:
    """T12, T17: add-on, re-buy, and a deal of three kinds that everybody and the director confirm."""
    tournament = announce(room, CHIPS, bots=0)
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    for person in (guest, phone):
        person.play_now()
    for person in (guest, phone):
        enter(person, tournament)
    for person in (guest, phone):
        wait_for_table(person)
    tournament_bar(guest).get_by_text("Add-on", exact=True).click()
    tournament_bar(guest).get_by_role("button", name="Add-on: 250 chips for 10").click()
    expect(tournament_bar(guest).locator(".tb-offer")).to_have_count(0)
    both_shove = dict.fromkeys((guest, phone), SHOVE)
    again = [tournament_bar(person).get_by_role("button", name="Re-buy for 20") for person in (guest, phone)]
    play_until(lambda: any(button.count() for button in again), both_shove, what="the offer of a re-buy")
    broke = (guest, phone)[[bool(button.count()) for button in again].index(True)]
    broke.picture("rebuy")
    tournament_bar(broke).get_by_role("button", name="Re-buy for 20").click()
    broke.page.locator("#my-hand.seated").wait_for()
    expect(tournament_bar(broke).get_by_role("button", name="Re-buy for 20")).to_have_count(0)
    desk = DirectorsPage(somebody("director"), tournament)
    desk.act("Next level", "Clock", "Nobody buys any more")
    desk.wait_for_log("Field and prizes are final")
    desk.act("Stop for a deal", "Deal", "They asked")
    both_fold = dict.fromkeys((guest, phone), FOLD)
    deal = desk.page.locator("#t-deal")
    running = desk.page.locator("#t-tables [data-running]")
    play_until(lambda: deal.inner_text() and not running.count(), both_fold, what="the deal")
    for person in (guest, phone):
        person.go(f"/tournaments/{tournament}/")
        person.page.get_by_text("Propose a deal").click()
    for kind in ("Chip-chop", "ICM"):
        phone.page.get_by_role("button", name=kind, exact=True).click()
        expect(phone.page.locator("#t-deal")).to_contain_text("A deal is proposed")
        phone.page.get_by_text("Propose a deal").click()
    pool = minor_units(phone.page.locator("#t-prizes .gold").first.inner_text())
    fields = guest.page.locator(".t-own-deal input")
    for field, share in zip(fields.all(), (pool - 15_00, 15_00), strict=True):
        field.fill(f"{share / 100:.2f}")
    guest.page.get_by_role("button", name="Propose these figures").click()
    for person in (guest, phone):
        expect(person.page.locator("#t-deal")).to_contain_text("15")
        person.page.locator("#t-deal").evaluate("deal => deal.scrollIntoView()")
        person.picture("deal")
        person.page.get_by_role("button", name="Agree to the deal").click()
    expect(deal).to_contain_text("Everybody agrees")
    desk.person.picture("deal-agreed")
    desk.act("Confirm the deal", "Deal", "As they wish")
    for person in (guest, phone):
        expect(person.page.locator("#t-head")).to_contain_text("Finished")
        expect(person.page.locator("#t-own .t-place")).to_contain_text("Prize")
        person.picture("deal-done")
    log = recorded_events(room, tournament)
    assert [name for name, _ in log].count("DealProposed") == 3
    assert {name for name, _ in log} >= {"Rebought", "AddedOn", "DealMade", "Ended"}
    assert not room.audit().returncode
