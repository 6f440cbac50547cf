"""T3, F4: the room pauses a tournament whose players lose their connection at once, until most of them are back."""

from collections.abc import Collection, Mapping

from games.engine.events.kinds import PauseReason
from tournaments.engine.play.levels import resume_play, stop_play
from tournaments.engine.setup.house_rules import MassOutage
from tournaments.engine.setup.structure import HOUR, MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.tournament_state import Stage, TournamentState

AT_ONCE_MS = 30_000
"""Players who lose their connection within this time of each other lose it at once."""
LONGEST_PAUSE_MS = 5 * MINUTE
BACK_BEFORE_MS = 10_000
"""How long before play goes on the players read that most of them are back."""
FEWEST_LOST = 3
"""As many must be lost, unless everybody is."""
MOST_AN_HOUR = 3
MISSING_SHARE = 4
"""Most players are back once no more than one in this many of those who were lost is missing."""


def command_due(
    t: TournamentState, disconnected: Mapping[int, int], bots: Collection[int], now: int
) -> cm.PauseForOutage | cm.EndOutage | None:
    """What the room decides of lost connections at `now` ms, None for nothing.

    `disconnected` are the players without a connection, each with when it was lost (ms), 0 for those who were absent
    before; `bots` are house bots, who do not count.
    """
    if t.stage is not Stage.RUNNING:
        return None
    if t.outage:
        return cm.EndOutage() if not t.outage.ending and _most_are_back(t, t.outage.players, disconnected) else None
    recent = [at for at in t.outages if at > now - HOUR]
    if t.setup.house.mass_outage is not MassOutage.PAUSE or t.hands_held or len(recent) >= MOST_AN_HOUR:
        return None
    lost = tuple(sorted(_just_lost(t, disconnected, now)))
    if len(lost) < 2:
        return None
    present = {
        entrant.player
        for entrant in t.still_in()
        if entrant.table and not entrant.away and not entrant.played_on and entrant.player not in disconnected
    }
    here = len(lost) + len(present.difference(bots))
    everybody, most = len(lost) == here, len(lost) >= FEWEST_LOST and len(lost) * 2 > here
    return cm.PauseForOutage(lost) if everybody or most else None


def pause(d: Decider, command: cm.PauseForOutage) -> None:
    """Pause for as long as the rule allows at most."""
    d.check_running()
    if not d.t.hands_held:
        stop_play(d, PauseReason.LOST)
        d.emit(ev.ConnectionsLost(command.players, d.now, d.now + LONGEST_PAUSE_MS))


def end_soon(d: Decider, command: cm.EndOutage) -> None:
    """Announce that play goes on."""
    d.check_running()
    if d.t.outage and not d.t.outage.ending:
        d.emit(ev.ConnectionsBack(min(d.t.outage.until, d.now + BACK_BEFORE_MS)))


def end_by_time(d: Decider) -> None:
    """Go on when the pause is over."""
    outage = d.t.outage
    if outage and outage.until <= d.now:
        resume_play(d, PauseReason.BACK if outage.ending else PauseReason.LONG)


def _just_lost(t: TournamentState, disconnected: Mapping[int, int], now: int) -> list[int]:
    """Who was playing and has lost the connection just now, and since play was resumed last."""
    since = max(now - AT_ONCE_MS, t.resumed_at)
    lost = [t.players[player] for player, lost_at in disconnected.items() if lost_at > since and player in t.players]
    return [one.player for one in lost if not (one.out or one.away or one.played_on)]


def _most_are_back(t: TournamentState, lost: Collection[int], disconnected: Mapping[int, int]) -> bool:
    waited_for = [player for player in lost if not t.players[player].out]
    missing = [player for player in waited_for if player in disconnected]
    return len(missing) * MISSING_SHARE <= len(waited_for)
