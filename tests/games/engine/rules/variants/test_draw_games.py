"""Five card draw, double draw and lowball, rule by rule (G8-G10, G12, G13)."""

from random import Random

import pytest

from games.engine import events as ev
from games.engine.cards import RANKS, cards_text, rank
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Discard
from games.engine.hand.hand import Hand, HandPlan, Post
from tests.games.engine.support.dealt_hands import Play, play
from tests.games.engine.support.random_tables import shuffled_decks

K = [10_000] * 6
HANDS = ("AcKcQcJc9c", "2d2h5d7d9d", "3s4s6s8sTs")
OPEN = "check check check /"


def three(actions: str = "", drawn: str = "", game: str = "draw", **table: object) -> Play:
    """Deals to three players; `drawn` are the cards they draw, in dealing order."""
    return play(game, K[:3], actions, hands=HANDS, later=(drawn,), **table)


@pytest.mark.parametrize(("game", "draws"), [("draw", 1), ("double-draw", 2), ("lowball", 1)])
def test_G8_G9_G10_rounds_of_betting_and_draws_alternate(game: str, draws: int) -> None:
    """Five cards down and a bet, then one or two draws with a bet; the first player in from the button's left opens."""
    table = play(game, K)
    assert all(len(hole) == 5 for hole in table.hand.hole)
    assert table.hand.hole[2] == table.hand.deck[2:30:6]
    assert not any(table.hand.face_up)
    for _ in range(draws):
        assert table.seat_to_act == 0
        table.play("check " * 6)
        assert table.hand.waiting == ("draw", 0)
        table.play("pat " * 6)
    assert table.seat_to_act == 0
    table.play("check " * 6 + "mucks")
    assert sum(table.net_won.values()) == 0
    assert sum(event.each for event in table.events_of(ev.CardsDealt)) == 5


def test_G10_the_low_hand_wins_at_lowball() -> None:
    """In a low game a pair loses to T-8-6-4-3."""
    low = three(f"{OPEN} pat pat pat check check check mucks", game="lowball")
    assert low.net_won == {0: -10, 1: -10, 2: 20}
    high = three(f"{OPEN} pat pat pat check check check mucks")
    assert high.net_won == {0: 20, 1: -10, 2: -10}


def test_G12_antes_are_not_bets() -> None:
    """Everybody's ante goes into the pot, and the first bet is the lower limit on top of it."""
    table = three()
    assert [event.kind for event in table.events_of(ev.Posted)] == ["ante"] * 3
    assert (table.hand.pot, table.hand.betting.high, table.raise_range) == (30, 0, (100, 100))


def test_G12_the_first_round_may_be_checked_under_check_allowed() -> None:
    """The draw follows if all players check."""
    table = three(OPEN, draw_open="check_allowed")
    assert table.hand.waiting == ("draw", 0)


def test_G12_nobody_may_check_before_a_bet_under_bet_or_fold() -> None:
    """Nobody may check before the first bet; after it the usual actions are legal."""
    table = three(draw_open="bet_or_fold")
    assert table.refuses("check").code == "must_open"
    assert table.refuses("call").code == "nothing_to_call"
    assert not table.hand.legal().can_check
    table.play("fold 100 call")
    assert table.hand.waiting == ("draw", 1)
    table.play("pat pat check check")


def test_G12_the_last_player_wins_the_antes_under_bet_or_fold() -> None:
    """The last player wins the antes without a bet when all others fold."""
    table = three("fold fold", draw_open="bet_or_fold")
    assert table.net_won == {0: -10, 1: -10, 2: 20}


def test_G12_bet_or_fold_applies_only_to_the_first_round() -> None:
    """Players may check after the draw (G13)."""
    table = three("100 call call / pat pat pat", draw_open="bet_or_fold")
    assert table.hand.legal().can_check


def test_G12_bet_or_fold_does_not_apply_to_games_with_blinds_or_a_bring_in() -> None:
    """Games with blinds or a bring-in have a price to call from the start."""
    assert play("holdem", K[:2], "call", draw_open="bet_or_fold").hand.legal().can_check
    table = play("stud", K[:2], "bring call", draw_open="bet_or_fold")
    assert table.hand.legal().can_check


