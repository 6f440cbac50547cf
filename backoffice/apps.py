"""Django's configuration of the back office."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackofficeConfig(AppConfig):
    """The pages that staff work with."""

    name = "backoffice"
    verbose_name = _("Back office")

    def ready(self) -> None:
        from backoffice.web.id_converter import register_id_converter
        from backoffice.web.registration import register_own_pages

        register_id_converter()
        register_own_pages()
