"""A form of the staff is carried out once, however often it is sent."""

from django.db import IntegrityError, transaction

from games.models.templates import CarriedOut


def first_time(key: str) -> bool:
    """Marks a form as carried out in the caller's transaction; False if it was before.

    A second transaction with the same key waits until the first has ended. Call it before any row is locked.
    """
    try:
        with transaction.atomic():
            CarriedOut.objects.create(key=key)
    except IntegrityError:
        return False
    return True


def was_done(key: str) -> bool:
    """Whether a form with this key was carried out before."""
    return CarriedOut.objects.filter(key=key).exists()
