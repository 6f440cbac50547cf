"""F4, F8: nobody directs a tournament they play in, whatever the command; another director may."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from backoffice.models import RoomSetting
from games.models import Hand, Table
from games.models.hand_reviews import HandReview
from pokerroom.models import User
from pokerroom.roles import DIRECTOR
from tests.games.support.concurrency import refusal_code
from tests.games.support.tables import person
from tests.staff import with_role
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.models import Tournament, TournamentOrder
from tournaments.store import impartiality
from tournaments.web.director.commands import COMMANDS, command_of
from tournaments.web.text.refusals import refusal_text

pytestmark = pytest.mark.django_db

ALL = {"player": "1", "table": "1", "to": "1", "seat": "1", "hands": "1", "minutes": "5"}


@pytest.fixture
def dana() -> User:
    """A director."""
    return with_role(person("Dana"), DIRECTOR)


@pytest.fixture
def tournament(dana: User) -> PageTournament:
    """Dana has registered, with five others."""
    tournament = PageTournament(soon(seats=3, min_players=3, late=None))
    for user in (dana, *(person(f"P{number}") for number in range(5))):
        api.enter(user=user, tournament_id=tournament.id, key="x")
    return tournament.catch_up()


def orders_of_staff() -> int:
    return int(TournamentOrder.objects.exclude(by=None).count())


@pytest.mark.parametrize("started", [False, True])
def test_F4_no_command_is_taken_from_a_director_who_plays(
    tournament: PageTournament, dana: User, *, started: bool
) -> None:
    if started:
        tournament.carry_out(cm.Start())
    for do in COMMANDS:
        command = command_of({"do": do, **ALL}, "why", "PLAY")
        code = refusal_code(
            lambda command=command: api.direct(user=dana, tournament_id=tournament.id, command=command, why="mine")
        )
        assert code == "plays_in_it", do
    change = refusal_code(lambda: api.change(user=dana, tournament_id=tournament.id, setup=soon(), why="mine"))
    Tournament.objects.filter(pk=tournament.id).update(frozen=True)
    thaw = refusal_code(lambda: api.thaw(user=dana, tournament_id=tournament.id, why="mine"))
    assert (change, thaw) == ("plays_in_it", "plays_in_it")
    assert Tournament.objects.get(pk=tournament.id).frozen
    assert not orders_of_staff()
    api.thaw(user=person("Erik"), tournament_id=tournament.id, why="checked")
    assert not Tournament.objects.get(pk=tournament.id).frozen


def test_F8_where_the_owner_allows_it_a_director_directs_where_they_play(
    tournament: PageTournament, dana: User
) -> None:
    RoomSetting.objects.create(pk="own_acts", value=True)
    api.direct(user=dana, tournament_id=tournament.id, command=cm.Cancel("storm"), why="storm")
    assert orders_of_staff() == 1
    assert impartiality.check_not_entered(dana.pk, tournament.id) is True
    assert impartiality.check_not_entered(person("Erik").pk, tournament.id) is False


def test_F4_a_director_who_is_out_has_a_stake_until_the_end(tournament: PageTournament, dana: User) -> None:
    """A cancellation would pay the fee back."""
    tournament.carry_out(cm.Start())
    tournament.carry_out(cm.Disqualify(dana.pk, "left"))
    code = refusal_code(
        lambda: api.direct(user=dana, tournament_id=tournament.id, command=cm.Cancel("mine"), why="mine")
    )
    assert code == "plays_in_it"


def test_F4_somebody_who_has_unregistered_directs_again_and_a_pending_entry_counts(
    tournament: PageTournament, dana: User
) -> None:
    api.unregister(user=dana, tournament_id=tournament.id, key="out")
    tournament.catch_up()
    api.direct(user=dana, tournament_id=tournament.id, command=cm.Start(), why="all are here")
    api.enter(user=dana, tournament_id=tournament.id, key="in")
    code = refusal_code(lambda: api.direct(user=dana, tournament_id=tournament.id, command=cm.Start(), why="again"))
    assert code == "plays_in_it"


def test_F8_the_directors_page_says_who_has_to_direct(client: Client, tournament: PageTournament, dana: User) -> None:
    client.force_login(dana)
    url = f"/tournaments/{tournament.id}/direct/"
    page = client.get(url).content.decode()
    assert refusal_text("plays_in_it") in page
    assert 'value="start"' not in page
    assert "d-cancel" not in client.get(f"{url}cancel/").content.decode()
    for typed in ({"do": "start", "why": "mine"}, {"do": "thaw", "why": "mine"}):
        assert refusal_text("plays_in_it") in client.post(url, typed, follow=True).content.decode()
    assert not orders_of_staff()


def test_the_word_is_clear_in_every_language() -> None:
    words = set()
    for language in ("en", "cs", "sk"):
        with override(language):
            words.add(refusal_text("plays_in_it"))
    assert len(words) == 3


def test_H8_staff_who_have_seen_hidden_cards_of_a_tournament_do_not_enter_it_that_day() -> None:
    running, other = PageTournament(soon(seats=3, min_players=3)), PageTournament(soon(name="Night"))
    for number in range(6):
        api.enter(user=person(f"P{number}"), tournament_id=running.id, key="x")
    running.catch_up().carry_out(cm.Start())
    table, now = Table.objects.filter(tournament=running.id).earliest("pk"), timezone.now()
    hand = Hand.objects.create(
        table=table, number=1, began_at=now, ended_at=now, pot=300, rake=0, players=3, second_street_players=2,
        rules_data={},
    )  # fmt: skip
    erik, hana = person("Erik"), person("Hana")
    for user, hours in ((erik, 11), (hana, 13)):
        HandReview.objects.create(
            hand=hand, by=user, suspicion="other", reason="odd fold", created_at=now - timedelta(hours=hours)
        )
    code = refusal_code(lambda: api.enter(user=erik, tournament_id=running.id, key="in"))
    assert code == "reviewed_tournament_lately"
    api.enter(user=erik, tournament_id=other.id, key="in")
    api.enter(user=hana, tournament_id=running.id, key="in")
