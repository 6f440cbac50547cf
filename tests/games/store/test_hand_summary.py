"""A finished hand is summed up from its public events."""

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.events.kinds import PotHalf
from games.store.hand_summary import HandSummary, summarize_hand

FLOP, TURN, RIVER, OTHER_RIVER = (tuple(parse_cards(cards)) for cards in ("2c3c4c", "5d", "6d", "7d"))
BEGINNING: tuple[ev.TableEvent | None, ...] = (
    ev.HandBegan(7, 0, (1, 2, 3), (1_000, 1_000, 1_000), 5_000),
    None,
    ev.StreetBegan(0),
    ev.Folded(2),
    ev.StreetBegan(1),
    ev.BoardDealt(FLOP, 1),
)


def won(amount: int, pot: int = 0) -> ev.PotWon:
    return ev.PotWon(pot, amount, PotHalf.HIGH, ((1, amount),), 0)


def test_a_hand_is_summed_up_with_its_rake_and_the_players_who_saw_the_second_street() -> None:
    ending = (ev.StreetBegan(2), ev.BoardDealt(TURN, 1), ev.Folded(3), ev.RakeTaken(15, (10, 5)), won(300), won(85, 1))
    assert summarize_hand((*BEGINNING, *ending)) == HandSummary(5_000, 3, 400, 15, 2, FLOP + TURN)


def test_a_hand_that_ends_on_the_first_street_has_no_players_on_the_second() -> None:
    summary = summarize_hand((*BEGINNING[:4], ev.Folded(3), won(30)))
    assert summary == HandSummary(5_000, 3, 30, 0, 0, ())


def test_H6_the_last_of_several_boards_is_kept_with_the_cards_they_share() -> None:
    runs = (ev.RunOffered((1, 3), 2), ev.RunBegan(1), ev.BoardDealt(TURN + RIVER, 1))
    again = (ev.RunBegan(2), ev.BoardDealt(OTHER_RIVER + TURN, 1))
    assert summarize_hand((*BEGINNING, *runs, *again)).board == FLOP + OTHER_RIVER + TURN
