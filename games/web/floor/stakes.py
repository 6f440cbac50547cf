"""Stakes as choices on the floor's pages."""

from games.engine.rules.stakes import Stakes
from games.text.games import stakes_with_currency


def stakes_code(stakes: Stakes, currency: str) -> str:
    """The stakes of a table as a choice in an address."""
    return f"{stakes.structure}:{stakes.small_blind}:{stakes.big_blind}:{currency}"


def stakes_name(game: str, stakes: Stakes, currency: str) -> str:
    """Stakes as a choice, such as "10/20 NL"."""
    return f"{stakes_with_currency(game, stakes, currency)} {stakes.structure.upper()}"
