"""The Django application of the card room."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Connects the card room to the audit and to the back office when Django starts."""

    name = "games"
    verbose_name = _("Card room")

    def ready(self) -> None:
        from backoffice.api import declare
        from games.money import escrow
        from games.seating.reality_checks import EVERY_SETTING
        from games.store.audit import check_escrow_against_tables
        from games.store.audit_rake import check_rake_of_hands
        from games.store.chat_rules import CHAT_LINKS
        from games.web.floor.registration import register_floor_pages
        from games.web.floor.watch_list.registration import register_watch_list
        from games.web.log_names import register_log_names
        from games.web.operators.registration import register_operators_pages
        from games.web.rake.registration import register_rake_pages

        declare(EVERY_SETTING)
        declare(CHAT_LINKS)
        escrow.audit_with(check_escrow_against_tables, name=_("Escrow equals the chips on the tables"))
        escrow.audit_with(
            check_rake_of_hands, name=_("The rake of every hand equals its players' parts and the ledger")
        )
        register_log_names()
        register_floor_pages()
        register_watch_list()
        register_operators_pages()
        register_rake_pages()
