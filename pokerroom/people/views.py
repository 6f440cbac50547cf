"""The list of people, the page of a person, and what staff do there."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from backoffice.web.api import office_page
from pokerroom.models import User
from pokerroom.people.listing import people_list
from pokerroom.people.person_page import person_context
from pokerroom.people.roles_page import RolesPage


@require_safe
@office_page("pokerroom.view_user")
def people(request: HttpRequest) -> HttpResponse:
    """Everybody with an account."""
    listing = people_list(request)
    if "csv" in request.GET:
        return listing.csv(request, filename="people.csv")
    return render(request, "people/people.html", {**listing.context(request), "csv_url": request.path})


@require_safe
@office_page("pokerroom.view_user")
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Everything about one person that the user may see."""
    return render(request, "people/person.html", person_context(request, get_object_or_404(User, pk=person)))


@office_page("pokerroom.give_roles")
def roles(request: HttpRequest, person: int) -> HttpResponse:
    """Gives and takes a person's roles."""
    return RolesPage(request, by=cast(User, request.user), person=get_object_or_404(User, pk=person)).respond()
