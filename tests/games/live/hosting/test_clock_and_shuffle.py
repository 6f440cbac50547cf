"""A host's time never runs backwards, and every order of the cards is equally likely."""

import ast
import multiprocessing
from collections import Counter
from types import SimpleNamespace

import pytest

from games.engine.rules.variants import CATALOGUE
from games.live.hosting import clock_and_shuffle
from games.live.hosting.clock_and_shuffle import HostClock, Shuffler
from tests.conftest import ROOT

APPS = ("backoffice", "cashier", "games", "tournaments", "pokerroom")


def test_time_never_runs_backwards_and_follows_the_database() -> None:
    here = HostClock()
    before = here.now()
    here.set(before - 60_000)
    assert here.now() >= before
    here.set(before + 60_000)
    assert before + 60_000 <= here.now() < before + 61_000


def test_time_goes_on_as_the_machines_does_from_the_last_time_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 5_000.25
    machine = SimpleNamespace(time=lambda: 1_700_000_000.5, monotonic=lambda: passed)
    monkeypatch.setattr(clock_and_shuffle, "time", machine)
    here = HostClock()
    assert here.now() == 1_700_000_000_500
    passed += 2.5
    assert here.now() == 1_700_000_003_000
    here.set(1_700_000_009_000)
    assert here.now() == 1_700_000_009_000
    passed += 1.5
    assert here.now() == 1_700_000_010_500


def test_play_goes_on_while_the_clock_of_the_database_has_been_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that waits for the other one, no hand would be dealt and nobody's time run for five minutes."""
    passed = 5_000.0
    machine = SimpleNamespace(time=lambda: 1_700_000_000.0, monotonic=lambda: passed)
    monkeypatch.setattr(clock_and_shuffle, "time", machine)
    here, database = HostClock(), 1_699_999_700.0
    told = []
    for _ in range(1_000):
        passed, database = passed + 1, database + 1
        here.set(int(database * 1000))
        told.append(here.now())
    passes = [later - earlier for earlier, later in zip([1_700_000_000_000, *told], told, strict=False)]
    assert passes == [500] * 600 + [1_000] * 400
    assert told[-1] == database * 1000


def test_a_shuffle_has_all_cards_and_every_place_gets_each_card_equally_often() -> None:
    decks = 6_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(decks):
        deck = Shuffler().shuffle()
        assert sorted(deck) == list(range(52))
        counts.update(enumerate(deck))
    expected = decks / 52
    chi = sum((counts[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52))
    # 51 x 51 degrees of freedom: mean 2601, standard deviation 72.
    assert abs(chi - 2601) < 5 * 72


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_hand_gets_its_deck_and_an_order_for_every_time_it_may_be_shuffled_again(game: str) -> None:
    variant = CATALOGUE[game]
    cards, size = Shuffler().decks(variant), len(variant.deck)
    assert len(cards) == size * variant.shuffles
    for start in range(0, len(cards), size):
        assert sorted(cards[start : start + size]) == sorted(variant.deck)


def test_a_shuffle_chooses_each_card_from_those_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def lowest(among: int) -> int:
        asked.append(among)
        return 0

    monkeypatch.setattr("games.live.hosting.clock_and_shuffle.secrets.randbelow", lowest)
    Shuffler().shuffle()
    assert asked == list(range(52, 1, -1))


MAY_IMPORT_RANDOM = (
    "games/simulation.py",
    "games/live/bots/",
    "games/live/equity_runner.py",
    "tournaments/simulation/",
    "pokerroom/management/commands/simulate",
    "pokerroom/loadtest/",
    "pokerroom/demo/",
)
"""House bots, samples of what may come, simulations, and the demo's month: nothing that deals, seats or draws."""


def test_nothing_that_deals_seats_or_draws_imports_the_random_module() -> None:
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    found = {
        str(source.relative_to(ROOT))
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "random" in {getattr(node, "module", None), *(name.name for name in node.names)}
    }
    assert "games/live/bots/runner.py" in found
    assert sorted(source for source in found if not source.startswith(MAY_IMPORT_RANDOM)) == []


def test_no_deck_comes_twice_from_a_host_or_from_two_that_began_as_one() -> None:
    """The decks of a small seed, or of a generator that forked processes share, would be the same again."""
    pool = multiprocessing.get_context("fork").Pool(4)
    with pool:
        decks = [deck for some in pool.map(some_decks, [2_500] * 4, chunksize=1) for deck in some]
    assert len(set(decks)) == len(decks) == 10_000


def some_decks(count: int) -> list[bytes]:
    """So many shuffled decks."""
    shuffler = Shuffler()
    return [bytes(shuffler.shuffle()) for _ in range(count)]
