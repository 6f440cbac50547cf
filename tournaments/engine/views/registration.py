"""T19: clock, stacks, places and prizes to come."""

from typing import NamedTuple

from tournaments.engine.setup.structure import Level
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.prize_pool import prize_at
from tournaments.engine.state.tournament_state import TournamentState


class Picture(NamedTuple):
    """The tournament at a moment; `left_in_level` and `next_break` are ms from now, 0 = none.

    `level` and `next` are the current and the next level. Stacks are those between hands.
    """

    stage: str
    number: int
    level: Level | None
    next: Level | None
    left_in_level: int
    next_break: int
    break_until: int
    paused: bool
    hand_for_hand: bool
    entries: int
    left: int
    tables: int
    average: int
    largest: int
    smallest: int
    paid: int
    pool: int


class Jump(NamedTuple):
    """The prize already secured in minor units, and how many places further up the next larger one is; 0 = none."""

    sure: int
    places: int
    prize: int


def picture(t: TournamentState, *, now: int) -> Picture:
    """The tournament as its lobby shows it."""
    structure, stacks = t.setup.structure, [entrant.stack for entrant in t.still_in() if entrant.stack]
    level = structure.level(t.level) if t.level else None
    return Picture(
        stage=t.stage.value,
        number=t.level,
        level=level,
        next=structure.level(t.level + 1) if t.level < len(structure.levels) else None,
        left_in_level=left_in_level(t, now),
        next_break=next_break(t, now),
        break_until=t.current_break.until,
        paused=t.paused,
        hand_for_hand=t.hand_for_hand,
        entries=t.entries,
        left=t.left,
        tables=len(t.tables),
        average=sum(stacks) // len(stacks) if stacks else 0,
        largest=max(stacks, default=0),
        smallest=min(stacks, default=0),
        paid=t.places_paid,
        pool=t.setup.payouts.pool(t.pool),
    )


def left_in_level(t: TournamentState, now: int) -> int:
    """The time left in the level, ms."""
    return max(0, t.clock.ends - now) if t.clock.ends else t.clock.left


def next_break(t: TournamentState, now: int) -> int:
    """The time to the next break if the clock keeps running, ms; 0 when none is planned."""
    structure, waits = t.setup.structure, left_in_level(t, now)
    times = [t.hourly_at - now] if t.hourly_at > now else []
    for number in range(max(1, t.level), len(structure.levels) + 1):
        if structure.break_after(number):
            times.append(waits)
            break
        waits += structure.level(number + 1).length
    return min(times, default=0)


def standings(t: TournamentState) -> list[Entrant]:
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
    """The prize of the next player out, and the next larger one."""
    if not t.entries_closed or not t.left:
        return Jump(0, 0, 0)
    sure = prize_at(t, t.left, t.left, t.left)
    for place in range(t.left - 1, 0, -1):
        if (prize := prize_at(t, place, place, place)) > sure:
            return Jump(sure, t.left - place, prize)
    return Jump(sure, 0, 0)
