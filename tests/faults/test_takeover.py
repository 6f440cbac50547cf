"""X1, X2: a table has one writer; when it dies another host continues with the same cards and pot and no chip lost."""

import asyncio
import signal

import pytest

from games.engine.cards import card_text
from games.engine.table.state import Table as EngineTable
from games.operations.floor import pause, resume, void_hand
from tests.faults.people import Screen, seated
from tests.faults.room import HostProcess, Room, StoredEvent, in_orm, until

pytestmark = pytest.mark.usefixtures("audited")
CHIPS = 200_00


@pytest.fixture(scope="module", autouse=True)
def _web_and_standby(room: Room) -> None:
    room.start_web()
    room.standby = room.start_host()


async def standby(room: Room) -> HostProcess:
    """Waits until the web process and the standby host are up; returns the standby."""
    assert room.standby
    await room.web_is_open()
    await room.host_is_up(room.standby)
    return room.standby


async def doomed_table(room: Room, fail: str, deck: str = "") -> tuple[HostProcess, HostProcess, int]:
    """Returns a host that will die at a failpoint, the host that will take over, and a table the first one runs."""
    doomed = room.start_host(fail=fail, deck=deck)
    successor = await standby(room)
    await room.host_is_up(doomed)
    return doomed, successor, await room.open_table(owner=doomed.id)


def chips(table: EngineTable) -> int:
    """Returns the sum of all chips on a table: stacks, bets and pots."""
    if table.hand and table.running:
        not_dealt_in = [
            seat.stack for number, seat in enumerate(table.seats) if seat and number not in table.hand.order
        ]
        return sum(not_dealt_in) + sum(table.hand.stacks[seat] for seat in table.hand.order) + table.hand.pot
    return sum(seat.stack for seat in table.seats if seat)


def names(events: list[StoredEvent], of_hand: int) -> list[str]:
    """Returns the names of the public events of one hand."""
    found: list[str] = []
    inside = False
    for event in events:
        if event[0] == "HandBegan":
            inside = event[1] == of_hand
        if inside:
            found.append(event[0])
    return found


PHASES = {
    "the deal, before the commit": "before_commit:HandBegan",
    "the deal, after the commit before the show": "after_commit:HandBegan",
    "an action, before the commit": "before_commit:Called",
    "an action, after the commit before the show": "after_commit:Called",
    "an action, after the show": "after_show:Called",
    "between streets": "after_show:BoardDealt",
    "settlement, before the commit": "before_commit:HandEnded",
    "settlement, inside the transaction": "in_commit:HandEnded",
    "settlement, after the commit before the show": "after_commit:HandEnded",
}


@pytest.mark.parametrize("fail", PHASES.values(), ids=PHASES.keys())
async def test_x1_x2_the_table_continues_after_a_host_is_killed_in(room: Room, fail: str) -> None:
    doomed, successor, table = await doomed_table(room, fail)
    screens = await seated(room, table)
    for screen in screens:
        screen.plays()
    await until(lambda: not doomed.alive, f"the host's death at {fail}")
    room.expire_leases(doomed)
    left, version = await room.load(table)
    log = room.ask_sql("SELECT number, events, sealed FROM games_decision WHERE table_id = %s ORDER BY number", table)
    assert all(screen.version <= version for screen in screens), "a version was shown before it was committed"
    # One player stays connected; the other reconnects while no host runs the table.
    await screens[1].connection.close()
    await screens[1].reopen()
    await until(lambda: room.owner(table) == successor.id, "the takeover")
    await until(lambda: room.numbers(table)[-1] > version, "a decision by the successor")

    await until(lambda: all(screen.version > version for screen in screens), "a later version on both screens")
    after = room.ask_sql("SELECT number, events, sealed FROM games_decision WHERE table_id = %s ORDER BY number", table)
    assert after[: len(log)] == log
    assert chips(left) == 2 * CHIPS
    hand = left.hand_number
    if left.running:
        assert left.hand
        dealt = [[card_text(card) for card in left.hand.hole[seat]] for seat in (0, 1)]
        await until(lambda: [screen.cards for screen in screens] == dealt or screens[0].hand > hand, "the same cards")
    await until(lambda: all(screen.hand > hand + 1 for screen in screens), "the next hands")

    number = max(hand, 1)
    event_names = names(await room.events(table), number)
    assert event_names.count("HandBegan") == event_names.count("HandEnded") == 1
    (ended,) = [event for event in await room.events(table) if event[0] == "HandEnded" and event[1] == number]
    changes = ended[2]
    assert isinstance(changes, list)
    entries = room.ask_sql("SELECT count(*) FROM cashier_entry WHERE key = %s", f"hand:{table}:{number}")
    assert entries == [(1 if any(change for _, change in changes) else 0,)]
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)


