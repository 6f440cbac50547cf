"""The currencies in the menu and the log of the back office."""

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    Named,
    OfficePage,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_subject,
)
from cashier.currency_acts import ADDED, CHANGED
from cashier.text import currency_label
from cashier.web.currencies.pages import READ

_FIELDS = {
    "digits": _("decimals"),
    "name": _("name"),
    "symbol": _("symbol"),
    "symbol_first": _("the symbol stands before the amount"),
    "order": _("place in lists"),
    "retired": _("retired"),
    "low_stakes": _("low stakes up to a big blind of"),
    "middle_stakes": _("middle stakes up to a big blind of"),
    "pieces": _("notes and coins"),
}


def register_currencies() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.ROOM, _("Currencies"), "currencies:list", READ))
    register_acts({ADDED: _("Currency added"), CHANGED: _("Currency changed")})
    register_subject("currency", _("currency"), _names)
    register_change_text("currency_", _change)


def _change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    words = {"on": gettext("yes"), "off": gettext("no")}
    name = _FIELDS[what]
    return ChangeText(capfirst(str(name)), words.get(before, before), words.get(after, after))


def _names(codes: Collection[str]) -> Mapping[str, Named]:
    return {code: Named(currency_label(code), reverse("currencies:change", args=(code,))) for code in codes}
