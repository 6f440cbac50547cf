"""Counts every hand of a tournament for the game and blinds of its players, in the transaction that writes it."""

from collections.abc import Iterable

from django.db.models import F

from backoffice import plain_sql
from games.models import Hand, HandPlayer
from games.models.results import TournamentGame

_KEY = ("player_id", "table_id", "game", "structure", "small_blind", "big_blind")


def add(hand: Hand, hand_players: Iterable[HandPlayer]) -> None:
    """Counts a hand, in one query; the caller has locked the hand's table, so nobody else counts in these rows."""
    rows = [{"player_id": row.player_id, **_game_of(hand), "hands": 1} for row in hand_players]
    plain_sql.add(TournamentGame, rows, sums=("hands",), unique=_KEY)


def remove(hand: Hand) -> None:
    """Takes a void hand out of the count of each of its players; a game without hands is deleted."""
    rows = TournamentGame.objects.filter(player__in=hand.hand_players.values("player"), **_game_of(hand))
    rows.filter(hands=1).delete()
    rows.update(hands=F("hands") - 1)


def _game_of(hand: Hand) -> dict[str, object]:
    return {name: getattr(hand, name) for name in _KEY if name != "player_id"}
