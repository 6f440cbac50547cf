"""The field for the notes and coins of a currency."""

from typing import Any

from django import forms

from cashier.engine import money
from cashier.engine.errors import AmountError
from cashier.text import amount_refusal, digits_text


class PiecesField(forms.CharField):
    """Notes and coins typed with spaces between them; cleaned to minor units, the largest first."""

    digits = 2

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=300, **options)

    def prepare_value(self, value: object) -> object:
        """Minor units as text; typed text is left as it is."""
        return pieces_line(value, self.digits) if isinstance(value, tuple) else value

    def clean(self, value: object) -> tuple[int, ...]:
        """Minor units; raises ValidationError for what is no amount of this currency."""
        found = set()
        for typed in super().clean(value).replace(";", " ").split():
            try:
                piece = money.parse_amount(typed, self.digits)
                if not piece:
                    raise AmountError("zero")
            except AmountError as refusal:
                raise forms.ValidationError(amount_refusal(refusal.code, self.digits)) from None
            found.add(piece)
        return tuple(sorted(found, reverse=True))


def pieces_line(pieces: tuple[int, ...], digits: int) -> str:
    """The notes and coins with spaces between them, as they are typed."""
    return " ".join(digits_text(piece, digits).replace(money.NARROW_SPACE, "") for piece in pieces)
