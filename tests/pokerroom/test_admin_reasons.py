"""F3: every road in the admin to an act of the house asks for a reason."""

import pytest
from django.contrib import admin
from django.http import HttpRequest
from django.test import RequestFactory

from pokerroom.models import User

pytestmark = pytest.mark.django_db

REASONED_ACTIONS = {"pause", "resume", "close", "thaw", "merge"}
"""The actions on lists that lead to a page which asks for the reason."""
DELETABLE = {
    "LobbyNews": "a text that is no decision about anybody",
    "Group": "only a superuser may",
    "SeparatedPlayers": "ends with a reason of its own",
    "Admission": "ends with a reason of its own",
}
CHANGEABLE = {
    **DELETABLE,
    "Table": "the form requires a reason for every change",
    "User": "access is taken away by a ban, with a reason",
    "PlayerTableLimits": "settings of the room",
    "FloorCall": "the answer is the reason",
    "Report": "the judgement is the reason",
    "ChatBan": "the row has a reason",
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
