"""What is said at a table: cleaned when it comes in, and how it travels."""

import unicodedata
from typing import Any

from games.models.conduct import ChatLine


def clean_line(text: str) -> str:
    """A chat line on one line, without control and format characters that could play tricks."""
    plain = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in plain if unicodedata.category(char)[0] != "C").split())


def line_data(line: ChatLine) -> dict[str, Any]:
    """A line of talk as messages and pages carry it; `at` in ms."""
    return {
        "id": line.pk,
        "player": line.player_id,
        "name": line.name,
        "text": line.text,
        "watching": line.watching,
        "at": int(line.at.timestamp() * 1000),
    }
