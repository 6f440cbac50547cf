"""What an operator may choose for a table: games with their usual stakes, presets, rake; nothing typed is replaced."""

import json

import pytest
from django.test import Client

from backoffice.models import StaffAct
from cashier import currencies
from cashier.models import Currency
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, ONLINE, PRESETS
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.models import Order, Table
from games.text.games import code_of
from games.text.house_rules.as_text import choices
from tests.browser_forms import shown_values
from tests.games.engine.support.rakes import preset_rake
from tests.games.support.tables import NL_10_20, SteppedHost, open_table
from tests.games.web.operators.pages import FIELDS, NEW, STUD, errors_of, page_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    """A browser in which an operator has signed in."""
    return staff("operator")


def test_an_operator_opens_a_table(operator: Client) -> None:
    assert send(operator, NEW, **FIELDS).status_code == 302
    table = Table.objects.get()
    rules = table.rules
    assert (table.name, table.seats, table.bots, table.currency) == ("Brno", 6, 4, "PLAY")
    assert (table.min_buy_in, table.max_buy_in) == (2_000_00, 12_500_50)
    assert (rules.stakes.structure, rules.stakes.small_blind, rules.stakes.big_blind) == (
        Structure.NO_LIMIT,
        25_00,
        50_00,
    )
    assert (rules.clock.turn, rules.clock.bank, rules.rake.code) == (20_000, 30_000, "online")
    assert SteppedHost(table.pk).table.rules == rules
    act = StaffAct.objects.get()
    assert (act.act, act.subject_kind, act.subject_id) == ("table.open", "table", str(table.pk))


def test_the_short_form_alone_opens_a_table(operator: Client) -> None:
    preview = text_of(send(operator, NEW, confirmed=False, name="Brno", game="omaha", structure="pl"))
    assert "1 table opens: Brno" in preview
    assert "Pot-limit Omaha 10/20, play money, 9 seats" in preview
    assert not Table.objects.exists()
    assert send(operator, NEW, name="Brno", game="omaha", structure="pl").status_code == 302
    assert Table.objects.get().rules.house == ONLINE


@pytest.mark.parametrize("game", [*CATALOGUE, *MIXES])
def test_every_game_opens_with_its_usual_stakes(operator: Client, game: str) -> None:
    answer = send(operator, NEW, **{**STUD, "game": game, "seats": "6"})
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    assert code_of(table.rules) == game
    if not table.rules.mix:
        assert table.rules.stakes == usual_stakes(table.rules.variant, Structure.FIXED_LIMIT, 20_00)
    assert "Nothing was changed." in text_of(send(operator, page_of(table)))
    assert not Order.objects.exists()


def test_G12_G14_ante_and_bring_in_may_be_chosen_within_their_bounds(operator: Client) -> None:
    send(operator, NEW, **{**STUD, "ante": "5", "bring_in": "12"})
    stakes = Table.objects.get().rules.stakes
    assert (stakes.ante, stakes.bring_in, stakes.small_blind) == (5_00, 12_00, 0)


