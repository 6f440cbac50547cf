"""Banning people from the room and lifting bans, always with a reason (F3, F8)."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from pokerroom.models import Ban, User


def refusal(*, person: User, kind: str, by: Any) -> str:
    """Why `by` may not make this decision, as a sentence; empty when they may."""
    if person.pk == by.pk:
        return _("Nobody decides about themselves.")
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        return _("Only a superuser decides about the staff.")
    if person.is_active != (kind == Ban.Kind.BANNED):
        return _("This player is banned already.") if kind == Ban.Kind.BANNED else _("This player is not banned.")
    return ""


def decide(*, person_id: int, kind: str, reason: str, by: Any) -> Ban:
    """Bans somebody, closing their pages at once, or lifts the ban; kept with the reason (F3).

    Chips stay where they are: the table stands up players who do not come back, and the wallet is untouched.
    """
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        person.is_active = kind != Ban.Kind.BANNED
        person.save(update_fields=["is_active"])
        return Ban.objects.create(person=person, kind=kind, reason=reason, by=by)
