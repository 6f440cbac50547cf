"""Hands of every game written as PHH read back to the same events, apart from cards that nobody saw."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.hand.actions import Fold, Show
from games.engine.hand.hand import Hand, HandPlan
from games.engine.hand.queries import HandWait
from games.engine.history.phh_reader import read_documents, read_history
from games.engine.history.phh_replay import events_of, replay
from games.engine.history.phh_setup import NAMES, code_of, game_of
from games.engine.history.phh_writer import write_hand
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.dealt_hands import Play, play
from tests.games.engine.support.random_tables import EXAMPLES, plans, random_turn, shuffled_decks

GAMES = tuple(CATALOGUE.values())


def random_hand_events(rules: Rules, plan: HandPlan, rng: Random) -> list[ev.HandEvent]:
    """Plays a random hand to its end; sometimes players show their hands afterwards."""
    hand = Hand(rules)
    events = hand.begin(plan, shuffled_decks(rules.variant, rng))
    while hand.waiting.kind is not HandWait.DONE:
        if hand.waiting.kind is HandWait.DEAL:
            events += hand.continue_run_out()
        elif hand.to_act >= 0 and hand.price_due and not hand.bring_due and rng.random() < 0.02:
            events += hand.protect(hand.to_act, 7)
        elif hand.may_fold_in_draw and rng.random() < 0.05:
            events += hand.act(hand.to_draw[0], Fold())
        else:
            events += hand.act(*random_turn(hand, rng))
    for seat in plan.order:
        for places in ((0,), (1,), ()):
            before = hand.shown[seat] or (-1,) * len(hand.hole[seat])
            hidden = -1 in [before[place] for place in places or range(len(before))]
            if hand.may_show(seat) and hidden and rng.random() < 0.3:
                events += hand.act(seat, Show(places))
    return events


def public_part(events: list[ev.HandEvent]) -> list[ev.HandEvent]:
    """The events without the order of cards that nobody has seen."""
    return [event for event in events if not isinstance(event, ev.DeckShuffled | ev.StubShuffled)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_reading_back_gives_the_same_events(game: Variant) -> None:
    """Hands have any structure, house rules, number of boards, rake, straddles and posts."""

    @settings(max_examples=EXAMPLES // 2, deadline=None, suppress_health_check=list(HealthCheck))
    @given(table=plans((game,)), seed=st.integers(0, 2**32))
    def check(table: tuple[Rules, HandPlan], seed: int) -> None:
        rules, plan = table
        events = random_hand_events(rules, plan, Random(seed))
        text = write_hand(rules, events)
        document = document_of(text)
        assert public_part(events_of(document)) == public_part(events), text
        outcome = replay(document)
        assert outcome.error == ""
        assert outcome.finishing == read_history(document).finishing is not None

    check()


def document_of(text: str) -> dict[str, Any]:
    """Returns the only document of a PHH text."""
    (document,) = read_documents(text, many=False).values()
    assert isinstance(document, dict)
    return document


def text_of(playing: Play, **options: Any) -> str:
    """Returns the hand as a PHH text."""
    return write_hand(playing.hand.rules, playing.events, **options)


def lines(text: str) -> list[str]:
    """Returns the actions of a PHH text."""
    document = document_of(text)
    return list(document["actions"])


STUD = ("AcAdJh", "KcKdTh", "QcQd2h")


def test_a_stud_hand_records_the_bring_in_and_each_up_card() -> None:
    """The cards of third street share one line for each player."""
    playing = play("stud", [1000] * 3, "bring 100 fold call 100 fold", hands=STUD, later=("3c3d",))
    assert text_of(playing) == (
        'variant = "F7S"\n'
        "antes = [10, 10, 10]\n"
        "bring_in = 30\n"
        "small_bet = 100\n"
        "big_bet = 200\n"
        "starting_stacks = [1000, 1000, 1000]\n"
        'actions = ["d dh p1 AcAdJh", "d dh p2 KcKdTh", "d dh p3 QcQd2h", "p3 pb", "p1 cbr 100", "p2 f", "p3 cc", '
        '"d dh p1 3c", "d dh p3 3d", "p1 cbr 100", "p3 f"]\n'
        "hand = 1\n"
        "seats = [1, 2, 3]\n"
        "finishing_stacks = [1120, 990, 890]\n"
    )


def test_a_draw_hand_lists_all_exchanges_before_the_new_cards() -> None:
    playing = play("draw", [1000] * 3, "100 call call x01 pat x4", hands=DRAW, later=("2c3c4c",), structure="nl")
    playing.play("check check check mucks")
    recorded = lines(text_of(playing))
    assert recorded[6:11] == ["p1 sd AcKc", "p2 sd", "p3 sd Ts", "d dh p1 2c3c", "d dh p3 4c"]
    assert text_of(playing).startswith('variant = "N5D"\nantes = [10, 10, 10]\nmin_bet = 100\n')


DRAW = ("AcKcQcJc9c", "2d2h5d7d9d", "3s4s6s8sTs")


@pytest.mark.parametrize(
    ("game", "structure", "code"),
    [
        *(("holdem", "nl", "NT"), ("holdem", "fl", "FT"), ("holdem", "pl", "PT"), ("omaha", "pl", "PO")),
        *(("omaha8", "fl", "FO/8"), ("omaha8", "pl", "PO/8"), ("stud", "fl", "F7S"), ("stud8", "fl", "F7S/8")),
        *(("razz", "fl", "FR"), ("stud5", "fl", "F5S"), ("draw", "pl", "P5D"), ("double-draw", "fl", "F5DD")),
        *(("lowball", "fl", "FA5L1D"), ("27sd", "nl", "N2L1D"), ("27td", "fl", "F2L3D"), ("badugi", "fl", "FB")),
        *(("shortdeck", "nl", "NS"), ("omaha5", "pl", "PO5")),
    ],
)
def test_every_game_and_structure_has_its_code(game: str, structure: str, code: str) -> None:
    """The code is that of the format where it has one, otherwise the room's, built by the same rule."""
    rules = play(game, [1000, 1000], structure=structure).hand.rules
    assert code_of(rules) == code
    assert game_of(code) == (rules.variant, rules.stakes.structure)


