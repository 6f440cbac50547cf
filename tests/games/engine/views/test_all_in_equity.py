"""Rule H5: the equity of all-in hands is shown once they are face up, and computed from face-up cards only."""

from collections.abc import Callable
from random import Random

import pytest

from games.engine.cards import Card, parse_cards
from games.engine.hand.actions import Call, Fold, RaiseTo
from games.engine.hand.hand import Hand
from games.engine.hand.queries import HandWait
from games.engine.rules.variants import CATALOGUE
from games.engine.views.all_in_equity import AllInEquity, AllInSpot, all_in_equities, all_in_spot, with_equities
from games.engine.views.visibility import public_view
from tests.games.engine.support.builders import Room
from tests.games.web.scenes.games import Play

HOLES = ("AsAh", "KsKh", "7c2d")
BOARD = "Kc3d8h9sJd"


def rng(spot: AllInSpot) -> Callable[[int], int]:
    """Returns a random source that is the same for every test."""
    roll = Random(repr(spot)).random
    return lambda most: int(roll() * most)


def spot(room: Room | Play) -> AllInSpot | None:
    """Returns the all-in situation in the public view, if there is one."""
    hand = room.table.hand
    assert hand is not None
    view = public_view(room.table, table_id=1, version=1)
    return all_in_spot(view, game=hand.rules.variant.code, undealt=hand.stub.left + len(hand.stub.burnt))


def found(room: Room | Play) -> dict[int, AllInEquity]:
    """Returns the equities by seat."""
    known = spot(room)
    return {chance.seat: chance for chance in all_in_equities(known, rng(known))} if known else {}


def all_in(*, players: int = 2, **table: object) -> Room:
    """Deals a hand in which everybody is all-in before the flop, with HOLES and BOARD."""
    room = Room(*[1_000] * players, **{"first_button": "first_player", **table})
    room.deal(HOLES[:players], BOARD)
    return room.play(" ".join(["1000", *["call"] * (players - 1)]))


def shares(room: Room) -> list[int]:
    """Returns the equities in thousandths, that of the aces first."""
    hand = room.table.hand
    assert hand is not None
    equities = found(room)
    return [equities[seat].share for seat in hand.order if seat in equities]


def test_H5_equity_changes_with_each_street_until_the_last_card_decides() -> None:
    room = all_in()
    assert 800 <= shares(room)[0] <= 850
    room.tick()
    # On K-3-8 two aces or running cards are left to beat three kings.
    aces, kings = shares(room)
    assert (aces + kings, aces < 100) == (1000, True)
    equities = found(room)
    assert not any(chance.sampled for chance in equities.values())
    room.tick()
    # Of the 44 cards, two aces win.
    assert shares(room)[0] == round(1000 * 2 / 44)
    room.tick()
    assert shares(room) == [0, 1000]


def test_H5_there_is_no_equity_before_the_hands_are_face_up() -> None:
    room = Room(1_000, 1_000, first_button="first_player").deal(HOLES[:2], BOARD)
    assert spot(room) is None
    room.play("1000")
    assert spot(room) is None
    room.play("call")
    assert spot(room) is not None


def test_H5_there_is_no_equity_where_all_in_hands_stay_face_down() -> None:
    room = all_in(all_in_show=False)
    while room.table.running:
        assert spot(room) is None
        room.tick()


def test_H5_there_is_no_equity_when_the_hand_is_over() -> None:
    room = Room(1_000, 5_000, first_button="first_player").deal(HOLES[:2], BOARD).play("1000 call").finish()
    view = public_view(room.table, table_id=1, version=1)
    # The loser still has chips, so both hands stay face up until the next one begins.
    assert [len(seat.shown) for seat in view.seats if seat.state == "in_hand"] == [2, 2]
    assert spot(room) is None


def test_H5_there_is_no_equity_while_a_card_is_hidden() -> None:
    room = all_in()
    view = public_view(room.table, table_id=1, version=1)
    for place in (0, 1):
        shown = tuple(-1 if at == place else card for at, card in enumerate(view.seats[0].shown))
        seats = (view.seats[0]._replace(shown=shown), *view.seats[1:])
        assert all_in_spot(view._replace(seats=seats), game="holdem", undealt=48) is None


def test_H5_there_is_no_equity_while_somebody_can_bet() -> None:
    room = Room(1_000, 5_000, 5_000, first_button="first_player").deal(HOLES, BOARD)
    room.play("1000 call call")
    assert room.wait_kind == "turn"
    assert spot(room) is None


