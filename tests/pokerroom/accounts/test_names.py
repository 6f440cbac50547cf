"""Display names: which are free, which are taken or reserved, and those of guests."""

from importlib import import_module
from unittest.mock import patch

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from pokerroom.accounts import display_names, services
from pokerroom.models import User

pytestmark = pytest.mark.django_db
GOOD = "seven blue lamps"


def url(name: str) -> str:
    return reverse(f"accounts:{name}")


def test_a_guests_name_has_room_on_a_plate_and_grows_when_names_get_scarce() -> None:
    names = {display_names.random_guest_name() for _ in range(2000)}
    assert max(map(len, names)) == display_names.LONGEST_GUEST_NAME
    assert len({name.rpartition(" ")[0] for name in names}) > 200
    digits = [len(display_names.random_guest_name(refused).rpartition(" ")[2]) for refused in (0, 4, 5, 9, 10, 19)]
    assert digits == [2, 2, 3, 3, 4, 5]


def test_a_guest_gets_a_longer_number_once_the_short_ones_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user(username="taken", display_name="Calm Fox 10")
    tries: list[int] = []

    def name(refused: int) -> str:
        tries.append(refused)
        return "Calm Fox 10" if refused < 3 else "Calm Fox 123"

    monkeypatch.setattr(display_names, "random_guest_name", name)
    assert (services.create_guest().display_name, tries) == ("Calm Fox 123", [0, 1, 2, 3])


def test_two_guests_never_share_a_name() -> None:
    with patch.object(display_names, "random_guest_name", side_effect=["Calm Fox 10", "calm fox 10", "Calm Fox 11"]):
        Client().post(url("play_now"))
        Client().post(url("play_now"))
    assert set(User.objects.values_list("display_name", flat=True)) == {"Calm Fox 10", "Calm Fox 11"}


@pytest.mark.parametrize(
    "name",
    [
        "al",
        "a" * 21,
        "<b>Bob</b>",
        "Bob\nBob",
        "a  b",
        "...",
        " _ ",
        "Alice\u200b",
        "Admin",
        "operator 1",
        "Bot Emil",
        "ＡＤＭＩＮ",
        "Саshier",
        "Cаshiеr",
        "floоrman",
        "Аdmin",
        "САSНІЕR 2",
        "Ηοuse",
        "The Floor",
        "Support Team",
        "Pokerroom Staff",
        "Team.Support2",
        "A Tournament Director",
        "Adm1n",
        "Adrnin",
        "r00t",
        "0perator",
        "FIoorman",
        "Dea1er2",
        "ꓚꓮꓢꓧꓲꓰꓣ",
        "ꓮlice",
        "Ꭺlice",
        "ᴀʟɪᴄᴇ",
        "Aǀice",
        "A丨ice",
        "Ɑlice",
        "ⲀLICE",
        "𐐠lice",
        "Alice ١",
        "Ádmin",
        "Cashiér",
        "Đeałer",
        "Modérator 2",
        "Krupier",
        "Pokladní",
        "Paní Pokladní",
        "Hlavní pokladník",
        "SPRÁVCE",
        "Ředitel turnaje",
        "Riaditel turnajov",
        "Majiteľ",
        "Herňa",
        "Owner",
    ],
)
def test_misleading_names_are_refused(client: Client, name: str) -> None:
    response = client.post(url("sign_up"), {"name": name, "password": GOOD})
    assert response.status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Bob",
            "Žofie",
            "J.R. Ewing",
            "x_x",
            "Jan H.",
            "李小龙",
            "Robot Wars",
            "Саша",
            "Νίκος",
            "Đặng Thị",
            "Łukasz",
            "Þór 7",
            "Əli",
            "Ґанна",
            "さくら 桜",
            "김민준",
            "שרה",
            "محمد",
            "Floorball",
            "Director",
        ),
        *("Full House", "Second Floor", "Ředitel", "Pokladnička", "Hernajz"),
    ],
)
def test_ordinary_names_are_free_to_choose(client: Client, name: str) -> None:
    assert client.post(url("sign_up"), {"name": name, "password": GOOD}).status_code == 302


def test_names_are_unique_in_any_case(client: Client, alice: User) -> None:
    for name in ("alice", "ALICE", " Alice "):
        response = client.post(url("sign_up"), {"name": name, "password": GOOD})
        assert response.status_code == 422
        assert "This name is already taken" in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        *(("Caro", "Саrо"), ("Caro", "САRО"), ("Саро", "Саpo"), ("Petr H.", "Реtr Η.")),
        *(("Саrо", "Caro"), ("Саша", "Caшa"), ("Βασιλικα", "Bασιλικα")),
        *(("Alice", "AIice"), ("Alice", "A1ice"), ("AIice", "Alice"), ("Leo", "Le0"), ("OOps", "00ps")),
        *(("Marmot", "Marrnot"), ("Wanda", "VVanda"), ("Aɡata", "Agata"), ("Kal", "KaI"), ("Kaі", "Kai")),
    ],
)
def test_a_name_that_looks_like_one_in_use_is_refused(client: Client, known: str, typed: str) -> None:
    User.objects.create_user(username="known", display_name=known)
    response = client.post(url("sign_up"), {"name": typed, "password": GOOD})
    assert "This name is already taken" in response.content.decode()
    assert client.post(url("sign_up"), {"name": f"{typed} 2", "password": GOOD}).status_code == 302


def test_names_that_only_resemble_each_other_are_free(client: Client) -> None:
    User.objects.create_user(username="known", display_name="Alice 10")
    for name in ("Alice", "Alice 11", "Alise 10", "Alíce 10", "Kai", "Kal"):
        assert client.post(url("sign_up"), {"name": name, "password": GOOD}).status_code == 302


def test_a_new_name_is_compared_by_its_look_from_then_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(url("settings"), {"display_name": "Marmot", "language": "en"}).status_code == 302
    assert not services.is_taken("AIice")
    assert services.is_taken("Marrnot")
    assert not services.is_taken("Marrnot", but_for=alice.pk)


def test_guests_and_new_members_are_compared_by_their_look_too(client: Client) -> None:
    assert services.is_taken(services.create_guest().display_name.upper())
    services.create_member(name="Alice", password=GOOD)
    assert services.is_taken("AIice")


def test_accounts_from_before_are_compared_by_their_look(alice: User) -> None:
    User.objects.update(name_skeleton="")
    assert not services.is_taken("AIice")
    with connection.schema_editor() as editor:
        import_module("pokerroom.migrations.0006_fill_name_skeletons").fill_in(apps, editor)
    assert services.is_taken("AIice")


def test_a_name_that_somebody_has_already_stays_theirs(client: Client) -> None:
    User.objects.create_user(username="caro", display_name="Caro")
    for name in ("Саrо", "Dealer Dan"):
        known = User.objects.create_user(username=name, display_name=name)
        client.force_login(known)
        form = {"display_name": name, "language": "cs"}
        assert client.post(url("settings"), form).status_code == 302
        known.refresh_from_db()
        assert (known.display_name, known.language) == (name, "cs")
        for other in ("Cаro", "The House"):
            assert client.post(url("settings"), form | {"display_name": other}).status_code == 422
