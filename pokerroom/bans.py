"""Banning people from the room and lifting bans, always with a reason (F3, F8)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, record
from games import api as games
from games.engine.errors import IllegalAction
from games.text.refusals import refusal_text
from pokerroom.models import Ban, User
from pokerroom.owners import is_last_owner, is_owner, lock_owners

BANNED, LIFTED = "people.banned", "people.ban_lifted"


def last_ban(person: User) -> Ban | None:
    """The person's latest ban, lifted or not; None for somebody who was never banned."""
    return Ban.objects.filter(person=person, kind=Ban.Kind.BANNED).first()


def let_back(person_id: int) -> bool:
    """Lets a person in again whose ban has ended by itself; returns whether it did."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        if person.is_active or not _is_over(person):
            return False
        person.is_active = True
        person.save(update_fields=["is_active"])
    return True


def _is_over(person: User) -> bool:
    """Whether the person's last ban has ended by itself."""
    ban = last_ban(person)
    return ban is not None and ban.until is not None and ban.until <= timezone.now()


def refusal(*, person: User, kind: str, by: User, until: datetime | None = None) -> str:
    """Why `by` may not make this decision, as a sentence; empty when they may."""
    if person.deleted_at is not None:
        return _("This account is deleted.")
    if person.pk == by.pk:
        return _("You cannot decide about your own account.")
    try:
        games.check_no_opponent(by.pk, person.pk)
    except IllegalAction as refused:
        return refusal_text(refused.code)
    if (person.is_staff or person.is_superuser) and not is_owner(by):
        return _("Only an owner may decide about staff.")
    if person.is_superuser and not by.is_superuser:
        return _("Only a superuser may decide about a superuser.")
    if why := _bans_last_owner(person, kind):
        return why
    if until is not None and kind != Ban.Kind.BANNED:
        return _("Only a ban has an end: leave it empty.")
    if until is not None and person.is_bot:
        return _("A house bot is banned until the ban is lifted: leave the end empty.")
    return _changes_nothing(person, kind)


def _bans_last_owner(person: User, kind: str) -> str:
    """The sentence for a ban of the last owner; else empty."""
    if kind == Ban.Kind.BANNED and is_last_owner(person):
        return _("This is the last owner: make somebody else an owner first.")
    return ""


def _changes_nothing(person: User, kind: str) -> str:
    """The sentence for a ban of somebody who is banned, or its end for somebody who is not; else empty."""
    banned = not person.is_active and not _is_over(person)
    if banned != (kind == Ban.Kind.BANNED):
        return ""
    return _("This player is already banned.") if banned else _("This player is not banned.")


def decide(*, person_id: int, kind: str, reason: str, by: User, until: datetime | None = None) -> Ban:
    """Bans a person, which closes their sockets at once, or lifts the ban; records it with the reason (F3).

    A ban gives up the seats at cash tables after the hand, with all chips, and ends the waiting; the wallet is
    untouched. In tournaments the room plays the stack until the director decides (T13). A ban `until` a time ends then.
    Raises Refused for a decision that changes nothing, as a second one at the same moment, and for the last owner.
    """
    with transaction.atomic():
        own = games.check_no_opponent(by.pk, person_id)
        if kind == Ban.Kind.BANNED and is_owner(User.objects.get(pk=person_id)):
            lock_owners()
        if kind == Ban.Kind.BANNED:
            # It locks the tables before the person, as every buy-in does (M2).
            games.take_seats_away(player=person_id, why=reason)
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        if why := _changes_nothing(person, kind) or _bans_last_owner(person, kind):
            raise Refused("ban", why)
        person.is_active = kind != Ban.Kind.BANNED
        person.save(update_fields=["is_active"])
        ban = Ban.objects.create(person=person, kind=kind, reason=reason, by=by, until=until)
        changes = [Change("until", "", until.isoformat())] if until else []
        record(
            by=by.pk,
            act=BANNED if kind == Ban.Kind.BANNED else LIFTED,
            subject=Subject("person", person_id),
            about=person_id,
            changes=changes,
            reason=reason,
            own=own,
        )
    return ban
