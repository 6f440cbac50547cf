"""The table page for every family of games: what it shows, and what its controls can ask."""

import re

import msgspec

from games.engine.cards import card_text, parse_cards
from games.engine.evaluation.categories import name_low
from games.engine.evaluation.names import name_high, named
from games.engine.evaluation.rankings import HIGH
from games.engine.hand.actions import Call, Check, Discard, Fold, RaiseTo, RunIt
from games.engine.table.commands import Act, EnterNow, SetStraddle
from games.engine.views.types import LogLine, OwnView, TableView
from games.messaging import player_asks
from games.store.hand_summary import summarize_hand
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from games.web.text.winners import wins
from tests.games.web.html_reader import ParsedHtml, buttons
from tests.games.web.scenes.games import GAME_SCENES, Play
from tests.games.web.scenes.tables import Scene, people, table

FACE = re.compile(r'data-c="(\w\w)"')


def controls(scene: Scene) -> str:
    """The controls of the scene's player."""
    return fragments.own_fragments(scene.own, scene.view, "en", ViewerPreferences(True))["controls"]


def asked(scene: Scene) -> list[object]:
    """The ask that each button of the controls sends, parsed."""
    assert scene.own is not None
    bodies = buttons(controls(scene)).values()
    raising = ({**body, "amount": "100"} if body.get("action") == "raise" else body for body in bodies)
    return [player_asks.parse_ask(body, player=scene.own.player) for body in raising]


def actions(scene: Scene) -> list[object]:
    """The actions among the asks of the controls."""
    return [ask.action for ask in asked(scene) if isinstance(ask, Act)]


