"""F3: every road to an act of the house asks for a reason that can be read; the admin leads to few of them."""

from uuid import uuid4

import pytest
from django.contrib import admin
from django.http import HttpRequest
from django.test import RequestFactory

from games import moderation
from games.models import Table
from games.models.access import Admission, SeparatedPlayers
from games.models.conduct import ChatBan, Report
from games.models.floor_decisions import FloorDecision
from games.models.moves import TableMerge
from pokerroom.models import Ban, User
from tests.browser_forms import shown_values
from tests.games.support.restrictions import bar
from tests.games.support.tables import open_table, person
from tests.games.web.floor.acting import act, address
from tests.staff import staff

pytestmark = pytest.mark.django_db

REASONED_ACTIONS = {"pause", "resume", "close", "thaw", "merge"}
"""The actions on lists that lead to a page which asks for the reason."""
DELETABLE = {
    "LobbyNews": "a text that is no decision about anybody",
    "Group": "only a superuser may",
}
CHANGEABLE = {
    **DELETABLE,
    "Table": "the form requires a reason for every change",
    "User": "access is taken away by a ban, with a reason",
    "PlayerTableLimits": "settings of the room",
}


@pytest.fixture
def request_of_all() -> HttpRequest:
    """A request by somebody who may do everything."""
    request = RequestFactory().get("/admin/")
    request.user = User.objects.create_superuser(username="root", display_name="Root")
    return request


def test_F3_no_action_on_a_list_lacks_a_reason(request_of_all: HttpRequest) -> None:
    for model, page in admin.site._registry.items():
        offered = set(page.get_actions(request_of_all))
        assert offered <= REASONED_ACTIONS or (offered == {"delete_selected"} and model.__name__ in DELETABLE), model


def test_F3_nothing_is_deleted_or_changed_without_a_reason(request_of_all: HttpRequest) -> None:
    for model, page in admin.site._registry.items():
        assert not page.has_delete_permission(request_of_all) or model.__name__ in DELETABLE, model
        assert not page.has_change_permission(request_of_all) or model.__name__ in CHANGEABLE, model


def test_F3_people_are_never_deleted(request_of_all: HttpRequest) -> None:
    assert not admin.site._registry[User].has_delete_permission(request_of_all)


INVISIBLE = " \u200b\u2060\n"
"""A space, characters without width, and a line break."""


def test_F3_a_new_restriction_takes_a_reason_that_can_be_read() -> None:
    client, player, other = staff("floorman"), person("Bob"), person("Eva")
    table: dict[str, object] = {"table": open_table().pk}
    forms: dict[str, dict[str, object]] = {
        f"/office/people/{player.pk}/ban/": {},
        f"/floor/people/{player.pk}/bar/": table,
        f"/floor/people/{player.pk}/invite/": table,
        f"/floor/people/{player.pk}/apart/": {"other": other.username},
    }
    for page, form in forms.items():
        answer = client.post(page, {**form, "reason": INVISIBLE, "once": str(uuid4()), "confirmed": "1"})
        assert list(answer.context["form"].errors) == ["reason"], page
    assert not any(model.objects.exists() for model in (Ban, Admission, SeparatedPlayers, ChatBan))


def test_F3_F6_judgements_mutes_and_ends_take_a_text_that_can_be_read() -> None:
    client, table, bob = staff("floorman"), open_table(), person("Bob")
    barred = bar(bob, table)
    moderation.report(by=bob.pk, about=person("Eva").pk, table_id=table.pk, description="rude")
    for page, field in (
        (f"admissions/{barred.pk}/end", "reason"),
        (f"reports/{Report.objects.get().pk}/judge", "judgement"),
        (f"people/{bob.pk}/mute", "reason"),
    ):
        answer = client.post(f"/floor/{page}/", {field: INVISIBLE, "how_long": "10", "once": str(uuid4())})
        assert field in answer.context["form"].errors, page
    assert not Report.objects.exclude(judged_at=None).exists()
    assert not Admission.objects.exclude(ended_at=None).exists()


def test_F3_acts_at_tables_take_a_reason_that_can_be_read() -> None:
    client, table, other = staff("operator"), open_table(), open_table("Brno")
    page = f"/office/tables/{table.pk}/"
    answer = client.post(page, shown_values(client.get(page), "big_blind") | {"name": "Other", "reason": INVISIBLE})
    assert "reason" in answer.context["form"].errors
    answer = act(client, address(table.pk, "merge"), to=other.pk, reason=INVISIBLE)
    assert "reason" in answer.context["form"].errors
    assert Table.objects.get(pk=table.pk).name == "Prague"
    assert not FloorDecision.objects.exists()
    assert not TableMerge.objects.exists()


def test_F3_K8_the_typed_reason_of_a_merge_is_kept_with_its_author() -> None:
    client, table, other = staff("operator", "Olga"), open_table(), open_table("Brno")
    assert act(client, address(table.pk, "merge"), to=other.pk, reason="two short tables").status_code == 302
    kept = TableMerge.objects.get()
    assert (kept.reason, kept.by.display_name) == ("two short tables", "Olga")