def test_H6_cards_of_finished_boards_cannot_be_dealt() -> None:
    room = all_in(run_it=2)
    assert room.wait_kind == "agree"
    assert spot(room) is not None
    for player in (1, 2):
        room.send(room.act_command("run 2", player))
    hand = room.table.hand
    assert hand is not None
    while not room.table.hand.boards:
        room.tick()
    known = spot(room)
    assert known is not None
    assert set(parse_cards(BOARD)) <= {*known.dead, *known.board}
    assert len(set(known.dead) & set(parse_cards(BOARD))) >= 2


def test_H5_an_estimated_equity_is_marked() -> None:
    play = open_play("omaha", "pl", 3)
    assert {chance.sampled for chance in found(play).values()} == {True}
    assert sum(chance.share for chance in found(play).values()) in (999, 1000, 1001)


def test_adding_equities_changes_nothing_else_in_the_view() -> None:
    room = all_in()
    view = public_view(room.table, table_id=1, version=1)
    with_them = with_equities(view, tuple(found(room).values()))
    assert [seat.equity >= 0 for seat in with_them.seats] == [True, True, False, False, False, False]
    assert with_equities(with_them, ()) == with_them
    plain = with_them._replace(seats=tuple(seat._replace(equity=-1, sampled=False) for seat in with_them.seats))
    assert plain == view


def open_play(game: str, structure: str, players: int, *, seed: int = 3) -> Play:
    """Deals a hand in which one player folds and all others are all-in with face-up hands."""
    play = Play(game, structure, players, seed=seed, stack=4, run_it=1)
    folded = False
    for _ in range(60):
        if play.table.wait.kind == "deal" or not play.table.running:
            break
        if play.hand.waiting.kind is not HandWait.ACT:
            play.usual()
            continue
        legal = play.hand.legal()
        if not folded and not legal.bring_in and len(play.hand.live) == players:
            folded = True
            play.act(Fold())
        else:
            play.act(RaiseTo(legal.max_to) if legal.max_to else Call())
    return play


STRUCTURES = {code: "fl" if "nl" not in game.structures else "nl" for code, game in CATALOGUE.items()}


@pytest.mark.parametrize("game", CATALOGUE)
def test_H5_in_every_game_the_equities_add_up_to_the_pot(game: str) -> None:
    if CATALOGUE[game].draws:
        # Betting goes on until all have drawn; then every card is there and the showdown comes at once.
        assert spot(open_play(game, STRUCTURES[game], 4)) is None
        return
    play = open_play(game, STRUCTURES[game], 4)
    equities = found(play)
    assert len(equities) == 3
    assert 997 <= sum(chance.share for chance in equities.values()) <= 1003


@pytest.mark.parametrize("game", [code for code, game in CATALOGUE.items() if not game.draws])
def test_H5_hidden_cards_of_folded_hands_and_the_stub_change_no_equity(game: str) -> None:
    play = open_play(game, STRUCTURES[game], 5)
    while play.table.wait.kind == "deal":
        before = spot(play)
        assert before is not None
        hand = play.hand
        gone = [seat for seat in hand.order if seat not in hand.live]
        assert gone
        kept = play.table
        play.table = kept.copy()
        permute(play.hand, gone)
        after = spot(play)
        assert after == before
        assert all_in_equities(after, rng(after)) == all_in_equities(before, rng(before))
        play.table = kept
        if len(hand.board) >= 3:
            return
        play.tick()


def permute(hand: Hand, gone: list[int]) -> None:
    """Exchanges the down cards of folded hands, the burn cards and the stub among each other."""
    places = [
        (seat, place) for seat in gone for place, card in enumerate(hand.hole[seat]) if card not in hand.face_up[seat]
    ]
    stub = list(hand.stub.cards[hand.stub.dealt :])
    hidden: list[Card] = [hand.hole[seat][place] for seat, place in places] + list(hand.stub.burnt) + stub
    turned = iter(hidden[3:] + hidden[:3])
    for seat, place in places:
        cards = list(hand.hole[seat])
        cards[place] = next(turned)
        hand.hole[seat] = tuple(cards)
    hand.stub.burnt = tuple(next(turned) for _ in hand.stub.burnt)
    hand.stub.cards = (*hand.stub.cards[: hand.stub.dealt], *turned)


def test_G15_folded_up_cards_cannot_be_dealt() -> None:
    play = open_play("stud", "fl", 6)
    known = spot(play)
    assert known is not None
    folded = [card for seat in play.hand.order if seat not in play.hand.live for card in play.hand.face_up[seat]]
    assert folded
    assert set(folded) <= set(known.dead)
