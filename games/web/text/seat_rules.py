"""How chips are added and how one comes back, in the sentences of the rules tab (K5, K7, D11)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rules import house_rules as hr
from games.engine.rules.rules import Rules


def staying(rules: Rules) -> Iterator[str]:
    """When chips may be added and how many, how long a seat is kept, what a returning player brings."""
    house = rules.house
    yield {
        hr.TopUp.BETWEEN_HANDS: _("Chips may be added between hands."),
        hr.TopUp.WHEN_BROKE: _("Chips may be added only when you have none left."),
        hr.TopUp.NEVER: _("No chips are added at this table."),
    }[house.top_up]
    if house.top_up is not hr.TopUp.NEVER:
        if house.top_up_min is hr.TopUpMin.HALF:
            yield _("Who adds some must reach half of the smallest buy-in.")
        elif house.top_up_min is hr.TopUpMin.FULL:
            yield _("Who has none left brings at least the smallest buy-in.")
    minutes = rules.clock.sit_out // 60_000
    if minutes:
        words = ngettext(
            "Who sits out keeps the seat for {count} minute.",
            "Who sits out keeps the seat for {count} minutes.",
            minutes,
        )
        yield words.format(count=minutes)
    if house.return_hours:
        words = ngettext(
            "Who comes back within {count} hour brings exactly what they left with.",
            "Who comes back within {count} hours brings exactly what they left with.",
            house.return_hours,
        )
        yield words.format(count=house.return_hours)
