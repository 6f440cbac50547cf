"""The Django application of the tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Connects the tournaments to the audit and to the card room when Django starts."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from tournaments.store import fees
        from tournaments.store.audit import tournaments_agree
        from tournaments.web.registration import register_with_back_office, register_with_card_room

        fees.audit_with(tournaments_agree, name=_("Pools and fees equal what the tournaments say"))
        register_with_card_room()
        register_with_back_office()
