"""Games, payout tables and amounts as typed or chosen in the form."""

import re

from games.engine.errors import IllegalAction
from games.engine.rules.mixed_games import MIXES as ROTATIONS
from games.engine.rules.stakes import Structure as Betting
from games.web.api import AmountError, decimal_sign, parse_amount
from tournaments.engine.setup.payouts import WHOLE, Row
from tournaments.engine.setup.setup import Game


def games_of(code: str, betting: Betting) -> tuple[Game, ...]:
    """One game with its betting, or all games of a rotation."""
    if code in ROTATIONS:
        return tuple(Game(game, structure) for game, structure in ROTATIONS[code])
    return (Game(code, betting),)


def payout_rows(typed_rows: str) -> tuple[Row, ...]:
    """A typed payout table: "18: 50 30 20", shares in per cent, decimals allowed."""
    rows = []
    for line in typed_rows.splitlines():
        if not line.strip():
            continue
        entries, colon, shares = line.partition(":")
        try:
            parts = tuple(round(float(part.replace(",", ".").rstrip("%")) * WHOLE / 100) for part in shares.split())
            rows.append(Row(int(entries), parts))
        except (ValueError, OverflowError):
            raise IllegalAction("bad_payout_line") from None
        if not colon or not parts:
            raise IllegalAction("bad_payout_line")
    return tuple(rows)


def amounts(typed_amounts: str, currency: str) -> tuple[int, ...]:
    """Amounts of a currency separated by semicolons or commas, in minor units.

    Where a comma stands before decimals, only one with a space behind it separates.
    """
    separator = r";|,\s" if decimal_sign() == "," else r"[;,]"
    try:
        return tuple(parse_amount(part, currency) for part in re.split(separator, typed_amounts) if part.strip())
    except AmountError:
        raise IllegalAction("bad_amount") from None
