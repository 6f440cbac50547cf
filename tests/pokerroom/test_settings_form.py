"""A player's own forms change nothing that they do not show: saved untouched, every stored field stays as it was."""

from typing import Any

import pytest
from django.test import Client

from games.preferences import BACKS, DECKS, FELTS, KEYS, Preferences
from pokerroom.accounts.forms import SettingsForm
from pokerroom.models import User
from tests.browser_forms import shown_values

pytestmark = pytest.mark.django_db
UNUSUAL = Preferences(
    amounts="blinds",
    deck=DECKS[1],
    back=BACKS[2],
    felt=FELTS[2],
    animations=False,
    volume=35,
    sounds=("turn", "win"),
    keys=tuple((action, key) for action, key in zip(KEYS, "qwezuiodgsxy", strict=False)),
    pot_sizes=("third", "two_thirds"),
    blind_sizes=("times_2_5", "times_4"),
    lobby="game=stud&full=1",
)


@pytest.fixture
def player() -> User:
    """A player of whom every column has an unusual value."""
    return User.objects.create_user(
        username="petra", display_name="Petra. K", password="pass-word-9", email="p@example.org", first_name="P",
        last_name="K", language="sk", is_guest=True, auto_muck=False, auto_post=False, preferences=UNUSUAL.to_data(),
    )  # fmt: skip


def stored(user: User) -> dict[str, Any]:
    """Every column of the account but the moment of signing in."""
    row = User.objects.filter(pk=user.pk).values().get()
    return {name: value for name, value in row.items() if name != "last_login"}


@pytest.mark.parametrize(("page", "field"), [("/accounts/settings/", "display_name"), ("/preferences/", "volume")])
def test_a_players_form_saved_untouched_keeps_every_field(client: Client, player: User, page: str, field: str) -> None:
    client.force_login(player)
    before = stored(player)
    assert client.post(page, shown_values(client.get(page), field)).status_code == 302
    assert stored(player) == before


@pytest.mark.parametrize("superuser_page", ["/admin/pokerroom/user/{}/change/"])
def test_an_account_saved_untouched_in_the_admin_keeps_every_field(
    client: Client, player: User, superuser_page: str
) -> None:
    client.force_login(User.objects.create_superuser(username="root", display_name="Root"))
    before, page = stored(player), superuser_page.format(player.pk)
    assert client.post(page, shown_values(client.get(page), "display_name")).status_code == 302
    assert stored(player) == before


def test_a_name_that_somebody_else_takes_at_the_same_moment_is_refused_in_words(
    client: Client, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = SettingsForm.is_valid

    def is_valid_just_before_another_takes_it(form: SettingsForm) -> bool:
        answer = checked(form)
        User.objects.create_user(username="other", display_name="Wanted")
        return answer

    monkeypatch.setattr(SettingsForm, "is_valid", is_valid_just_before_another_takes_it)
    client.force_login(player)
    answer = client.post("/accounts/settings/", {"display_name": "Wanted", "language": "en"})
    assert (answer.status_code, stored(player)["display_name"]) == (422, "Petra. K")
    assert "This name is already taken." in answer.content.decode()
