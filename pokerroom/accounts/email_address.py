"""The e-mail address of an account: kept once its mailbox has confirmed it, by a signed link that works once."""

from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse

from cashier import protection
from pokerroom.accounts import excluded_emails, mail
from pokerroom.models import User

LINK_SECONDS = 24 * 60 * 60
SALT = "pokerroom.accounts.email"


def ask_to_confirm(request: HttpRequest, person: User, address: str) -> None:
    """Sends the link to the new address.

    If it is another account's, or belongs to somebody who excluded themselves, its owner is told instead, and nobody
    else.
    """
    if User.objects.filter(email__iexact=address).exclude(pk=person.pk).exists():
        mail.send("address_taken", to=address, person=person)
        return
    if excluded := excluded_emails.exclusion_of(address, but_for=person):
        mail.send("address_excluded", to=address, person=person, until=excluded.until)
        return
    token = signing.dumps([person.pk, person.email_changes, address], salt=SALT)
    link = request.build_absolute_uri(reverse("accounts:confirm_email", args=[token]))
    mail.send("confirm", to=address, person=person, link=link)


def read_link(token: str) -> tuple[User, str] | None:
    """The account and the new address of a link; None for one that is forged, too old or used."""
    try:
        pk, changes, address = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    person = User.objects.filter(pk=pk, email_changes=changes, is_active=True).first()
    return (person, address) if person else None


def confirm(token: str) -> User | None:
    """Sets the address of a link and tells the old one; None where the link or the address cannot be used any more."""
    found = read_link(token)
    if found is None:
        return None
    address = found[1]
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=found[0].pk)
        if read_link(token) is None or excluded_emails.exclusion_of(address, but_for=person):
            return None
        old, person.email, person.email_changes = person.email, address, person.email_changes + 1
        try:
            with transaction.atomic():
                person.save(update_fields=["email", "email_changes"])
        except IntegrityError:
            return None
        if away := protection.self_exclusion(person.pk):
            excluded_emails.keep(person, until=away.until)
    if old:
        mail.send("address_changed", to=old, person=person, address=address)
    return person
