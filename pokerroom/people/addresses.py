"""The list of banned addresses, and people found by the address they came from."""

from collections.abc import Collection, Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Named, SearchHit
from backoffice.web.api import Cell, Column, Filter, Listing, words_in
from pokerroom.address_bans import in_force, normalised
from pokerroom.models import AddressBan, SignIn, User
from pokerroom.people.found import person_url
from pokerroom.people.panels import moment

MOST = 200


def people_at(words: str) -> list[int]:
    """Who was signed in from an address, whole or begun, newest first."""
    address = normalised(words)
    if not address and not (any(char.isdecimal() for char in words) and set(words) <= set("0123456789abcdefABCDEF.:")):
        return []
    begun = Q(address=address) if address else Q(address__istartswith=words)
    return list(dict.fromkeys(SignIn.objects.filter(begun).values_list("person", flat=True)[:MOST]))


def found_at(words: str, most: int) -> Iterator[SearchHit]:
    """People by address, for the search field of every page."""
    people = User.objects.in_bulk(people_at(words)[:most])
    for pk, person in people.items():
        yield SearchHit(person.display_name, words, person_url(pk))


def address_names(ids: Collection[str]) -> dict[str, Named]:
    """Banned addresses for the log of staff acts."""
    return {one: Named(one, f"{reverse('people:addresses')}?q={one}") for one in ids}


def address_list() -> Listing[AddressBan]:
    """All bans of addresses, newest first."""
    return Listing(
        rows=AddressBan.objects.select_related("by", "lifted_by"),
        columns=[
            Column("address", gettext_lazy("network address"), lambda ban: ban.address, ("address",), "title"),
            Column("state", gettext_lazy("state"), _state, css="key"),
            Column("reason", gettext_lazy("reason"), lambda ban: ban.reason, css="sub"),
            Column("by", gettext_lazy("by"), lambda ban: f"{ban.by}, {moment(ban.at)}", ("at",), "side"),
            Column("lift", gettext_lazy("end"), _end),
        ],
        filters=[
            Filter(
                "state",
                gettext_lazy("State"),
                {"holds": gettext_lazy("in force"), "ended": gettext_lazy("no longer in force")},
                lambda value: in_force() if value == "holds" else ~in_force(),
            )
        ],
        search=lambda words: words_in(words, "address", "reason"),
    )


def _state(ban: AddressBan) -> str:
    if ban.lifted_at is not None:
        return _("lifted")
    if ban.until is None:
        return _("in force")
    over = ban.until <= timezone.now()
    return (_("ended %s") if over else _("until %s")) % moment(ban.until)


def _end(ban: AddressBan) -> Cell:
    if ban.lifted_at is not None:
        return Cell(f"{ban.lifted_by}, {moment(ban.lifted_at)}: {ban.lift_reason}")
    if ban.until is not None and ban.until <= timezone.now():
        return Cell("")
    return Cell(_("Lift the ban"), reverse("people:lift_address", args=[ban.pk]))
