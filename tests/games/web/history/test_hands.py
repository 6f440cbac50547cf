"""The pages of hands, results, replays, shared links and files; none of them reveals a card that was not shown."""

import json
import re
import tomllib
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from games.engine.history.perspective import own_cards
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.models import Hand, HandPlayer, Table
from games.models.shares import SharedHand
from games.web.history import hands, shared_hands
from pokerroom.models import User
from tests.faults.card_forms import cards_in
from tests.games.support import played_hands
from tests.games.support.tables import SteppedHost, host_with, open_table, person, seat
from tests.staff import staff

pytestmark = pytest.mark.django_db
GAMES = ("holdem", "omaha8", "stud8", "27td", "draw")


def rules_of(game: str) -> Rules:
    """Stakes of 10/20 in the structure the game is first offered in."""
    variant = CATALOGUE[game]
    blinds = variant.forced == "blinds"
    ante = 0 if blinds else 4_00
    bring_in = 10_00 if variant.forced == "bring_in" else 0
    stakes = Stakes(Structure(variant.structures[0]), 10_00 if blinds else 0, 20_00, ante, bring_in=bring_in)
    return Rules(variant, stakes, clock=Clock(bank=0))


@pytest.fixture
def host(petr: User) -> SteppedHost:
    """A table where Petr and Lucia have just finished a hand without showing cards."""
    host = host_with(petr, person("Lucia"))
    host.fold_out()
    return host


def page(client: Client, path: str) -> str:
    """The page at a path."""
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def faces(html: str) -> set[int]:
    """Every card that a page names; drawings are left out, because their paths look like card names."""
    return set(cards_in(re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)))


def share_of(client: Client, host: SteppedHost, number: int = 1) -> str:
    """Shares a hand as this browser's user and returns the path of the link."""
    path = f"/table/{host.id}/hands/{number}/"
    client.post(f"{path}share/")
    found = re.search(r'id="share" readonly value="http://[^/]+(/[^"]+)"', page(client, path))
    assert found
    return found[1]


def body(response: Any) -> str:
    """A streamed file as text."""
    return b"".join(response.streaming_content).decode()


def test_a_player_sees_only_their_own_list_of_hands(petr_client: Client, host: SteppedHost) -> None:
    html = page(petr_client, "/hands/")
    assert f"/table/{host.id}/hands/1/" in html
    assert "No-limit hold&#39;em 10/20" in html
    stranger = Client()
    assert stranger.get("/hands/").status_code == 302
    stranger.force_login(person("Olga"))
    assert "You have not played a hand yet" in page(stranger, "/hands/")


def test_hands_are_searched_by_form_and_bad_input_is_reported(petr_client: Client, host: SteppedHost) -> None:
    path = f"/table/{host.id}/hands/1/"
    net = HandPlayer.objects.get(player__username="petr").net
    assert (path in page(petr_client, "/hands/?result=won")) == (net > 0)
    assert path in page(petr_client, "/hands/?game=holdem&stakes=nl-1000-2000-PLAY&pot=0.10")
    assert "None of your hands match" in page(petr_client, "/hands/?pot=5000")
    html = page(petr_client, "/hands/?pot=lots&since=yesterday&game=chess&sitting=x&before=y&stakes=no-such")
    assert "This is not an amount." in html
    assert "Enter a valid date." in html
    assert path in html, "invalid filters hide nothing"


def test_the_next_page_of_hands_continues_where_the_last_one_ended(petr_client: Client, host: SteppedHost) -> None:
    for _ in range(26):
        host.fold_out()
    html = page(petr_client, "/hands/")
    assert html.count(">Replay<") == 25
    older = re.search(r'href="\?(before=\d+)"', html)
    assert older
    assert page(petr_client, f"/hands/?{older[1]}").count(">Replay<") == 2


def test_sittings_link_to_their_hands_and_files(petr_client: Client, host: SteppedHost) -> None:
    html = page(petr_client, "/hands/sittings/")
    part = HandPlayer.objects.get(player__username="petr").pk
    assert f"/hands/text/?sitting={part}" in html
    assert f"/table/{host.id}/hands/1/" in page(petr_client, f"/hands/?sitting={part}")
    assert "Hand #" in body(petr_client.get(f"/hands/text/?sitting={part}"))
    assert body(petr_client.get("/hands/text/?sitting=999999")) == ""
    assert petr_client.get("/hands/sittings/?before=2026-99-99T00:00").status_code == 200