def test_G13_the_upper_limit_is_played_after_the_draw() -> None:
    """Bets are at the lower limit before the first draw and at the upper limit after it."""
    table = play("double-draw", K[:2])
    assert table.raise_range == (100, 100)
    for _ in range(2):
        table.play("check check / pat pat")
        assert table.raise_range == (200, 200)


def test_G13_players_exchange_in_turn_and_all_cards_at_once() -> None:
    """Each player exchanges none to three cards, from the button's left; everybody sees how many."""
    table = three(OPEN, "AdAhAs3d")
    assert table.hand.waiting == ("draw", 0)
    table.refuses("x0", seat=1)
    table.play("x234")
    assert table.hole_cards(0) == "AcKcAdAhAs"
    table.play("pat x4")
    assert table.hole_cards(2) == "3s4s6s8s3d"
    assert [(event.seat, event.drawn) for event in table.events_of(ev.Drew)] == [(0, 3), (1, 0), (2, 1)]
    assert table.hand.drew[:3] == [3, 0, 1]
    assert table.seat_to_act == 0


def test_G13_no_card_is_burnt_before_a_draw() -> None:
    """A draw deals the next cards of the deck."""
    table = three(f"{OPEN} x012 x012 x012")
    new = [card for hole in table.hand.hole for card in hole[2:]]
    assert tuple(new) == table.hand.deck[15:24]
    assert not table.hand.stub.burnt


def test_G13_only_the_number_of_discards_is_public() -> None:
    """The discarded cards are in a secret event."""
    table = three(f"{OPEN} x012 pat pat")
    assert {type(event) for event in table.events if type(event) in ev.SECRET} == {ev.DeckShuffled, ev.Exchanged}
    assert all(not event.kept for event in table.events_of(ev.Drew))


@pytest.mark.parametrize("ask", ["x0123", "x01234", "x00", "x5"])
def test_G13_more_than_three_discards_are_refused(ask: str) -> None:
    """A card position given twice or that does not exist is refused as well."""
    three(OPEN).play("pat").refuses(ask)


@pytest.mark.parametrize("game", ["draw", "double-draw", "lowball"])
def test_G13_a_player_who_keeps_an_ace_may_exchange_four(game: str) -> None:
    """Four cards may be exchanged if the card kept is an ace, which is face up from then on."""
    table = three(OPEN, "2c3c4c5c", game=game)
    for ask in ("x0234", "x01234", "x0123"):
        assert table.refuses(ask).code in ("too_many_discards", "bad_discard")
    table.play("x1234")
    assert table.hole_cards(0) == "Ac2c3c4c5c"
    (drew,) = table.events_of(ev.Drew)
    assert (drew.drawn, cards_text(drew.kept)) == (4, "Ac")
    table.play("pat pat")
    assert cards_text(table.hand.face_up[0]) == "Ac"


def test_G13_the_ace_is_no_longer_face_up_once_it_is_discarded() -> None:
    """An ace kept for the first draw stays face up until it is discarded in the second."""
    table = play(
        "double-draw", K[:2], "check check / x1234 pat check check /", hands=HANDS[:2], later=("2c3c4c5c", "6c")
    )
    assert cards_text(table.hand.face_up[0]) == "Ac"
    kept = table.hand.copy()
    kept.act(0, Discard((1,)))
    assert cards_text(kept.face_up[0]) == "Ac"
    table.play("x0")
    assert table.hand.face_up[0] == ()


@pytest.mark.parametrize(("drawn", "places", "kept"), [("2c3c4c5c", "1234", "Ac"), ("Ad3c4c5c", "0234", "Ad")])
def test_G13_only_the_ace_kept_last_is_face_up(drawn: str, places: str, kept: str) -> None:
    """A player who exchanges four cards twice keeps the same ace or another one."""
    table = play(
        "double-draw", K[:2], "check check / x1234 pat check check /", hands=HANDS[:2], later=(drawn, "6c7c8c6h")
    )
    table.play(f"x{places}")
    assert cards_text(table.hand.face_up[0]) == kept


def test_G13_all_in_players_draw_too() -> None:
    """An all-in player exchanges cards, and hands stay face down until the last draw (H5)."""
    table = play("draw", [500, 500], "490 call", hands=HANDS[:2], structure="nl")
    assert table.hand.waiting == ("draw", 0)
    assert not any(table.hand.shown)
    table.play("x2 x34")
    assert all(table.hand.shown)
    assert table.hand.changes is not None


