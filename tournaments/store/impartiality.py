"""Nobody directs a tournament they play in, from the registration to the end, out or not (F4, F8)."""

from games.engine.errors import IllegalAction
from tournaments.models import Entry, TournamentOrder


def plays_in(person: int, tournament_id: int) -> bool:
    """Whether the person has entered the tournament or is about to; somebody who is out still has a stake in it."""
    if Entry.objects.filter(tournament=tournament_id, player=person).exists():
        return True
    pending = TournamentOrder.objects.filter(tournament=tournament_id, player=person, applied_at=None, refused="")
    return pending.filter(kind="Enter").exists()


def check_not_entered(person: int, tournament_id: int) -> None:
    """Raises IllegalAction if the person who directs plays in the tournament."""
    if plays_in(person, tournament_id):
        raise IllegalAction("plays_in_it")