BUTTON_LOSES = "As7cAh2d" + "3cKdQs9h" + "3d5s" + "3h4c"
"""Heads-up: the big blind shows aces; the button is beaten and may muck."""


async def test_x1_x2_h2_the_showdown_continues_after_its_host_is_killed(room: Room) -> None:
    doomed, successor, table = await doomed_table(room, "after_show:ShowdownBegan", BUTTON_LOSES)
    screens = await seated(room, table)
    await until(lambda: all(screen.cards for screen in screens), "the deal")
    loser = next(screen for screen in screens if screen.cards == ["7c", "2d"])
    await loser.send({"do": "habits", "auto_muck": False, "auto_post": True})
    for screen in screens:
        screen.plays()
    await until(lambda: not doomed.alive, "death at showdown")
    room.expire_leases(doomed)
    left, _ = await room.load(table)
    assert left.wait.kind == "show"
    assert left.hand
    await until(lambda: room.owner(table) == successor.id, "the takeover")
    await until(lambda: all(screen.hand > left.hand_number for screen in screens), "the next hand")
    event_names = names(await room.events(table), left.hand_number)
    assert [event_names.count(name) for name in ("Shown", "Mucked", "PotWon", "HandEnded")] == [1, 1, 1, 1]
    # The other host shuffles its own decks, but must finish this hand with the fixed deck.
    decks = room.ask_sql(
        "SELECT count(*) FROM games_decision WHERE table_id = %s AND hand = %s AND sealed IS NOT NULL",
        table, left.hand_number,
    )  # fmt: skip
    assert decks == [(1,)]
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)


@pytest.mark.parametrize("fail", ["before_commit", "in_void", "after_commit"])
async def test_x1_f5_a_hand_is_voided_once_although_its_host_is_killed(room: Room, fail: str) -> None:
    doomed, successor, table = await doomed_table(room, f"{fail}:HandVoided", BUTTON_LOSES)
    screens = await seated(room, table)
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "a hand")
    (root,) = room.ask_sql("SELECT id FROM pokerroom_user WHERE username = 'root'")
    floor = {"by": root[0], "table_id": table, "why": "two aces"}
    await in_orm(pause, **floor)
    await until(lambda: room.ask_sql("SELECT is_paused FROM games_table WHERE id = %s", table)[0][0], "the pause")
    last_begun, last_finished = (
        "SELECT max(hand) FROM games_decision WHERE table_id = %s",
        "SELECT max(number) FROM games_hand WHERE table_id = %s",
    )
    await until(lambda: room.ask_sql(last_begun, table) == room.ask_sql(last_finished, table), "the end of the hand")
    ((last,),) = room.ask_sql(last_finished, table)
    await in_orm(void_hand, hand=last, **floor)
    await until(lambda: not doomed.alive, "death")
    room.expire_leases(doomed)
    await until(lambda: room.owner(table) == successor.id, "the takeover")
    void = "SELECT void FROM games_hand WHERE table_id = %s AND number = %s"
    await until(lambda: room.ask_sql(void, table, last) == [(True,)], "the void")
    back = room.ask_sql("SELECT count(*) FROM cashier_entry WHERE key = %s", f"void:hand:{table}:{last}")
    assert back == [(1,)]
    await in_orm(resume, **floor)
    await until(lambda: all(screen.hand > last + 1 for screen in screens), "the next hands")
    assert [event[0] for event in await room.events(table)].count("HandVoided") == 1
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)


