"""The page of a tournament table: whole chips, no buying or leaving, away players and the chip race."""

import json

import pytest
from django.test import Client

from games import api
from games.engine.views.types import OwnView, SeatView, TableView
from games.text.amounts import TOURNAMENT_CHIPS
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from games.web.text.rules import rules_sections
from tests.games.support.amounts import MONEY
from tests.games.support.tables import person
from tests.games.support.tournament_tables import level_rules, open_tournament_table, seat_entrants
from tests.games.web.conftest import HTMX
from tests.games.web.html_reader import ParsedHtml, buttons
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES, away, hand_for_hand, penalty, race, watched

THIN = "\u202f"
SIGNED_IN = ViewerPreferences(signed_in=True)


def fragments_of(name: str, prefs: ViewerPreferences = SIGNED_IN) -> dict[str, str]:
    """Every fragment of a scene."""
    view, own = TOURNAMENT_SCENES[name]()
    return fragments.public_fragments(view, "en", prefs) | fragments.own_fragments(own, view, "en", prefs)


@pytest.mark.parametrize("name", TOURNAMENT_SCENES)
def test_every_fragment_is_one_element_with_its_id_and_nothing_inline(name: str) -> None:
    for fragment, html in fragments_of(name).items():
        parsed = ParsedHtml(html)
        assert [top["id"] for top in parsed.top] == [fragment]
        for tag, attributes in parsed.all:
            assert tag not in ("script", "style")
            assert not [key for key in attributes if key == "style" or key.startswith("on")]
            json.loads(attributes.get("data-values", "{}"))


@pytest.mark.parametrize("name", TOURNAMENT_SCENES)
def test_T13_there_is_no_button_to_sit_down_buy_or_leave(name: str) -> None:
    whole = "".join(fragments_of(name).values())
    for way in ("sit/", "top-up/", '"do":"leave"', "leave-dialog", "auto_post&quot;:0", "straddle"):
        assert way not in whole
    assert "Sit here" not in whole and "Post blinds" not in whole


def test_amounts_are_whole_chips() -> None:
    texts = [TOURNAMENT_CHIPS.text(chips) for chips in (7, 1_050, 1_234_567)]
    assert texts == ["7", f"1{THIN}050", f"1{THIN}234{THIN}567"]
    html = fragments_of("tournament-turn")
    assert f"12{THIN}400<" in html["seat-0"]
    assert f">1{THIN}000</b>" in html["controls"] and f'value="2{THIN}000"' in html["controls"]
    assert f"11{THIN}700" in html["pots"]
    blinds = fragments_of("tournament-turn", ViewerPreferences(signed_in=True, amounts="blinds"))
    assert "31\u00a0BB" in blinds["seat-0"]


def test_amounts_of_an_alert_are_chips() -> None:
    limits = {"min": 1_200, "max": 3_000}
    assert "from 1\u202f200 to 3\u202f000." in fragments.alert_fragment(
        "raise_too_small", limits, "en", amounts=TOURNAMENT_CHIPS
    )
    assert "from 12 to 30." in fragments.alert_fragment("raise_too_small", limits, "en", amounts=MONEY)


def test_T13_an_away_player_is_marked_and_may_come_back() -> None:
    html = fragments_of("tournament-away")
    assert ">away<" in html["seat-2"] and ">away<" in html["seat-4"] and ">away<" not in html["seat-0"]
    assert "the room posts your blinds" in html["controls"]
    assert list(buttons(html["controls"]).values()) == [{"do": "sit_in"}]


def test_T14_a_penalty_is_shown_and_nothing_offered() -> None:
    view, own = penalty()
    html = fragments.own_fragments(own, view, "en", SIGNED_IN)["controls"]
    assert "Penalty: 2 more hands are folded for you." in html
    assert not buttons(html)
    barred = own._replace(penalty_hands=0, barred=True, sitting_out=True)
    html_by_id = fragments.own_fragments(barred, view, "en", SIGNED_IN)
    assert "The room plays on with your stack until it is gone." in html_by_id["controls"]
    assert "sit_in" not in html_by_id["controls"] + html_by_id["my-seat"]