def test_the_last_hands_open_over_the_table(petr_client: Client, host: SteppedHost) -> None:
    assert f"/table/{host.id}/hands/1/" in page(petr_client, f"/table/{host.id}/last-hands/")
    assert "not finished a hand" in page(Client(), f"/table/{host.id}/last-hands/")
    assert f"/table/{host.id}/last-hands/" in page(petr_client, f"/table/{host.id}/")


def test_results_are_shown_as_a_graph_and_as_figures(petr_client: Client, host: SteppedHost) -> None:
    host.play_hand()
    html = page(petr_client, "/results/")
    assert html.count("<polyline") == 2
    assert "VPIP" in html and "Day by day" in html
    assert "style=" not in html
    assert 'aria-current="true">By time' in page(petr_client, "/results/?by=time&game=holdem")
    assert petr_client.get("/results/?game=chess&period=9").status_code == 200
    assert Client().get("/results/").status_code == 302


def test_a_replay_begins_at_the_step_of_the_url(petr_client: Client, host: SteppedHost) -> None:
    path = f"/table/{host.id}/hands/1/"
    assert 'data-now="0"' in page(petr_client, path)
    last = re.search(r'data-last="(\d+)"', page(petr_client, path))
    assert last
    assert f'data-now="{last[1]}"' in page(petr_client, f"{path}?step=999")
    assert 'data-now="0"' in page(petr_client, f"{path}?step=-4")
    html = page(petr_client, f"{path}?step=1")
    assert html.count("<template data-step=") == int(last[1]) + 1
    assert "Sit here" not in html
    assert petr_client.get(f"/table/{host.id}/hands/2/").status_code == 404


def test_h4_only_the_players_own_replay_shows_their_cards(petr_client: Client, host: SteppedHost) -> None:
    path = f"/table/{host.id}/hands/1/"
    hand = host.table.hand
    assert hand is not None
    assert faces(page(petr_client, path)) == set(hand.hole[0])
    assert faces(page(Client(), path)) == set()
    lucia = Client()
    lucia.force_login(User.objects.get(username="lucia"))
    assert faces(page(lucia, path)) == set(hand.hole[1])


def test_pages_with_ones_own_results_are_kept_by_no_browser(petr_client: Client, host: SteppedHost) -> None:
    for path in ("hands/", "last-hands/", "hands/1/"):
        assert "no-store" in petr_client.get(f"/table/{host.id}/{path}").headers["Cache-Control"]


def test_M6_staff_read_the_hands_of_a_closed_table_without_a_card_that_was_not_shown(host: SteppedHost) -> None:
    host.fold_out()
    host.do(cm.VoidHand(2, "Two aces", last=True))
    Table.objects.filter(pk=host.id).update(closed_to_watchers=True)
    path = f"/table/{host.id}/hands/"
    for role, found in (("owner", 200), ("operator", 200), ("auditor", 200), ("cashier", 404)):
        client = staff(role)
        pages = [client.get(f"{path}{page}").status_code for page in ("", "1/", "1/phh/", "2/", "3/")]
        assert pages == [found, found, found, 410 if found == 200 else 404, 404], role
        assert client.post(f"{path}1/share/").status_code == 404
        if found == 200:
            html = page(client, f"{path}1/")
            assert faces(html) == set()
            assert "Share this hand" not in html


def test_a_shared_link_shows_what_everybody_saw_even_to_the_sharer(petr_client: Client, host: SteppedHost) -> None:
    link = share_of(petr_client, host)
    for client in (Client(), petr_client):
        html = page(client, link)
        assert "Petr" in html
        assert faces(html) == set()
        assert 'content="noindex"' in html
    key = Hand.objects.get().pk
    for wrong in (str(key), f"{link.split('/')[2]}x", "x" * 200, "%00", "a~b", "č"):
        assert Client().get(f"/shared/{wrong}/").status_code == 404
    host.fold_out()
    assert share_of(petr_client, host, 2) != link