def test_every_game_has_its_own_code_and_other_codes_have_no_game() -> None:
    assert sorted(NAMES.values()) == sorted(CATALOGUE)
    assert [game_of(code) for code in ("", "N", "XT", "NX", "N7S/9")] == [None] * 5


def test_H6_all_boards_are_recorded_and_end_with_the_same_stacks() -> None:
    """`_runouts` records who agreed to how many boards."""
    playing = play("holdem", [500, 500], "all-in call run3 run2 run", structure="nl", run_it=3)
    text = text_of(playing)
    assert '_runouts = ["p1 3", "p2 2"]\n' in text.replace("p2 3", "p1 3").replace("p1 2", "p2 2")
    assert len([line for line in lines(text) if line.startswith("d db")]) == 6
    document = document_of(text)
    assert replay(document).error == ""
    del document["_runouts"]
    assert replay(document).error == "the board has 10 cards"


def test_H5_all_in_hands_are_shown_before_the_rest_of_the_board() -> None:
    recorded = lines(text_of(play("holdem", [500, 500], "all-in call run", structure="nl")))
    assert [line.split()[1] for line in recorded[-5:]] == ["sm", "sm", "db", "db", "db"]


def test_a_players_copy_leaves_out_hidden_cards_of_others() -> None:
    playing = play("stud", [1000] * 3, "bring 100 fold call 100 fold", hands=STUD, later=("3c3d",))
    text = text_of(playing, visible_seats={0})
    assert lines(text)[:3] == ["d dh p1 AcAdJh", "d dh p2 ????Th", "d dh p3 ????2h"]
    draw = play("draw", [1000] * 3, "100 call call x01 x0 x4", hands=DRAW, later=("2c3c4c5c",))
    draw.play("200 fold fold")
    assert lines(text_of(draw, visible_seats=()))[6:11] == [
        "p1 sd ????",
        "p2 sd ??",
        "p3 sd ??",
        "d dh p1 ????",
        "d dh p2 ??",
    ]
    for copy in (text, text_of(draw, visible_seats={2})):
        document = document_of(copy)
        assert replay(document).error == ""


def test_extra_fields_are_written_with_any_characters() -> None:
    playing = play("holdem", [500, 500], "fold")
    names = ['Al "Ace" \\ Öztürk', "line\nbreak \x7f"]
    text = text_of(playing, extra={"players": names, "currency": "CZK", "level": 2})
    document = document_of(text)
    assert document["players"] == names
    assert document["currency"] == "CZK"


def test_R4_a_raked_hand_records_its_rake_profile_and_the_stacks_after_rake() -> None:
    playing = play("holdem", [500, 500], "call check / check check / check check / check check mucks", rake=RAKE)
    text = text_of(playing)
    assert "winnings = " in text
    document = document_of(text)
    assert replay(document).error == ""
    assert sum(document["finishing_stacks"]) == 990
    assert "_rake" in {key for key in document if key.startswith("_")}


RAKE = RakeTerms("test", 50)


@given(text=st.text())
def test_any_text_is_read_back_unchanged(text: str) -> None:
    playing = play("holdem", [500, 500], "fold")
    if not any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
        document = document_of(text_of(playing, extra={"venue": text}))
        assert document["venue"] == text
