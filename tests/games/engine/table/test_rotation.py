"""Mixed games: a table that changes games after a number of hands or an orbit."""

import json
from typing import Any

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, RunIt
from games.engine.hand.queries import HandWait
from games.engine.rules.mixed_games import EIGHT_GAME, HORSE, MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.state import Table
from games.engine.views.kinds import LineCode
from games.engine.views.visibility import public_view
from tests.games.engine.support.builders import Room, full_state, rules, stored_and_loaded

FOUR = (100_000,) * 4
GAMES = ("holdem", "omaha8", "stud", "27td")


def mixed_room(*chips: int, mix: tuple[str, ...] = GAMES, every: int = 0, **other: Any) -> Room:
    """A table that plays a rotation."""
    return Room(*(chips or FOUR), mix=mix, every=every, **{"first_button": "first_player", **other})


def fold_out(room: Room) -> Room:
    """Folds the running hand to its end; a player who must bring in does so."""
    while room.table.running:
        hand = room.table.hand
        assert hand is not None
        room.play("call" if hand.to_act >= 0 and hand.legal().bring_in else "fold")
    return room


def play_hands(room: Room, hands: int) -> list[str]:
    """Plays the next hands; returns the code of each game."""
    games = []
    for _ in range(hands):
        room.deal()
        assert room.table.hand is not None
        games.append(room.table.hand.rules.variant.code)
        fold_out(room)
    return games


def test_a_rotation_changes_games_after_a_set_number_of_hands() -> None:
    assert play_hands(mixed_room(every=2), 10) == [game for game in (*GAMES, "holdem") for _ in (1, 2)]


def test_a_rotation_by_orbit_changes_games_when_everybody_has_had_the_button() -> None:
    assert play_hands(mixed_room(), 9) == ["holdem"] * 4 + ["omaha8"] * 4 + ["stud"]


def test_the_last_hand_of_a_game_keeps_its_label_and_the_log_names_each_game() -> None:
    room = mixed_room(mix=("stud", "holdem"), every=2)
    for number in (1, 2):
        room.deal()
        fold_out(room)
        view = public_view(room.table, table_id=1, version=number)
        assert (view.game, view.structure) == ("stud", "fl")
        first = view.log[0]
        assert (first.code, first.kind, first.other, first.amount) == (LineCode.HAND, "stud", "fl", number)
        news = [(line.kind, line.other) for line in view.log if line.code is LineCode.NEXT_GAME]
        assert news == ([] if number == 1 else [("holdem", "fl")])
    assert room.table.rules.variant.code == "holdem"
    room.deal()
    assert public_view(room.table, table_id=1, version=3).game == "holdem"


def test_a_finished_hand_keeps_the_big_blind_of_its_game_until_the_next_begins() -> None:
    room = mixed_room(mix=("holdem", "omaha"), every=1)
    holdem, omaha = room.table.full_rules.mix
    double = omaha._replace(stakes=omaha.stakes._replace(small_blind=100, big_blind=200))
    room.send(cm.ChangeRules(room.table.full_rules._replace(mix=(holdem, double))))

    def blinds() -> tuple[int, int]:
        view = public_view(room.table, table_id=1, version=1)
        return view.big_blind, view.hand_big_blind

    room.deal()
    assert blinds() == (100, 0)
    fold_out(room)
    assert blinds() == (200, 100)
    room.deal()
    assert blinds() == (200, 0)


def test_a_rotation_by_orbit_counts_the_ready_players() -> None:
    room = mixed_room()
    assert play_hands(room, 2) == ["holdem"] * 2
    room.send(cm.Leave(4))
    assert play_hands(room, 2) == ["holdem", "omaha8"]


