"""Django's configuration of the cashier."""

from django.apps import AppConfig


class CashierConfig(AppConfig):
    """The cashier app."""

    name = "cashier"
