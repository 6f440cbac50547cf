"""What every page shows of a player is the same whether it is read for one player or for a crowd together."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.protection import LimitKey
from games.lobby.own_parts import read_own_parts
from games.models import Seat
from games.models.access import WaitingEntry
from games.models.play_time import RealityCheck, Sitting
from games.preferences import Preferences
from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.session_bar import session_fragment
from games.web.sockets import push_socket
from pokerroom.models import User
from tests.games.support.tables import host_with, person

pytestmark = pytest.mark.django_db
WITHOUT_ANYTHING = {"Idle", "Told", "Before"}


def crowd() -> dict[str, User]:
    """People in every state that pages show, and in some that they do not."""
    names = ("Idle", "Seated", "Leaving", "Waiting", "Ended", "Told", "Before", "Limited")
    people = {name: person(name) for name in names}
    at_table = [people[name] for name in ("Seated", "Leaving", "Before", "Limited")]
    table = host_with(*at_table).id
    Seat.objects.filter(player__in=[people["Leaving"].pk, people["Before"].pk]).delete()
    Sitting.objects.filter(player=people["Seated"].pk).delete()
    before = Sitting.objects.get(player=people["Before"].pk)
    before.ended_at = before.began_at
    before.save()
    for name, ended, seen in (("Waiting", "", False), ("Ended", "closed", False), ("Told", "closed", True)):
        WaitingEntry.objects.create(player=people[name], table_id=table, ended=ended, end_seen=seen)
    hour_ago = timezone.now() - timedelta(minutes=61)
    Sitting.objects.filter(player__in=[people["Leaving"].pk, people["Limited"].pk]).update(began_at=hour_ago)
    RealityCheck.objects.create(player=people["Limited"], seen_at=timezone.now())
    protection.ask(user_id=people["Limited"].pk, key=LimitKey(LimitKind.TIME, Period.MONTH), value=65)
    return people


def test_whoever_has_a_seat_a_place_on_a_list_or_a_session_has_something_to_be_shown() -> None:
    people = crowd()
    found = read_own_parts([user.pk for user in people.values()])
    assert {name for name, user in people.items() if not any(found[user.pk])} == WITHOUT_ANYTHING


def test_pages_of_a_crowd_show_what_each_would_be_shown_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.125)
    people = crowd()
    wanted = [(user, Preferences(), language) for user in people.values() for language in ("en", "cs")]
    alone = [my_strip_fragment(user, language) + session_fragment(user, language) for user, _, language in wanted]
    assert push_socket._own_fragments(wanted) == alone
    by_name = dict(zip(people, alone[::2], strict=True))
    assert {name for name, html in by_name.items() if "session-check" in html} == {"Leaving"}
    assert {name for name, html in by_name.items() if "Your time limit ends at" in html} == {"Limited"}


def test_the_parts_of_players_who_sit_are_read_together(django_assert_num_queries: Any) -> None:
    people = crowd()
    idle = [(people[name], Preferences(), "en") for name in ("Idle", "Told")]
    with django_assert_num_queries(3):
        push_socket._own_fragments(idle)
    seated = [(people[name], Preferences(), "en") for name in ("Leaving", "Limited")]
    # By itself is read what a time limit counts, and whether one may stop at a check.
    with django_assert_num_queries(3 + 1 + 1 + 2 + 1 + 1 + 1):
        push_socket._own_fragments(seated)
