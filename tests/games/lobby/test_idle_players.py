"""Of idle players nothing is read one by one, so whoever has anything of their own must not count as idle."""

import time
from typing import Any

import pytest

from games.lobby.idle_players import idle_players
from games.lobby.my_tables import tables_of, waits_of
from games.models import Seat
from games.models.access import WaitingEntry
from games.models.play_time import Sitting
from games.preferences import Preferences
from games.seating.play_time import session_start
from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.session_bar import session_fragment
from games.web.sockets import push_socket
from pokerroom.models import User
from tests.games.support.tables import host_with, person

pytestmark = pytest.mark.django_db


def has_anything(player: int) -> bool:
    """What the pages of one player would find."""
    return bool(tables_of(player) or waits_of(player) or session_start(player))


def crowd() -> dict[str, User]:
    """People in every state that pages tell something about, and in some that they do not."""
    people = {name: person(name) for name in ("Idle", "Seated", "Leaving", "Waiting", "Ended", "Told", "Before")}
    table = host_with(people["Seated"], people["Leaving"], people["Before"]).id
    Seat.objects.filter(player__in=[people["Leaving"].pk, people["Before"].pk]).delete()
    Sitting.objects.filter(player=people["Seated"].pk).delete()
    before = Sitting.objects.get(player=people["Before"].pk)
    before.ended_at = before.began_at
    before.save()
    for name, ended, seen in (("Waiting", "", False), ("Ended", "closed", False), ("Told", "closed", True)):
        WaitingEntry.objects.create(player=people[name], table_id=table, ended=ended, end_seen=seen)
    return people


def test_who_has_a_seat_a_place_on_a_list_or_a_session_is_not_idle() -> None:
    people = crowd()
    idle = idle_players([user.pk for user in people.values()])
    assert {name for name, user in people.items() if user.pk in idle} == {"Idle", "Told", "Before"}
    assert {name for name, user in people.items() if not has_anything(user.pk)} == {"Idle", "Told", "Before"}


def test_pages_of_a_crowd_show_what_each_would_be_shown_alone(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.125)
    people = crowd()
    wanted = [(user, Preferences(), language) for user in people.values() for language in ("en", "cs")]
    alone = [my_strip_fragment(user, language) + session_fragment(user, language) for user, _, language in wanted]
    assert push_socket._own_fragments(wanted) == alone
    idle = [one for one in wanted if one[0] in (people["Idle"], people["Told"])]
    with django_assert_num_queries(3):
        push_socket._own_fragments(idle)
