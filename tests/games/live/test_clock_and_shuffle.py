"""Time never runs backwards; no order of the cards is likelier than another."""

from collections import Counter

import pytest

from games.engine.rules.variants import CATALOGUE
from games.live import clock_and_shuffle
from games.live.clock_and_shuffle import World
from games.live.watchers import LINE_MS, Looks


def test_time_never_runs_backwards_and_follows_the_database() -> None:
    here = World()
    before = here.now()
    here.set_clock(before - 60_000)
    assert here.now() >= before
    here.set_clock(before + 60_000)
    assert before + 60_000 <= here.now() < before + 61_000


def test_a_shuffle_is_all_cards_and_each_place_gets_each_card_alike() -> None:
    decks = 6_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(decks):
        deck = World().shuffle()
        assert sorted(deck) == list(range(52))
        counts.update(enumerate(deck))
    expected = decks / 52
    chi = sum((counts[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    # 51 x 51 degrees of freedom: mean 2601, standard deviation 72.
    assert abs(chi - 2601) < 5 * 72


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_hand_gets_its_deck_and_an_order_for_every_time_it_may_be_shuffled_again(game: str) -> None:
    variant = CATALOGUE[game]
    cards, size = World().decks(variant), len(variant.deck)
    assert len(cards) == size * variant.shuffles
    for start in range(0, len(cards), size):
        assert sorted(cards[start : start + size]) == sorted(variant.deck)


def test_every_choice_of_a_shuffle_is_drawn_among_the_cards_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def lowest(among: int) -> int:
        asked.append(among)
        return 0

    monkeypatch.setattr("games.live.clock_and_shuffle.secrets.randbelow", lowest)
    World().shuffle()
    assert asked == list(range(52, 1, -1))


def test_the_live_floor_deals_without_random() -> None:
    source = clock_and_shuffle.__file__
    with open(source, encoding="utf-8") as file:
        assert "import random" not in file.read()


def test_b15_a_line_lasts_twelve_seconds_after_the_last_look() -> None:
    looks = Looks(1_000)
    assert looks.has_line(5, 1_000 + LINE_MS)
    assert not looks.has_line(5, 1_001 + LINE_MS)
    looks.saw(5, "here", 20_000)
    looks.saw(5, "there", 25_000)
    assert looks.has_line(5, 25_000 + LINE_MS)
    assert not looks.has_line(5, 25_001 + LINE_MS)
    assert sorted(looks.replies(5)) == ["here", "there"]
    looks.forget_old(52_000)
    assert looks.replies(5) == ["there"]
    looks.forget_old(80_000)
    assert looks.players() == []
