"""Deleting an account: books and hands stay, names, addresses, sessions and notes go, and nobody signs in again."""

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Refused, Subject, record
from cashier import api as cashier
from games import api as games
from pokerroom.accounts import second_factor, sessions
from pokerroom.models import SignIn, StaffNote, User
from tournaments import api as tournaments

DELETED = "people.account_deleted"


def check_deletable(person: User) -> None:
    """Raises Refused where something has to be settled first, with what to do."""
    if person.is_staff or person.is_superuser:
        raise Refused("staff", _("You are staff: an owner has to take your roles away first."))
    if games.seats_of(user_id=person.pk):
        raise Refused("seated", _("You sit at a table: leave your seats first, your chips then go to the wallet."))
    if tournaments.is_entered(player=person.pk):
        raise Refused("entered", _("You are in a tournament: unregister, or wait for its end."))
    if any(entry.currency != cashier.PLAY for entry in tournaments.my_entries(person.pk)):
        raise Refused("unpaid", _("A tournament that you are out of may still pay you: wait for its end."))
    if any(currency != cashier.PLAY for _worth, currency, _count in tournaments.tickets_of(person.pk)):
        raise Refused("ticket", _("You have a ticket for a tournament: use it first."))
    if cashier.has_unused_voucher(buyer=person.pk):
        raise Refused(
            "voucher", _("You bought a voucher that nobody has used yet: use it first, or wait until it ends.")
        )
    for kind, currency in cashier.holdings(user_id=person.pk):
        if kind == "seat":
            raise Refused("chips", _("You have chips at a table: leave it, and wait for the end of the hand."))
        if kind == "pending":
            raise Refused("pending", _("A withdrawal of yours is waiting: collect the money or cancel it first."))
        if currency != cashier.PLAY:
            raise Refused("money", _("There is money in your wallet: withdraw it at the cashier's desk first."))


def delete_account(person_id: int) -> None:
    """Deletes an account; raises Refused where `check_deletable` does. Play money stays in the books."""
    with transaction.atomic():
        # It locks the tables before the person, as every buy-in does (M2), and ends the waiting.
        games.take_seats_away(player=person_id, why="")
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        check_deletable(person)
        if person.deleted_at is not None:
            return
        name = f"deleted {person.pk}"
        games.forget_player(player=person.pk, name=name)
        person.username, person.display_name = f"deleted-{person.pk}", name
        person.first_name = person.last_name = person.email = person.language = ""
        person.email_changes += 1
        person.preferences = {}
        person.is_active, person.is_guest, person.deleted_at = False, False, timezone.now()
        person.set_unusable_password()
        person.save()
        person.groups.remove(*Group.objects.all())
        second_factor.remove(person)
        sessions.end_others(person, key="")
        SignIn.objects.filter(person=person).delete()
        StaffNote.objects.filter(person=person, erased_at=None).update(text="", erased_at=timezone.now())
        cashier.forget_name(user_id=person.pk, name=name)
        record(by=None, act=DELETED, subject=Subject("person", person.pk), about=person.pk)
