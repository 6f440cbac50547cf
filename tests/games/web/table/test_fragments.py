"""The fragments of the table page: single elements with ids, equal for all viewers, small and escaped."""

import json
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from games.engine.cards import DECK, card_text, parse_cards
from games.engine.table.commands import (
    Act,
    FoldAndSitOut,
    Leave,
    PostBlind,
    SetAutoActions,
    SetPreAction,
    SetStopPlan,
    ShowCards,
    SitIn,
    SitOut,
)
from games.engine.views.types import LogLine, OwnView, SeatView, TableView, Turn
from games.messaging import player_asks
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from tests.games.support.amounts import MONEY
from tests.games.web.html_reader import ParsedHtml, buttons
from tests.games.web.scenes.games import GAME_SCENES
from tests.games.web.scenes.tables import (
    SCENES,
    asked,
    everything,
    may_show,
    my_turn,
    not_my_turn,
    out,
    people,
    showdown,
    table,
)

HOSTILE = '<img src=x onerror="alert(1)">'


def all_fragments(name: str, language: str = "en") -> dict[str, str]:
    """Every fragment of a scene."""
    scene = (SCENES | GAME_SCENES)[name]()
    return {
        **fragments.public_fragments(scene.view, language),
        **fragments.own_fragments(scene.own, scene.view, language, ViewerPreferences(signed_in=True)),
    }


@pytest.mark.parametrize("name", [*SCENES, *GAME_SCENES])
def test_every_fragment_is_one_element_with_its_id_and_nothing_inline(name: str) -> None:
    for fragment, html in all_fragments(name).items():
        parsed = ParsedHtml(html)
        assert [top["id"] for top in parsed.top] == [fragment]
        for tag, attributes in parsed.all:
            assert tag not in ("script", "style")
            assert not [key for key in attributes if key == "style" or key.startswith("on")]
            if "data-values" in attributes:
                json.loads(attributes["data-values"])
        ids = [attributes["id"] for _, attributes in parsed.all if "id" in attributes]
        assert len(ids) == len(set(ids))


def test_hostile_names_and_chat_are_escaped() -> None:
    seats = [seat._replace(name=HOSTILE) for seat in people()]
    log = (LogLine("call", HOSTILE, amount=100), LogLine("wins", HOSTILE, kind="all", amount=100))
    view = table(seats)._replace(phase="between", log=log)
    pushed = [
        *fragments.public_fragments(view, "en").values(),
        *fragments.log_fragments(view, "en"),
        fragments.log_fragment(view, "en"),
        fragments.chat_fragment({"name": HOSTILE, "text": HOSTILE}),
        fragments.alert_fragment(HOSTILE, {}, "en", amounts=MONEY),
        fragments.alert_fragment("muted", {"count": 1, "why": HOSTILE}, "en", amounts=MONEY, chat=HOSTILE),
    ]
    for html in pushed:
        assert not [tag for tag, _ in ParsedHtml(html).all if tag == "img"]
    assert ParsedHtml(pushed[-3]).text == f"{HOSTILE} {HOSTILE}"


def test_braces_in_a_name_are_not_formatted() -> None:
    """Sentences are filled with `str.format`, which must never read a name as a format."""
    view = table(people())._replace(log=(LogLine("call", "{amount} {0} %s", amount=100),))
    (html,) = fragments.log_fragments(view, "en")
    assert ParsedHtml(html).text == "{amount} {0} %s calls 1"


def test_b17_public_fragments_are_rendered_once_for_all_viewers() -> None:
    """B17: what everybody sees is rendered once; the same view gives the very same text, whoever looks."""
    view = everything().view
    first = fragments.public_fragments(view, "en")
    fragments.own_fragments(everything().own, view, "en", ViewerPreferences(signed_in=True))
    assert fragments.public_fragments(view, "en") == first
    assert all(first[fragment] is html for fragment, html in fragments.public_fragments(view, "en").items())


def test_fragments_kept_from_the_last_view_are_those_of_a_new_one() -> None:
    kept = {language: fragments.RenderedFragments() for language in ("en", "cs")}
    scenes = [scene() for scene in (SCENES | GAME_SCENES).values()]
    for scene in (*scenes, *reversed(scenes)):
        for language, cache in kept.items():
            html = fragments.public_fragments(scene.view, language, cache=cache)
            assert html == fragments.public_fragments(scene.view, language)


def test_hole_cards_are_in_no_public_fragment_and_only_in_my_hand() -> None:
    scene = my_turn()
    hidden = {f'data-c="{code}"' for code in ("Ah", "Qs")}
    for html in fragments.public_fragments(scene.view, "en").values():
        assert not [mark for mark in hidden if mark in html]
    own = fragments.own_fragments(scene.own, scene.view, "en")
    assert all(mark in own["my-hand"] for mark in hidden)
    assert not [mark for mark in hidden if mark in own["controls"] + own["my-seat"]]
    for html in fragments.own_fragments(None, scene.view, "en").values():
        assert "data-c" not in html