def texts(html: str) -> str:
    """The text of a fragment with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def faces(html: str) -> list[str]:
    """The cards that lie face up in a fragment, in order."""
    return FACE.findall(html)


# Stud


def test_g15_up_cards_are_between_the_down_cards() -> None:
    scene = GAME_SCENES["stud-seventh"]()
    for seat in scene.view.seats:
        html = fragments.public_fragments(scene.view, "en")[f"seat-{seat.seat}"]
        assert faces(html) == [card_text(card) for card in seat.face_up]
        assert len(seat.face_up) == 4
        order = re.findall(r"card back|data-c", html)
        assert order == ["card back"] * 2 + ["data-c"] * 4 + ["card back"]
        assert "fan n7" in html


def test_g14_the_bring_in_cannot_fold_and_may_complete() -> None:
    scene = GAME_SCENES["stud-bring-in"]()
    labels = texts(controls(scene))
    assert "Bring in 10" in labels
    assert "Complete to 20" in labels
    assert "Fold" not in labels
    assert "Your turn. You have to bring it in for 10 or more." in controls(scene)
    assert [type(action) for action in actions(scene)] == [RaiseTo, Call]


def test_g14_the_next_player_folds_calls_or_completes() -> None:
    scene = GAME_SCENES["stud-complete"]()
    labels = texts(controls(scene))
    assert "Fold F Call 10 C Complete to 20 R" in labels
    play = Play("stud", "pl", 4, seed=3).act(Call())
    assert "Raise to" in texts(controls(play.scene()))


def test_g15_an_open_pair_offers_two_sizes_and_nothing_between() -> None:
    scene = GAME_SCENES["stud-open-pair"]()
    html = controls(scene)
    assert re.findall(r'data-amount="(\d+)">(\w+)<', html) == [("2000", "20"), ("4000", "40")]
    assert "data-two" in html
    assert 'type="range"' not in html


def test_fixed_limit_has_one_size_and_no_slider() -> None:
    html = controls(GAME_SCENES["stud-fifth"]())
    assert "data-amount" not in html
    assert 'type="range"' not in html


def test_folded_players_show_no_up_cards() -> None:
    scene = GAME_SCENES["stud-fifth"]()
    folded = [seat for seat in scene.view.seats if seat.state == "folded"]
    assert len(folded) == 3
    for seat in folded:
        html = fragments.public_fragments(scene.view, "en")[f"seat-{seat.seat}"]
        assert not faces(html)
        assert "card back" not in html


def test_g16_a_community_card_shows_without_empty_slots() -> None:
    scene = GAME_SCENES["stud-community"]()
    html = fragments.public_fragments(scene.view, "en")["board"]
    assert len(faces(html)) == 1
    assert "slot" not in html
    assert "Seventh street" in html


def test_stud_seats_show_no_blinds() -> None:
    scene = GAME_SCENES["stud-sixth"]()
    html = "".join(fragments.public_fragments(scene.view, "en").values())
    assert "blind" not in html
    assert html.count("button-mark") == 1
    assert 'class="blind sb"' in "".join(fragments.public_fragments(GAME_SCENES["omaha-turn"]().view, "en").values())


def test_my_up_cards_are_marked() -> None:
    scene = GAME_SCENES["stud-sixth"]()
    assert scene.own is not None
    html = fragments.own_fragments(scene.own, scene.view, "en")["my-hand"]
    mine = scene.view.seats[scene.own.seat]
    assert re.findall(r'class="up"><i class="card" data-c="(\w\w)"', html) == [card_text(card) for card in mine.face_up]
    assert faces(html) == [card_text(card) for card in scene.own.cards]


# Draw


def test_g13_cards_to_exchange_are_chosen_by_position() -> None:
    scene = GAME_SCENES["draw-choose"]()
    assert scene.own is not None
    html_by_id = fragments.own_fragments(scene.own, scene.view, "en")
    boxes = [attributes for tag, attributes in ParsedHtml(html_by_id["my-hand"]).all if tag == "input"]
    assert [box["value"] for box in boxes] == ["0", "1", "2", "3", "4"]
    assert [box["data-key"] for box in boxes] == ["1", "2", "3", "4", "5"]
    assert {(box["form"], box["name"], box["type"]) for box in boxes} == {("draw", "places", "checkbox")}
    body = buttons(html_by_id["controls"])["draw"]
    asks = [player_asks.parse_ask({**body, "places": places}, player=1) for places in ([], "3", ["4", "0"])]
    assert [ask.action for ask in asks if isinstance(ask, Act)] == [Discard(), Discard((3,)), Discard((0, 4))]
    assert player_asks.parse_ask(body, player=1) == asks[0], "nothing chosen is standing pat"
    labels = [attributes["for"] for tag, attributes in ParsedHtml(html_by_id["controls"]).all if tag == "label"]
    assert labels == [box["id"] for box in boxes]


def numbers(scene: Scene) -> dict[str, str]:
    """The labels of the exchange button by the number of chosen cards, with a star if it is disabled."""
    found = re.findall(r'<span data-chosen-count="(\d)"( data-off)?[^>]*>([^<]+)<', controls(scene))
    return {number: label + "*" * bool(off) for number, off, label in found}


def test_g13_the_exchange_button_counts_the_chosen_cards() -> None:
    scene = GAME_SCENES["draw-choose"]()
    assert scene.own is not None
    ace, plain = parse_cards("As")[0], parse_cards("2c7d8h9sJc")
    three = ["Stand pat", "Exchange 1", "Exchange 2", "Exchange 3"]
    without = scene._replace(own=scene.own._replace(cards=plain))
    assert list(numbers(without).values()) == [*three, "At most 3 cards*", "At most 3 cards*"]
    with_ace = scene._replace(own=scene.own._replace(cards=(ace, *plain[:4])))
    assert list(numbers(with_ace).values()) == [*three, "Exchange 4", "At most 4 cards*"]
    assert list(numbers(GAME_SCENES["draw-choose-low"]()).values())[-1] == "Exchange 5"


def test_g13_everybody_sees_how_many_cards_were_exchanged() -> None:
    scene = GAME_SCENES["draw-after"]()
    html_by_id = fragments.public_fragments(scene.view, "en")
    labels = [re.findall(r'class="drew">([^<]+)<', html_by_id[f"seat-{seat}"]) for seat in range(6)]
    assert labels == [["pat"], ["drew 1"], ["drew 2"], ["drew 3"], ["pat"], ["drew 1"]]


def test_g13_a_kept_ace_is_face_up() -> None:
    for seed in range(300):
        play = Play("draw", "fl", 3, seed=seed).until(lambda hand: bool(hand.to_draw))
        seat = play.hand.to_draw[0]
        aces = [place for place, card in enumerate(play.hand.hole[seat]) if card // 4 == 12]
        if len(aces) == 1:
            play.act(Discard(tuple(place for place in range(5) if place != aces[0])))
            html = fragments.public_fragments(play.scene().view, "en")[f"seat-{seat}"]
            assert [face[0] for face in faces(html)] == ["A"]
            assert html.count("card back") == 4
            return
    raise AssertionError("no lone ace came")


def test_g12_without_a_check_the_choice_is_bet_or_fold() -> None:
    scene = GAME_SCENES["bet-or-fold"]()
    assert [type(action) for action in actions(scene)] == [RaiseTo, Fold]
    assert "Your turn. Bet or fold." in controls(scene)


# Halves, boards, coming in


def test_p5_both_halves_of_a_pot_name_their_hands() -> None:
    scene = GAME_SCENES["omaha8-showdown"]()
    html_by_id = fragments.public_fragments(scene.view, "en")
    status = texts(html_by_id["status"])
    assert "wins the high half" in status
    assert re.search("wins the low half, [^,]+ , with the low 7\u20116", status)
    shown = next(seat for seat in scene.view.seats if seat.shown and seat.low_name and not seat.won)
    assert re.search('seat-line shows">[^<]+<b>8\u20117', html_by_id[f"seat-{shown.seat}"])
    assert 'class="low"' in controls(scene)


def test_c6_only_winning_cards_are_marked() -> None:
    scene = GAME_SCENES["omaha8-showdown"]()
    html_by_id = fragments.public_fragments(scene.view, "en")
    for seat in scene.view.seats:
        lit = re.findall(r'card plays" data-c="(\w\w)"', html_by_id[f"seat-{seat.seat}"])
        assert len(lit) == (2 if seat.won else 0), "exactly two of the hole cards play"


def test_h6_every_all_in_player_is_asked_for_the_number_of_boards() -> None:
    scene = GAME_SCENES["all-in-agree"]()
    assert actions(scene) == [RunIt(1), RunIt(2), RunIt(3)]
    assert texts(controls(scene)).endswith("Once Twice Three times")
    assert scene.own is not None
    assert f'data-until="{scene.own.deadline}"' in controls(scene)
    assert "All-in: how many boards?" in fragments.public_fragments(scene.view, "en")["status"]
    twice = scene._replace(own=scene.own._replace(max_boards=2))
    assert actions(twice) == [RunIt(1), RunIt(2)]


def test_h6_several_boards_are_shown_and_numbered() -> None:
    scene = GAME_SCENES["two-boards"]()
    html = fragments.public_fragments(scene.view, "en")["board"]
    assert html.count('class="cards"') == 2
    assert len(faces(html)) == 8
    assert html.count("slot") == 2
    three = GAME_SCENES["three-boards"]()
    html_by_id = fragments.public_fragments(three.view, "en")
    assert len(faces(html_by_id["board"])) == 15
    assert [text[:8] for text in re.findall(r"<span>([^<]+)", html_by_id["status"])] == [
        "Board 1:",
        "Board 2:",
        "Board 3:",
    ]


def test_d6_a_newcomer_posts_and_plays_or_waits() -> None:
    scene = GAME_SCENES["entering"]()
    assert scene.own is not None
    assert asked(scene) == [EnterNow(9, True), EnterNow(9, False)]
    assert "Post 20 and play" in texts(controls(scene))
    pressed = re.findall(r'aria-pressed="(\w+)"', controls(scene))
    assert pressed == ["true", "false"]
    waits = scene._replace(own=scene.own._replace(posts_now=False))
    assert re.findall(r'aria-pressed="(\w+)"', controls(waits)) == ["false", "true"]


def test_d6_a_player_who_must_wait_for_the_button_sees_why() -> None:
    scene = GAME_SCENES["entering"]()
    assert scene.own is not None
    assert "once the button has passed" in texts(controls(scene._replace(own=scene.own._replace(entry_price=-1))))
    assert "in the next hand" in texts(controls(scene._replace(own=scene.own._replace(entry_price=0))))


def test_d9_a_straddle_can_be_set_where_it_is_played() -> None:
    view = table(people())
    own = OwnView(1, 7, 4, 5, stack=100, may_straddle=True)
    for straddles, wanted in ((False, True), (True, False)):
        html = fragments.own_fragments(own._replace(straddles=straddles), view, "en")["my-seat"]
        assert SetStraddle(5, wanted) in [player_asks.parse_ask(body, player=5) for body in buttons(html).values()]
    assert "straddle" not in fragments.own_fragments(own._replace(may_straddle=False), view, "en")["my-seat"]


def test_a_mixed_table_shows_the_current_game() -> None:
    view = table(people(8))._replace(street="third", game="razz", structure="fl")
    assert "<b>Fixed-limit razz</b>" in fragments.public_fragments(view, "en")["board"]


def test_views_of_every_scene_survive_packing() -> None:
    for make in GAME_SCENES.values():
        scene = make()
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(scene.view), type=TableView) == scene.view
        assert scene.own is not None
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(scene.own), type=OwnView) == scene.own


def test_checks_and_calls_of_every_game_can_be_asked() -> None:
    for name in ("stud-fifth", "omaha5-flop", "stud-community"):
        assert Check() in actions(GAME_SCENES[name]())


def test_h6_each_board_names_the_hand_it_made() -> None:
    for seed in range(8):
        play = Play("holdem", "nl", 3, seed=seed, stack=20, run_it=3)
        play.act(RaiseTo(play.hand.legal().max_to)).act(Call()).act(Call())
        for seat in play.hand.to_agree:
            play.send(Act(seat + 1, play.table.hand_number, 0, 0, RunIt(3)))
        play.over()
        boards = (*play.hand.boards, play.hand.board)
        seats = {seat.name: seat.seat for seat in play.scene(0).view.seats}
        lines = [line for line in play.scene(0).view.log if line.code == "wins"]
        assert {line.run for line in lines} == {1, 2, 3}
        for line in lines:
            hole = play.hand.hole[seats[line.name]]
            assert line.name_of_hand == named(HIGH, hole, boards[line.run - 1])
        assert summarize_hand(play.table.public_events).board == boards[-1]
        assert all(len(board) == 5 for board in boards)


def test_h4_a_hand_shown_afterwards_is_named_for_the_half_it_won() -> None:
    high, low = name_high(parse_cards("QsQdQh3c3s")), name_low([6, 4, 2, 1, 12])
    seats = people(2)
    seats[0] = seats[0]._replace(name_of_hand=high, low_name=low, won=100)
    log = (LogLine("wins", seats[0].name, "high", 50), LogLine("wins", seats[0].name, "low", 50))
    assert [win.hand for win in wins(table(seats)._replace(log=log))] == [high, low]
