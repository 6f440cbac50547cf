"""The currencies in the menu and the log of the back office."""

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from backoffice.api import Named, OfficePage, Section, register_acts, register_pages, register_subject
from cashier.currency_acts import ADDED, CHANGED
from cashier.text import currency_label
from cashier.web.currencies.pages import READ


def register_currencies() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.ROOM, _("Currencies"), "currencies:list", READ))
    register_acts({ADDED: _("Currency added"), CHANGED: _("Currency changed")})
    register_subject("currency", _("currency"), _names)


def _names(codes: Collection[str]) -> Mapping[str, Named]:
    return {code: Named(currency_label(code), reverse("currencies:change", args=(code,))) for code in codes}
