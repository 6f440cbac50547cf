"""Waiting lists and table changes: players join lists, answer or miss calls, and move to other tables (K8, K9)."""

from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from django.conf import settings

from games.models import Seat

if TYPE_CHECKING:
    from tests.soak.life import Life

RESTS_ON_LIST = 8
MOVED_WITHIN_SECONDS = 90.0
CALL_OVER_AFTER_SECONDS = 30.0


async def wait_for_a_seat(life: "Life") -> bool:
    """Joins the list of a full table; returns whether the player got a seat before giving up."""
    path = f"/table/{life.table}/wait/"
    entry = await life.page(lambda session: session.join(path))
    if not entry:
        life.tally.count("lists not joined")
        return False
    life.tally.count("lists joined")
    try:
        for _ in range(RESTS_ON_LIST):
            patience, tab = life.evening.pause * life.rng.uniform(0.2, 1.8), await life.live_tab()
            if await tab.shows(lambda tab: entry in tab.calls, patience) and await _called(life, entry):
                return True
            if life.evening.closing.is_set():
                return False
            await _step_away(life, entry)
        life.tally.count("lists left")
        return False
    finally:
        await _leave(life, entry)


async def _called(life: "Life", entry: int) -> bool:
    """Takes the offered seat, passes on it, or misses the call; returns whether the player has a seat."""
    life.tally.count("called")
    roll = life.rng.random()
    if roll < 0.2:
        life.tally.count("calls passed")
        await life.page(lambda session: session.waiting(life.table, f"pass:{entry}"))
    elif roll < 0.45:
        life.tally.count("calls missed")
        within = settings.CALL_SECONDS + CALL_OVER_AFTER_SECONDS
        if not await life.sees(lambda tab: entry not in tab.calls, within):
            life.tally.trouble(f"{life.name} is still called to table {life.table} after {within} s")
    else:
        return await _answer_call(life)
    return False


async def _answer_call(life: "Life") -> bool:
    """Answers a call. It is a fault if the seat is still kept after two attempts to take it."""
    for _ in range(2):
        if await life.sits_down(""):
            life.tally.count("calls answered")
            return True
        if life.lost or not await life.page(lambda session: session.seat_is_kept(f"/table/{life.table}/wait/")):
            life.tally.count("calls answered too late")
            return False
    life.tally.trouble(f"{life.name} was called to table {life.table}, answered twice and got no seat")
    return False


async def _step_away(life: "Life", entry: int) -> None:
    """Sometimes marks the player as away and then as back; the place on the list stays."""
    if life.rng.random() < 0.2:
        for do in ("away", "back"):
            await life.page(lambda session, do=do: session.waiting(life.table, f"{do}:{entry}"))
            await life.rest()
        life.tally.count("away from a list")


async def _leave(life: "Life", entry: int) -> None:
    """Leaves the list, trying again if a web process dies meanwhile; an entry that has ended is not changed."""
    while await life.page(lambda session: session.waiting(life.table, f"leave:{entry}")) is None and life.lost:
        await life.rest()


async def move_over(life: "Life") -> None:
    """Asks to move to another table of the same game and stakes and follows the stack there."""
    path = f"/table/{life.table}/move/"
    tab = await life.live_tab()
    to = await life.page(lambda session: session.move(path, life.rng))
    if not to:
        life.tally.count("no other table")
        return
    if not await life.sees(lambda tab: tab.controls.state == "watching", MOVED_WITHIN_SECONDS):
        life.tally.count("moves not made")
        await tab.send({"do": "plan", "plan": ""})
        return
    await life.go_home()
    life.table = to
    if await life.sees(lambda tab: tab.controls.seated, MOVED_WITHIN_SECONDS):
        life.tally.count("moved")
    elif await sync_to_async(Seat.objects.filter(table=to, player=life.id).exists)():
        life.tally.trouble(f"{life.name} moved to table {to} and does not see the seat")
    else:
        life.tally.count("moves without a seat")
