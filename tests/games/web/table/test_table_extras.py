"""The table page outside of betting: equity (H5), called time (B14), seat changes (D8) and rabbit hunts (H7)."""

import re

import pytest
from django.test import Client

from games.engine.cards import card_text
from games.engine.views.types import LogLine, Prompt
from games.messaging import player_asks
from games.models import Table
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.conftest import HTMX
from tests.games.web.html_reader import ParsedHtml, buttons
from tests.games.web.scenes.floor import FLOOR_SCENES, all_in, moving, rabbit, time_pressure
from tests.games.web.scenes.tables import Scene, people, table


def all_fragments(scene: Scene, language: str = "en") -> dict[str, str]:
    """Every fragment of a scene."""
    return {
        **fragments.public_fragments(scene.view, language),
        **fragments.own_fragments(scene.own, scene.view, language, ViewerPreferences(signed_in=True)),
    }


def text_of(html: str) -> str:
    """The text of a fragment."""
    return " ".join(ParsedHtml(html.replace("<", " <")).text.split())


def log(scene: Scene) -> str:
    """The text of the hand's log."""
    return text_of(fragments.log_fragment(scene.view, "en"))


@pytest.mark.parametrize("name", FLOOR_SCENES)
def test_every_fragment_is_one_element_and_every_button_sends_a_valid_ask(name: str) -> None:
    for fragment, html in all_fragments(FLOOR_SCENES[name]()).items():
        parsed = ParsedHtml(html)
        assert [top["id"] for top in parsed.top] == [fragment]
        assert not [key for _, attributes in parsed.all for key in attributes if key == "style" or key.startswith("on")]
        for body in buttons(html).values():
            if body.get("action") not in ("raise", "draw"):
                assert player_asks.parse_ask(body, player=1)


# H5


def test_H5_each_face_up_hand_has_its_equity_and_a_full_label() -> None:
    scene = all_in()
    html = all_fragments(scene)
    for one in scene.view.seats:
        share = round(one.equity / 10)
        assert f"{share}%" in html[f"seat-{one.seat}"]
        assert f"{share} percent of the pot on average" in text_of(html[f"seat-{one.seat}"])
        assert "≈" not in html[f"seat-{one.seat}"]


def test_H5_sampled_equity_is_marked_as_approximate() -> None:
    scene = all_in("omaha8", 3, cards=0)
    assert all(one.sampled for one in scene.view.seats)
    for one in scene.view.seats:
        html = all_fragments(scene)[f"seat-{one.seat}"]
        assert "≈" in html
        assert "About " in text_of(html)


@pytest.mark.parametrize(
    ("thousandths", "shown"),
    [(0, "0%"), (1, "<1%"), (9, "<1%"), (10, "1%"), (505, "50%"), (990, "99%"), (995, ">99%"), (1000, "100%")],
)
def test_H5_equity_near_0_or_100_percent_is_not_rounded_to_it(thousandths: int, shown: str) -> None:
    seats = people(3)
    seats[0] = seats[0]._replace(equity=thousandths)
    html = fragments.public_fragments(table(seats)._replace(phase="dealing"), "en")
    assert shown in text_of(html["seat-0"])
    assert "of the pot" not in text_of(html["seat-1"])


# B14


def test_B14_everybody_sees_the_time_bank_and_called_time() -> None:
    for called, text in ((False, "time bank"), (True, "time called")):
        scene = time_pressure(called=called, is_mine=False)
        assert scene.view.turn
        html = all_fragments(scene)
        assert text in html[f"seat-{scene.view.turn.seat}"]
        assert ("data-count" in html[f"seat-{scene.view.turn.seat}"]) == called
        others = [html[f"seat-{one.seat}"] for one in scene.view.seats if one.seat != scene.view.turn.seat]
        assert not [fragment for fragment in others if "time " in fragment]


def test_B14_the_button_names_the_slow_player_until_time_is_called() -> None:
    before, after = time_pressure(called=False, is_mine=False), time_pressure(called=True, is_mine=False)
    assert before.view.turn
    name = before.view.seats[before.view.turn.seat].name
    assert f"Call time on {name}" in text_of(all_fragments(before)["controls"])
    assert {"do": "call_time"} in buttons(all_fragments(before)["controls"]).values()
    assert "Call time" not in text_of(all_fragments(after)["controls"])
    assert f"calls time on {name}" in log(after)


def test_B14_calling_time_is_apart_from_the_action_buttons() -> None:
    html = all_fragments(time_pressure(called=False, is_mine=False))["controls"]
    acts = html.split('class="acts')[1].split("</div>")[0]
    assert "call_time" not in acts


def test_B14_the_player_sees_that_time_was_called() -> None:
    html = all_fragments(time_pressure(called=True, is_mine=True))["controls"]
    assert "Time was called on you." in text_of(html)
    assert html.count("data-count") == 1
    assert "Time was called" not in all_fragments(time_pressure(called=False, is_mine=True))["controls"]


# D8


def test_D8_the_panel_lists_free_seats_and_cancels_the_change() -> None:
    scene = moving()
    asks = [body for body in buttons(all_fragments(scene)["my-seat"]).values() if body.get("do") == "seat_change"]
    assert asks == [
        {"do": "seat_change", "seat": 1},
        {"do": "seat_change", "seat": -1},
        {"do": "seat_change", "seat": 7},
    ]
    assert "You move to seat 5 when the hand is over." in text_of(all_fragments(scene)["my-seat"])


