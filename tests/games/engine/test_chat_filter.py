"""F6: which lines speak of cards, in the three languages of the room."""

import pytest

from games.engine.chat_filter import speaks_of_cards


@pytest.mark.parametrize(
    "line",
    [
        "I folded an ace", "he has KINGS", "AK again", "QJs", "A5o?", "I had 9h", "AhKd", "10s 9s", "♠♠♠", "flush draw",
        "two pair", "a pair of tens", "full house", "the nuts", "měl jsem eso", "mal som kráľa", "zahodil jsem krále",
        "postupka na stole", "samá srdce", "piky", "trojka je málo", "dva páry", "držím barvu", "fulhaus",
    ],
)  # fmt: skip
def test_F6_it_speaks_of_cards(line: str) -> None:
    assert speaks_of_cards(line)


@pytest.mark.parametrize(
    "line",
    [
        "", "hello all", "As you like", "Ah, nice", "nice hand", "gl all", "99 problems", "see you at 10", "ok", "wp",
        "Dobrý večer", "Dobre hráš", "hezky zahráno", "krásne", "kam jdeš", "Pardubice",
        "paráda", "I call the floor", "esemes", "Karel je tu", "karty jsou na stole", "Kriváň",
    ],
)  # fmt: skip
def test_F6_it_speaks_of_something_else(line: str) -> None:
    assert not speaks_of_cards(line)
