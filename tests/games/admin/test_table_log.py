"""The page of a decision tells it in the words of the hand's log, in the viewer's language, without hidden cards."""

import pytest
from django.conf import settings
from django.test import Client

from games.engine import events as ev
from games.engine.cards import card_text
from games.engine.events import SECRET
from games.engine.events.kinds import PreAction
from games.engine.hand.actions import Fold
from games.engine.table import commands as cm
from games.models import Decision
from games.operations import floor
from games.store import card_sealing
from games.text.small_cards import SUITS
from tests.games.support.restrictions import floor as floor_staff
from tests.games.support.tables import SteppedHost, host_with, person
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> SteppedHost:
    """A table with two players."""
    return host_with(person("Alice"), person("Bob"))


@pytest.fixture
def auditor() -> Client:
    """A test client signed in as staff who may only read."""
    return staff("auditor")


def told(client: Client, host: SteppedHost, language: str = "en") -> list[str]:
    """The text of the page of each decision, in order."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    listed = client.get(f"/admin/games/decision/?table={host.id}").context["cl"].queryset.order_by("number")
    pages = [client.get(f"/admin/games/decision/{row.pk}/change/").content.decode() for row in listed]
    return [page.partition("field-lines")[2].partition("</fieldset>")[0] for page in pages]


def test_F3_a_finished_hand_is_told_in_words(auditor: Client, host: SteppedHost) -> None:
    host.play_hand()
    page = " ".join(told(auditor, host))
    for words in ("Hand #1", "posts the big blind, 20", "Flop", "River", "checks", "shows", "wins"):
        assert words in page
    for name in ("Posted", "Checked", "PotWon", "[&quot;", "{", "data-c"):
        assert name not in page


def test_B10_nobody_learns_from_the_log_of_an_action_chosen_in_advance(auditor: Client, host: SteppedHost) -> None:
    host.play_hand()
    before = told(auditor, host)
    host.until("turn")
    hand = host.table.hand
    assert hand is not None
    waiting = next(seat for seat in hand.order if seat != hand.to_act)
    host.do(cm.SetPreAction(host.table.seat(waiting).player, hand.number, PreAction.FOLD, hand.price(waiting)))
    chosen = Decision.objects.filter(table=host.id).latest("number")
    assert chosen.events == [None]
    assert auditor.get(f"/admin/games/decision/{chosen.pk}/change/").status_code == 302
    assert told(auditor, host) == before
    host.act(Fold())
    after = told(auditor, host)
    assert len(after) == Decision.objects.filter(table=host.id).count()
    assert "Hand #2" in " ".join(after)


def test_F1_F5_acts_of_the_house_are_told_with_their_reason(auditor: Client, host: SteppedHost) -> None:
    host.until("turn")
    by = floor_staff().pk
    floor.pause(by=by, table_id=host.id, why="fire <drill>")
    floor.void_hand(by=by, table_id=host.id, hand=1, why="two aces")
    host.read_inbox()
    floor.resume(by=by, table_id=host.id, why="it was a drill")
    host.read_inbox()
    host.play_hand()
    page = " ".join(told(auditor, host))
    assert "Hand #1 is void: all chips are back where they were when it began. Reason: two aces" in page
    assert "The table is paused: no new hand begins. Reason: fire &lt;drill&gt;" in page
    assert "VoidHand" not in page
    assert "Důvod: two aces" in " ".join(told(auditor, host, "cs"))
    assert "Dôvod: two aces" in " ".join(told(auditor, host, "sk"))


def test_X2_no_hidden_card_is_told(auditor: Client, host: SteppedHost) -> None:
    host.until("turn")
    rows = Decision.objects.filter(table=host.id).order_by("number")
    hidden = [
        event
        for row in rows
        for event in card_sealing.unseal(host.id, row.number, row.events, row.sealed)
        if type(event) in SECRET
    ]
    decks = [event.deck for event in hidden if isinstance(event, ev.DeckShuffled)]
    assert decks, "the deck of the running hand is in the log"
    assert "Hand #1" not in " ".join(told(auditor, host))
    host.fold_out()
    page = " ".join(told(auditor, host))
    for card in decks[-1]:
        text = card_text(card)
        assert text[0] + SUITS[text[1]] not in page
