"""The back office's own pages: who may open them, the menu, the search, the settings of the room."""

import re

import pytest
from django.test import Client

from backoffice import api, room_settings
from backoffice.models import RoomSetting, StaffAct
from pokerroom.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db: None) -> Client:
    """Somebody who may do everything."""
    client = Client()
    client.force_login(User.objects.create_superuser("owner", password="x", display_name="Owner"))
    return client


@pytest.fixture
def player(alice: User) -> Client:
    """A player without any role."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.mark.parametrize("path", ["/office/", "/office/search/?q=a", "/office/settings/"])
def test_F8_pages_are_for_staff(player: Client, path: str) -> None:
    assert Client().get(path).status_code == 302
    answer = player.get(path)
    assert answer.status_code == 403
    assert "Not for your role" in answer.content.decode()
    assert 'href="/office/"' not in answer.content.decode()


def test_the_menu_leads_to_the_back_office(owner: Client) -> None:
    assert 'href="/office/"' in owner.get("/").content.decode()
    assert owner.get("/office/").status_code == 302


@pytest.mark.parametrize(
    ("path", "label", "current"),
    [
        ("/office/people/", "People", "page"),
        ("/office/people/addresses/", "Banned addresses", "page"),
        ("/office/people/addresses/ban/", "Banned addresses", "true"),
        ("/office/currencies/add/", "Currencies", "true"),
    ],
)
def test_the_menu_shows_the_page_or_the_page_it_was_reached_from(
    owner: Client, path: str, label: str, current: str
) -> None:
    shown = re.findall(r'aria-current="(\w+)">([^<]+)</a>', owner.get(path).content.decode())
    assert shown == [(current, label)]


def test_a_search_without_hits_says_so(owner: Client) -> None:
    page = owner.get("/office/search/?q=<nobody>").content.decode()
    assert "Nothing was found for “&lt;nobody&gt;”." in page


def as_they_are() -> dict[str, str]:
    """What the form of the settings sends where nothing is changed; a switch that is off sends nothing."""
    values = {setting.key: room_settings.value(setting.key) for setting in room_settings.declared()}
    return {key: str(value) for key, value in values.items() if not isinstance(value, bool)}


def test_F3_a_setting_is_changed_after_a_preview_and_logged(owner: Client) -> None:
    typed = {**as_they_are(), "own_acts": "on", "reason": "one cashier tonight"}
    preview = owner.post("/office/settings/", typed).content.decode()
    assert "Staff may decide about themselves: no → yes" in preview
    assert not api.is_on("own_acts")
    assert owner.post("/office/settings/", {**typed, "confirmed": "1"}).status_code == 302
    assert api.is_on("own_acts")
    (act,) = StaffAct.objects.all()
    assert (act.changes, act.reason) == ([["own_acts", "no", "yes"]], "one cashier tonight")


def test_F3_a_setting_without_a_reason_or_a_change_is_refused(owner: Client) -> None:
    answer = owner.post("/office/settings/", {**as_they_are(), "own_acts": "on", "reason": "\u200b", "confirmed": "1"})
    assert answer.status_code == 422
    answer = owner.post("/office/settings/", {**as_they_are(), "reason": "why not"})
    assert "Nothing was changed." in answer.content.decode()
    assert not RoomSetting.objects.exists()


def test_F8_nobody_decides_about_themselves_unless_the_owner_allows_it(alice: User, bob: User) -> None:
    assert api.check_own_act(alice.pk, bob.pk) is False
    with pytest.raises(api.Refused):
        api.check_own_act(alice.pk, bob.pk, alice.pk)
    RoomSetting.objects.create(pk="own_acts", value=True)
    assert api.check_own_act(alice.pk, alice.pk) is True
