"""Django's handle on this wing."""

from django.apps import AppConfig


class CashierConfig(AppConfig):
    """The `cashier` wing."""

    name = "cashier"