def test_everybody_pays_each_blind_once_in_an_orbit() -> None:
    room = mixed_room()
    blinds: dict[str, list[int]] = {}
    for _ in range(12):
        room.deal()
        for event in room.last_events(ev.Posted):
            blinds.setdefault(event.kind, []).append(event.seat)
        fold_out(room)
    # Two orbits with blinds, one without.
    assert sorted(blinds["big_blind"]) == sorted(blinds["small_blind"]) == sorted([0, 1, 2, 3] * 2)


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_the_button_does_not_move_in_stud_and_moves_again_after_it(hands: int) -> None:
    room = mixed_room(mix=("holdem", "stud"), every=hands)
    play_hands(room, hands)
    before = room.table.positions
    play_hands(room, hands)
    assert room.table.positions == before
    play_hands(room, 1)
    assert room.table.positions.big == (before.big + 1) % 4


def test_a_rotation_may_begin_with_stud() -> None:
    room = mixed_room(mix=("stud", "holdem"), every=1)
    assert play_hands(room, 2) == ["stud", "holdem"]
    assert room.table.positions == (0, 1, 2)


def test_a_table_of_stud_alone_moves_its_button() -> None:
    room = Room(*FOUR, game="stud", structure="fl", ante=20, bring_in=50, first_button="first_player")
    buttons = []
    for _ in range(5):
        room.deal()
        buttons.append(room.table.positions.button)
        fold_out(room)
    assert buttons == [0, 1, 2, 3, 0]


def test_D7_blinds_missed_before_stud_are_owed_after_it() -> None:
    room = mixed_room(mix=("holdem", "stud"), every=2, missed_blinds="both")
    room.deal()
    assert room.table.positions.big == 2
    fold_out(room)
    room.send(cm.SitOut(4))
    play_hands(room, 1)
    assert room.table.seat(3).owes
    room.send(cm.SitIn(4))
    assert play_hands(room, 2) == ["stud", "stud"]
    # Stud has no blinds, so the debt remains.
    assert room.table.seat(3).owes
    room.deal()
    assert room.table.hand is not None
    assert 3 not in room.table.hand.order


def test_the_view_names_the_game_being_played() -> None:
    room = mixed_room(every=1)
    codes = []
    for _ in GAMES:
        room.deal()
        view = public_view(room.table, table_id=1, version=1)
        codes.append((view.game, view.structure))
        fold_out(room)
    assert codes == [(game, "fl") for game in GAMES]
    one_game = public_view(Room(*FOUR).table, table_id=1, version=1)
    assert (one_game.game, one_game.structure) == ("", "")


@pytest.mark.parametrize(("mix", "blinds"), [(("holdem", "stud"), 2), (("stud", "holdem"), 0)])
def test_B17_a_finished_hand_keeps_the_blinds_of_its_own_game(mix: tuple[str, str], blinds: int) -> None:
    room = mixed_room(mix=mix, every=1)
    play_hands(room, 3)
    assert room.table.hand is not None
    assert (room.table.hand.rules.variant.code, room.table.rules.variant.code) == mix
    assert sum(seat.blind != "" for seat in public_view(room.table, table_id=1, version=1).seats) == blinds


def test_stakes_and_decks_change_with_the_game() -> None:
    room = Room(seats=6)
    playing = rotation("8game", 100, every=1)
    room.table, room.replayed = Table(playing, 6), Table(playing, 6)
    for player in range(1, 5):
        room.sit(player, 10_000)
    games = []
    for _ in EIGHT_GAME:
        room.deal()
        assert room.table.hand is not None
        stakes = room.table.hand.rules.stakes
        games.append((room.table.hand.rules.variant.code, stakes.structure))
        assert stakes.big_blind == (100 if stakes.structure is Structure.FIXED_LIMIT else 50)
        fold_out(room)
    assert games == list(EIGHT_GAME)


@pytest.mark.parametrize("code", list(MIXES))
def test_known_mixes_have_their_games_in_order(code: str) -> None:
    playing = rotation(code, 200)
    assert [(game.variant.code, game.stakes.structure) for game in playing.mix] == list(MIXES[code])
    assert Rules.from_data(json.loads(json.dumps(playing.to_data()))) == playing
    assert playing.playing(len(MIXES[code]) + 1) == playing.playing(1)
    assert HORSE[0] == ("holdem", Structure.FIXED_LIMIT)


