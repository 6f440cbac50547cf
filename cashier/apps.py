"""Django's configuration of the cashier."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CashierConfig(AppConfig):
    """The cashier app."""

    name = "cashier"
    verbose_name = _("Cashier")

    def ready(self) -> None:
        """Adds the pages of the cashier to the back office."""
        from backoffice.api import OfficePage, PersonPanel, Section, declare, register_pages, register_person_panel
        from cashier.protection import EMAIL_FOR_MONEY
        from cashier.web.books.registration import register_books
        from cashier.web.cage.registration import register_cage
        from cashier.web.currencies.registration import register_currencies
        from cashier.web.limited_players import SEE_LIMITED, panel_rows

        declare(EMAIL_FOR_MONEY)
        register_cage()
        register_books()
        register_currencies()
        register_pages(OfficePage(Section.PEOPLE, _("Limited players"), "limited:players", SEE_LIMITED))
        register_person_panel(PersonPanel(_("Play"), SEE_LIMITED, panel_rows))
