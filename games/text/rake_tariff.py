"""What a rake profile says, in words for players and staff, and what differs between two versions (R1, R5)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.rake import Attribution
from games.engine.rules.rake_tariff import FEWEST, CapRow, RakeTariff
from games.text.amounts import AmountFormat
from games.text.games import STRUCTURES, game_name, short_game_name
from games.text.rake import by_players_text, cap_text, percent_text

if TYPE_CHECKING:
    from games.text.house_rule_text import Label

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
    """The shares of the pots: "5 %", or by structure where they differ."""
    shares = tariff.per_mille
    if len({*shares.values()}) == 1:
        return _("{percent} %").format(percent=percent_text(tariff.no_limit))
    parts = (f"{STRUCTURES[kind]} {_('{percent} %').format(percent=percent_text(one))}" for kind, one in shares.items())
    return ", ".join(parts)


def players_facts(tariff: RakeTariff, amounts: AmountFormat) -> list[Fact]:
    """What players read: the shares, the rounding, every cap, and what is free of rake (R5)."""
    text = _("up to a multiple of {unit}") if tariff.round_up else _("down to a multiple of {unit}")
    facts = [
        Fact(_("Share of the pots"), share_text(tariff)),
        Fact(_("Rounded"), text.format(unit=amounts.text(tariff.unit))),
        *_cap_facts(tariff.caps, amounts),
    ]
    if tariff.smallest_pot:
        facts.append(Fact(_("Smallest raked pot"), amounts.text(tariff.smallest_pot)))
    free = _("yes") if tariff.no_flop_no_drop else _("no")
    return [*facts, Fact(_("No flop, no drop"), free)]


def staff_facts(tariff: RakeTariff, amounts: AmountFormat) -> list[Fact]:
    """What staff read: what players read, and whose the rake is in the reports (R5)."""
    return [*players_facts(tariff, amounts), Fact(_("Whose rake it is"), str(ATTRIBUTIONS[tariff.attribution]))]


def differences(before: RakeTariff, after: RakeTariff, amounts: AmountFormat) -> list[Difference]:
    """What differs between two tariffs."""
    old, new = dict(staff_facts(before, amounts)), dict(staff_facts(after, amounts))
    labels = list(dict.fromkeys((*old, *new)))
    pairs = [Difference(label, old.get(label, ""), new.get(label, "")) for label in labels]
    return [one for one in pairs if one.before != one.after]


def difference_text(one: Difference) -> str:
    """A difference as one line."""
    none = _("none")
    return _("{setting}: {before} → {after}").format(
        setting=one.label, before=one.before or none, after=one.after or none
    )


def _cap_facts(rows: Sequence[CapRow], amounts: AmountFormat) -> list[Fact]:
    groups: dict[tuple[str, str, int], list[CapRow]] = {}
    for row in sorted(rows, key=lambda row: row.place):
        groups.setdefault(row.place[:3], []).append(row)
    if not groups:
        return [Fact(_("Cap"), _("no cap"))]
    return [Fact(_cap_label(*where, amounts), _caps(found, amounts)) for where, found in groups.items()]


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
        return _("{percent} % of the big blind").format(percent=row.of_blind)
    return cap_text(row.cap, amounts)
