"""Creates accounts with their wallets, each in one transaction."""

import secrets

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import get_language

from backoffice.compiled_writes import insert
from cashier import api as cashier
from pokerroom.accounts import display_names
from pokerroom.models import User
from pokerroom.models.look_alikes import skeleton

TRIES = 20


class NameTaken(Exception):
    """The name is taken."""


def is_taken(name: str, *, but_for: int | None = None) -> bool:
    """Whether somebody else uses `name`, or one that looks like it, as display name, or signs in with it."""
    shown = User.objects.filter(display_name__iexact=display_names.normalise(name))
    signs_in = User.objects.filter(username=display_names.comparison_key(name))
    found = shown | signs_in | User.objects.filter(name_skeleton=skeleton(name))
    return (found if but_for is None else found.exclude(pk=but_for)).exists()


def create_member(*, name: str, password: str) -> User:
    """Creates a full account with play money; raises NameTaken when somebody else was quicker."""
    user = User(
        username=display_names.comparison_key(name),
        display_name=display_names.normalise(name),
        language=get_language() or "",
    )
    user.set_password(password)
    return _save_with_wallet(user)


def create_guest() -> User:
    """Creates a guest with a generated name, no password and play money, usable as long as the session lasts."""
    for refused in range(TRIES):
        user = User(
            username=f"guest-{secrets.token_hex(8)}",
            display_name=display_names.random_guest_name(refused),
            is_guest=True,
            language=get_language() or "",
        )
        user.set_unusable_password()
        try:
            return _save_with_wallet(user)
        except NameTaken:
            continue
    raise NameTaken("no generated name is free")


def upgrade_guest(guest: User, *, name: str, password: str) -> User:
    """Turns a guest into a full account with the same wallet; full accounts stay as they are. Raises NameTaken."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
        if not user.is_guest:
            # A double click: the first one made the account.
            return user
        user.username, user.display_name = display_names.comparison_key(name), display_names.normalise(name)
        user.is_guest = False
        user.set_password(password)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as trouble:
            raise NameTaken(name) from trouble
    return user


def _save_with_wallet(user: User) -> User:
    with transaction.atomic():
        if not insert(user):
            raise NameTaken(user.display_name)
        cashier.open_wallet(user_id=user.pk, name=user.display_name, currency=cashier.PLAY, grant=settings.PLAY_GRANT)
    return user