@pytest.mark.parametrize(
    ("wrong", "field", "message"),
    [
        ({"small_blind": "80", "game": "holdem"}, "small_blind", "The small blind must be above zero"),
        ({"small_blind": "0", "game": "holdem"}, "small_blind", "The small blind must be above zero"),
        ({"small_blind": "5", "game": "holdem"}, "small_blind", "the small blind is half the lower limit: 10."),
        ({"big_blind": "abc"}, "big_blind", "not an amount"),
        ({"big_blind": ""}, "big_blind", "above zero"),
        ({"min_buy_in": "-5"}, "min_buy_in", "amount"),
        ({"seats": "11"}, "seats", "11"),
        ({"seats": "9"}, "seats", "2 to 8 seats"),
        ({"min_buy_in": "500", "max_buy_in": "100"}, "max_buy_in", "The maximum buy-in must not be below the minimum."),
        ({"max_buy_in": "5"}, "max_buy_in", "The maximum buy-in must be at least 20"),
        ({"bots": "9"}, "bots", "at most 8 house bots"),
        ({"ante": "2"}, "ante", "a sixth to a third of the lower limit: 3.34 to 6.66"),
        ({"ante": "0"}, "ante", "a sixth to a third of the lower limit"),
        ({"ante_kind": "big_blind"}, "ante_kind", "Without a big blind everybody posts the ante."),
        ({"bring_in": "15"}, "bring_in", "half to two thirds of the lower limit: 10 to 13.33"),
        ({"small_blind": "10"}, "small_blind", "This game has no blinds"),
        ({"straddle": "on"}, "straddle", "This rule does not apply to this game"),
        ({"run_it": "3"}, "run_it", "This rule does not apply to this game"),
        ({"open_pair": "holder"}, "open_pair", "This rule does not apply to this game"),
        ({"game": "holdem", "bring_in": "10"}, "bring_in", "This game has no bring-in"),
        ({"min_stack_to_play": "big_blind"}, "min_buy_in", "the minimum buy-in must be at least 20"),
        (
            {"game": "holdem", "straddle": "on", "seats": "2", "bots": "0"},
            "straddle",
            "A straddle needs three players",
        ),
        ({"chip_unit": "3"}, "big_blind", "multiple of 3"),
        ({"chip_unit": "4", "ante": "5"}, "ante", "multiple of 4"),
        ({"chip_unit": "4", "bring_in": "11"}, "bring_in", "multiple of 4"),
        ({"game": "holdem", "rabbit_hunt": "on", "rabbit_fee": "2", "chip_unit": "5"}, "rabbit_fee", "multiple of 5"),
        ({"game": "horse", "big_blind": "10", "chip_unit": "5"}, "big_blind", "a sixth to a third"),
        ({"game": "horse", "big_blind": "21", "chip_unit": "5"}, "big_blind", "multiple of 5"),
        ({"sort_order": "2147483648"}, "sort_order", "1000000"),
        ({"chip_unit": "0"}, "chip_unit", "The smallest chip must be worth more than zero."),
        ({"name": "\u200b\u2060"}, "name", "a name that can be read"),
        ({"preset": "mine"}, "preset", "mine"),
        ({"min_raise": "triple"}, "min_raise", "triple"),
        ({"game": "horse", "structure": "nl"}, "structure", "choose Fixed limit"),
        ({"game": "horse", "ante": "5"}, "ante", "A rotation sets this"),
        ({"game": "horse", "small_blind": "5"}, "small_blind", "A rotation sets this"),
        ({"every": "8"}, "every", "Only a rotation changes its game"),
        ({"how_many": "0"}, "how_many", "1"),
        ({"how_many": "21"}, "how_many", "20"),
        ({"currency": "XXX"}, "currency", "XXX"),
        ({"how_many": "2", "name": "a" * 39}, "name", "longer than 40 characters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_at_its_field_and_what_was_typed_is_kept(
    operator: Client, wrong: dict[str, str], field: str, message: str
) -> None:
    answer = send(operator, NEW, **{**STUD, "raise_cap": "", **wrong})
    errors = errors_of(answer)
    assert list(errors) == [field]
    assert message in errors[field]
    assert not Table.objects.exists()
    assert shown_values(answer, "once")["max_buy_in"] == [wrong.get("max_buy_in", "12500,50")]


def test_Y_B16_a_preset_that_the_currency_is_too_coarse_for_is_refused_at_its_field(operator: Client) -> None:
    Currency.objects.create(code="JPY", digits=0)
    currencies.read_again()
    errors = errors_of(send(operator, NEW, **{**STUD, "currency": "JPY", "preset": "ethp", "max_buy_in": "12500"}))
    assert list(errors) == ["preset"]
    assert "choose another preset" in errors["preset"]


def test_G12_G14_B16_the_antes_of_a_rotation_are_in_whole_chips(operator: Client) -> None:
    """In chips of 5 the ante of 20/40 is 5, and in chips of 10 none is possible."""
    horse = {**STUD, "game": "horse", "preset": "showdown", "raise_cap": ""}
    assert send(operator, NEW, **horse).status_code == 302
    table = Table.objects.get()
    assert [game.stakes.ante for game in table.rules.mix] == [0, 0, 5_00, 5_00, 5_00]
    errors = errors_of(send(operator, page_of(table), chip_unit="10", reason="large chips"))
    assert list(errors) == ["big_blind"]


@pytest.mark.parametrize("preset", PRESETS)
def test_Y_R_a_preset_sets_every_rule_and_brings_its_rake(operator: Client, preset: Preset) -> None:
    assert send(operator, NEW, **{**FIELDS, "preset": preset, "raise_cap": "", "rake": ""}).status_code == 302
    table = Table.objects.get()
    rules = table.rules
    assert rules.house == PRESETS[preset]
    expected = preset_rake(preset, rules.variant, rules.stakes, chip=PRESETS[preset].chip_unit)
    assert (rules.rake, rules.rake.code) == (expected, preset)
    shown = shown_values(operator.get(page_of(table)), "once")
    assert shown["preset"] == [preset]
    assert not [rule for rule in HOUSE_RULES if shown[rule] != [""]]


@pytest.mark.parametrize("rake", ["none", "ethp", "showdown"])
def test_Y_R_an_explicit_choice_of_rake_wins(operator: Client, rake: str) -> None:
    assert send(operator, NEW, **{**FIELDS, "rake": rake}).status_code == 302
    assert Table.objects.get().rules.rake.code == rake


def test_B16_R1_a_smaller_chip_changes_the_steps_of_the_rake(operator: Client) -> None:
    send(operator, NEW, **{**FIELDS, "preset": "showdown", "raise_cap": "", "rake": "", "chip_unit": "1"})
    assert Table.objects.get().rules.rake.unit == 1_00


def test_R1_a_stored_rake_that_breaks_the_chosen_chip_is_refused(operator: Client) -> None:
    table = open_table(rules=NL_10_20._replace(rake=NO_RAKE._replace(code="own", per_mille=40, cap=7_50)))
    assert shown_values(operator.get(page_of(table)), "once")["rake"] == ["as_it_is"]
    assert "multiples of the smallest chip, 5" in errors_of(send(operator, page_of(table), chip_unit="5"))["rake"]


def test_Y_every_rule_can_differ_from_its_preset_and_the_form_says_so(operator: Client) -> None:
    changed = {
        rule: [choice for choice in choices(rule) if choice.value != getattr(ONLINE, rule)][-1]
        for rule in HOUSE_RULES
        if choices(rule) and rule not in {"open_pair", "draw_open", "raise_cap", "uncapped_heads_up"}
    }
    fields = {**FIELDS, "raise_cap": "", "chip_unit": "0.50", **{rule: row.key for rule, row in changed.items()}}
    answer = send(operator, NEW, **{**fields, "rabbit_fee": "1"})
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    house = table.rules.house
    assert {rule: getattr(house, rule) for rule in changed} == {rule: row.value for rule, row in changed.items()}
    assert (house.chip_unit, house.rabbit_fee) == (50, 1_00)
    page = operator.get(page_of(table))
    form, layout = page.context["form"], page.context["layout"]
    preset = PRESETS[form.chosen_preset]
    for rule, row in changed.items():
        assert (form[rule].value() or "") == ("" if getattr(preset, rule) == row.value else row.key)
    marked = {row.field.html_name for section in layout.sections for row in section.rows if row.preset_value}
    assert marked == {rule for rule in HOUSE_RULES if getattr(house, rule) != getattr(preset, rule)}
    assert layout.differing == f"{len(marked)} rules differ"


@pytest.mark.parametrize("name", ["PRAGUE", " prague ", "pRaGuE"])
def test_table_names_that_differ_only_in_case_are_one_name(operator: Client, name: str) -> None:
    open_table("Prague")
    errors = errors_of(send(operator, NEW, **{**FIELDS, "name": name}))
    assert "There is already a table with this name." in errors["name"]
    assert Table.objects.count() == 1


def test_several_tables_open_alike_with_the_next_free_numbers(operator: Client) -> None:
    open_table("BRNO 2")
    preview = text_of(send(operator, NEW, confirmed=False, **FIELDS, how_many="3"))
    assert "3 tables open: Brno 1, Brno 3, Brno 4" in preview
    assert send(operator, NEW, **FIELDS, how_many="3").status_code == 302
    opened = Table.objects.exclude(name="BRNO 2")
    assert sorted(opened.values_list("name", flat=True)) == ["Brno 1", "Brno 3", "Brno 4"]
    assert len({json.dumps(table.rules_data) for table in opened}) == 1
    assert StaffAct.objects.filter(act="table.open").count() == 3


def test_a_form_that_is_sent_twice_opens_its_tables_once(operator: Client) -> None:
    data = shown_values(operator.get(NEW), "once") | FIELDS | {"how_many": "3", "confirmed": "1"}
    assert operator.post(NEW, data).status_code == 302
    assert operator.post(NEW, data).status_code == 302
    assert Table.objects.count() == 3


def test_a_copy_has_every_setting_of_the_table(operator: Client) -> None:
    table = open_table("Prague", seats=6, bots=2, watch_delay=30, closed_to_watchers=True, sort_order=4)
    assert send(operator, f"{NEW}?copy={table.pk}", name="Copy").status_code == 302
    copy = Table.objects.get(name="Copy")
    assert copy.rules == table.rules
    same = ("seats", "bots", "watch_delay", "closed_to_watchers", "sort_order", "min_buy_in", "max_buy_in", "currency")
    assert [getattr(copy, one) for one in same] == [getattr(table, one) for one in same]


# Live help.


def help_of(client: Client, page: str, changed: str = "", **typed: str) -> str:
    """What the page answers when a field has changed."""
    data = shown_values(client.get(page), "once") | typed
    return text_of(client.post(page, data, headers={"X-Fragment": "1", "X-Changed": changed}))


def test_the_hints_tell_what_the_amounts_mean_and_which_tables_open(operator: Client) -> None:
    html = help_of(operator, NEW, "big_blind", big_blind="50", name="Brno", how_many="3", min_buy_in="nonsense")
    assert "Blinds 25/50" in html
    assert "= 40\u00a0BB" in html
    assert "Brno 1 … Brno 3" in html
    assert 'id="row-small_blind"' not in html, "what may just be typed is not replaced"


def test_another_game_shows_its_fields_and_keeps_what_was_typed(operator: Client) -> None:
    html = help_of(operator, NEW, "game", game="stud", structure="pl", min_raise="double", turn_seconds="33")
    assert 'id="row-bring_in">' in html
    assert 'id="row-small_blind" hidden>' in html
    assert '<option value="double" selected>' in html
    html = help_of(operator, NEW, "game", game="horse", structure="nl")
    assert 'id="row-structure" hidden>' in html
    assert '<option value="fl" selected>' in html


def test_Y_another_preset_marks_what_differs_and_a_button_goes_back(operator: Client) -> None:
    html = help_of(operator, NEW, "preset", preset="showdown", min_raise="last_raise")
    assert "Showdown: to twice the bet" in html
    assert "1 rule differs" in html
    for back in ("min_raise", "all"):
        html = help_of(operator, NEW, "", preset="showdown", min_raise="last_raise", back_to_preset=back)
        assert "rule differs" not in html
    page = send(operator, NEW, confirmed=False, min_raise="double", name="Kept", back_to_preset="min_raise")
    assert shown_values(page, "once")["min_raise"] == [""], "without scripts as well"
    assert shown_values(page, "once")["name"] == ["Kept"]
