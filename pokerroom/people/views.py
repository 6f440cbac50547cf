"""The list of people, the page of a person, and what staff do there."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from backoffice.web.api import office_page, staff_id
from pokerroom.models import AddressBan, User
from pokerroom.people.addresses import address_list
from pokerroom.people.approval import ApprovalPage, approvals_list
from pokerroom.people.bans_page import AddressBanPage, BanPage, LiftAddressPage, LiftPage
from pokerroom.people.listing import people_list
from pokerroom.people.notes import NotePage
from pokerroom.people.person_page import person_context
from pokerroom.people.roles_page import RolesPage
from pokerroom.people.second_factor_page import ResetSecondFactorPage


@require_safe
@office_page("pokerroom.view_user")
def people(request: HttpRequest) -> HttpResponse:
    """Everybody with an account."""
    context = people_list(request).context(request)
    intro = _("The search finds names, e-mail addresses, network addresses and receipts.")
    return render(request, "backoffice/list_page.html", {**context, "title": _("People"), "intro": intro})


@require_safe
@office_page("pokerroom.view_user")
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Everything about one person that the user may see."""
    return render(request, "people/person.html", person_context(request, _person(person)))


@require_safe
@office_page("games.add_accountapproval")
def approvals(request: HttpRequest) -> HttpResponse:
    """The accounts that wait for approval, and those that have it (K15)."""
    context = approvals_list(request).context(request)
    intro = _("A house rule of tables and tournaments asks for it: staff approve an account before its first game.")
    return render(request, "backoffice/list_page.html", {**context, "title": _("Approvals"), "intro": intro})


@office_page("games.add_accountapproval")
def approve(request: HttpRequest, person: int) -> HttpResponse:
    """Approves an account for play or takes the approval back (K15)."""
    return ApprovalPage(request, by=staff_id(request), person=get_object_or_404(User, pk=person)).respond()


@office_page("pokerroom.give_roles")
def roles(request: HttpRequest, person: int) -> HttpResponse:
    """Gives and takes a person's roles."""
    return RolesPage(request, by=cast(User, request.user), person=_person(person)).respond()


@office_page("pokerroom.add_staffnote")
def note(request: HttpRequest, person: int) -> HttpResponse:
    """Adds a note about a person."""
    return NotePage(request, by=staff_id(request), person=_person(person)).respond()


@office_page("pokerroom.add_ban")
def ban(request: HttpRequest, person: int) -> HttpResponse:
    """Bans a person from the room."""
    return BanPage(request, by=cast(User, request.user), person=_person(person)).respond()


@office_page("pokerroom.add_ban")
def lift_ban(request: HttpRequest, person: int) -> HttpResponse:
    """Lets a banned person in again."""
    return LiftPage(request, by=cast(User, request.user), person=_person(person)).respond()


@office_page("pokerroom.reset_second_factor")
def reset_second_factor(request: HttpRequest, person: int) -> HttpResponse:
    """Takes the second factor of somebody away who has lost it."""
    return ResetSecondFactorPage(request, by=staff_id(request), person=_person(person)).respond()


@require_safe
@office_page("pokerroom.view_addressban")
def addresses(request: HttpRequest) -> HttpResponse:
    """The banned addresses."""
    may_ban = request.user.has_perm("pokerroom.add_addressban")
    context = {
        **address_list().context(request),
        "title": _("Banned addresses"),
        "intro": _("Nobody enters the room from a banned address, with or without an account."),
        "empty": _("No address is banned."),
        "links": [(_("Ban a network address"), reverse("people:ban_address"))] if may_ban else [],
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("pokerroom.add_addressban")
def ban_address(request: HttpRequest) -> HttpResponse:
    """Bans a network address."""
    return AddressBanPage(request, by=staff_id(request)).respond()


@office_page("pokerroom.change_addressban")
def lift_address(request: HttpRequest, ban: int) -> HttpResponse:
    """Lets a banned address in again."""
    return LiftAddressPage(request, by=staff_id(request), ban=get_object_or_404(AddressBan, pk=ban)).respond()


def _person(pk: int) -> User:
    return get_object_or_404(User, pk=pk)