def test_links_are_stopped_one_by_one_by_their_owner(petr_client: Client, host: SteppedHost) -> None:
    host.fold_out()
    lucia = Client()
    lucia.force_login(User.objects.get(username="lucia"))
    mine, other, hers = share_of(petr_client, host), share_of(petr_client, host, 2), share_of(lucia, host)
    assert share_of(petr_client, host) == mine, "pressed again, it is the same link"
    assert len({mine, other, hers}) == 3
    lucia.post("/hands/shared/stop/", {"token": mine.split("/")[2]})
    html = page(petr_client, "/hands/shared/")
    assert mine in html and other in html and hers not in html
    answer = petr_client.post("/hands/shared/stop/", {"token": mine.split("/")[2]}, follow=True)
    assert "This hand is no longer shared" in answer.content.decode()
    gone = Client().get(mine)
    assert gone.status_code == 410
    assert "has stopped sharing the hand" in gone.content.decode()
    assert [Client().get(link).status_code for link in (other, hers)] == [200, 200]
    assert mine not in page(petr_client, "/hands/shared/")
    assert mine not in page(petr_client, f"/table/{host.id}/hands/1/")
    again = share_of(petr_client, host)
    assert again != mine
    petr_client.post(f"/table/{host.id}/hands/1/share/", {"stop": ""})
    assert Client().get(again).status_code == 410
    assert petr_client.post("/hands/shared/stop/", {"token": "\0"}).status_code == 302


def test_F1_a_replay_tells_what_the_house_did_in_the_hand(petr_client: Client, host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.Pause("Fire <drill>"))
    host.fold_out()
    html = page(petr_client, f"/table/{host.id}/hands/2/")
    assert "The table is paused: no new hand begins. Reason: Fire &lt;drill&gt;" in html


def test_F5_the_page_of_a_void_hand_tells_the_reason(petr_client: Client, host: SteppedHost) -> None:
    path, link = f"/table/{host.id}/hands/1/", share_of(petr_client, host)
    host.do(cm.VoidHand(1, "Two <aces>", last=True))
    for gone in (petr_client.get(path), Client().get(path), Client().get(link)):
        assert gone.status_code == 410
        assert "Hand #1 is void" in gone.content.decode()
        assert "Reason: Two &lt;aces&gt;" in gone.content.decode()
    Table.objects.update(closed_to_watchers=True)
    assert [Client().get(hidden).status_code for hidden in (path, link)] == [404, 404]


def test_nobody_shares_a_hand_that_they_may_not_see(petr_client: Client, host: SteppedHost) -> None:
    assert "Share this hand" not in page(Client(), f"/table/{host.id}/hands/1/")
    assert Client().post(f"/table/{host.id}/hands/1/share/").status_code == 302
    assert petr_client.post(f"/table/{host.id}/hands/9/share/").status_code == 404
    assert petr_client.get(f"/table/{host.id}/hands/1/share/").status_code == 405
    Table.objects.filter(pk=host.id).update(closed_to_watchers=True)
    olga = Client()
    olga.force_login(person("Olga"))
    assert olga.post(f"/table/{host.id}/hands/1/share/").status_code == 404
    assert not SharedHand.objects.exists()
    assert Client().get(share_of(petr_client, host)).status_code == 404, "the table is nobody's to watch"