def test_D8_an_empty_seat_is_the_same_for_players_and_watchers() -> None:
    html = all_fragments(moving())["seat-1"]
    assert "Sit here, seat 2" in text_of(html)
    assert "Move to seat 2" in text_of(html)


@pytest.mark.django_db
def test_D8_pressing_an_empty_seat_asks_whether_to_move(client: Client) -> None:
    petr, prague = person("Petr"), open_table(seats=6)
    seat(SteppedHost(prague.pk), petr)
    client.force_login(petr)
    html = client.get(f"/table/{prague.pk}/sit/3/", headers=HTMX).content.decode()
    assert "Move to seat 4?" in html
    assert buttons(html) == {'{"do": "seat_change", "seat": 3}': {"do": "seat_change", "seat": 3}}
    assert "amount" not in html


@pytest.mark.django_db
def test_D8_a_player_of_another_table_is_offered_the_seat(client: Client) -> None:
    petr, prague, brno = person("Petr"), open_table(seats=6), open_table("Brno", seats=6)
    seat(SteppedHost(brno.pk), petr)
    client.force_login(petr)
    assert 'name="amount"' in client.get(f"/table/{prague.pk}/sit/3/", headers=HTMX).content.decode()


# H7


def test_H7_the_price_is_on_the_button() -> None:
    html = all_fragments(rabbit(seat=2, fee=500))["controls"]
    assert "See what would have come 5" in text_of(html)
    assert {"do": "rabbit", "hand": 1} in buttons(html).values()
    assert text_of(all_fragments(rabbit(seat=2))["controls"]).endswith("See what would have come")


def test_H7_the_asked_player_sees_who_asks_and_the_asker_waits() -> None:
    asked = all_fragments(rabbit(4, seat=2))["controls"]
    assert "Dáša asks to see the cards that would have come." in text_of(asked)
    assert {"do": "rabbit", "hand": 1} in buttons(asked).values()
    waits = all_fragments(rabbit(4, seat=3))["controls"]
    assert "The others have to agree first." in text_of(waits)
    assert not [body for body in buttons(waits).values() if body.get("do") == "rabbit"]


def test_H7_no_card_is_sent_before_all_agree() -> None:
    shown = rabbit(1, 2, 3, 4, 5, 6, seat=2)
    assert len(shown.view.rabbit_cards) == 2
    faces = {f'data-c="{card_text(card)}"' for card in shown.view.rabbit_cards}
    for players in ((), (1,), (1, 2, 3, 4, 5)):
        before = rabbit(*players, seat=2)
        sent = "".join(all_fragments(before).values()) + fragments.log_fragment(before.view, "en")
        assert not [face for face in faces if face in sent]
    board = all_fragments(shown)["board"]
    assert all(face in board for face in faces)
    assert "would have come" in board
    assert log(shown).endswith("Would have come:")


def test_H7_rabbit_cards_are_apart_from_the_board_and_win_nothing() -> None:
    scene = rabbit(1, 2, 3, 4, 5, 6, seat=2, flop=False)
    html = all_fragments(scene)["board"]
    apart = html.split('class="rabbit"')[1]
    assert (len(scene.view.rabbit_cards), html.count("data-c"), apart.count("data-c")) == (5, 5, 5)
    assert "plays" not in html
    assert "slot" not in html
    assert "No cards on the board" in html


def test_names_in_log_lines_are_escaped() -> None:
    bad = '<b onclick="x">{name}'
    lines = (
        LogLine("time_called", bad, other=bad),
        LogLine("protected", bad),
        LogLine("protected", bad, amount=2),
        LogLine("rabbit_asked", bad),
        LogLine("moved", bad, to=3),
    )
    html = fragments.log_fragment(table(people())._replace(log=lines), "en")
    assert not re.search(r"<b onclick", html)
    assert f"{bad} moves to seat 4" in ParsedHtml(html).text


# Who the table waits for


@pytest.mark.parametrize(
    ("kind", "text"), [("show", "Emil may show or muck"), ("post", "Emil is asked to post a blind")]
)
def test_the_status_names_the_player_whom_the_table_waits_for(kind: str, text: str) -> None:
    view = table(people())._replace(phase="showdown" if kind == "show" else "between", prompt=Prompt(kind, 2, 1234))
    html = fragments.public_fragments(view, "en")["status"]
    assert text in text_of(html)
    assert 'data-until="1234"' in html


# K5


def test_K5_the_panel_shows_chips_that_went_back_to_the_wallet() -> None:
    scene = moving()
    assert scene.own
    html = all_fragments(Scene(scene.view, scene.own._replace(chips_returned=300_00)))["my-seat"]
    assert "Back in your wallet 300" in text_of(html)
    assert "300 went back to your wallet" in text_of(
        fragments.alert_fragment("returned", {"returned": 300_00}, "en", amounts=MONEY)
    )


def test_the_form_explains_where_chips_above_the_maximum_go(client: Client, db: None) -> None:
    petr: User = person("Petr")
    prague: Table = open_table(seats=6)
    seat(SteppedHost(prague.pk), petr)
    client.force_login(petr)
    html = client.get(f"/table/{prague.pk}/top-up/", headers=HTMX).content.decode()
    assert "goes back to your wallet" in html
