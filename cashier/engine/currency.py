"""What a currency is: its code, how many decimals its amounts have, and how they are written (M1)."""

from typing import Final, NamedTuple

MOST_DIGITS: Final = 3
"""Decimals: 0 as in the yen, 2 as in the euro, 3 as in the Kuwaiti dinar."""


class CurrencyInfo(NamedTuple):
    """A currency; one unit of it has 10 ** `digits` minor units.

    `symbol` is written beside amounts, before them if `symbol_first`; "" shows the code instead. `name` is the
    operator's, "" for that of the code. Lists follow `order`. A `retired` one gets no new tables and deposits.
    Big blinds up to `low_stakes` are called low and up to `middle_stakes` middle; minor units, 0 = as in the room.
    `pieces` are its notes and coins in minor units, the largest first, for counting a drawer.
    """

    code: str
    digits: int = 2
    symbol: str = ""
    symbol_first: bool = False
    name: str = ""
    order: int = 0
    retired: bool = False
    low_stakes: int = 0
    middle_stakes: int = 0
    pieces: tuple[int, ...] = ()

    @property
    def unit(self) -> int:
        """The minor units of one unit."""
        return int(10**self.digits)

    @property
    def marks(self) -> tuple[str, ...]:
        """What people type beside an amount of this currency."""
        return (self.symbol, self.code) if self.symbol else (self.code,)


PLAY: Final = "PLAY"
_KORUNAS = (5000_00, 2000_00, 1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)
_EUROS = (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1)
STANDARD: Final = (
    CurrencyInfo(PLAY, order=10),
    CurrencyInfo("CZK", symbol="Kč", order=20, low_stakes=20_00, middle_stakes=50_00, pieces=_KORUNAS),
    CurrencyInfo("EUR", symbol="€", order=30, low_stakes=1_00, middle_stakes=5_00, pieces=_EUROS),
)
"""The currencies of every room; an operator may rename, reorder and retire them, and add others."""
