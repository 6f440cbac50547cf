"""The list of people."""

from collections.abc import Sequence

from django.contrib.auth.models import Group
from django.db.models import Q
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.web.api import Cell, Column, Filter, Listing
from pokerroom.models import User
from pokerroom.people.found import person_url, search_of
from pokerroom.people.role_texts import ROLE_NAMES, role_names
from pokerroom.roles import STAFF_ROLES

KINDS = {
    "players": (gettext_lazy("Players"), Q(is_bot=False, is_guest=False, is_staff=False)),
    "staff": (gettext_lazy("Staff"), Q(is_staff=True)),
    "guests": (gettext_lazy("Guests"), Q(is_guest=True)),
    "bots": (gettext_lazy("House bots"), Q(is_bot=True)),
    "banned": (gettext_lazy("Banned"), Q(is_active=False)),
}


def people_list(request: HttpRequest) -> Listing[User]:
    """Everybody with an account, newest first, house bots last."""
    roles: dict[int, list[str]] = {}

    def read_roles(rows: Sequence[User]) -> None:
        held = Group.objects.filter(user__in=rows, name__in=STAFF_ROLES).values_list("user", "name")
        for pk, name in held:
            roles.setdefault(pk, []).append(name)

    def about(person: User) -> str:
        names = role_names(role for role in STAFF_ROLES if role in roles.get(person.pk, ()))
        names += [_("guest")] if person.is_guest else []
        names += [_("house bot")] if person.is_bot else []
        names += [_("banned")] if not person.is_active else []
        return ", ".join(names)

    return Listing(
        rows=User.objects.all(),
        columns=[
            Column(
                "name",
                pgettext_lazy("of a person", "name"),
                lambda one: Cell(one.display_name, person_url(one.pk)),
                ("display_name",),
                "title",
            ),
            Column("signs_in", gettext_lazy("signs in as"), lambda one: one.username, ("username",), "sub"),
            Column("about", gettext_lazy("role"), about, css="key"),
            Column(
                "joined", gettext_lazy("joined"), lambda one: date_format(localtime(one.date_joined)), ("date_joined",)
            ),
            Column(
                "last_login",
                gettext_lazy("last sign-in"),
                lambda one: date_format(localtime(one.last_login), "SHORT_DATETIME_FORMAT") if one.last_login else "",
                ("last_login",),
                "side",
            ),
        ],
        filters=[
            Filter(
                "kind",
                gettext_lazy("Who"),
                {name: label for name, (label, _condition) in KINDS.items()},
                lambda value: KINDS[value][1],
            ),
            Filter("role", gettext_lazy("Role"), ROLE_NAMES, lambda value: Q(groups__name=value)),
        ],
        search=search_of(request),
        order=("is_bot", "-pk"),
        prepare=read_roles,
    )
