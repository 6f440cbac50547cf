"""Django's configuration of the cashier."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CashierConfig(AppConfig):
    """The cashier app."""

    name = "cashier"
    verbose_name = _("Cashier")

    def ready(self) -> None:
        """Adds the pages of the cashier to the back office."""
        from cashier.web.books.registration import register_books
        from cashier.web.cage.registration import register_cage

        register_cage()
        register_books()
