"""What the page of a person shows: the account, and the parts that apps registered."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from backoffice.api import PanelRow, person_acts, person_panels
from backoffice.web.api import may_open
from pokerroom.models import User
from pokerroom.owners import roles_of
from pokerroom.people.role_texts import role_names


class Panel(NamedTuple):
    """A part of the page with its lines, and the page with all of it ("" = none)."""

    title: str
    rows: Sequence[PanelRow]
    more: str


def person_context(request: HttpRequest, person: User) -> dict[str, Any]:
    """The template's context: only what the user may see; Any, as it holds values of many types.

    What leads to a page that the user may not open has no link.
    """
    acts = [(act.label, act.url(person.pk)) for act in person_acts() if request.user.has_perm(act.permission)]
    panels = [
        Panel(
            str(one.title),
            [
                row._replace(url=_opening(request, row.url))
                for row in one.rows(person.pk)
                if request.user.pk not in row.hidden_from
            ],
            _opening(request, one.more(person.pk) if one.more else ""),
        )
        for one in person_panels()
        if request.user.has_perm(one.permission) and not (one.of_others_only and request.user.pk == person.pk)
    ]
    return {
        "title": person.display_name,
        "person": person,
        "facts": account_facts(person),
        "panels": panels,
        "acts": [(label, url) for label, url in acts if url],
    }


def _opening(request: HttpRequest, url: str) -> str:
    """The address if the user may open it, else empty."""
    return url if url and may_open(request, url) else ""


def account_facts(person: User) -> list[PanelRow]:
    """What the account itself says."""
    facts = [PanelRow(_("Number"), str(person.pk)), PanelRow(_("Signs in as"), person.username)]
    if person.email:
        facts.append(PanelRow(_("E-mail"), person.email))
    facts.append(PanelRow(_("Joined"), date_format(localtime(person.date_joined), "SHORT_DATETIME_FORMAT")))
    if person.last_login:
        facts.append(PanelRow(_("Last sign-in"), date_format(localtime(person.last_login), "SHORT_DATETIME_FORMAT")))
    if person.is_guest or person.is_bot:
        facts.append(PanelRow(_("Kind"), _("guest") if person.is_guest else _("house bot")))
    if roles := roles_of(person):
        facts.append(PanelRow(_("Roles"), ", ".join(role_names(roles))))
    return facts
