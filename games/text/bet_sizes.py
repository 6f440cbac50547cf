"""The names of bet sizes on buttons and in the settings (B4)."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

BET_SIZES: Final[Mapping[str, Promise | str]] = {
    "min": pgettext_lazy("bet size", "Min"),
    "times_2_5": "2½×",
    "times_3": "3×",
    "times_4": "4×",
    "third": pgettext_lazy("bet size", "⅓ pot"),
    "half": pgettext_lazy("bet size", "½ pot"),
    "two_thirds": pgettext_lazy("bet size", "⅔ pot"),
    "three_quarters": pgettext_lazy("bet size", "¾ pot"),
    "pot": pgettext_lazy("bet size", "Pot"),
    "max": pgettext_lazy("bet size", "Max"),
}
