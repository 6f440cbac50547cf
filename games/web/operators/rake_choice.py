"""The choice of a table's rake in the operators' forms: as the preset, none, or a profile (R)."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.tables.rake_profiles import AS_IT_IS, rake_choices
from games.text.house_rules.form_fields import AS_PRESET
from games.text.rake import RAKE_NAMES

if TYPE_CHECKING:
    from games.text.house_rules.rule_text import Label

STORED_CHOICE: "Final[tuple[str, Label]]" = (AS_IT_IS, _("as it is now"))


def choices_for(currency: str, *, now: str = "") -> "list[tuple[str, Label]]":
    """What a table in this currency may choose; `now` is the code of the rake that it has."""
    return [("", AS_PRESET), *RAKE_NAMES.items(), *rake_choices(currency, now=now)]