def test_T3_a_player_with_a_dead_hand_plays_the_next_one() -> None:
    view, own = away()
    html = fragments.own_fragments(own._replace(sitting_out=False), view, "en", SIGNED_IN)["controls"]
    assert "You play the next one." in html
    assert not buttons(html)


def test_T11_a_chip_race_shows_each_seats_cards_and_result() -> None:
    view, _ = race()
    html = fragments.public_fragments(view, "en")
    assert "Chip race: chips of 25 become chips of 100" in html["status"]
    assert 'data-c="Ah"' in html["seat-4"] and "from-1" in html["seat-4"] and "racing" in html["seat-4"]
    assert "gets 100" in html["seat-4"] and "gets 100" in html["seat-7"] and "gets" not in html["seat-5"]
    assert "racing" not in html["seat-0"]
    log = fragments.log_fragment(view, "en")
    for sentence in ("Petr draws", "Petr wins a chip of <b>100</b>", "to stay in"):
        assert sentence in log
    after = fragments.public_fragments(view._replace(phase="between", chip_race=None), "en")
    assert "racing" not in "".join(after.values())


def test_T9_T12_hand_for_hand_and_re_buys_are_explained() -> None:
    view, _ = hand_for_hand()
    assert "waiting for the other tables" in fragments.public_fragments(view, "en")["status"]
    assert "re-buy" in fragments.public_fragments(view._replace(phase="rebuy"), "en")["status"]


def test_watchers_are_offered_no_seat() -> None:
    view, _ = watched()
    for prefs in (ViewerPreferences(), SIGNED_IN):
        html = fragments.own_fragments(None, view, "en", prefs)
        assert not buttons(html["controls"])
        assert "free seat" not in html["my-seat"]


def test_cash_tables_offer_seats_and_top_ups() -> None:
    view = TableView(1, 1, (SeatView(0),))
    assert "sit/0/" in fragments.public_fragments(view, "en")["seat-0"]
    assert "top-up/" in fragments.own_fragments(OwnView(1, 1, 0, 1), view, "en", SIGNED_IN)["my-seat"]


def test_the_rules_describe_tournament_play() -> None:
    sections = dict(rules_sections(level_rules(), min_buy_in=0, max_buy_in=0, currency="PLAY"))
    assert "Everybody is dealt in" in sections["Tournament"] and "at once" in sections["Tournament"]
    assert not {"Buy-in", "New and returning players", "Rake"} & sections.keys()
    assert "Anybody at the table may call time" in sections["Clock"]


@pytest.mark.django_db
def test_the_page_is_in_chips_and_has_a_place_for_the_tournament(client: Client) -> None:
    host = open_tournament_table()
    alice, _ = seat_entrants(host, "Alice", "Bob")
    client.force_login(alice)
    html = client.get(f"/table/{host.id}/?sit").content.decode()
    assert 'data-minor-units="1"' in html and 'id="tournament-bar"' in html
    assert "Small blind 50, big blind 100." in html
    assert "leave-dialog" not in html and 'hx-trigger="load"' not in html
    assert client.get(f"/table/{host.id}/hands/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("petr_client", ["sit/", "sit/3/", "top-up/"])
def test_dialogs_for_chips_explain_why_they_are_refused(client: Client, petr_client: str) -> None:
    host = open_tournament_table()
    client.force_login(person("Rich"))
    for answer in (
        client.get(f"/table/{host.id}/{petr_client}", headers=HTMX),
        client.post(f"/table/{host.id}/{petr_client}", {"amount": "100", "key": "k"}, headers=HTMX),
    ):
        assert "the director assigns its seats and chips" in answer.content.decode()
    assert api.chips_of_tournament(tournament=7) == {}


@pytest.mark.django_db
def test_a_finished_hand_is_shown_in_chips(client: Client) -> None:
    host = open_tournament_table()
    seat_entrants(host, "Alice", "Bob")
    host.fold_out()
    html = client.get(f"/table/{host.id}/hands/1/").content.decode()
    assert "<b>100</b>" in html and "<b>50</b>" in html
