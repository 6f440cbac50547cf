"""Django's configuration of the project app."""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models import Model
from django.db.models.signals import m2m_changed, post_migrate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.compiled_writes import update

if TYPE_CHECKING:
    from pokerroom.models import User


class PokerroomConfig(AppConfig):
    """The project app: accounts, roles, settings."""

    name = "pokerroom"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Creates the roles after every migration; closes sockets at sign-out and at a change of roles; adds pages."""
        from backoffice.api import declare
        from games.api import register_access
        from pokerroom.models import User
        from pokerroom.people.registration import register_people
        from pokerroom.play_limits.services import HELPLINE
        from pokerroom.reports.registration import register_reports
        from pokerroom.roles import set_roles
        from pokerroom.sessions.sign_in_marks import access_marks

        post_migrate.connect(set_roles, dispatch_uid="roles")
        user_logged_in.disconnect(dispatch_uid="update_last_login")
        user_logged_in.connect(_note_last_login, dispatch_uid="note_last_login")
        user_logged_out.connect(_note_end, dispatch_uid="note_end")
        user_logged_out.connect(_close_sockets, dispatch_uid="close_sockets")
        for held in (User.groups, User.user_permissions):
            m2m_changed.connect(_powers_changed, sender=held.through, dispatch_uid=f"powers:{held.through.__name__}")
        register_people()
        register_reports()
        declare(HELPLINE)
        register_access(access_marks)


def _note_last_login(sender: object, *, user: "User", **kwargs: object) -> None:
    """What Django's own receiver does, by one statement."""
    user.last_login = timezone.now()
    update(user, "last_login")


def _close_sockets(sender: object, *, user: "User | None", **kwargs: object) -> None:
    from games.messaging import messages

    if user is not None:
        messages.notify_close_sockets(user.pk)


def _powers_changed(
    sender: object, *, instance: Model, action: str, reverse: bool, pk_set: Collection[int] | None, **kwargs: object
) -> None:
    """Has the pages of whoever gets or loses a role connect again: they show what the person may see now (F8)."""
    from games.messaging import messages

    if action.startswith("post_"):
        for person in (pk_set or ()) if reverse else (instance.pk,):
            transaction.on_commit(partial(messages.notify_access_changed, person))


def _note_end(sender: object, *, request: HttpRequest, **kwargs: object) -> None:
    from pokerroom.accounts.sessions import note_end

    note_end(request.session.session_key or "")
