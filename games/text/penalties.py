"""Penalties at cash tables in words (T14)."""

from typing import Protocol

from django.utils.translation import ngettext


class PenaltyLength(Protocol):
    """The length of a penalty, of which one is set."""

    @property
    def hands(self) -> int:
        """Hands to sit out."""

    @property
    def rounds(self) -> int:
        """Rounds to sit out."""

    @property
    def minutes(self) -> int:
        """Minutes to sit out."""


def penalty_text(length: PenaltyLength) -> str:
    """The length of a penalty, such as "2 rounds"; "" for none."""
    if length.hands:
        return ngettext("{count} hand", "{count} hands", length.hands).format(count=length.hands)
    if length.rounds:
        return ngettext("{count} round", "{count} rounds", length.rounds).format(count=length.rounds)
    if length.minutes:
        return ngettext("{count} minute", "{count} minutes", length.minutes).format(count=length.minutes)
    return ""
