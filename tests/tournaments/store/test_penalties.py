"""T14: what tables are told of penalties."""

import pytest

from games.models import Order
from pokerroom.models import User
from tests.tournaments.support.priced_tournament import enter, opened
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm

pytestmark = pytest.mark.django_db


def test_T14_T12_the_table_shows_what_is_left_of_a_penalty_to_whoever_enters_again(players: list[User]) -> None:
    """Three hands and five minutes; two of the hands count before the last chip is gone."""
    tournament = opened(late=LateRegistration(3, entries=2))
    enter(tournament, *players)
    loser, winner, *_ = players
    tournament.do(cm.Penalise(loser.pk, 3, 0, "phone", time=5 * MINUTE))
    for losers in ((), (), (loser.pk,)):
        tournament.play_hand(winner.pk, losers)
    assert tournament.state.players[loser.pk].penalty_hands == 1
    sent = Order.objects.filter(kind__in=(Order.Kind.PENALISE, Order.Kind.PENALTY_TIME), player=loser)
    before = sent.count()
    assert enter(tournament, loser) == []
    hands, time = sent.order_by("pk")[before:]
    assert hands.payload["hands"] == 1
    assert time.payload["until"] == tournament.state.timed_penalties[loser.pk].ends
