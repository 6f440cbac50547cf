"""T19: the standings, the next break and the next pay jump."""

from typing import NamedTuple

from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.prize_pool import agreed_shares, prize_at
from tournaments.engine.state.tournament_state import TournamentState


class Jump(NamedTuple):
    """The prize already secured in minor units, and how many places further up the next larger one is; 0 = none."""

    sure: int
    places: int
    prize: int


def left_in_level(t: TournamentState, now: int) -> int:
    """The time left in the level, ms."""
    return max(0, t.clock.ends - now) if t.clock.ends else t.clock.left


def next_break(t: TournamentState, now: int) -> int:
    """The time to the next break if the clock keeps running, ms; 0 when none is planned."""
    structure, wait = t.setup.structure, left_in_level(t, now)
    times = [t.hourly_at - now] if t.hourly_at > now else []
    for number in range(max(1, t.level), len(structure.levels) + 1):
        if structure.break_after(number):
            times.append(wait)
            break
        wait += structure.level(number + 1).length
    return min(times, default=0)


def ranked_entrants(t: TournamentState) -> list[Entrant]:
    """Everybody, best first: the players still in by chips, then the others from the last one out."""
    left = sorted(t.still_in(), key=lambda entrant: (-entrant.stack, entrant.table, entrant.seat))
    return [*left, *(t.players[out.player] for out in reversed(t.eliminated))]


def place_now(t: TournamentState, player: int) -> int:
    """The player's current place by chips, or the final place."""
    entrant = t.players[player]
    if entrant.place or entrant.out:
        return entrant.place
    return 1 + sum(other.stack > entrant.stack for other in t.still_in())


def next_jump(t: TournamentState) -> Jump:
    """The prize of the next player out, and the next larger one; none after a deal, as the shares are agreed (T17)."""
    if not t.entries_closed or not t.left or agreed_shares(t):
        return Jump(0, 0, 0)
    sure = prize_at(t, t.left, t.left, t.left)
    for place in range(t.left - 1, 0, -1):
        if (prize := prize_at(t, place, place, place)) > sure:
            return Jump(sure, t.left - place, prize)
    return Jump(sure, 0, 0)
