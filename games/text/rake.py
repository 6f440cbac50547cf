"""Rake as text: the operator's names of the profiles and the players' sentences (R1, R5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from games.engine.rules.changes import rake_by_games
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Rules
from games.money.escrow import number_text
from games.text.amounts import AmountFormat
from games.text.games import game_name
from games.text.house_rules.rule_text import Label

RAKE_NAMES: Final[Mapping[str, Label]] = {
    NO_RAKE.code: gettext_lazy("no rake"),
    Preset.ONLINE: gettext_lazy("5%, with caps by players dealt in, none without a flop"),
    Preset.SHOWDOWN: gettext_lazy("5% of every pot, at most 300 or 200"),
    Preset.ETHP: gettext_lazy("2%, rounded up to 0.05, without a cap"),
}
"""The profiles to choose from, by code."""


def percent_text(per_mille: int) -> str:
    """The share that the house takes in percent, such as "2.5"."""
    return number_text(f"{per_mille / 10:g}")


def rake_sentences(rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    """The rake of a table in words: percent, rounding, caps by players dealt in, and what is free of it (R5)."""
    rake = next((terms for terms in rules.rakes if terms.per_mille), None)
    if rake is None:
        yield gettext("No rake.")
        return
    if rules.mix_rakes:
        for terms, games in rake_by_games(rules):
            names = ", ".join(game_name(game.variant.code, game.stakes.structure) for game in games)
            rates = " ".join(_rates(terms, rules, amounts)) if terms.per_mille else gettext("No rake.")
            yield gettext("{game}: {stakes}").format(game=names, stakes=rates)
    else:
        yield from _rates(rake, rules, amounts)
    if rake.smallest_pot:
        smallest = amounts.text(rake.smallest_pot)
        yield gettext("No rake is taken from pots below {amount}.").format(amount=smallest)
    if rake.no_flop_no_drop:
        yield _free_hands(rules)


def _rates(rake: RakeTerms, rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    yield rounded_share(rake.per_mille, rake.rounds_to(rules.house.chip_unit), amounts, up=rake.round_up)
    yield _cap_sentence(rake, amounts)


def rounded_share(per_mille: int, unit: int, amounts: AmountFormat, *, up: bool) -> str:
    """The share of the pots and its rounding as a sentence; the unit in minor units."""
    text = gettext("{percent}% of the pots, rounded down to a multiple of {unit}.")
    if up:
        text = gettext("{percent}% of the pots, rounded up to a multiple of {unit}.")
    return text.format(percent=percent_text(per_mille), unit=amounts.text(unit))


def _cap_sentence(rake: RakeTerms, amounts: AmountFormat) -> str:
    (_, cap), *more = rake.caps
    if more:
        caps = caps_text(rake.caps, amounts)
        return gettext("At most, by the number of players dealt in: {caps}.").format(caps=caps)
    return gettext("At most {cap} a hand.").format(cap=amounts.text(cap)) if cap else gettext("There is no cap.")


def caps_text(caps: Sequence[tuple[int, int]], amounts: AmountFormat) -> str:
    """Caps by the number of players dealt in, such as "10 with 2 players, 20 with 3 players or more"."""
    return by_players_text([(players, cap_text(cap, amounts)) for players, cap in caps])


def cap_text(cap: int, amounts: AmountFormat) -> str:
    """A cap in minor units, 0 for none."""
    return amounts.text(cap) if cap else gettext("no cap")


def by_players_text(caps: Sequence[tuple[int, str]]) -> str:
    """Caps that are texts already, each with the least number of players dealt in for which it holds."""
    ends = [*(players - 1 for players, _ in caps[1:]), 0]
    return ", ".join(_cap_part(first, last, cap) for (first, cap), last in zip(caps, ends, strict=True))


def _cap_part(first: int, last: int, cap: str) -> str:
    text = gettext("{cap} with {first} to {last} players")
    if first == last:
        text = gettext("{cap} with {first} players")
    elif not last:
        text = gettext("{cap} with {first} players or more")
    return text.format(cap=cap, first=first, last=last)


def _free_hands(rules: Rules) -> str:
    if all(variant.board_cards for variant in [game.variant for game in rules.mix] or [rules.variant]):
        return gettext("No rake is taken without a flop.")
    return gettext("No rake is taken from a hand that ends in its first round of betting.")
