"""X1: a tournament is stored whole from time to time, and loaded from that and the decisions since."""

import pytest

from tests.tournaments.support.directed_tournament import DirectedTournament
from tournaments.engine.state import commands as cm
from tournaments.models import Tournament
from tournaments.store import store

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players_a_decision", "every"), [(5, 2), (4, 3), (1, 6)])
def test_x1_the_more_players_the_less_often_a_tournament_is_stored_whole(
    tournament: DirectedTournament, monkeypatch: pytest.MonkeyPatch, players_a_decision: int, every: int
) -> None:
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 2)
    monkeypatch.setattr(store, "PLAYERS_A_DECISION", players_a_decision)
    tournament.play_hand(tournament.state.tables[1].players[0])
    stored = set()
    for number in range(13):
        tournament.do(cm.Resume() if number % 2 else cm.Pause("Fire drill"))
        assert store.load(tournament.id)[:2] == (tournament.state, tournament.number)
        stored.add(Tournament.objects.values_list("snapshot_number", flat=True).get(pk=tournament.id))
    first, *later = sorted(stored)
    assert later
    assert [after - before for before, after in zip([first, *later], later, strict=False)] == [every] * len(later)
