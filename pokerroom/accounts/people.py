"""Makes people and gives them their wallet, in one transaction each."""

import secrets

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import get_language

from cashier import api as cashier
from pokerroom.accounts import names
from pokerroom.models import User

TRIES = 20


class NameTaken(Exception):
    """Somebody has this name already."""


def is_taken(name: str, *, but_for: int | None = None) -> bool:
    """Whether anyone else is shown as, or signs in as, `name`."""
    shown = User.objects.filter(display_name__iexact=names.tidy(name))
    signs_in = User.objects.filter(username=names.comparable(name))
    found = shown | signs_in
    return (found if but_for is None else found.exclude(pk=but_for)).exists()


def new_member(*, name: str, password: str) -> User:
    """A full account with play money; raises NameTaken when another was quicker."""
    user = User(username=names.comparable(name), display_name=names.tidy(name), language=get_language() or "")
    user.set_password(password)
    return _keep(user)


def new_guest() -> User:
    """An account with a made-up name, no password and play money; it lives as long as its session."""
    for _ in range(TRIES):
        user = User(
            username=f"guest-{secrets.token_hex(8)}",
            display_name=names.made_up(),
            is_guest=True,
            language=get_language() or "",
        )
        user.set_unusable_password()
        try:
            return _keep(user)
        except NameTaken:
            continue
    raise NameTaken("no made-up name is free")


def make_member(guest: User, *, name: str, password: str) -> User:
    """Turns a guest into a full account with the same wallet; raises NameTaken. Who is no guest by now stays as is."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
        if not user.is_guest:
            # A doubled press: the first has made the account.
            return user
        user.username, user.display_name = names.comparable(name), names.tidy(name)
        user.is_guest = False
        user.set_password(password)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as trouble:
            raise NameTaken(name) from trouble
    return user


def _keep(user: User) -> User:
    with transaction.atomic():
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as trouble:
            raise NameTaken(user.display_name) from trouble
        cashier.open_wallet(user_id=user.pk, name=user.display_name, grant=settings.PLAY_GRANT)
    return user
