"""The pages about people, their search, the parts of a person's page and the names of acts in the back office."""

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    OfficePage,
    PersonAct,
    PersonLookup,
    PersonPanel,
    Search,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_person_act,
    register_person_lookup,
    register_person_page,
    register_person_panel,
    register_search,
    register_subject,
)
from pokerroom import address_bans, bans
from pokerroom.accounts.deletion import DELETED
from pokerroom.models import User
from pokerroom.people import panels
from pokerroom.people.addresses import address_names, found_at, people_at
from pokerroom.people.found import names_of, people_found, person_url
from pokerroom.people.giving import ROLES_CHANGED
from pokerroom.people.notes import NOTED
from pokerroom.people.second_factor_page import SECOND_FACTOR_RESET, reset_url

VIEW_PEOPLE, VIEW_SIGN_INS = "pokerroom.view_user", "pokerroom.view_signin"


def register_people() -> None:
    """Adds them when Django starts."""
    register_pages(
        OfficePage(Section.PEOPLE, _("People"), "people:people", VIEW_PEOPLE),
        OfficePage(Section.PEOPLE, _("Approvals"), "people:approvals", "games.add_accountapproval"),
        OfficePage(Section.PEOPLE, _("Banned addresses"), "people:addresses", "pokerroom.view_addressban"),
    )
    register_search(Search(_("People"), VIEW_PEOPLE, people_found))
    register_search(Search(_("People by network address"), VIEW_SIGN_INS, found_at))
    register_person_lookup(PersonLookup(VIEW_SIGN_INS, people_at))
    register_subject("person", _("person"), names_of)
    register_subject("address", _("network address"), address_names)
    register_person_page(person_url)
    register_acts(
        {
            ROLES_CHANGED: _("Roles changed"),
            "people.added": _("Account added"),
            "people.changed": _("Account changed"),
            "people.password_set": _("Password set by staff"),
            bans.BANNED: _("Person banned"),
            bans.LIFTED: _("Ban of a person lifted"),
            address_bans.BANNED: _("Address banned"),
            address_bans.LIFTED: _("Ban of an address lifted"),
            NOTED: _("Note added"),
            DELETED: _("Account deleted by its owner"),
            "people.approved": _("Account approved"),
            "people.approval_taken_back": _("Approval taken back"),
            SECOND_FACTOR_RESET: _("Second factor taken away"),
        }
    )
    register_change_text("people.", _change)
    register_person_act(
        PersonAct(
            _("Approval for play"),
            "games.add_accountapproval",
            lambda person: reverse("people:approve", args=[person]),
        ),
        PersonAct(_("Change the roles"), "pokerroom.give_roles", lambda person: reverse("people:roles", args=[person])),
        PersonAct(_("Add a note"), "pokerroom.add_staffnote", lambda person: reverse("people:note", args=[person])),
        PersonAct(_("Take the second factor away"), "pokerroom.reset_second_factor", reset_url),
        PersonAct(_("Ban"), "pokerroom.add_ban", _ban_url),
    )
    register_person_panel(
        PersonPanel(_("Seats and waiting"), "games.view_table", panels.seats),
        PersonPanel(_("Wallets"), "cashier.view_entry", panels.wallets, panels.accounts_url),
        PersonPanel(_("Sign-ins and addresses"), VIEW_SIGN_INS, panels.sign_ins),
        PersonPanel(_("Bans and restrictions"), "pokerroom.view_ban", panels.restrictions),
        PersonPanel(_("Most hands with, in 90 days"), "games.view_hand", panels.opponents),
        PersonPanel(_("Reviewed hands"), "games.view_handreview", panels.hand_reviews, of_others_only=True),
        PersonPanel(_("Notes"), "pokerroom.view_staffnote", panels.notes, of_others_only=True),
        PersonPanel(_("Acts of staff"), "backoffice.view_staffact", panels.acts, panels.log_url),
    )


def _ban_url(person: int) -> str:
    is_active = User.objects.filter(pk=person, is_active=True).exists()
    return reverse("people:ban" if is_active else "people:lift_ban", args=[person])


def _change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change of an account, or the end of a ban, in words."""
    labels = {field.name: str(getattr(field, "verbose_name", field.name)) for field in User._meta.get_fields()}
    labels |= {"until": gettext("until"), "roles": gettext("roles")}
    return ChangeText(capfirst(labels.get(what, what)), _value(before), _value(after))


def _value(text: str) -> str:
    try:
        at = parse_datetime(text)
    except ValueError:
        at = None
    if at is not None:
        return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
    return {"on": gettext("yes"), "off": gettext("no")}.get(text, text)
