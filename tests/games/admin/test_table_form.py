"""What an operator may choose for a table: the rake of a preset, and values that are refused instead of replaced."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from games.engine.rules.rake import NO_RAKE
from games.models import Table
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.admin.test_tables import ADD, FIELDS, STUD, change_url
from tests.games.engine.support.rakes import preset_rake
from tests.games.support.tables import NL_10_20, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    """A browser in which an operator has signed in."""
    user = User.objects.create_user(username="olga", display_name="Olga", is_staff=True)
    user.groups.add(Group.objects.get(name="operator"))
    client.force_login(user)
    return client


def errors_of(response: Any) -> dict[str, str]:
    """The errors of a refused form, by field; nothing was opened."""
    assert response.status_code == 200
    assert not Table.objects.exists()
    return {field: " ".join(texts) for field, texts in response.context["adminform"].form.errors.items()}


@pytest.mark.parametrize("preset", Preset)
def test_Y_R_a_preset_chooses_its_rake_too(operator: Client, preset: Preset) -> None:
    assert operator.post(ADD, {**FIELDS, "preset": preset, "raise_cap": "", "rake": ""}).status_code == 302
    rules = Table.objects.get().rules
    expected = preset_rake(preset, rules.variant, rules.stakes, chip=PRESETS[preset].chip_unit)
    assert (rules.rake, rules.rake.code) == (expected, preset)


@pytest.mark.parametrize(("rake", "code"), [("none", "none"), ("ethp", "ethp"), ("showdown", "showdown")])
def test_Y_R_an_explicit_choice_of_rake_wins(operator: Client, rake: str, code: str) -> None:
    assert operator.post(ADD, {**FIELDS, "rake": rake}).status_code == 302
    assert Table.objects.get().rules.rake.code == code


def test_Y_R_a_new_form_takes_the_rake_of_its_preset_and_tells_each(operator: Client) -> None:
    page = operator.get(ADD)
    assert (shown_values(page, "rake")["rake"], shown_values(page, "rake")["preset"]) == ([""], ["online"])
    html = page.content.decode()
    for text in ("5 %, with caps by players dealt in", "2 %, rounded up to 0.05", "no rake", "as the preset"):
        assert text in html
    assert ">ethp<" not in html


def test_B16_R1_a_smaller_chip_changes_the_steps_of_the_rake(operator: Client) -> None:
    operator.post(ADD, {**FIELDS, "preset": "showdown", "raise_cap": "", "rake": "", "chip_unit": "1"})
    assert Table.objects.get().rules.rake.unit == 1_00


def test_R1_a_stored_rake_that_breaks_the_chosen_chip_is_refused(operator: Client) -> None:
    table = open_table(rules=NL_10_20._replace(rake=NO_RAKE._replace(code="own", per_mille=40, cap=7_50)))
    page = operator.get(change_url(table))
    sent = shown_values(page, "big_blind")
    assert sent["rake"] == ["as_it_is"]
    answer = operator.post(change_url(table), {**sent, "chip_unit": "5"})
    assert "must be multiples of the smallest chip, 5" in str(answer.context["adminform"].form.errors)


@pytest.mark.parametrize(
    ("wrong", "field", "message"),
    [
        ({"game": "horse", "structure": "nl", "seats": "6"}, "structure", "choose Fixed limit"),
        ({"game": "8game", "structure": "pl", "seats": "6"}, "structure", "choose Fixed limit"),
        ({"game": "horse", "ante": "5"}, "ante", "A rotation sets this"),
        ({"game": "horse", "small_blind": "5"}, "small_blind", "A rotation sets this"),
        ({"game": "horse", "bring_in": "5"}, "bring_in", "A rotation sets this"),
        ({"game": "horse", "ante_kind": "big_blind"}, "ante_kind", "A rotation sets this"),
        ({"every": "8"}, "every", "Only a rotation changes its game"),
        ({"ante_kind": "big_blind"}, "__all__", "Without a big blind everybody posts the ante."),
        ({"ante": "0"}, "__all__", "a sixth to a third of the lower limit"),
        ({"game": "holdem", "small_blind": "0"}, "__all__", "The small blind must be above zero"),
        ({"chip_unit": "0"}, "__all__", "The smallest chip must be worth more than zero."),
        ({"big_blind": ""}, "__all__", "above zero"),
        ({"min_buy_in": "", "max_buy_in": "5"}, "__all__", "The maximum buy-in must be at least 20"),
        (
            {"min_buy_in": "101", "max_buy_in": "104", "chip_unit": "5"},
            "__all__",
            "The maximum buy-in must be at least 105",
        ),
    ],
)  # fmt: skip
def test_nothing_that_was_typed_is_silently_replaced(
    operator: Client, wrong: dict[str, str], field: str, message: str
) -> None:
    errors = errors_of(operator.post(ADD, {**STUD, "seats": "6", "raise_cap": "", **wrong}))
    assert list(errors) == [field]
    assert message in errors[field]


@pytest.mark.parametrize("wrong", [{"min_buy_in": "500", "max_buy_in": "100"}, {"bots": "9", "seats": "2"}])
def test_one_mistake_is_told_once(operator: Client, wrong: dict[str, str]) -> None:
    form = operator.post(ADD, {**FIELDS, **wrong}).context["adminform"].form
    assert len(form.non_field_errors()) == 1


@pytest.mark.parametrize("name", ["PRAGUE", " prague ", "pRaGuE"])
def test_table_names_that_differ_only_in_case_are_one_name(operator: Client, name: str) -> None:
    open_table("Prague")
    answer = operator.post(ADD, {**FIELDS, "name": name})
    assert "There is already a table with this name." in str(answer.context["adminform"].form.errors["name"])
    assert Table.objects.count() == 1


def test_a_table_may_change_the_case_of_its_own_name_but_not_take_anothers(operator: Client) -> None:
    open_table("Brno")
    table = open_table("Žilina")
    sent = shown_values(operator.get(change_url(table)), "big_blind")
    assert operator.post(change_url(table), {**sent, "name": "ŽILINA", "reason": "louder"}).status_code == 302
    answer = operator.post(change_url(table), {**sent, "name": "bRNO"})
    assert "There is already a table with this name." in str(answer.context["adminform"].form.errors["name"])
    table.refresh_from_db()
    assert table.name == "ŽILINA"