async def test_x1_a_host_that_was_frozen_gives_up_its_table_after_a_takeover(room: Room) -> None:
    frozen, successor, table = await doomed_table(room, "")
    screens = await seated(room, table)
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 2, "two hands")
    frozen.popen.send_signal(signal.SIGUSR1)
    await until(lambda: frozen.stopped, "the freeze, with the table's row locked")
    await until(lambda: room.owner(table) == successor.id, "the takeover")
    hands = room.hands(table) + 2
    await until(lambda: room.hands(table) >= hands, "hands run by the successor")
    # It resumes in the middle of a decision or a turn and still assumes that it holds the table.
    frozen.popen.send_signal(signal.SIGCONT)
    await until(lambda: room.hands(table) >= hands + 3, "hands after the frozen host resumes")
    assert room.owner(table) == successor.id
    assert frozen.alive
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)


async def test_x1_only_one_of_two_hosts_that_run_the_same_table_writes(room: Room) -> None:
    other, first, table = await doomed_table(room, "")
    screens = await seated(room, table)
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "a hand")
    for flip in range(8):
        room.give_lease(table, (first, other)[flip % 2].id)
        # Until the next renewal both hosts run the table and receive the players' actions.
        before = room.numbers(table)[-1]
        await until(lambda before=before: room.numbers(table)[-1] > before + 2, "play under two owners")
    hands = room.hands(table)
    await until(lambda: room.hands(table) >= hands + 2, "play after the last change of owner")
    room.check_log(table)
    began = [event[1] for event in await room.events(table) if event[0] == "HandBegan"]
    assert began == list(range(1, len(began) + 1))
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)
    other.terminate()
    assert "Traceback" not in other.output


async def test_x2_c2_ordinary_hosts_take_over_within_ten_seconds_and_hand_over_at_once(room: Room) -> None:
    successor = await standby(room)
    successor.terminate()
    first = room.start_host(ordinary=True)
    await room.host_is_up(first)
    table = await room.open_table(owner=first.id)
    screens = await seated(room, table)
    second = room.start_host(ordinary=True)
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "a hand")
    await room.host_is_up(second)
    first.kill()
    await until(lambda: room.owner(table) == second.id, "the takeover", within=10)
    hands = room.hands(table)
    await until(lambda: room.hands(table) > hands + 1, "a hand run by the second host")
    third = room.start_host(ordinary=True)
    await room.host_is_up(third)
    second.popen.terminate()
    await until(lambda: room.owner(table) == third.id, "the handover", within=4)
    hands = room.hands(table)
    await until(lambda: room.hands(table) > hands + 1, "hands run by the third host")
    assert second.popen.wait(30) == 0
    assert chips((await room.load(table))[0]) == 2 * CHIPS
    await leave_all(screens)
    third.terminate()
    room.standby = room.start_host()


async def test_x2_players_see_the_same_cards_after_the_web_process_restarts(room: Room) -> None:
    await standby(room)
    table = await room.open_table()
    screens = await seated(room, table)
    await until(lambda: all(screen.cards for screen in screens), "the deal")
    mover = await until(lambda: next((screen for screen in screens if screen.turn), None), "a turn")
    cards, hand = [screen.cards for screen in screens], mover.hand
    room.web.kill()
    await until(lambda: all(screen.closed for screen in screens), "the loss of every connection")
    room.start_web()
    await room.web_is_open()
    for screen in screens:
        await screen.reopen()
    await until(lambda: [screen.cards for screen in screens] == cards and screens[0].hand == hand, "the same cards")
    for screen in screens:
        screen.plays()
    await until(lambda: room.hands(table) >= 1, "the hand's end")
    await leave_all(screens)


async def leave_all(screens: list[Screen]) -> None:
    """Closes the sockets."""
    await asyncio.gather(*(screen.close() for screen in screens))
