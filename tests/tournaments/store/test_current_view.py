"""T19: the public view that a process keeps of a tournament is the one of now."""

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.models import Table
from tests.tournaments.support.directed_tournament import DirectedTournament
from tournaments.engine.state import commands as cm
from tournaments.engine.views.build import own_view, public_view
from tournaments.models import Tournament
from tournaments.store.current_view import current_view

pytestmark = pytest.mark.django_db


def test_t19_the_view_is_built_once_until_something_changes(tournament: DirectedTournament) -> None:
    before = current_view(tournament.id)
    assert current_view(tournament.id).view is before.view
    tournament.do(cm.Pause("Fire drill"))
    after = current_view(tournament.id)
    assert (before.view.pause_reason, after.view.pause_reason) == ("", "Fire drill")
    assert after.view.version == tournament.number
    built = public_view(
        tournament.state, tournament_id=tournament.id, version=tournament.number, table_ids=tournament.tables.table_ids
    )
    assert after.view == built


def test_t19_each_player_has_the_standing_of_the_public_view(tournament: DirectedTournament) -> None:
    first, second = tournament.state.tables[1].players
    tournament.play_hand(first, (second,))
    current = current_view(tournament.id)
    table_ids = tournament.tables.table_ids
    places = []
    for player in (*tournament.state.players, 10**9):
        own = current.of_player(player)
        assert own == own_view(tournament.state, player, table_ids=table_ids)
        places.append(own.standing.now or own.standing.place if own.standing else 0)
    assert sorted(places) == [0, 1, 2, 2, 4]


def test_x2_what_is_frozen_and_thawed_is_seen_at_once(tournament: DirectedTournament) -> None:
    assert not any(table.frozen for table in current_view(tournament.id).view.tables)
    frozen = Table.objects.filter(pk=tournament.tables.table_ids[2])
    frozen.update(frozen=True)
    assert [table.frozen for table in current_view(tournament.id).view.tables] == [False, True]
    Tournament.objects.filter(pk=tournament.id).update(frozen=True)
    assert current_view(tournament.id).view.frozen
    frozen.update(frozen=False)
    Tournament.objects.filter(pk=tournament.id).update(frozen=False)
    view = current_view(tournament.id).view
    assert not view.frozen
    assert not any(table.frozen for table in view.tables)


def test_a_deleted_account_loses_its_name_at_once(tournament: DirectedTournament) -> None:
    player = next(iter(tournament.state.players))
    assert current_view(tournament.id).overview.standings[player].name == tournament.state.players[player].name
    get_user_model().objects.filter(pk=player).update(deleted_at=timezone.now(), display_name="Deleted player 7")
    assert current_view(tournament.id).overview.standings[player].name == "Deleted player 7"
