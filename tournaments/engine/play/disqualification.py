"""T14: what a disqualification would do now, computed before the director confirms it."""

from typing import NamedTuple

from tournaments.engine.setup.house_rules import DisqualifiedStack
from tournaments.engine.state.prize_pool import agreed_shares, prize_at, prize_of
from tournaments.engine.state.tournament_state import TournamentState


class Disqualification(NamedTuple):
    """What happens to a player who is disqualified now; amounts are minor units.

    With `played_on` the room plays the stack on, and nothing else changes. Otherwise `chips` go out of play, the player
    finishes in `place` with `prize`, both 0 while entries are open, and who has fewer chips gains a place: the
    players `behind`. If nobody else but this player was left out of the money, everybody left is then sure of `sure`.
    With `waits` it is carried out after the running hand or round, by the stacks that there are then. With `ends` the
    tournament is then over.
    """

    played_on: bool
    chips: int
    place: int = 0
    prize: int = 0
    behind: tuple[int, ...] = ()
    sure: int = 0
    waits: bool = False
    ends: bool = False


def disqualification(t: TournamentState, player: int) -> Disqualification:
    """What disqualifying a player who is still in would do now (T14)."""
    entrant = t.players[player]
    waits = (entrant.table > 0 and t.tables[entrant.table].running) or t.goes_out_after_busts(player)
    if t.setup.house.disqualify is DisqualifiedStack.SYSTEM_PLAYS:
        return Disqualification(True, entrant.stack, waits=waits)
    behind = sorted((one for one in t.still_in() if one.stack < entrant.stack), key=lambda one: -one.stack)
    gains = tuple(one.player for one in behind)
    ends = t.left - 1 <= max(1, t.prizes.tickets)
    if not t.entries_closed:
        return Disqualification(False, entrant.stack, behind=gains, waits=waits, ends=ends)
    prize = prize_of(t, player, t.left, t.left, t.left)
    bursts = t.left == t.places_paid + 1 and not agreed_shares(t)
    sure = prize_at(t, t.left - 1, t.left - 1, t.left - 1) if bursts else 0
    return Disqualification(False, entrant.stack, t.left, prize, gains, sure, waits, ends)
