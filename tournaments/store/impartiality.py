"""Nobody directs a tournament they play in, from the registration to the end, out or not (F4, F8).

The owner may allow it in the room's settings; the log then marks the act as their own.
"""

from backoffice.api import own_acts_are_allowed
from games.engine.errors import IllegalAction
from tournaments.models import Entry, TournamentOrder
from tournaments.store.store import LIVE


def plays_in(person: int, tournament_id: int) -> bool:
    """Whether the person has entered the tournament or is about to; somebody who is out still has a stake in it."""
    if Entry.objects.filter(tournament=tournament_id, player=person).exists():
        return True
    pending = TournamentOrder.objects.filter(tournament=tournament_id, player=person, applied_at=None, refused="")
    return pending.filter(kind="Enter").exists()


def is_entered(*, player: int) -> bool:
    """Whether the player is in a tournament that is not over, or about to be."""
    if Entry.objects.filter(player=player, is_in=True, tournament__stage__in=LIVE).exists():
        return True
    return TournamentOrder.objects.filter(player=player, kind="Enter", applied_at=None, refused="").exists()


def is_refused_in(person: int, tournament_id: int) -> bool:
    """Whether the person may not direct the tournament, because they play in it without the owner's leave."""
    return plays_in(person, tournament_id) and not own_acts_are_allowed()


def check_not_entered(person: int, tournament_id: int) -> bool:
    """Whether the person plays in the tournament and directs it with the owner's leave.

    Raises IllegalAction if they play in it without that leave.
    """
    if not plays_in(person, tournament_id):
        return False
    if not own_acts_are_allowed():
        raise IllegalAction("plays_in_it")
    return True
