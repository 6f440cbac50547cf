"""Database rows of the card room: tables, their decisions and hands, seats, people's conduct and access.

Rows and their constraints live here; what may be done with them does not.
"""

from games.models import (
    access,
    conduct,
    floor_decisions,
    hands,
    hourly,
    moves,
    play_time,
    rake,
    results,
    schedules,
    shares,
    tables,
    templates,
    tournament_reports,
)
from games.models.hands import Hand, HandPlayer
from games.models.tables import (
    CHIPS,
    FEWEST_SEATS,
    LONGEST_DELAY,
    MOST_SEATS,
    Decision,
    Departure,
    Notice,
    Order,
    Seat,
    Table,
    title_of,
)

__all__ = [
    "CHIPS",
    "FEWEST_SEATS",
    "LONGEST_DELAY",
    "MOST_SEATS",
    "Decision",
    "Departure",
    "Hand",
    "HandPlayer",
    "Notice",
    "Order",
    "Seat",
    "Table",
    "access",
    "conduct",
    "floor_decisions",
    "hands",
    "hourly",
    "moves",
    "play_time",
    "rake",
    "results",
    "schedules",
    "shares",
    "tables",
    "templates",
    "title_of",
    "tournament_reports",
]