def test_only_shown_cards_are_face_up() -> None:
    seats = people()
    seats[0] = seats[0]._replace(shown=(parse_cards("Kd")[0], -1), face_down=1)
    html = fragments.public_fragments(table(seats), "en")["seat-0"]
    assert html.count("card back") == 1
    assert html.count("data-c") == 1
    assert 'data-c="Kd"' in html


def test_every_card_has_its_own_face() -> None:
    faces = {
        html
        for card in DECK
        for html in [fragments.public_fragments(table(people())._replace(board=(card,), street="river"), "en")["board"]]
    }
    assert len(faces) == 52
    sprite = Path("static/css/card.css").read_text("utf-8")
    for card in DECK:
        text = card_text(card)
        assert f'[data-c^="{text[0]}"]::before' in sprite
        assert f'[data-c$="{text[1]}"]::after' in sprite


def test_the_push_after_an_action_is_below_three_kilobytes() -> None:
    before = everything().view
    seats = list(before.seats)
    seats[1] = seats[1]._replace(bet=12345600, stack=5, last_action="raise", state="all_in")
    turn = Turn(2, 6, 1_700_000_020_000, 20_000, False)
    log = (*before.log, LogLine("raise", seats[1].name, amount=100, to=12345600, all_in=True))
    after = before._replace(seats=tuple(seats), turn=turn, pot=99999999, log=log, version=8)
    old, new = fragments.public_fragments(before, "en"), fragments.public_fragments(after, "en")
    changed = [fragment for fragment in new if new[fragment] != old.get(fragment)]
    assert set(changed) == {"seat-1", "seat-2", "pots"}
    pushed = [*(new[fragment] for fragment in changed), *fragments.log_fragments(after, "en", since=len(before.log))]
    size = len("".join(pushed).encode()) + len(fragments.time_fragment(1_700_000_020_000))
    assert size < 3_000


def test_a_seat_without_extras_is_small() -> None:
    html = fragments.public_fragments(table(people()), "en")["seat-1"]
    assert len(html.encode()) < 450


def test_lines_of_the_log_are_appended_one_by_one() -> None:
    view = showdown().view
    lines = fragments.log_fragments(view, "en")
    assert len(lines) == len(view.log)
    assert fragments.log_fragments(view, "en", since=2) == lines[2:]
    assert all(html.startswith('<ol data-append-to="log"><li') for html in lines)
    whole = fragments.log_fragment(view, "en")
    assert whole.startswith(f'<ol id="log" class="log" data-hand="{view.hand}">')
    assert whole.count("<li") == len(view.log)


def test_b9_action_buttons_send_hand_turn_and_price() -> None:
    scene = my_turn()
    sends = buttons(fragments.own_fragments(scene.own, scene.view, "en")["controls"])
    base = {"do": "act", "hand": 184302, "turn": 11, "price": 20000}
    assert sends == {
        "f": {**base, "action": "fold"},
        "c": {**base, "action": "call"},
        "raise": {**base, "action": "raise"},
    }
    fold_out = buttons(fragments.own_fragments(scene.own, scene.view, "en")["seat-exits"])['{"do": "fold_out"}']
    sends["fold and sit out"] = fold_out
    assert fold_out == {**base, "do": "fold_out"}
    for body in sends.values():
        if body.get("action") == "raise":
            body = {**body, "amount": "274000"}
        assert isinstance(player_asks.parse_ask(body, player=5), Act | FoldAndSitOut)


def test_b1_folding_when_checking_is_free_needs_confirmation() -> None:
    scene = SCENES["six-check"]()
    html = fragments.own_fragments(scene.own, scene.view, "en")["controls"]
    parsed = ParsedHtml(html)
    (fold,) = [attributes for _, attributes in parsed.all if attributes.get("data-key") == "f"]
    assert "data-send" not in fold
    assert fold["data-opens"] == "fold-dialog"
    assert "Checking is free. Fold anyway?" in parsed.text


def test_buttons_show_the_price_and_tell_bets_from_raises() -> None:
    text = ParsedHtml(fragments.own_fragments(my_turn().own, my_turn().view, "en")["controls"]).text
    assert "Call200" in text.replace(" ", "")
    assert "Raise to" in text
    view, own = SCENES["six-check"]()
    text = ParsedHtml(fragments.own_fragments(own, view, "en")["controls"]).text
    assert "Check" in text
    assert "Bet" in text
    assert "Raise to" not in text


def test_b10_pre_action_buttons_choose_and_cancel() -> None:
    scene = not_my_turn()
    html = fragments.own_fragments(scene.own, scene.view, "en")["controls"]
    asks = [player_asks.parse_ask(body, player=5) for body in buttons(html).values()]
    assert asks == [
        SetPreAction(5, 184302, "fold", 0),
        SetPreAction(5, 184302, "", 20000),
        SetPreAction(5, 184302, "call_any", 0),
    ]
    pressed = [attributes["aria-pressed"] for _, attributes in ParsedHtml(html).all if "aria-pressed" in attributes]
    assert pressed == ["false", "true", "false"]


