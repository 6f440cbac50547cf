"""Django's handle on this wing."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The `tournaments` wing."""

    name = "tournaments"

    def ready(self) -> None:
        """Adds the tournaments' part to every audit of the books."""
        from tournaments import fees
        from tournaments.auditing import tournaments_agree

        fees.audit_with(tournaments_agree)
