"""Rule D9 of the rulebook: straddles and re-straddles."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room, rules

FIVE = (10_000,) * 5


def straddled(*players: int, stacks: tuple[int, ...] = FIVE, **table: object) -> Room:
    """Player 1 has the button, 2 and 3 the blinds of 50 and 100; these players have chosen to straddle."""
    room = Room(*stacks, **{"first_button": "first_player", "straddle": True, **table})
    for player in players:
        room.send(cm.SetStraddle(player, True))
    return room.deal()


def straddles(room: Room) -> list[tuple[int, int]]:
    """The straddles, as (player, amount)."""
    return [(event.seat + 1, event.amount) for event in room.last_events(ev.Posted) if event.kind == "straddle"]


def test_D9_the_player_after_the_big_blind_puts_in_twice_the_big_blind() -> None:
    room = straddled(4)
    assert straddles(room) == [(4, 200)]
    # The first to act is the player after it.
    assert room.player_to_act == 5


def test_D9_each_straddle_doubles_the_last_and_the_button_is_the_last() -> None:
    room = straddled(1, 2, 3, 4, 5)
    assert straddles(room) == [(4, 200), (5, 400), (1, 800)]
    assert room.player_to_act == 2


@pytest.mark.parametrize("player", [1, 2, 3, 5])
def test_D9_only_the_player_left_of_the_big_blind_straddles_first(player: int) -> None:
    assert straddles(straddled(player)) == []


def test_D9_a_gap_ends_the_re_straddles() -> None:
    assert straddles(straddled(4, 1)) == [(4, 200)]


def test_D9_with_three_players_the_button_straddles() -> None:
    room = straddled(1, 2, 3, stacks=(10_000,) * 3)
    assert straddles(room) == [(1, 200)]
    assert room.player_to_act == 2


def test_D9_nobody_straddles_heads_up() -> None:
    assert straddles(straddled(1, 2, stacks=(10_000,) * 2)) == []
    # Not with a third player who sits out either.
    room = Room(*FIVE[:3], first_button="first_player", straddle=True)
    room.send(cm.SitOut(3))
    for player in (1, 2):
        room.send(cm.SetStraddle(player, True))
    assert straddles(room.deal()) == []


def test_D9_nobody_straddles_when_the_rule_is_off() -> None:
    room = Room(*FIVE, first_button="first_player")
    assert room.refuses(cm.SetStraddle(4, True)) == "no_straddle"
    assert room.ignores(cm.SetStraddle(4, False))
    room = Room(*FIVE, first_button="first_player", straddle=True)
    room.send(cm.SetStraddle(4, True))
    room.send(cm.ChangeRules(rules(first_button="first_player")))
    assert straddles(room.deal()) == []


def test_D9_games_without_blinds_have_no_straddles() -> None:
    assert straddles(straddled(1, 2, 3, 4, 5, game="stud", structure="fl", ante=20, bring_in=50)) == []
    assert straddles(straddled(1, 2, 3, 4, 5, game="draw", structure="fl", ante=20)) == []


@pytest.mark.parametrize("game", ["omaha", "27td", "badugi"])
def test_D9_every_game_with_blinds_has_straddles(game: str) -> None:
    structure = "pl" if game == "omaha" else "fl"
    assert straddles(straddled(4, game=game, structure=structure)) == [(4, 200)]


@pytest.mark.parametrize(
    ("stacks", "ante", "kind", "expected"),
    [
        ((10_000, 10_000, 10_000, 199, 10_000), 0, "each", []),
        ((10_000, 10_000, 10_000, 200, 10_000), 0, "each", [(4, 200), (5, 400)]),
        ((10_000, 10_000, 10_000, 10_000, 399), 0, "each", [(4, 200)]),
        ((10_000, 10_000, 10_000, 210, 10_000), 20, "each", []),
        ((10_000, 10_000, 10_000, 220, 10_000), 20, "each", [(4, 200), (5, 400)]),
        # The big blind antes for all: the others need no more than the straddle.
        ((10_000, 10_000, 10_000, 200, 10_000), 20, "big_blind", [(4, 200), (5, 400)]),
    ],
)
def test_D9_a_stack_too_short_for_the_full_amount_does_not_straddle(
    stacks: tuple[int, ...], ante: int, kind: str, expected: list[tuple[int, int]]
) -> None:
    assert straddles(straddled(4, 5, stacks=stacks, ante=ante, ante_kind=kind)) == expected


def test_D9_a_straddle_is_live_and_its_player_acts_last_and_may_raise() -> None:
    room = straddled(4)
    room.play("call call call call")
    assert room.player_to_act == 4
    view = own_view(room.table, 4, table_id=1, version=1)
    assert view is not None and view.choices is not None
    assert (view.choices.can_check, view.choices.min_to) == (True, 400)
    room.play("600 call call call call")
    assert room.table.hand is not None and room.table.hand.pot == 3_000


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_D9_B6_a_straddle_counts_as_the_big_blind_for_raises(min_raise: str) -> None:
    room = straddled(4, 5, min_raise=min_raise)
    assert room.table.hand is not None
    legal = room.table.hand.legal()
    assert (legal.call, legal.min_to) == (400, 800)
    room.play("1000")
    assert room.table.hand is not None
    assert room.table.hand.legal().min_to == {"last_raise": 1_600, "double": 2_000, "big_blind": 1_400}[min_raise]


def test_D9_after_the_flop_the_big_blind_counts_again() -> None:
    room = straddled(4, min_raise="big_blind").play("call call call call check")
    assert room.table.hand is not None
    assert room.table.hand.legal().min_to == 100


def test_D9_B4_pot_limit_counts_the_straddle() -> None:
    room = straddled(4, structure="pl")
    assert room.table.hand is not None
    # 50 + 100 + 200 in the middle, 200 to call: 550 on top of 200.
    assert room.table.hand.legal().max_to == 750


@pytest.mark.parametrize(
    ("cap", "expected", "raises"),
    [
        (0, [(4, 200), (5, 400), (1, 800)], True),
        (5, [(4, 200), (5, 400), (1, 800)], True),
        (3, [(4, 200), (5, 400)], False),
    ],
)
def test_D9_B3_a_straddle_is_one_bet_and_never_passes_the_cap(
    cap: int, expected: list[tuple[int, int]], raises: bool
) -> None:
    room = straddled(1, 4, 5, structure="fl", raise_cap=cap)
    assert straddles(room) == expected
    assert room.table.hand is not None
    legal = room.table.hand.legal()
    assert bool(legal.max_to) == raises
    if raises:
        assert legal.min_to == 900


def test_D9_B3_fixed_limit_counts_the_bets_after_it() -> None:
    room = straddled(4, structure="fl", raise_cap=4).play("300 400")
    assert room.table.hand is not None
    # Big blind, straddle and two raises: four bets.
    assert not room.table.hand.legal().max_to


def test_D9_a_player_posting_to_enter_does_not_straddle() -> None:
    room = straddled(stacks=FIVE[:4], entry="post")
    room.sit(5, seat=4)
    room.send(cm.SetStraddle(5, True))
    room.all_fold().deal()
    # Seat 3 has the big blind, and seat 4 after it posts.
    assert straddles(room) == []
    assert [event.kind for event in room.last_events(ev.Posted) if event.seat == 4] == ["post"]


def test_D9_the_choice_to_straddle_is_kept_and_choosing_it_twice_changes_nothing() -> None:
    room = straddled(4)
    assert room.ignores(cm.SetStraddle(4, True))
    room.all_fold().deal()
    assert straddles(room) == []
    room.send(cm.SetStraddle(4, False))
    for _ in range(5):
        room.all_fold().deal()
        assert straddles(room) == []
