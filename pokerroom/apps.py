"""Django's configuration of the project app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate


class PokerroomConfig(AppConfig):
    """The project app: accounts, roles, settings."""

    name = "pokerroom"

    def ready(self) -> None:
        """Creates the roles after every migration; closes a user's sockets at sign-out."""
        from pokerroom.roles import grant_roles

        post_migrate.connect(grant_roles, dispatch_uid="roles")
        user_logged_out.connect(_signed_out, dispatch_uid="close_sockets")


def _signed_out(sender: object, *, user: Any, **kwargs: object) -> None:
    from games.messaging import messages

    if user is not None:
        messages.notify_close_sockets(user.pk)
