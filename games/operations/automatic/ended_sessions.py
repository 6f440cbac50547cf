"""Sessions of browsers whose time is over are deleted: nobody else ever does it."""

from datetime import datetime

from django.contrib.sessions.models import Session


def delete_ended_sessions(now: datetime) -> None:
    """Deletes the rows of sessions that nobody can use any more."""
    Session.objects.filter(expire_date__lt=now).delete()