# Restarts and changes.


@pytest.mark.parametrize("hands", range(10))
def test_a_restart_during_a_rotation_continues_with_the_same_hands(hands: int) -> None:
    room = mixed_room(every=2)
    play_hands(room, hands)
    again = stored_and_loaded(room.table)
    before = room.table
    assert (again.game_index, again.game_hands, again.rules) == (before.game_index, before.game_hands, before.rules)
    left = [game for game in GAMES * 3 for _ in (1, 2)][hands : hands + 6]
    state = full_state(again)
    room.table, room.replayed = again, Table.restore(room.table.snapshot())
    assert full_state(room.replayed) == state
    assert play_hands(room, 6) == left


def test_new_rules_with_the_same_games_keep_the_place_in_the_rotation() -> None:
    room = mixed_room(every=2)
    play_hands(room, 3)
    room.send(cm.ChangeRules(rules(mix=GAMES, every=3, first_button="first_player", raise_cap=3)))
    assert play_hands(room, 4) == ["omaha8", "omaha8", "stud", "stud"]


def test_other_games_begin_a_new_rotation_and_a_running_hand_keeps_its_own() -> None:
    room = mixed_room(every=2)
    play_hands(room, 2)
    room.deal()
    room.send(cm.ChangeRules(rules(mix=("stud", "holdem"), every=1, first_button="first_player")))
    assert room.table.hand is not None
    assert room.table.hand.rules.variant.code == "omaha8"
    assert room.table.rules.variant.code == "omaha8"
    fold_out(room)
    assert play_hands(room, 3) == ["stud", "holdem", "stud"]


def test_a_rotation_ends_when_the_table_plays_one_game() -> None:
    room = mixed_room(every=1)
    play_hands(room, 2)
    room.send(cm.ChangeRules(rules(game="omaha", structure="pl", first_button="first_player")))
    assert play_hands(room, 3) == ["omaha"] * 3
    room.send(cm.ChangeRules(rules(mix=GAMES, every=1, first_button="first_player")))
    assert play_hands(room, 2) == ["holdem", "omaha8"]


@pytest.mark.parametrize("games", [("holdem", "draw"), ("holdem", "27td"), ("draw", "holdem")])
def test_a_game_with_fewer_seats_than_the_table_is_refused(games: tuple[str, ...]) -> None:
    room = Room(*FOUR, seats=9)
    assert room.refuses(cm.ChangeRules(rules(mix=games))) == "too_many_seats"
    room = Room(*FOUR, seats=6)
    room.send(cm.ChangeRules(rules(mix=games, first_button="first_player")))
    assert play_hands(room, 1) == [games[0]]


def test_every_hand_of_a_long_session_ends_and_no_chip_is_lost() -> None:
    room = Room(seats=6, seed=5)
    playing = rotation("8game", 40)
    room.table, room.replayed = Table(playing, 6), Table(playing, 6)
    for player in range(1, 6):
        room.sit(player, 4_000)
    while room.table.hand_number < 60 and len(room.table.ready()) > 1:
        hand = room.table.hand
        if hand is None or not room.table.running or hand.waiting.kind in (HandWait.DEAL, HandWait.SHOW):
            room.tick()
            continue
        kind, seat = hand.waiting
        if kind == "agree":
            room.send(cm.Act(room.table.seat(hand.to_agree[0]).player, hand.number, 0, 0, RunIt(2)))
            continue
        action: Action = Discard((0, 2))
        if kind == "act":
            legal = hand.legal()
            action = Call() if legal.call else Check() if legal.can_check else Fold()
        command = cm.Act(room.table.seat(seat).player, hand.number, room.table.turn, hand.price_due, action)
        try:
            decision = decide(room.table, command, now=room.now)
        except IllegalAction as refusal:  # pragma: no cover - only when the test fails
            raise AssertionError(f"{refusal.code} in {hand.rules.variant.code}") from refusal
        assert decision.events
        room.send(command)
        assert sum(room.table.chips().values()) == 20_000
    assert room.table.hand_number >= 40
