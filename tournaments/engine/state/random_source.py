"""A reproducible source of random draws from a seed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
WORD = 8
SPACE = 1 << (8 * WORD)


class RandomSource:
    """Unbiased random draws from a seed; the same seed always gives the same draws (T3).

    The host passes 32 unpredictable bytes. Words are SHA-256 of the seed and a counter; biased values are rejected.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._blocks = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        fair = SPACE - SPACE % bound
        while (word := self._word()) >= fair:
            pass
        return word % bound

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order (Fisher-Yates)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            chosen = self.below(last + 1)
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return tuple(shuffled)

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._seed + self._blocks.to_bytes(WORD, "big")).digest()
            self._blocks += 1
            self._words = [int.from_bytes(block[at : at + WORD], "big") for at in range(0, len(block), WORD)]
        return self._words.pop()
