"""Every page of the admin speaks to its reader: no raw names of classes, constraints or codes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.contrib.auth.models import Group
from django.db import models
from django.forms import ChoiceField, ModelChoiceField
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override

from cashier.models import CAUSE_NAMES
from cashier.web.text import CAUSES_OF
from games.models import Order
from games.models.moves import TableMerge
from pokerroom.models import User
from tests.games.support.tables import open_table, person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments.engine.state import commands
from tournaments.models import COMMAND_NAMES, TournamentOrder

EDITED = ("games.Table", "games.SeparatedPlayers", "games.Admission", "games.PlayerTableLimits", "games.LobbyNews",
          "games.ChatBan", "pokerroom.User", "pokerroom.Ban")  # fmt: skip


@pytest.mark.parametrize("label", EDITED)
def test_a_violated_constraint_of_an_edited_row_says_what_is_wrong(label: str) -> None:
    raw, model = models.BaseConstraint.default_violation_error_message, apps.get_model(label)
    assert model._meta.constraints
    assert not [one.name for one in model._meta.constraints if one.violation_error_message == raw]


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["floorman", "operator", "auditor", "cashier", None])
def test_F8_a_new_password_is_offered_only_to_staff_who_may_set_one(client: Client, role: str | None) -> None:
    staff, alice = person("Staff"), person("Alice")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=role is None)
    if role:
        staff.groups.add(Group.objects.get(name=role))
    client.force_login(staff)
    page = reverse("admin:pokerroom_user_change", args=[alice.pk])
    offered = "password/" in client.get(page).content.decode().partition('id="content"')[2]
    may = client.get(f"/admin/pokerroom/user/{alice.pk}/password/").status_code == 200
    assert (offered, may) == (role is None, role is None)


OWN_APPS = ("cashier", "games", "tournaments", "pokerroom")
PAGES = [page for model, page in admin.site._registry.items() if model._meta.app_label in OWN_APPS]
SAME_IN_EVERY_LANGUAGE = {
    *("Add-on", "add-on", "Ante", "Bring-in", "Button", "Lobby", "Online", "Rake", "rake", "Showdown", "Text", "ID"),
    *("Fixed limit", "No limit", "Pot limit", "e-Texas Hold'em Poker", "Re-buy", "re-buy", "Start", "Bot", "bot"),
    *("Board", "Prize pool", "Ticket", "bounty", "buy-in", "ticket", "EUR, euro"),
    *(str(name) for code, name in settings.LANGUAGES),
}


def texts_of(page: Any, request: HttpRequest) -> Iterator[str]:
    """What the list and the form of a page call things, in the active language."""
    model = page.model
    # Merging has a form of its own; the languages of the news are named by themselves.
    fields = {} if model is TableMerge else page.get_form(request, None).base_fields
    yield from (str(model._meta.verbose_name), str(model._meta.verbose_name_plural))
    yield str(apps.get_app_config(model._meta.app_label).verbose_name)
    sections = page.get_fieldsets(request, None)
    names = [
        name for name in (*page.list_display, *flatten_fieldsets(sections)) if name != "__str__" and name[:3] != "in_"
    ]
    for name in names:
        if name not in fields:
            yield str(label_for_field(name, model, page))
            continue
        field = fields[name]
        yield from (str(field.label), str(field.help_text))
        if isinstance(field, ChoiceField) and not isinstance(field, ModelChoiceField) and name not in ("game", "games"):
            yield from (str(label) for _value, label in field.choices if not isinstance(label, (list, tuple)))
    for one in page.list_filter:
        name = one[0] if isinstance(one, tuple) else one
        yield str(model._meta.get_field(name).verbose_name) if isinstance(name, str) else str(name.title)
    yield from (str(title) for title, _options in sections if title)
    yield from (str(page.get_action(action)[2]) for action in page.actions or ())


@pytest.mark.parametrize("language", ["cs", "sk"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.model._meta.label)
def test_the_admin_is_in_the_language_of_its_reader(page: Any, language: str) -> None:
    request = RequestFactory().get("/")
    request.user = User(pk=1, is_staff=True, is_superuser=True, is_active=True)
    with override("en"):
        english = list(texts_of(page, request))
    with override(language):
        translated = list(texts_of(page, request))
    same = {old for old, new in zip(english, translated, strict=True) if old == new and any(map(str.isalpha, old))}
    assert same <= SAME_IN_EVERY_LANGUAGE


def test_F4_every_command_of_a_tournament_has_a_name_for_its_readers() -> None:
    classes = {
        name for name, one in vars(commands).items() if isinstance(one, type) and one.__module__ == commands.__name__
    }
    assert classes == set(COMMAND_NAMES)
    glued = re.compile("[a-z][A-Z]")
    assert not [name for name, text in COMMAND_NAMES.items() if glued.search(str(text))]


@pytest.mark.django_db
def test_refusals_and_commands_are_shown_in_words(client: Client) -> None:
    client.force_login(User.objects.create_superuser(username="root", display_name="Root"))
    table, alice = open_table(), person("Alice")
    Order.objects.create(table=table, kind="take_seat", key="k", player=alice, refused="seat_taken")
    tournament = PageTournament(soon())
    TournamentOrder.objects.create(
        tournament_id=tournament.id, kind="VoidHand", payload={}, key="v", refused="no_such_tournament"
    )
    pages = {
        url: client.get(url).content.decode() for url in ("/admin/games/order/", "/admin/tournaments/tournamentorder/")
    }
    assert "This seat is taken." in pages["/admin/games/order/"]
    assert "There is no such tournament." in pages["/admin/tournaments/tournamentorder/"]
    assert "Void hand" in pages["/admin/tournaments/tournamentorder/"]
    for html in pages.values():
        assert not {word for word in ("seat_taken", "no_such_tournament", ">VoidHand<") if word in html}


def test_every_cause_in_a_statement_has_a_name_in_the_ledger() -> None:
    assert {cause for causes in CAUSES_OF.values() for cause in causes} <= set(CAUSE_NAMES)