def test_h2_h4_buttons_show_and_muck() -> None:
    asks = [
        player_asks.parse_ask(body, player=5)
        for body in buttons(fragments.own_fragments(asked().own, asked().view, "en")["controls"]).values()
    ]
    assert [type(ask.action).__name__ for ask in asks if isinstance(ask, Act)] == ["Show", "Muck"]
    scene = may_show()
    asks = [
        player_asks.parse_ask(body, player=5)
        for body in buttons(fragments.own_fragments(scene.own, scene.view, "en")["controls"]).values()
    ]
    assert asks == [ShowCards(5, 184302, (0,)), ShowCards(5, 184302, (1,)), ShowCards(5, 184302, ())]


def test_my_seat_has_buttons_to_sit_out_leave_and_set_automatic_actions() -> None:
    scene = my_turn()
    html = fragments.own_fragments(scene.own, scene.view, "en")["my-seat"]
    asks = [player_asks.parse_ask(body, player=5) for body in buttons(html).values()]
    plans = [SetStopPlan(5, plan) for plan in ("out_blind", "leave", "leave_blind")]
    assert asks == [SitOut(5), *plans, SetAutoActions(5, True, True), SetAutoActions(5, False, False)]
    # The question is no part of the fragment: a push while it is asked must not take it away.
    assert 'data-opens="leave-dialog"' in html
    assert "<dialog" not in html
    page = Path("templates/games/table/page.html").read_text()
    question = page[page.index('<dialog id="leave-dialog"') :]
    asks = [
        player_asks.parse_ask(body, player=5) for body in buttons(question[: question.index("</dialog>") + 9]).values()
    ]
    assert asks == [Leave(5)]
    scene = out()
    html_by_id = fragments.own_fragments(scene.own, scene.view, "en")
    assert [player_asks.parse_ask(body, player=5) for body in buttons(html_by_id["controls"]).values()] == [SitIn(5)]


def test_d12_a_due_blind_can_be_posted_or_declined() -> None:
    view = table(people())._replace(phase="between")
    html = fragments.own_fragments(OwnView(1, 7, 4, 5, asked_to_post=True, stack=100), view, "en")["controls"]
    assert [player_asks.parse_ask(body, player=5) for body in buttons(html).values()] == [
        PostBlind(5, True),
        PostBlind(5, False),
    ]


def test_watchers_are_offered_a_seat_and_visitors_a_guest_account() -> None:
    view = SCENES["waiting"]().view
    assert (
        "Take a seat"
        in ParsedHtml(fragments.own_fragments(None, view, "en", ViewerPreferences(signed_in=True))["controls"]).text
    )
    assert "Play now" in ParsedHtml(fragments.own_fragments(None, view, "en", ViewerPreferences())["controls"]).text


def test_c10_winners_are_named_and_their_cards_marked() -> None:
    """Each winner is named once, with amount and hand, and the cards of that hand are marked."""
    scene = showdown()
    html_by_id = fragments.public_fragments(scene.view, "en")
    text = ParsedHtml(html_by_id["status"]).text
    assert "Petr wins 2\u202f340 with a straight, ace high" in text
    assert "Markéta wins 600 with three of a kind, kings" in text
    board = [
        attributes["data-c"]
        for _, attributes in ParsedHtml(html_by_id["board"]).all
        if "plays" in attributes.get("class", "")
    ]
    assert board == ["Ts", "Jh", "Kh"]
    assert html_by_id["seat-4"].count("card plays") == 2
    assert "card plays" not in html_by_id["seat-1"]


def test_one_winner_of_several_pots_is_named_once() -> None:
    log = (LogLine("wins", "Petr", "all", 100_00), LogLine("wins", "Petr", "all", 50_00, pot=1))
    text = ParsedHtml(
        fragments.public_fragments(table(people())._replace(phase="between", log=log), "en")["status"]
    ).text
    assert text == "Petr wins 150"


def test_the_first_page_shows_only_who_sits_where() -> None:
    from games.lobby.queries import SeatName

    placeholders = fragments.placeholder_fragments(6, [SeatName(2, 7, "Petr", False)], "en", ViewerPreferences())
    assert [ParsedHtml(html).top[0]["id"] for html in placeholders.seats] == [f"seat-{seat}" for seat in range(6)]
    assert "Petr" in placeholders.seats[2]
    assert "data-c" not in "".join(map(str, placeholders.seats))


def test_cached_fragments_are_kept_apart_by_language() -> None:
    view = my_turn().view
    with override("cs"):
        english = fragments.public_fragments(view._replace(pot=77700), "en")
    assert "Pot" in english["pots"]
    czech = fragments.public_fragments(view._replace(pot=77700), "cs")
    assert fragments.public_fragments(view._replace(pot=77700), "en") == english
    assert czech.keys() == english.keys()


def test_an_empty_view_has_every_fragment() -> None:
    view = TableView(1, 1, tuple(SeatView(seat) for seat in range(2)))
    assert set(fragments.public_fragments(view, "en")) == {"seat-0", "seat-1", "board", "pots", "status"}
    assert fragments.log_fragments(view, "en") == []


def test_amounts_do_not_wrap() -> None:
    html = fragments.public_fragments(everything().view, "en")["seat-7"]
    assert re.search("123\u202f456", html)
