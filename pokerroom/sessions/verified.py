"""Whether a session is of somebody who has typed the code of a second factor, where one is required (F8)."""

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.models import Device

from pokerroom.models import User


def is_required(person: User) -> bool:
    """Whether the room requires a second factor of this person."""
    return settings.STAFF_SECOND_FACTOR and (person.is_staff or person.is_superuser)


def lacks_code(session: SessionBase, person: User) -> bool:
    """Whether a code is required of this person and none of theirs was typed in this session."""
    if not is_required(person):
        return False
    kept = session.get(DEVICE_ID_SESSION_KEY)
    device = Device.from_persistent_id(kept) if kept else None
    return device is None or device.user_id != person.pk or not device.confirmed
