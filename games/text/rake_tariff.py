"""What a rake profile says, in words for players and staff, and what differs between two versions (R1, R5)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.rake import Attribution
from games.engine.rules.rake_tariff import FEWEST, CapRow, RakeTariff, changed_parts
from games.text.amounts import AmountFormat
from games.text.games import STRUCTURES, game_name, short_game_name
from games.text.rake import by_players_text, cap_text, percent_text

if TYPE_CHECKING:
    from games.text.house_rules.rule_text import Label

ATTRIBUTIONS: "Final[Mapping[Attribution, Label]]" = {
    Attribution.CONTRIBUTED: gettext_lazy("by what each player put into the pots"),
    Attribution.DEALT: gettext_lazy("equally among the players dealt in"),
}


class Fact(NamedTuple):
    """One thing that a tariff says: what it is about, and the value in words."""

    label: str
    value: str


class Difference(NamedTuple):
    """What two tariffs say about the same thing; "" where one of them says nothing."""

    label: str
    before: str
    after: str


def share_text(tariff: RakeTariff) -> str:
    """The shares of the pots: "5%", or by structure where they differ."""
    shares = tariff.per_mille
    if len({*shares.values()}) == 1:
        return _("{percent}%").format(percent=percent_text(tariff.no_limit))
    parts = (f"{STRUCTURES[kind]} {_('{percent}%').format(percent=percent_text(one))}" for kind, one in shares.items())
    return ", ".join(parts)


def players_facts(tariff: RakeTariff, amounts: AmountFormat) -> list[Fact]:
    """What players read: the shares, the rounding, every cap, and what is free of rake (R5)."""
    return [part_fact(code, part, amounts) for code, part in tariff.parts().items() if code != "attribution"]


def staff_facts(tariff: RakeTariff, amounts: AmountFormat) -> list[Fact]:
    """What staff read: what players read, and whose the rake is in the reports (R5)."""
    return [part_fact(code, part, amounts) for code, part in tariff.parts().items()]


def part_fact(code: str, part: str, amounts: AmountFormat) -> Fact:
    """A part of `RakeTariff.parts` in words; raises KeyError for an unknown code."""
    tariff = RakeTariff.of_part(part)
    return _cap_fact(tariff.caps, amounts) if code.startswith("cap:") else _FACTS[code](tariff, amounts)


def part_difference(code: str, before: str, after: str, amounts: AmountFormat) -> Difference:
    """A change of a part in words; "" before or after where there is no such part."""
    old, new = (part_fact(code, part, amounts) if part else None for part in (before, after))
    label = (new or old or Fact("", "")).label
    return Difference(label, old.value if old else "", new.value if new else "")


def differences(before: RakeTariff, after: RakeTariff, amounts: AmountFormat) -> list[Difference]:
    """What differs between two tariffs."""
    return [part_difference(*change, amounts) for change in changed_parts(before, after)]


def difference_text(one: Difference) -> str:
    """A difference as one line."""
    none = _("none")
    return _("{setting}: {before} → {after}").format(
        setting=one.label, before=one.before or none, after=one.after or none
    )


def _share_fact(tariff: RakeTariff, _amounts: AmountFormat) -> Fact:
    return Fact(_("Share of the pots"), share_text(tariff))


def _rounding_fact(tariff: RakeTariff, amounts: AmountFormat) -> Fact:
    text = _("up to a multiple of {unit}") if tariff.round_up else _("down to a multiple of {unit}")
    return Fact(_("Rounded"), text.format(unit=amounts.text(tariff.unit)))


def _smallest_pot_fact(tariff: RakeTariff, amounts: AmountFormat) -> Fact:
    return Fact(_("Smallest raked pot"), amounts.text(tariff.smallest_pot))


def _no_drop_fact(tariff: RakeTariff, _amounts: AmountFormat) -> Fact:
    return Fact(_("No flop, no drop"), _("yes") if tariff.no_flop_no_drop else _("no"))


def _attribution_fact(tariff: RakeTariff, _amounts: AmountFormat) -> Fact:
    return Fact(_("Whose rake it is"), str(ATTRIBUTIONS[tariff.attribution]))


_FACTS: "Final[Mapping[str, Callable[[RakeTariff, AmountFormat], Fact]]]" = {
    "shares": _share_fact,
    "rounding": _rounding_fact,
    "smallest_pot": _smallest_pot_fact,
    "no_flop_no_drop": _no_drop_fact,
    "attribution": _attribution_fact,
}


def _cap_fact(rows: Sequence[CapRow], amounts: AmountFormat) -> Fact:
    if not rows:
        return Fact(_("Cap"), _("no cap"))
    return Fact(_cap_label(*rows[0].place[:3], amounts), _caps(rows, amounts))


def _cap_label(game: str, structure: str, small_blind: int, amounts: AmountFormat) -> str:
    where = str(STRUCTURES[structure]) if structure else ""
    if game:
        where = game_name(game, structure) if structure else short_game_name(game)
    if small_blind:
        stakes = _("small blind from {amount}").format(amount=amounts.text(small_blind))
        where = f"{where}, {stakes}" if where else stakes
    return _("Cap: {where}").format(where=where) if where else _("Cap")


def _caps(rows: Sequence[CapRow], amounts: AmountFormat) -> str:
    texts = [(row.players_from, _amount(row, amounts)) for row in rows]
    return texts[0][1] if len(rows) == 1 and rows[0].players_from == FEWEST else by_players_text(texts)


def _amount(row: CapRow, amounts: AmountFormat) -> str:
    if row.of_blind:
        return _("{percent}% of the big blind").format(percent=row.of_blind)
    return cap_text(row.cap, amounts)
