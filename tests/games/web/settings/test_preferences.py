"""A player's preferences: saved with the account, also a guest's, used on the table page, and validated when read."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.preferences import KEYS, SOUNDS, Preferences
from games.web.settings import preferences
from pokerroom.models import User
from tests.games.support.tables import open_table
from tests.games.web.conftest import HTMX

USUAL: dict[str, Any] = {
    "amounts": "money", "deck": "four", "back": "red", "felt": "green", "volume": "80",
    "pot_sizes": ["half", "three_quarters", "pot"],
}  # fmt: skip


def keys(**chosen: str) -> dict[str, str]:
    """The form fields of the keyboard shortcuts."""
    return {f"key_{act}": key for act, key in {**KEYS, **chosen}.items()}


def chosen_by(user: User) -> Preferences:
    """The preferences stored with the account."""
    return Preferences.of(User.objects.get(pk=user.pk))


def test_every_key_of_the_table_has_one_meaning() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    # Letters are given to actions here alone: no script listens for one of its own.
    listens = re.compile(r"""event\.key(?:\.toLowerCase\(\))? [!=]==? "[a-z]\"""", re.IGNORECASE)
    own = [script for script in Path("static/js").rglob("*.js") if listens.search(script.read_text())]
    assert not own


def test_a_new_action_takes_no_key_that_a_player_gave_to_another() -> None:
    stored = {action: key for action, key in KEYS.items() if action != "hands"}
    assert dict(Preferences.from_data({"keys": stored}).keys)["hands"] == "e"
    read = dict(Preferences.from_data({"keys": {**stored, "fold": "e"}}).keys)
    assert (read["fold"], read["hands"]) == ("e", "")


@pytest.fixture
def petr_client(client: Client, alice: User) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


def test_a_choice_at_the_table_is_saved_and_applied(petr_client: Client, alice: User) -> None:
    form = {**USUAL, "deck": "two", "felt": "wine", "back": "blue", "volume": "40", "sounds": ["turn", "chat"]}
    assert petr_client.post("/preferences/", form, headers=HTMX).status_code == 204
    assert chosen_by(alice) == Preferences("money", "two", "blue", "wine", False, 40, ("turn", "chat"))
    html = petr_client.get(f"/table/{open_table().pk}/").content.decode()
    assert re.findall(r'<body\s+class="([^"]*)"', html)[0].split() == ["table-page", "two-colour", "still"]
    assert 'data-felt="wine" data-back="blue" data-volume="40"' in html
    assert 'data-sounds="turn chat"' in html


@pytest.mark.django_db
def test_a_guest_has_preferences_too(client: Client) -> None:
    client.post("/accounts/play-now/")
    guest = User.objects.get(is_guest=True)
    assert client.post("/preferences/", {**USUAL, "felt": "slate"}, headers=HTMX).status_code == 204
    assert chosen_by(guest).felt == "slate"


@pytest.mark.django_db
def test_an_anonymous_choice_is_not_saved(client: Client) -> None:
    assert client.post("/preferences/", {**USUAL, "felt": "slate"}, headers=HTMX).status_code == 204
    assert client.get("/preferences/").headers["Location"] == "/accounts/sign-in/?next=/preferences/"


def test_a_new_format_of_amounts_reloads_the_page(petr_client: Client, alice: User) -> None:
    for amounts, again in (("blinds", True), ("blinds", False), ("chips", True), ("money", True)):
        answer = petr_client.post("/preferences/", {**USUAL, "amounts": amounts}, headers=HTMX)
        assert ("HX-Refresh" in answer.headers) is again
        assert chosen_by(alice).amounts == amounts


@pytest.mark.parametrize("wrong", [{"felt": "pink"}, {"volume": "900"}, {"volume": "loud"}, {"sounds": ["boo"]}, {}])
def test_invalid_choices_change_nothing(petr_client: Client, alice: User, wrong: dict[str, Any]) -> None:
    assert petr_client.post("/preferences/", {**USUAL, **wrong} if wrong else {}, headers=HTMX).status_code == 422
    assert chosen_by(alice) == Preferences()


def test_keys_are_bound_to_letters_and_no_letter_twice(petr_client: Client, alice: User) -> None:
    page = {**USUAL, "animations": "on", "sounds": list(SOUNDS)}
    assert petr_client.post("/preferences/", {**page, **keys(fold="X", call="č", chat="")}).status_code == 302
    bound = dict(chosen_by(alice).keys)
    assert (bound["fold"], bound["call"], bound["chat"], bound["raise"]) == ("x", "č", "", "r")
    assert 'data-keys="fold:x call:č raise:r' in petr_client.get(f"/table/{open_table().pk}/").content.decode()
    for wrong, message in (
        ({"fold": "5"}, "Choose a letter: digits and punctuation are used to type amounts."),
        ({"fold": ","}, "Choose a letter: digits and punctuation are used to type amounts."),
        ({"fold": "c"}, "This key is already used for something else."),
        ({"fold": "xy"}, "at most 1 character"),
    ):
        answer = petr_client.post("/preferences/", {**page, **keys(**wrong)})
        assert answer.status_code == 422
        assert message in answer.content.decode()
    assert dict(chosen_by(alice).keys) == bound


def test_the_short_form_leaves_the_keys_alone(petr_client: Client, alice: User) -> None:
    petr_client.post("/preferences/", {**USUAL, **keys(fold="x")})
    petr_client.post("/preferences/", {**USUAL, **keys(fold="y"), "felt": "blue"}, headers=HTMX)
    assert (dict(chosen_by(alice).keys)["fold"], chosen_by(alice).felt) == ("x", "blue")


