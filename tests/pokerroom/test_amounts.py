"""The amount filter of all pages."""

import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("minor", "text"),
    [(1_842_000, "18\u2009420"), (50, "0.50"), (0, "0"), (-12_345_00, "\u221212\u2009345"), (None, "")],
)
def test_amount(minor: int | None, text: str) -> None:
    assert Template("{{ minor|amount }}").render(Context({"minor": minor})) == text
