"""The second factor (F8): codes of an authenticator app (TOTP), and recovery codes, each of which works once."""

import secrets
from time import time
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_otp import login as verify_session
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.messaging.rate_limit import count_attempt
from pokerroom import limits
from pokerroom.models import User

APP, RECOVERY = "app", "recovery"
CODES = 10
WAITING = "waits_for_code"
WAIT_SECONDS = 600
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters and digits that look alike."""


class WaitingPerson(NamedTuple):
    """Somebody whose password was right and whose code is missing; `to` is the page they want."""

    person: User
    to: str


def is_set_up(person: User) -> bool:
    """Whether signing in takes a code."""
    return bool(TOTPDevice.objects.filter(user=person, confirmed=True).exists())


def is_verified(request: HttpRequest) -> bool:
    """Whether a code was typed in this session."""
    return getattr(request.user, "is_verified", lambda: False)() is True


def is_required(person: User) -> bool:
    """Whether the room requires a second factor of this person."""
    return settings.STAFF_SECOND_FACTOR and (person.is_staff or person.is_superuser)


def new_device(person: User) -> TOTPDevice:
    """The app's secret that is being set up; the same until it is confirmed, so that a reloaded page shows it again."""
    device = TOTPDevice.objects.filter(user=person, confirmed=False).first()
    return device or TOTPDevice.objects.create(user=person, name=APP, confirmed=False)


def confirm(request: HttpRequest, person: User, code: str) -> list[str] | None:
    """Takes the app into use by one of its codes; the recovery codes, to be shown once. None for a wrong code."""
    count_attempt(limits.CODE_ACCOUNT, str(person.pk))
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=person, confirmed=False).first()
        if device is None or not device.verify_token(_digits(code)):
            return None
        TOTPDevice.objects.filter(user=person, confirmed=True).delete()
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        codes = renew_codes(person)
    verify_session(request, device)
    return codes


def renew_codes(person: User) -> list[str]:
    """New recovery codes; the old ones no longer work."""
    with transaction.atomic():
        StaticDevice.objects.filter(user=person).delete()
        device = StaticDevice.objects.create(user=person, name=RECOVERY)
        codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
        StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def codes_left(person: User) -> int:
    """How many recovery codes have not been used."""
    return int(StaticToken.objects.filter(device__user=person).count())


def verify(request: HttpRequest, person: User, code: str) -> bool:
    """Whether the code is right; raises LimitReached after too many tries. The session must then be `verified`."""
    count_attempt(limits.CODE_ACCOUNT, str(person.pk))
    typed = "".join(code.lower().split()).replace("-", "")
    kind = TOTPDevice if typed.isdecimal() else StaticDevice
    with transaction.atomic():
        devices = kind.objects.select_for_update().filter(user=person, confirmed=True)
        found = next((device for device in devices if device.verify_token(typed)), None)
    if found is None:
        return False
    request.verified_by = found  # type: ignore[attr-defined]  # kept for `mark_verified` within this request
    return True


def mark_verified(request: HttpRequest) -> None:
    """Notes in the session of the signed-in person that the code was right."""
    verify_session(request, request.verified_by)  # type: ignore[attr-defined]  # set by `verify`


def remove(person: User) -> None:
    """Takes the second factor away."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=person).delete()
        StaticDevice.objects.filter(user=person).delete()


def ask_for_code(request: HttpRequest, person: User, to: str) -> HttpResponse:
    """Keeps in the session who waits to type the code, and leads to that page; nobody is signed in yet."""
    request.session[WAITING] = [person.pk, int(time()), to, person.get_session_auth_hash()]
    return redirect("accounts:code")


def waiting_person(request: HttpRequest) -> WaitingPerson | None:
    """Who waits to type the code; None after ten minutes, a new password or a ban."""
    pk, at, to, known = request.session.get(WAITING, [0, 0, "", ""])
    person = User.objects.filter(pk=pk, is_active=True).first() if time() - at < WAIT_SECONDS else None
    return WaitingPerson(person, to) if person and person.get_session_auth_hash() == known else None


def _digits(code: str) -> str:
    return "".join(code.split())