def test_shared_links_and_files_are_rate_limited(
    petr_client: Client, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_hands, "MOST_VIEWS", 2)
    monkeypatch.setattr(hands, "MOST_FILES", 2)
    monkeypatch.setattr(hands, "MOST_SEARCH_FILES", 2)
    monkeypatch.setattr(shared_hands, "MOST_SHARES", 1)
    link = share_of(petr_client, host)
    stranger = Client()
    assert [stranger.get(link).status_code for _ in range(3)] == [200, 200, 429]
    with override_settings(TRUST_PROXY=True):
        assert stranger.get(link, headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 200, "somebody else"
    answers = [petr_client.get("/hands/text/?game=holdem") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 302]
    assert answers[2]["Location"] == "/hands/?game=holdem"
    assert "Slow down" in page(petr_client, answers[2]["Location"])
    path = f"/table/{host.id}/hands/1/"
    assert [petr_client.get(f"{path}text/").status_code for _ in range(3)] == [200, 200, 302]
    assert "Slow down" in page(petr_client, path)
    petr_client.post(f"{path}share/", {"stop": ""})
    assert "Slow down" in page(petr_client, path)
    assert SharedHand.objects.get().ended_at is None, "the link was not stopped"


def test_files_have_a_name_and_a_content_type(petr_client: Client, host: SteppedHost) -> None:
    one = petr_client.get(f"/table/{host.id}/hands/1/phh/")
    assert one["Content-Disposition"] == f'attachment; filename="hand-{host.id}-1.phh"'
    assert one["Content-Type"] == "text/plain; charset=utf-8"
    assert tomllib.loads(one.content.decode())["players"] == ["Petr", "Lucia"]
    many = petr_client.get("/hands/phh/")
    assert many["Content-Disposition"].endswith('.phhs"')
    assert list(tomllib.loads(body(many))) == [str(Hand.objects.get().pk)]
    one, many = petr_client.get(f"/table/{host.id}/hands/1/ohh/"), petr_client.get("/hands/ohh/")
    assert one["Content-Disposition"] == f'attachment; filename="hand-{host.id}-1.ohh"'
    assert many["Content-Disposition"].endswith('.ohh"')
    assert one.content.decode() == body(many)
    hand = json.loads(one.content.decode())["ohh"]
    assert [player["name"] for player in hand["players"]] == ["Petr", "Lucia"]
    assert (hand["currency"], hand["game_number"]) == ("XPM", str(Hand.objects.get().pk))
    assert (
        petr_client.get("/hands/docx/").status_code
        == petr_client.get(f"/table/{host.id}/hands/1/docx/").status_code
        == 404
    )
    assert petr_client.get(f"/table/{host.id}/hands/9/text/").status_code == 404
    assert Client().get("/hands/text/").status_code == 302


def test_hands_without_a_place_in_open_hand_history_are_offered_in_other_files(petr: User) -> None:
    client = Client()
    client.force_login(petr)
    tables = [
        SteppedHost(open_table(name, rules=rules_of(game), seats=6, max_buy_in=0).pk)
        for name, game in (("Brno", "holdem"), ("Cheb", "stud"))
    ]
    for host in tables:
        seat(host, petr, person(f"Lucia {host.id}"), amount=4_000_00)
        played_hands.play_at_random(host, Random(1), 1)
    for host, status in zip(tables, (200, 404), strict=True):
        path = f"/table/{host.id}/hands/1/"
        assert ("Open Hand History" in page(client, path)) is (status == 200)
        assert client.get(f"{path}ohh/").status_code == status
    hands_in_file = [json.loads(text) for text in body(client.get("/hands/ohh/")).split("\n\n") if text]
    assert [hand["ohh"]["table_name"] for hand in hands_in_file] == ["Brno"]


@pytest.mark.parametrize("game", GAMES)
def test_h4_no_page_and_no_file_reveals_a_card_that_was_not_shown(game: str) -> None:
    people = [person(name) for name in ("Petr", "Lucia", "Olga")]
    host = SteppedHost(open_table(rules=rules_of(game), seats=6, max_buy_in=0).pk)
    seat(host, *people, amount=4_000_00)
    played_hands.play_at_random(host, Random(game), 4)
    for number in range(1, 5):
        events = played_hands.all_events_of_hand(host.id, number)
        everybody = played_hands.shown_cards(events)
        link = ""
        for place, who in enumerate([None, *people]):
            client = Client()
            own: set[int] = set()
            if who is not None:
                client.force_login(who)
                rules = rules_of(game)
                mine = own_cards(rules, events, place - 1)
                own = {*mine.dealt}
            path = f"/table/{host.id}/hands/{number}/"
            html = page(client, path)
            found = faces(html)
            assert found <= everybody | own
            assert own <= found, "one's own cards are all there"
            if who is not None:
                link = link or share_of(client, host, number)
                assert faces(page(client, link)) <= everybody
            for form in ("text", "phh", *(("ohh",) if "Open Hand History" in html else ())):
                text = page(client, f"{path}{form}/")
                inside = "".join(re.findall(r"\[([^]]*)\]", text)) if form == "text" else text.replace("??", "")
                names = re.findall(r"[2-9TJQKA][cdhs]", inside)
                assert {card for name in names for card in cards_in(name)} <= everybody | own


def test_K14_watchers_of_a_delayed_table_see_its_last_hands_when_they_see_the_table(
    petr_client: Client, host: SteppedHost
) -> None:
    """Players at the table see them at once; the list, the replay and the file are the same."""
    ended = timezone.now() - timedelta(seconds=20)
    Hand.objects.filter(table=host.id).update(ended_at=ended)
    listed, number = f"/table/{host.id}/hands/", 1
    for delay, seen in ((30, False), (10, True)):
        Table.objects.filter(pk=host.id).update(watch_delay=delay)
        for client, may in ((Client(), seen), (petr_client, True)):
            assert (f"{listed}{number}/" in page(client, listed)) is may
            assert (client.get(f"{listed}{number}/").status_code == 200) is may
            assert (client.get(f"{listed}{number}/phh/").status_code == 200) is may