@pytest.mark.parametrize(
    "data",
    [
        {"felt": "pink", "deck": 4, "volume": True, "sounds": "turn", "keys": ["f"], "animations": 1},
        {"notifications": "yes"},
        {"volume": 101, "sounds": ["boo"], "keys": {"fold": "ff"}},
    ],
)
def test_invalid_stored_preferences_are_replaced_by_defaults(data: dict[str, Any]) -> None:
    assert Preferences.from_data(data)._replace(sounds=SOUNDS) == Preferences()
    assert Preferences.from_data(Preferences(felt="blue", volume=0).to_data()) == Preferences(felt="blue", volume=0)
    assert Preferences.from_data({"lobby": "x" * 501}) == Preferences.from_data({"lobby": 5}) == Preferences()


def test_choices_are_saved_with_this_account_alone_and_told(petr_client: Client, alice: User, bob: User) -> None:
    page = {**USUAL, **keys(), "felt": "wine", "sounds": ["turn"], "animations": "on"}
    answer = petr_client.post("/preferences/", page, follow=True)
    assert answer.redirect_chain == [("/preferences/", 302)]
    assert "Saved." in answer.content.decode()
    assert chosen_by(alice) == Preferences("money", "four", "red", "wine", True, 80, ("turn",))
    assert chosen_by(bob) == Preferences()


def test_the_page_shows_the_stored_choices_and_is_no_answer_to_a_form(petr_client: Client, alice: User) -> None:
    alice.preferences = Preferences(felt="blue", volume=0, sounds=("chat",)).to_data()
    alice.save()
    answer = petr_client.get("/preferences/")
    form = answer.context["form"]
    assert (answer.status_code, form.is_bound) == (200, False)
    assert {name: form[name].value() for name in ("felt", "volume", "sounds", "key_fold")} == {
        "felt": "blue",
        "volume": 0,
        "sounds": ["chat"],
        "key_fold": "f",
    }
    assert [field.name for field in form.choice_fields()] == ["amounts", "deck", "back", "felt"]
    shortcuts = form.keys()
    assert [field.name for field in shortcuts] == [f"key_{action}" for action in KEYS]
    assert petr_client.get("/preferences/", headers=HTMX).status_code == 200


def test_several_actions_may_be_without_a_key(petr_client: Client, alice: User) -> None:
    assert petr_client.post("/preferences/", {**USUAL, **keys(chat="", log="")}).status_code == 302
    bound = dict(chosen_by(alice).keys)
    assert (bound["chat"], bound["log"]) == ("", "")


def test_choices_at_the_table_are_rate_limited(
    petr_client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "MOST_CHOICES", 1)
    for felt in ("wine", "slate"):
        assert petr_client.post("/preferences/", {**USUAL, "felt": felt}, headers=HTMX).status_code == 204
    assert chosen_by(alice).felt == "wine"
    assert petr_client.post("/preferences/", {**USUAL, **keys(), "felt": "slate"}).status_code == 302
    assert chosen_by(alice).felt == "slate", "the page of all preferences saves once, not at each choice"


@pytest.mark.parametrize(("volume", "status"), [("0", 204), ("100", 204), ("-1", 422), ("101", 422)])
def test_the_volume_is_a_percentage(petr_client: Client, volume: str, status: int) -> None:
    assert petr_client.post("/preferences/", {**USUAL, "volume": volume}, headers=HTMX).status_code == status


def test_the_bet_sizes_that_a_player_chose_have_buttons(petr_client: Client, alice: User) -> None:
    page = {**USUAL, **keys(), "pot_sizes": ["pot", "third"], "blind_sizes": ["times_3"]}
    assert petr_client.post("/preferences/", page).status_code == 302
    assert (chosen_by(alice).pot_sizes, chosen_by(alice).blind_sizes) == (("third", "pot"), ("times_3",))
    html = petr_client.get(f"/table/{open_table().pk}/").content.decode()
    assert 'data-sizes="third pot times_3"' in html
    petr_client.post("/preferences/", {**USUAL, "felt": "blue"}, headers=HTMX)
    assert chosen_by(alice).pot_sizes == ("third", "pot"), "the short form leaves them alone"


def test_more_bet_sizes_than_a_phone_has_room_for_are_refused(petr_client: Client, alice: User) -> None:
    page = {**USUAL, **keys(), "pot_sizes": ["third", "half", "two_thirds", "pot"]}
    answer = petr_client.post("/preferences/", page)
    assert answer.status_code == 422
    assert "Choose at most three: a phone has no room for more." in answer.content.decode()
    assert chosen_by(alice) == Preferences()


def test_an_account_without_chosen_bet_sizes_has_the_usual_ones() -> None:
    assert Preferences.from_data({"felt": "blue"}).sizes_text == "half three_quarters pot"
    assert Preferences.from_data({"pot_sizes": [], "blind_sizes": ["times_9", "times_4"]}).sizes_text == "times_4"


def test_the_wish_to_be_notified_is_kept_with_the_account_and_stands_in_the_page(
    petr_client: Client, alice: User
) -> None:
    table = f"/table/{open_table().pk}/"
    assert " data-notify" not in petr_client.get(table).content.decode()
    petr_client.post("/preferences/", {**USUAL, "notifications": "on"}, headers=HTMX)
    assert chosen_by(alice).notifications
    assert re.search(r"<body[^>]* data-notify", petr_client.get(table).content.decode())
    assert re.search(r'<section id="my-tables"[^>]* data-notify', petr_client.get("/").content.decode())
    petr_client.post("/preferences/", USUAL, headers=HTMX)
    assert not chosen_by(alice).notifications
