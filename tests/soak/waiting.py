"""Waiting lists and table changes: players join lists, answer or miss calls, and move to other tables (K8, K9)."""

from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from django.conf import settings

from games.models import Seat

if TYPE_CHECKING:
    from tests.soak.player import SoakPlayer

RESTS_ON_LIST = 8
MOVED_WITHIN_SECONDS = 90.0
CALL_OVER_AFTER_SECONDS = 30.0


async def wait_for_a_seat(player: "SoakPlayer") -> bool:
    """Joins the list of a full table; returns whether the player got a seat before giving up."""
    path = f"/table/{player.table}/wait/"
    entry = await player.page(lambda session: session.join(path))
    if not entry:
        player.tally.count("lists not joined")
        return False
    player.tally.count("lists joined")
    try:
        for _ in range(RESTS_ON_LIST):
            patience, tab = player.setting.pause * player.rng.uniform(0.2, 1.8), await player.connected_tab()
            if await tab.shows(lambda tab: entry in tab.calls, patience) and await _called(player, entry):
                return True
            if player.setting.closing.is_set():
                return False
            await _step_away(player, entry)
        player.tally.count("lists left")
        return False
    finally:
        await _leave(player, entry)


async def _called(player: "SoakPlayer", entry: int) -> bool:
    """Takes the offered seat, passes on it, or misses the call; returns whether the player has a seat."""
    player.tally.count("called")
    roll = player.rng.random()
    if roll < 0.2:
        player.tally.count("calls passed")
        await player.page(lambda session: session.waiting(player.table, f"pass:{entry}"))
    elif roll < 0.45:
        player.tally.count("calls missed")
        within = settings.CALL_SECONDS + CALL_OVER_AFTER_SECONDS
        if not await player.wait_for_page(lambda tab: entry not in tab.calls, within):
            player.tally.trouble(f"{player.name} is still called to table {player.table} after {within} s")
    else:
        return await _answer_call(player)
    return False


async def _answer_call(player: "SoakPlayer") -> bool:
    """Answers a call. It is a fault if the seat is still kept after two attempts to take it."""
    for _ in range(2):
        if await player.buy_in(""):
            player.tally.count("calls answered")
            return True
        if player.lost or not await player.page(lambda session: session.seat_is_kept(f"/table/{player.table}/wait/")):
            player.tally.count("calls answered too late")
            return False
    player.tally.trouble(f"{player.name} was called to table {player.table}, answered twice and got no seat")
    return False


async def _step_away(player: "SoakPlayer", entry: int) -> None:
    """Sometimes marks the player as away and then as back; the place on the list stays."""
    if player.rng.random() < 0.2:
        for do in ("away", "back"):
            await player.page(lambda session, do=do: session.waiting(player.table, f"{do}:{entry}"))
            await player.rest()
        player.tally.count("away from a list")


async def _leave(player: "SoakPlayer", entry: int) -> None:
    """Leaves the list, trying again if a web process dies meanwhile; an entry that has ended is not changed."""
    while await player.page(lambda session: session.waiting(player.table, f"leave:{entry}")) is None and player.lost:
        await player.rest()


async def move_over(player: "SoakPlayer") -> None:
    """Asks to move to another table of the same game and stakes and follows the stack there."""
    path = f"/table/{player.table}/move/"
    tab = await player.connected_tab()
    to = await player.page(lambda session: session.move(path, player.rng))
    if not to:
        player.tally.count("no other table")
        return
    if not await player.wait_for_page(lambda tab: tab.controls.state == "watching", MOVED_WITHIN_SECONDS):
        player.tally.count("moves not made")
        await tab.send({"do": "plan", "plan": ""})
        return
    await player.close_pages()
    player.table = to
    if await player.wait_for_page(lambda tab: tab.controls.seated, MOVED_WITHIN_SECONDS):
        player.tally.count("moved")
    elif await sync_to_async(Seat.objects.filter(table=to, player=player.id).exists)():
        player.tally.trouble(f"{player.name} moved to table {to} and does not see the seat")
    else:
        player.tally.count("moves without a seat")
