"""Rake as text: the operator's names of the profiles and the players' sentences (R1, R5)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from games.engine.rules.house_rule import Preset
from games.engine.rules.rake import NO_RAKE, RakeProfile
from games.engine.rules.rules import Rules
from games.money.escrow import number_text
from games.text.amounts import AmountFormat
from games.text.house_rule_text import Label

RAKE_NAMES: Final[Mapping[str, Label]] = {
    NO_RAKE.code: gettext_lazy("no rake"),
    Preset.ONLINE: gettext_lazy("5 %, with caps by players dealt in, none without a flop"),
    Preset.SHOWDOWN: gettext_lazy("5 % of every pot, at most 300 or 200"),
    Preset.ETHP: gettext_lazy("2 %, rounded up to 0.05, without a cap"),
}
"""The profiles to choose from, by code."""


def percent_text(per_mille: int) -> str:
    """The share that the house takes in percent, such as "2.5"."""
    return number_text(f"{per_mille / 10:g}")


def rake_sentences(rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    """The rake of a table in words: percent, rounding, caps by players dealt in, and what is free of it (R5)."""
    rake = rules.rake
    if not rake.per_mille:
        yield gettext("No rake.")
        return
    text = gettext("{percent} % of the pots, rounded down to a multiple of {unit}.")
    if rake.round_up:
        text = gettext("{percent} % of the pots, rounded up to a multiple of {unit}.")
    unit = rake.unit if rake.unit % rules.house.chip_unit == 0 else rules.house.chip_unit
    yield text.format(percent=percent_text(rake.per_mille), unit=amounts.text(unit))
    yield from _cap_sentences(rake, amounts)
    if rake.smallest_pot:
        smallest = amounts.text(rake.smallest_pot)
        yield gettext("No rake is taken from pots below {amount}.").format(amount=smallest)
    if rake.no_flop_no_drop:
        yield _free_hands(rules)


def _cap_sentences(rake: RakeProfile, amounts: AmountFormat) -> Iterator[str]:
    caps = _caps_by_players(rake)
    if len(caps) > 1:
        parts = ", ".join(_cap_part(*row, amounts) for row in caps)
        yield gettext("At most, by the number of players dealt in: {caps}.").format(caps=parts)
    elif caps[0][2]:
        yield gettext("At most {cap} a hand.").format(cap=amounts.text(caps[0][2]))
    else:
        yield gettext("There is no cap.")


def _caps_by_players(rake: RakeProfile) -> list[tuple[int, int, int]]:
    """Rows of (fewest players, most players or 0 for any number, cap or 0 for none), from two players on."""
    starts = {2: rake.cap}
    for players, cap in rake.caps_by_players:
        starts[max(players, 2)] = cap
    rows = sorted(starts.items())
    rows = [row for place, row in enumerate(rows) if not place or row[1] != rows[place - 1][1]]
    ends: Iterable[int] = [*(players - 1 for players, _ in rows[1:]), 0]
    return [(first, last, cap) for (first, cap), last in zip(rows, ends, strict=True)]


def _cap_part(first: int, last: int, cap: int, amounts: AmountFormat) -> str:
    text = gettext("{cap} with {first} to {last} players")
    if first == last:
        text = gettext("{cap} with {first} players")
    elif not last:
        text = gettext("{cap} with {first} players or more")
    return text.format(cap=amounts.text(cap) if cap else gettext("no cap"), first=first, last=last)


def _free_hands(rules: Rules) -> str:
    if all(variant.board_cards for variant in [game.variant for game in rules.mix] or [rules.variant]):
        return gettext("No rake is taken without a flop.")
    return gettext("No rake is taken from a hand that ends in its first round of betting.")
