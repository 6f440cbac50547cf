"""Cages are added, renamed and closed for good (M4)."""

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, changes_between, record
from cashier.cage.common import CAGE_ADDED, CAGE_CHANGED
from cashier.cage.drawers import drawer_of, lock_cage
from cashier.models import Cage


def add(*, name: str, reason: str, by: int) -> Cage:
    """Adds a cage; a second submit finds its name taken, also at the same moment."""
    with transaction.atomic():
        _lock_names()
        check_free(name)
        cage, is_new = Cage.objects.get_or_create(name=name)
        if not is_new:
            # The first cage of the room has no other whose lock the second submit could wait for.
            raise _name_taken()
        changes = [Change("name", "", name)]
        record(by=by, act=CAGE_ADDED, subject=Subject("cage", cage.pk), changes=changes, reason=reason)
    return cage


def change(*, cage_id: int, name: str, is_retired: bool, reason: str, by: int) -> Cage:
    """Renames a cage, closes it for good or takes it into use again; not while its drawer is open."""
    with transaction.atomic():
        _lock_names()
        cage = lock_cage(cage_id)
        check_free(name, but=cage_id)
        if is_retired and drawer_of(cage_id) is not None:
            raise Refused("open", _("Close the drawer of this cage first."), field="is_retired")
        before = [("name", cage.name), ("retired", cage.is_retired)]
        cage.name, cage.is_retired = name, is_retired
        changes = changes_between(before, [("name", name), ("retired", is_retired)])
        if changes:
            cage.save(update_fields=["name", "is_retired"])
            record(by=by, act=CAGE_CHANGED, subject=Subject("cage", cage.pk), changes=changes, reason=reason)
    return cage


def check_free(name: str, *, but: int = 0) -> None:
    """Raises Refused if another cage has the name."""
    if Cage.objects.filter(name__iexact=name).exclude(pk=but).exists():
        raise _name_taken()


def _name_taken() -> Refused:
    return Refused("name_taken", _("Another cage has this name."), field="name")


def _lock_names() -> None:
    """Makes whoever gives a cage a name wait for the other who does, until the transaction ends."""
    list(Cage.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))
