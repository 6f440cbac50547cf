"""Django's handle on this wing."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The `tournaments` wing."""

    name = "tournaments"

    def ready(self) -> None:
        """Adds the tournaments' part to every audit of the books."""
        from tournaments.store import fees
        from tournaments.store.audit import tournaments_agree

        fees.audit_with(tournaments_agree)