SIX = [10_000] * 6


def test_G13_the_discards_are_shuffled_when_the_stub_runs_out_during_an_exchange() -> None:
    """Six players draw three each: in the second draw the last four cards are dealt, then the shuffled discards."""
    table = play("double-draw", SIX, "check " * 6 + "x012 " * 6 + "check " * 6 + "x012 ")
    assert table.hand.stub.left == 1
    table.play("x012")
    assert list(table.events_of(ev.CardsDealt))[-1] == ev.CardsDealt((1,), 1)
    assert list(table.events_of(ev.Drew))[-1] == ev.Drew(1, 3, (), dealt=2)
    (shuffled,) = table.events_of(ev.StubShuffled)
    exchanges = list(table.events_of(ev.Exchanged))
    own = set(exchanges[-1].cards)
    assert len(shuffled.cards) == 18 + 3
    assert set(shuffled.cards) == {card for event in exchanges[:-1] for card in event.cards}
    assert not own & set(table.hand.hole[1])
    assert own <= set(table.hand.stub.pile)


def test_G13_a_stub_with_just_enough_cards_is_dealt_to_the_end_without_a_shuffle() -> None:
    """Four cards are left for the second draw, and the first two players take three and one."""
    table = play("double-draw", SIX, "check " * 6 + "x012 " * 6 + "check " * 6 + "x012 x0")
    assert table.hand.stub.left == 0
    assert list(table.events_of(ev.StubShuffled)) == []
    assert list(table.events_of(ev.Drew))[-1] == ev.Drew(1, 1, (), dealt=1)


def test_G13_own_discards_of_an_earlier_draw_may_return() -> None:
    """Only the discards of the current draw cannot return."""
    table = play("double-draw", SIX, "check " * 6 + "x012 " * 6 + "check " * 6 + "x012 x012")
    (shuffled,) = table.events_of(ev.StubShuffled)
    first = next(event.cards for event in table.events_of(ev.Exchanged) if event.seat == 1)
    assert set(first) <= set(shuffled.cards)


def test_G13_folded_hands_are_shuffled_in() -> None:
    """The new stub is made of folded and discarded cards."""
    table = play("double-draw", SIX, "100 " + "call " * 5 + "x012 " * 6 + "200 fold " + "call " * 4 + "x012 x012")
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert set(table.hand.hole[1]) <= set(shuffled.cards)


def test_G13_B14_a_hand_folded_in_the_draw_is_shuffled_in_too() -> None:
    table = play("double-draw", SIX, "check " * 6 + "x012 " * 6 + "check " * 6 + "fold x012 x012")
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert set(table.hand.hole[0]) <= set(shuffled.cards)


@pytest.mark.parametrize("seed", range(20))
def test_G13_nobody_is_ever_dealt_their_own_discards(seed: int) -> None:
    """Six players draw as many cards as they may, twice, with many different shuffles."""
    rules = play("double-draw", SIX).hand.rules
    plan = HandPlan(1, 5, tuple(range(6)), tuple(SIX), tuple(Post(seat, PostKind.ANTE, 10) for seat in range(6)))
    hand = Hand(rules)
    table = Play(hand, hand.begin(plan, shuffled_decks(rules.variant, Random(seed))))
    while table.hand.changes is None:
        kind, seat = table.hand.waiting
        if kind == "draw":
            hole = table.hand.hole[seat]
            ace = next((place for place, card in enumerate(hole) if rank(card) == RANKS.index("A")), None)
            places = (0, 1, 2) if ace is None else tuple(place for place in range(5) if place != ace)
            table.events += table.hand.act(seat, Discard(places))
            assert not set(table.hand.discarded[seat]) & set(table.hand.hole[seat])
        else:
            table.play("check" if kind == "act" else "muck")


def test_B14_a_player_who_does_not_answer_stands_pat() -> None:
    """The room draws no cards for a player whose time is up."""
    table = three(OPEN)
    assert table.hand.default_action() == Discard()


def test_G13_cards_are_exchanged_only_in_a_draw() -> None:
    """An exchange is refused in a betting round and in games without draws."""
    table = three()
    with pytest.raises(IllegalAction):
        table.hand.act(0, Discard((0,)))
    with pytest.raises(IllegalAction):
        play("holdem", K[:3]).hand.act(2, Discard((0,)))
