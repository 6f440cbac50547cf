"""How amounts of currencies with two decimals are written, such as those of play money."""

from games.text.amounts import AmountFormat

MONEY = AmountFormat()
