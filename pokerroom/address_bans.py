"""Network addresses from which nobody enters the room (F8); an IPv6 address stands for its /64 network.

Every page asks whether its visitor's address is banned, so a process keeps which addresses are banned and reads them
again once a second. A ban made in another process is in force for pages that much later, for sockets at once.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, record
from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from backoffice.kept import Kept
from games.messaging import messages
from games.web.security.client_address import address_from
from pokerroom.models import AddressBan, SignIn, User
from pokerroom.owners import owners

BANNED, LIFTED = "people.address_banned", "people.address_let_in"
LATELY = timedelta(days=30)
IN_USE = timedelta(days=1)
READ_AGAIN_SECONDS = 1.0


def in_force(now: datetime | Given | None = None) -> Q:
    """The condition of bans in force now."""
    return Q(lifted_at=None) & (Q(until=None) | Q(until__gt=now or timezone.now()))


_BANS = CompiledQuery(lambda: AddressBan.objects.filter(in_force(Given("now")), one_of_each("address")))
_ADDRESSES = CompiledQuery(lambda: AddressBan.objects.filter(in_force(Given("now"))).values_list("address", flat=True))
_kept = Kept(frozenset[str](), lambda: frozenset(_ADDRESSES.all(now=timezone.now())), seconds=READ_AGAIN_SECONDS)


def ban_of(address: str) -> AddressBan | None:
    """The ban of this address in force now; None for an address that may enter, or that nobody knows."""
    return bans_of([address]).get(address)


def ban_for_page(address: str) -> AddressBan | None:
    """`ban_of` for pages, which may not know yet of a ban that another process made within the last second."""
    return ban_of(address) if address in _kept.get() else None


def bans_of(addresses: Collection[str]) -> dict[str, AddressBan]:
    """The bans of these addresses that hold now, by address; "" is one that nobody knows."""
    return {ban.address: ban for ban in _BANS.all_of("address", set(addresses) - {""}, now=timezone.now())}


def normalised(typed: str) -> str:
    """A typed address as it is kept, "" for text that is none."""
    return address_from(typed.strip(), None)


def accounts_at(address: str) -> list[User]:
    """The accounts that entered from this address lately."""
    seen = SignIn.objects.filter(address=address, seen_at__gte=timezone.now() - LATELY)
    return list(User.objects.filter(pk__in=seen.values("person"), is_active=True).order_by("display_name"))


def ban(*, address: str, until: datetime | None, reason: str, by: int) -> AddressBan:
    """Bans an address, at once also for whoever is in the room from there; raises Refused as `check_may_ban`."""
    with transaction.atomic():
        changes = [Change("address", "", address), Change("until", "", until.isoformat() if until else "")]
        # First, because its lock makes a second ban of the address wait for this one.
        record(by=by, act=BANNED, subject=Subject("address", address), changes=changes, reason=reason)
        check_may_ban(address, by=by)
        row = AddressBan.objects.create(address=address, until=until, reason=reason, by_id=by)
        _kept.read_again()
        transaction.on_commit(partial(messages.notify_address_banned, address))
    return row


def check_may_ban(address: str, *, by: int) -> None:
    """Raises Refused for an address that is banned now, or from which `by` or an owner is signed in.

    Somebody has to be in the room who can lift the ban, and nobody but owners decides about owners.
    """
    if ban_of(address) is not None:
        raise Refused("banned_already", _("This address is banned already."), field="address")
    if _are_signed_in(address, Q(person=by)):
        text = _(
            "You are signed in from this address: the ban would shut you out, too. Sign in from another one first."
        )
        raise Refused("own_address", text, field="address")
    if _are_signed_in(address, Q(person__in=owners())):
        text = _("An owner is signed in from this address: the ban would shut them out.")
        raise Refused("owners_address", text, field="address")


def _are_signed_in(address: str, who: Q) -> bool:
    """Whether one of these people has used a session of theirs from this address within a day, and can use it still."""
    noted = SignIn.objects.filter(who, address=address, seen_at__gte=timezone.now() - IN_USE).exclude(session_key="")
    live = Session.objects.filter(session_key__in=noted.values("session_key"), expire_date__gt=timezone.now())
    return live.exists()


def lift(*, ban_id: int, reason: str, by: int) -> None:
    """Lets an address in again; raises Refused if its ban has ended."""
    with transaction.atomic():
        row = AddressBan.objects.select_for_update(no_key=True).get(pk=ban_id)
        check_in_force(row)
        row.lifted_at, row.lifted_by_id, row.lift_reason = timezone.now(), by, reason
        row.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
        changes = [Change("address", row.address, "")]
        record(by=by, act=LIFTED, subject=Subject("address", row.address), changes=changes, reason=reason)


def check_in_force(row: AddressBan) -> None:
    """Raises Refused for a ban that has ended."""
    if row.lifted_at is not None or (row.until is not None and row.until <= timezone.now()):
        raise Refused("ended", _("This ban has ended already."))
