"""The names of games in the viewer's language, and the family of each."""

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.rules.mixed_games import MIXES as ROTATIONS
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.models import CHIPS
from games.money import escrow
from games.text.amounts import NO_BREAK_SPACE, AmountFormat

# The form used after "No-limit ...", "Pot-limit ..." or "Fixed-limit ...".
GAMES: dict[str, Promise] = {
    "holdem": pgettext_lazy("game with its structure", "hold'em"),
    "omaha": pgettext_lazy("game with its structure", "Omaha"),
    "omaha8": pgettext_lazy("game with its structure", "Omaha hi-lo"),
    "stud": pgettext_lazy("game with its structure", "stud"),
    "stud8": pgettext_lazy("game with its structure", "stud hi-lo"),
    "razz": pgettext_lazy("game with its structure", "razz"),
    "stud5": pgettext_lazy("game with its structure", "five card stud"),
    "draw": pgettext_lazy("game with its structure", "five card draw"),
    "double-draw": pgettext_lazy("game with its structure", "double draw"),
    "lowball": pgettext_lazy("game with its structure", "lowball"),
    "27sd": pgettext_lazy("game with its structure", "2-7 single draw"),
    "27td": pgettext_lazy("game with its structure", "2-7 triple draw"),
    "badugi": pgettext_lazy("game with its structure", "badugi"),
    "shortdeck": pgettext_lazy("game with its structure", "short-deck hold'em"),
    "omaha5": pgettext_lazy("game with its structure", "five-card Omaha"),
}
# Rotations of several games; proper names are the same in every language.
MIXES: dict[str, Promise | str] = {
    "horse": "H.O.R.S.E.",
    "8game": gettext_lazy("8-game mix"),
    "mixed": gettext_lazy("Mixed games"),
}
STRUCTURES: dict[str, Promise] = {
    "nl": gettext_lazy("No limit"),
    "pl": gettext_lazy("Pot limit"),
    "fl": gettext_lazy("Fixed limit"),
}
TITLES: dict[str, Promise] = {
    "nl": gettext_lazy("No-limit {game}"),
    "pl": gettext_lazy("Pot-limit {game}"),
    "fl": gettext_lazy("Fixed-limit {game}"),
}
FAMILIES: dict[str, Promise] = {
    "holdem": gettext_lazy("Hold'em"),
    "omaha": gettext_lazy("Omaha"),
    "stud": gettext_lazy("Stud"),
    "draw": gettext_lazy("Draw"),
    "mixed": gettext_lazy("Mixed"),
}
_FAMILY_OF = {
    "holdem": ("holdem", "shortdeck"),
    "omaha": ("omaha", "omaha8", "omaha5"),
    "stud": ("stud", "stud8", "razz", "stud5"),
}


def code_of(rules: Rules) -> str:
    """The code of a table's game or rotation."""
    if not rules.mix:
        return rules.variant.code
    games = tuple((game.variant.code, game.stakes.structure) for game in rules.mix)
    return next((code for code, mix in ROTATIONS.items() if mix == games), "mixed")


def short_game_name(game: str) -> str:
    """A game without its structure: "Stud hi-lo"; the code if it has no name."""
    if game in MIXES:
        return str(MIXES[game])
    return capfirst(str(GAMES.get(game, game)))


def game_name(game: str, structure: str) -> str:
    """A game with its structure: "Fixed-limit stud hi-lo"."""
    if structure not in TITLES or game in MIXES:
        return short_game_name(game)
    return str(TITLES[structure]).format(game=GAMES.get(game, game))


def family(game: str) -> str:
    """The code of a game's family; games of no other family are draw games."""
    if game in MIXES:
        return "mixed"
    return next((code for code, games in _FAMILY_OF.items() if game in games), "draw")


def stakes_with_currency(game: str, stakes: Stakes, currency: str) -> str:
    """The stakes with the currency they are played in: "10/20 Kč"; of play money and tournament chips the number."""
    return with_currency(stakes_text(game, stakes, AmountFormat.of_currency(currency)), currency)


def with_currency(text: str, currency: str) -> str:
    """A text that ends with stakes, and the currency they are played in; play money and chips are not named."""
    return text if currency in (escrow.PLAY, CHIPS) else f"{text}{NO_BREAK_SPACE}{escrow.currency_mark(currency)}"


def stakes_text(game: str, stakes: Stakes, amounts: AmountFormat) -> str:
    """The stakes as text, such as "10/20": both limits in fixed limit, both blinds, or the lower limit."""
    if stakes.structure == Structure.FIXED_LIMIT:
        return f"{amounts.text(stakes.lower_limit)}/{amounts.text(stakes.upper_limit)}"
    if game in CATALOGUE and CATALOGUE[game].forced is not Forced.BLINDS:
        return amounts.text(stakes.lower_limit)
    return f"{amounts.text(stakes.small_blind)}/{amounts.text(stakes.big_blind)}"
