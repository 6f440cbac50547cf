"""The pages about people, their search and their acts in the back office."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    OfficePage,
    PersonAct,
    Search,
    Section,
    register_acts,
    register_pages,
    register_person_act,
    register_person_page,
    register_search,
    register_subject,
)
from pokerroom.people.found import names_of, people_found, person_url
from pokerroom.people.giving import ROLES_CHANGED


def register_people() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.PEOPLE, _("People"), "people:people", "pokerroom.view_user"))
    register_search(Search(_("People"), "pokerroom.view_user", people_found))
    register_subject("person", _("person"), names_of)
    register_person_page(person_url)
    register_acts({ROLES_CHANGED: _("Roles changed")})
    register_person_act(
        PersonAct(_("Change the roles"), "pokerroom.give_roles", lambda person: reverse("people:roles", args=[person])),
    )
