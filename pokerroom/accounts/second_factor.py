"""The second factor (F8): codes of an authenticator app (TOTP), and recovery codes, each of which works once."""

import secrets
from functools import partial
from time import time
from typing import NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_otp import login as verify_session

from games.messaging import messages
from games.messaging.rate_limit import count_attempt
from pokerroom.models import RecoveryCode, SecondFactor, User
from pokerroom.security import limits
from pokerroom.security.private_data import Unreadable

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
    return bool(SecondFactor.objects.filter(user=person, confirmed=True).exists())


def new_factor(person: User) -> SecondFactor:
    """The secret that is being set up; the same until it is confirmed, so that a reloaded page shows it again."""
    factor: SecondFactor | None = SecondFactor.objects.filter(user=person, confirmed=False).first()
    if factor is not None:
        try:
            if factor.secret:
                return factor
        except Unreadable:
            # The room's key was lost meanwhile.
            factor.delete()
    return SecondFactor.create_for(person)


def confirm(request: HttpRequest, person: User, code: str) -> list[str] | None:
    """Takes the app into use by one of its codes; the recovery codes, to be shown once. None for a wrong code."""
    count_attempt(limits.CODE_ACCOUNT, str(person.pk))
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=person, confirmed=False).first()
        digits = "".join(code.split())
        if factor is None or not digits.isdecimal() or not factor.verify_token(digits):
            return None
        SecondFactor.objects.filter(user=person, confirmed=True).delete()
        factor.confirmed = True
        factor.save(update_fields=["confirmed"])
        codes = renew_codes(person)
    verify_session(request, factor)
    return codes


def renew_codes(person: User) -> list[str]:
    """New recovery codes; the old ones no longer work."""
    codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
    with transaction.atomic():
        SecondFactor.objects.select_for_update().get(user=person, confirmed=True).set_recovery_codes(codes)
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def codes_left(person: User) -> int:
    """How many recovery codes have not been used."""
    return RecoveryCode.objects.filter(factor__user=person).count()


def verify(request: HttpRequest, person: User, code: str) -> bool:
    """Whether the code is right; raises LimitReached after too many tries. The session must then be `verified`."""
    count_attempt(limits.CODE_ACCOUNT, str(person.pk))
    typed = "".join(code.lower().split()).replace("-", "")
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=person, confirmed=True).first()
        right = factor is not None and factor.verify_token(typed)
    if not right:
        return False
    request.verified_by = factor  # type: ignore[attr-defined]  # kept for `mark_verified` within this request
    return True


def mark_verified(request: HttpRequest) -> None:
    """Notes in the session of the signed-in person that the code was right."""
    verify_session(request, request.verified_by)  # type: ignore[attr-defined]  # set by `verify`


def remove(person: User) -> None:
    """Takes the second factor away; pages of staff that are open get no more before there is a new one."""
    SecondFactor.objects.filter(user=person).delete()
    transaction.on_commit(partial(messages.notify_access_changed, person.pk))


def ask_for_code(request: HttpRequest, person: User, to: str) -> HttpResponse:
    """Keeps in the session who waits to type the code, and leads to that page; nobody is signed in yet."""
    request.session[WAITING] = [person.pk, int(time()), to, person.get_session_auth_hash()]
    return redirect("accounts:code")


def waiting_person(request: HttpRequest) -> WaitingPerson | None:
    """The person who still has to type the code; None after ten minutes, a new password or a ban."""
    pk, at, to, known = request.session.get(WAITING, [0, 0, "", ""])
    person = User.objects.filter(pk=pk, is_active=True).first() if time() - at < WAIT_SECONDS else None
    return WaitingPerson(person, to) if person and person.get_session_auth_hash() == known else None
