"""H8: the page of a review asks for the suspicion, shows the cards once, and tells the players that it happened."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from backoffice.api import StaffAct
from games.engine.events import DeckShuffled
from games.models import Hand
from games.models.hand_reviews import HandReview
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR, OWNER
from tests.faults.card_forms import cards_in
from tests.games.support.played_hands import all_events_of_hand, shown_cards
from tests.games.support.tables import SteppedHost, host_with, person
from tests.games.support.tournament_tables import open_tournament_table
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> SteppedHost:
    """A table where Alice and Bob have folded hand 1, and nobody has shown a card."""
    host = host_with(person("Alice"), person("Bob"))
    host.fold_out()
    host.until("turn")
    return host


def hole_cards(host: SteppedHost) -> set[int]:
    """The cards dealt in hand 1."""
    shuffled = next(event for event in all_events_of_hand(host.id, 1) if isinstance(event, DeckShuffled))
    return set(shuffled.deck[:4])


def url(host: SteppedHost, number: int = 1) -> str:
    return f"/floor/hands/{host.id}/{number}/review/"


def typed(client: Client, host: SteppedHost, **changed: str) -> dict[str, str]:
    """The form of the page as filled in, with its token."""
    page = client.get(url(host)).content.decode()
    found = re.search(r'name="once" value="([^"]+)"', page)
    assert found
    return {"suspicion": "soft_play", "reason": "checked the nuts", "once": found[1], **changed}


def body(answer: HttpResponse) -> str:
    return re.sub(r"<head>.*?</head>|<svg.*?</svg>", "", answer.content.decode(), flags=re.DOTALL)


def test_H8_the_floor_sees_all_cards_once_after_saying_why(host: SteppedHost) -> None:
    assert not shown_cards(all_events_of_hand(host.id, 1))
    client = staff(FLOORMAN)
    form = typed(client, host)
    preview = client.post(url(host), form)
    assert "You see the cards of all who played the hand: Alice, Bob." in body(preview)
    assert not HandReview.objects.exists()
    assert not cards_in(body(preview))
    shown = client.post(url(host), {**form, "confirmed": "1"})
    assert cards_in(body(shown)) == hole_cards(host)
    # Each of the two cards of a phone says what its "yes" or "no" is about, like the heading.
    assert body(shown).count("Others saw them") == 3
    assert "no-store" in shown["Cache-Control"]
    assert HandReview.objects.get().reason == "checked the nuts"
    again = client.post(url(host), {**form, "confirmed": "1"}, follow=True)
    assert "The cards were shown once. To see them again, say why again." in body(again)
    assert not cards_in(body(again))
    assert not cards_in(body(client.get(url(host))))
    assert HandReview.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"reason": " "}, {"suspicion": "none"}, {"once": ""}, {"reason": "x" * 301}])
def test_H8_an_incomplete_form_shows_nothing(host: SteppedHost, wrong: dict[str, str]) -> None:
    client = staff(FLOORMAN)
    answer = client.post(url(host), {**typed(client, host), **wrong, "confirmed": "1"})
    assert answer.status_code == 422
    assert not cards_in(body(answer))
    assert not HandReview.objects.exists()


@pytest.mark.parametrize("role", [CASHIER, OPERATOR, AUDITOR, OWNER])
def test_F8_H8_no_other_role_may_look(host: SteppedHost, role: str) -> None:
    answer = staff(role).post(url(host), {"suspicion": "other", "reason": "curious", "confirmed": "1"})
    assert answer.status_code == 403
    assert not HandReview.objects.exists()


def test_F8_H8_directors_look_at_hands_of_tournaments_alone(host: SteppedHost) -> None:
    client = staff(DIRECTOR)
    answer = client.post(url(host), {**typed(client, host), "confirmed": "1"})
    assert "hands of cash tables are reviewed by the floor" in body(answer)
    assert not cards_in(body(answer))
    Hand.objects.update(table=open_tournament_table().id)
    hand = Hand.objects.get()
    page = client.get(f"/floor/hands/{hand.table_id}/1/review/")
    assert page.status_code == 200
    assert "Review hand #1" in body(page)


def test_H8_a_floorman_who_played_the_hand_reads_why_not(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    me = User.objects.get(username="floorman")
    hand = Hand.objects.get()
    hand.results = [[0, me.pk, "Floorman", 0], *hand.results[1:]]
    hand.save()
    answer = client.post(url(host), typed(client, host))
    assert answer.status_code == 422
    assert "You play at this table: another member of staff has to decide." in body(answer)


def test_H8_running_and_unknown_hands_are_not_found(host: SteppedHost) -> None:
    client = staff(FLOORMAN)
    assert [client.get(url(host, number)).status_code for number in (2, 3)] == [404, 404]


def test_H8_the_hands_page_leads_the_floor_to_the_review_but_nobody_else(host: SteppedHost) -> None:
    page = f"/table/{host.id}/hands/1/"
    alice = Client()
    alice.force_login(User.objects.get(username="alice"))
    assert url(host) in staff(FLOORMAN).get(page).content.decode()
    for client in (Client(), alice, staff(OPERATOR), staff(AUDITOR)):
        assert "review/" not in client.get(page).content.decode()


def test_H8_the_players_are_told_that_and_when_but_not_by_whom_or_why(host: SteppedHost) -> None:
    alice, other = Client(), Client()
    alice.force_login(User.objects.get(username="alice"))
    other.force_login(person("Carol"))
    assert "No hand of yours has been reviewed." in body(alice.get("/hands/reviewed/"))
    client = staff(FLOORMAN, "Jana")
    client.post(url(host), {**typed(client, host), "confirmed": "1"})
    front = body(alice.get("/"))
    assert "The floor has reviewed hand #1 at Prague with the cards of all its players." in front
    page = body(alice.get("/hands/reviewed/"))
    assert f"/table/{host.id}/hands/1/" in page
    for text in (front, page):
        assert not {"Jana", "soft", "nuts"} & set(re.findall(r"\w+", text))
    assert "No hand of yours has been reviewed." in body(other.get("/hands/reviewed/"))
    data = alice.get("/accounts/your-data/?file=1").content.decode()
    assert "Jana" not in data
    assert StaffAct.objects.filter(act="hand.reviewed").count() == 2


def test_F3_auditors_read_in_the_log_and_on_the_persons_page_who_looked_and_why(host: SteppedHost) -> None:
    client = staff(FLOORMAN, "Jana")
    client.post(url(host), {**typed(client, host), "confirmed": "1"})
    auditor = staff(AUDITOR)
    log = body(auditor.get("/office/log/"))
    assert "All cards of a hand reviewed" in log
    act = StaffAct.objects.filter(act="hand.reviewed").first()
    assert act is not None
    page = body(auditor.get(f"/office/log/{act.number}/"))
    assert f'href="/table/{host.id}/hands/1/"' in page
    assert "players who spare each other" in page
    assert "checked the nuts" in page
    about = body(auditor.get(f"/office/people/{User.objects.get(username='alice').pk}/"))
    assert "players who spare each other: checked the nuts" in about
    assert "#1 at Prague" in about
