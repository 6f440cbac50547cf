"""Seats that are not there yet and tables elsewhere: waiting lists joined, calls answered or missed, moves (K8, K9)."""

from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from django.conf import settings

from games.models import Seat

if TYPE_CHECKING:
    from tests.soak.life import Life

RESTS_IN_LINE = 8
MOVED_WITHIN_SECONDS = 90.0
CALL_OVER_AFTER_SECONDS = 30.0


async def wait_for_a_seat(life: "Life") -> bool:
    """Joins the list of a full table; whether a seat came of it before patience ended."""
    path = f"/table/{life.table}/wait/"
    entry = await life.page(lambda door: door.join(path))
    if not entry:
        life.tally.count("lists not joined")
        return False
    life.tally.count("lists joined")
    try:
        for _ in range(RESTS_IN_LINE):
            patience, tab = life.evening.pause * life.dice.uniform(0.2, 1.8), await life.line()
            if await tab.shows(lambda tab: entry in tab.calls, patience) and await _called(life, entry):
                return True
            if life.evening.closing.is_set():
                return False
            await _fiddle(life, entry)
        life.tally.count("lists left")
        return False
    finally:
        await _leave(life, entry)


async def _called(life: "Life", entry: int) -> bool:
    """Takes the seat, lets it go, or hears nothing; whether one has a seat."""
    life.tally.count("called")
    roll = life.dice.random()
    if roll < 0.2:
        life.tally.count("calls let go")
        await life.page(lambda door: door.waiting(life.table, f"pass:{entry}"))
    elif roll < 0.45:
        life.tally.count("calls missed")
        within = settings.CALL_SECONDS + CALL_OVER_AFTER_SECONDS
        if not await life.sees(lambda tab: entry not in tab.calls, within):
            life.tally.trouble(f"{life.name} is still called to table {life.table} after {within} s")
    else:
        return await _comes(life)
    return False


async def _comes(life: "Life") -> bool:
    """Answers a call; a seat that is still kept after two forms was none."""
    for _ in range(2):
        if await life.sits_down(""):
            life.tally.count("calls answered")
            return True
        if life.lost or not await life.page(lambda door: door.seat_is_kept(f"/table/{life.table}/wait/")):
            life.tally.count("calls answered too late")
            return False
    life.tally.trouble(f"{life.name} was called to table {life.table}, came twice, and got no seat")
    return False


async def _fiddle(life: "Life", entry: int) -> None:
    """Goes away and is back now and then; the place stays."""
    if life.dice.random() < 0.2:
        for do in ("away", "back"):
            await life.page(lambda door, do=do: door.waiting(life.table, f"{do}:{entry}"))
            await life.rest()
        life.tally.count("away from a list")


async def _leave(life: "Life", entry: int) -> None:
    """Waits no longer, also where a web process ends in between; an entry that has ended stays as it is."""
    while await life.page(lambda door: door.waiting(life.table, f"leave:{entry}")) is None and life.lost:
        await life.rest()


async def move_over(life: "Life") -> None:
    """Asks for another table of the same game and stakes, and goes where the stack goes."""
    path = f"/table/{life.table}/move/"
    tab = await life.line()
    to = await life.page(lambda door: door.move(path, life.dice))
    if not to:
        life.tally.count("no other table")
        return
    if not await life.sees(lambda tab: tab.controls.state == "watching", MOVED_WITHIN_SECONDS):
        life.tally.count("stayed where they were")
        await tab.say({"do": "plan", "plan": ""})
        return
    await life.go_home()
    life.table = to
    if await life.sees(lambda tab: tab.controls.seated, MOVED_WITHIN_SECONDS):
        life.tally.count("moved")
    elif await sync_to_async(Seat.objects.filter(table=to, player=life.id).exists)():
        life.tally.trouble(f"{life.name} moved to table {to} and does not see the seat")
    else:
        life.tally.count("moves that came to nothing")
