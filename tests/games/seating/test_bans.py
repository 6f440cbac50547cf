"""Who may not sit down where: bars, invitations and pairs kept apart, while they are in force (K12)."""

import pytest

from games import api
from games.models import Order, Table
from games.seating.bans import barred_players, barred_tables, is_banned
from pokerroom.models import User
from tests.games.support.restrictions import bar, keep_apart, lift
from tests.games.support.seats import assert_refused, wallet
from tests.games.support.tables import GRANT, SteppedHost, host_with, open_table, person, seat
from tests.games.support.waiting_lists import full_table, join, sit

pytestmark = pytest.mark.django_db


def barred(table: Table, *people: User) -> list[str]:
    """The names of those who may not sit down at the table, in the order given."""
    out = barred_players(table.pk, [user.pk for user in people])
    return [user.display_name for user in people if user.pk in out]


def ban(user: User) -> None:
    """Takes the right to sign in."""
    User.objects.filter(pk=user.pk).update(is_active=False)


def test_F8_only_an_account_that_may_not_sign_in_is_banned() -> None:
    alice, bob = person("Alice"), person("Bob")
    ban(bob)
    assert [is_banned(alice.pk), is_banned(bob.pk), is_banned(bob.pk + 1_000)] == [False, True, True]


def test_F8_a_request_that_comes_to_its_turn_after_a_ban_gets_neither_seat_nor_place_in_a_list() -> None:
    """Such a request was let in before the ban, and waited for the locks that the ban holds."""
    alice, host, full = person("Alice"), SteppedHost(open_table().pk), full_table("Brno")
    ban(alice)
    assert_refused("banned", lambda: sit(alice, host))
    assert_refused("banned", lambda: join(alice, full))
    assert not Order.objects.filter(player=alice.pk).exists()
    assert wallet(alice) == GRANT


def test_F8_somebody_who_is_banned_in_a_hand_brings_no_more_chips_to_it() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    ban(alice)
    before = wallet(alice)
    assert_refused("banned", api.top_up, user=alice, table_id=host.id, amount=10_00)
    assert not api.refill(player=alice.pk, table_id=host.id, to=3_000_00, hand=1)
    assert wallet(alice) == before


def test_F8_a_banned_house_bot_is_not_seated_again() -> None:
    bot, table = person("Kvido", bot=True), open_table()
    ban(bot)
    assert_refused("no_free_bot", lambda: api.seat_bot(table_id=table.pk))


def test_K12_a_bar_counts_at_its_own_table_and_until_it_is_lifted() -> None:
    here, there = open_table("Here"), open_table("There")
    alice, bob, carl = person("Alice"), person("Bob"), person("Carl")
    bar(alice, here)
    bar(bob, there)
    lift(bar(carl, here))
    assert (barred(here, alice, bob, carl), barred(there, alice, bob, carl)) == (["Alice"], ["Bob"])
    assert [barred_tables(user.pk) for user in (alice, bob, carl)] == [{here.pk}, {there.pk}, set()]


def test_K12_a_table_with_an_invitation_in_force_admits_those_invited_to_it() -> None:
    club, other = open_table("Club"), open_table("Other")
    alice, bob, carl, dora = person("Alice"), person("Bob"), person("Carl"), person("Dora")
    bar(alice, club, "invited")
    lift(bar(bob, club, "invited"))
    bar(carl, club)
    lift(bar(dora, other, "invited"))
    people = (alice, bob, carl, dora)
    assert (barred(club, *people), barred(other, *people)) == (["Bob", "Carl", "Dora"], [])
    assert [barred_tables(user.pk) for user in people] == [set(), {club.pk}, {club.pk}, {club.pk}]


def test_K12_players_kept_apart_are_barred_where_the_other_sits_or_has_ordered_a_seat() -> None:
    here, there = open_table("Here"), open_table("There")
    host, sitter, coming = SteppedHost(here.pk), person("Sitter"), person("Coming")
    seat(host, sitter)
    alice, bob, carl, dora = person("Alice"), person("Bob"), person("Carl"), person("Dora")
    keep_apart(alice, sitter)
    keep_apart(sitter, bob)
    lift(keep_apart(carl, sitter))
    keep_apart(coming, dora)
    people = (alice, bob, carl, dora)
    assert (barred(here, *people), barred(there, *people)) == (["Alice", "Bob"], [])
    assert [barred_tables(user.pk) for user in people] == [{here.pk}, {here.pk}, set(), set()]
    sit(coming, host)
    assert barred(here, *people) == ["Alice", "Bob", "Dora"]
    assert barred_players(here.pk, [bob.pk], at_table=[coming.pk]) == set(), (
        "a known list of those at the table is used"
    )
    assert barred_players(here.pk, []) == set()


def test_K12_of_two_players_kept_apart_only_the_one_asked_for_is_barred() -> None:
    here, alice, bob, carl = open_table(), person("Alice"), person("Bob"), person("Carl")
    keep_apart(alice, bob)
    keep_apart(bob, carl)
    seat(SteppedHost(here.pk), bob)
    assert barred_players(here.pk, [alice.pk]) == {alice.pk}
    assert barred_players(here.pk, [carl.pk, bob.pk]) == {carl.pk}
