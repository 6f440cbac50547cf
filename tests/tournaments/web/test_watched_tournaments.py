"""The tournament list for all sockets of a process: each page gets what it lacks, and its viewer's own rows."""

import re

import pytest
from django.http import QueryDict
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.web.api import Viewer
from games.web.sockets.lists.watched_list import Messages, ShownList
from pokerroom.models import User
from tests.games.support.tables import GRANT, person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.models import Tournament
from tournaments.web.pages.tournament_list import Filters
from tournaments.web.watched_tournaments import WatchedTournaments, read_for

pytestmark = pytest.mark.django_db
ALL, MINE = Filters(), Filters("mine")
VISITOR = Viewer("en", 0, ALL)


def push(watched: WatchedTournaments, *pages: ShownList[Filters]) -> list[Messages]:
    """Reads the list for these pages, and takes what each of them lacks."""
    watched.take(read_for(frozenset(page.viewer for page in pages)))
    return [watched.take_changes(page) for page in pages]


def ids(messages: Messages) -> list[str]:
    """The ids of the fragments in these messages."""
    return re.findall(r'<tr id="([\w-]+)"', "".join(messages.texts))


def listed(messages: Messages) -> list[int]:
    """The tournaments that a page is told to list, which comes before their rows."""
    rows = re.findall(r'^<tr id="t-listed" hidden data-rows="([^"]*)"', "".join(messages.texts))
    return [int(number) for number in str(rows[0]).split()]


def entered(*users: User) -> PageTournament:
    """A tournament that these users have entered."""
    tournament = PageTournament(soon(late=None))
    for user in users:
        api.enter(user=user, tournament_id=tournament.id, key="in")
    return tournament.catch_up()


def test_t1_a_page_that_was_just_opened_gets_only_rows_that_have_changed_since_it_was_made(client: Client) -> None:
    first, second = PageTournament(soon()), PageTournament(SIT_AND_GO)
    page = client.get("/tournaments/").content.decode()
    assert re.findall(r'data-rows="([^"]*)"', page) == [f"{second.id} {first.id}"]
    [seen] = re.findall(r'data-socket="/ws/tournaments/\?seen=(\w+)"', page)
    Tournament.objects.filter(pk=second.id).update(entrants=3)
    found, blank = push(WatchedTournaments(), ShownList(VISITOR, seen), ShownList(VISITOR))
    assert ids(found) == ["t-listed", f"t-row-{second.id}"]
    assert ids(blank) == ["t-listed", f"t-row-{second.id}", f"t-row-{first.id}"]
    [row] = re.findall(rf'<tr id="t-row-{first.id}".*?</tr>', "".join(blank.texts), re.DOTALL)
    assert row in page, "page and socket draw the same"


def test_t1_a_filtered_page_tells_its_socket_so(client: Client) -> None:
    PageTournament(SIT_AND_GO)
    page = client.get("/tournaments/?state=open&kind=sitngo&game=stud").content.decode()
    [query] = re.findall(r'data-socket="/ws/tournaments/\?([^"]*)&amp;seen="', page)
    filters = Filters.of(QueryDict(query.replace("&amp;", "&")))
    assert filters == Filters("open", ("sitngo",), ("stud",))
    assert Filters.of(QueryDict(ALL.query)) == ALL


def test_t1_a_tournament_that_is_announced_starts_or_ends_comes_moves_and_goes() -> None:
    petr, emil = person("Petr", grant=GRANT), person("Emil", grant=GRANT)
    running = entered(petr, emil)
    watched, page, of_open = WatchedTournaments(), ShownList(VISITOR), ShownList(Viewer("en", 0, Filters("open")))
    push(watched, page, of_open)
    other = PageTournament(SIT_AND_GO)
    for found in push(watched, page, of_open):
        assert ids(found) == ["t-listed", f"t-row-{other.id}"]
        assert listed(found) == [other.id, running.id]
    running.carry_out(cm.Start())
    everything, still_open = push(watched, page, of_open)
    assert (ids(everything), ids(still_open)) == ([f"t-row-{running.id}"], ["t-listed"])
    assert listed(still_open) == [other.id]
    assert [found.texts for found in push(watched, page, of_open)] == [[], []]
    running.carry_out(cm.Cancel("fault"))
    gone, nothing = push(watched, page, of_open)
    assert (ids(gone), listed(gone), nothing.texts) == (["t-listed"], [other.id], [])


def test_t1_rows_of_ones_own_are_pushed_to_nobody_else() -> None:
    petr, emil = person("Petr", grant=GRANT), person("Emil", grant=GRANT)
    watched, visitor = WatchedTournaments(), ShownList(VISITOR)
    his, his_own, anothers = (
        ShownList(Viewer("en", player.pk, part)) for player, part in ((petr, ALL), (petr, MINE), (emil, ALL))
    )
    pages = visitor, his, his_own, anothers
    tournament = PageTournament(soon(late=None))
    assert [ids(found) for found in push(watched, *pages)] == [
        ["t-listed", f"t-row-{tournament.id}"],
        ["t-listed", f"t-row-{tournament.id}"],
        ["t-listed"],
        ["t-listed", f"t-row-{tournament.id}"],
    ]
    api.enter(user=petr, tournament_id=tournament.id, key="in")
    tournament.catch_up()
    of_visitor, of_his, of_his_own, of_anothers = push(watched, *pages)
    assert "registered" in "".join(of_his.texts) and "registered" in "".join(of_his_own.texts)
    assert listed(of_his_own) == [tournament.id]
    assert ids(of_visitor) == ids(of_anothers) == [f"t-row-{tournament.id}"], "one more has entered"
    assert "registered" not in "".join(of_visitor.texts + of_anothers.texts)
    api.unregister(user=petr, tournament_id=tournament.id, key="out")
    tournament.catch_up()
    of_visitor, of_his, of_his_own, _ = push(watched, *pages)
    assert "registered" not in "".join(of_his.texts)
    assert ids(of_his) == ids(of_visitor) == [f"t-row-{tournament.id}"]


def test_a_hundred_viewers_cost_the_same_queries_as_one_and_get_the_same_messages(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = PageTournament(soon())
    crowd = [Viewer("en", player, ALL) for player in range(1000, 1100)]
    with django_assert_num_queries(1):
        read_for(frozenset({VISITOR}))
    with django_assert_num_queries(2):
        read_for(frozenset({VISITOR, *crowd}))
    watched, pages = WatchedTournaments(), [ShownList(viewer) for viewer in crowd]
    push(watched, *pages)
    Tournament.objects.filter(pk=tournament.id).update(entrants=3)
    assert len({id(found) for found in push(watched, *pages)}) == 1


def test_each_language_has_its_own_rows() -> None:
    PageTournament(soon())
    english, czech = push(WatchedTournaments(), ShownList(VISITOR), ShownList(Viewer("cs", 0, ALL)))
    assert "Register" in english.texts[0] and "Register" not in czech.texts[0]
