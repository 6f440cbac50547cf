"""The powers of a director, used with values that could be right."""

from typing import Any
from uuid import uuid4

from django.test import Client

from tests.tournaments.support.directed_tournament import DirectedTournament


def use_power(client: Client, tournament: DirectedTournament, power: str, *, confirmed: bool = True) -> Any:
    """Sends the form of a power; the answer, for which a client has no type name.

    A power is a command of the director's page or `rules`, `deal:own`. Unless it is `confirmed`, one that shows first
    what it would do does no more.
    """
    state = tournament.state
    crowded = max(state.tables.values(), key=lambda table: table.taken, default=None)
    player = crowded.players[-1] if crowded else min(state.players)
    other = next((number for number in state.tables if crowded and number != crowded.number), 1)
    typed: dict[str, object] = {"why": "because", "reason": "because", "once": uuid4()}
    typed |= {"confirmed": "1"} if confirmed else {}
    path = f"/tournaments/{tournament.id}/direct/"
    if power == "rules":
        path += "rules/"
        typed |= {"preset": "online", "turn_seconds": 9, "bank_seconds": 30}
    elif power == "deal:own":
        path += "deal/"
        left = [entrant.player for entrant in state.still_in()]
        rest = sum(state.prizes.amounts[: len(left)])
        typed |= {f"share_{one}": "0" for one in left} | {f"share_{left[0]}": f"{rest / 100:.2f}"}
    else:
        table = crowded.number if crowded else 1
        typed |= {"do": power, "player": player, "table": table, "to": other, "minutes": 5, "hands": 1}
    return client.post(path, typed)
