"""Admin pages of tables: opening, changing and closing them; no page shows a hidden card."""

import json
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from games import api
from games.engine.cards import DECK, card_text
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, ONLINE, PRESETS
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from games.models.floor_decisions import FloorDecision
from games.text.games import code_of
from games.text.house_rules import choices
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import TOURNAMENT, level_rules

pytestmark = pytest.mark.django_db

FIELDS = {
    "name": "Brno",
    "game": "holdem",
    "structure": "nl",
    "small_blind": "25",
    "big_blind": "50",
    "ante": "",
    "preset": "online",
    "raise_cap": "4",
    "turn_seconds": "20",
    "bank_seconds": "30",
    "rake": "online",
    "seats": "6",
    "min_buy_in": "2 000",
    "max_buy_in": "12500,50",
    "bots": "4",
    "new_password": "",
    "sort_order": "1",
}
ADD = "/admin/games/table/add/"


@pytest.fixture
def operator(client: Client) -> Client:
    """A browser in which an operator, no superuser, has signed in."""
    user = User.objects.create_user(username="olga", display_name="Olga", is_staff=True)
    user.groups.add(Group.objects.get(name="operator"))
    client.force_login(user)
    return client


def change_url(table: Table) -> str:
    return reverse("admin:games_table_change", args=[table.pk])


def form_values(response: Any) -> dict[str, Any]:
    """The initial values of the form's fields."""
    form = response.context["adminform"].form
    return {name: form[name].value() for name in form.fields}


def run_action(client: Client, name: str, *tables: Table, reason: str | None = "fire drill") -> Any:
    data = {"action": name, "_selected_action": [table.pk for table in tables]}
    data |= {} if reason is None else {"reason": reason}
    return client.post("/admin/games/table/", data, follow=True)


def test_an_operator_opens_a_table(operator: Client) -> None:
    assert operator.get(ADD).status_code == 200
    response = operator.post(ADD, FIELDS)
    assert response.status_code == 302, response.context["adminform"].form.errors
    table = Table.objects.get()
    rules = table.rules
    assert (table.name, table.seats, table.bots) == ("Brno", 6, 4)
    assert (table.min_buy_in, table.max_buy_in) == (2_000_00, 12_500_50)
    assert (rules.stakes.structure, rules.stakes.small_blind, rules.stakes.big_blind) == (
        Structure.NO_LIMIT,
        25_00,
        50_00,
    )
    assert (rules.clock.turn, rules.clock.bank, rules.rake.code) == (20_000, 30_000, "online")
    assert SteppedHost(table.pk).table.rules == rules


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"small_blind": "80"}, "The small blind must be above zero"),
        ({"big_blind": "abc"}, "This is not an amount."),
        ({"seats": "11"}, "seats"),
        ({"max_buy_in": "1"}, "The maximum buy-in must not be below the minimum."),
        ({"bots": "7"}, "at most 6 house bots"),
        ({"preset": "ethp", "small_blind": "0.01"}, "multiple of 0.05"),
    ],
)
def test_settings_that_do_not_fit_are_refused(operator: Client, wrong: dict[str, str], message: str) -> None:
    response = operator.post(ADD, {**FIELDS, **wrong})
    assert response.status_code == 200
    assert message in str(response.context["adminform"].form.errors)
    assert not Table.objects.exists()


STUD = {
    **FIELDS,
    "game": "stud8",
    "structure": "fl",
    "small_blind": "",
    "big_blind": "20",
    "seats": "8",
    "min_buy_in": "",
}


@pytest.mark.parametrize("game", [*CATALOGUE, *MIXES])
def test_every_game_opens_with_its_usual_stakes(operator: Client, game: str) -> None:
    response = operator.post(ADD, {**STUD, "game": game, "seats": "6"})
    assert response.status_code == 302, response.context["adminform"].form.errors
    rules = Table.objects.get().rules
    assert code_of(rules) == game
    if not rules.mix:
        assert rules.stakes == usual_stakes(rules.variant, Structure.FIXED_LIMIT, 20_00)
    before = form_values(operator.get(change_url(Table.objects.get())))
    fields = {name: value for name, value in before.items() if value is not None and value is not False}
    assert operator.post(change_url(Table.objects.get()), fields).status_code == 302
    assert not Order.objects.exists()


def test_G12_G14_ante_and_bring_in_may_be_chosen_within_their_bounds(operator: Client) -> None:
    operator.post(ADD, {**STUD, "ante": "5", "bring_in": "12"})
    stakes = Table.objects.get().rules.stakes
    assert (stakes.ante, stakes.bring_in, stakes.small_blind) == (5_00, 12_00, 0)


@pytest.mark.parametrize(
    ("wrong", "field", "message"),
    [
        ({"ante": "2"}, None, "a sixth to a third of the lower limit: 3.34 to 6.66"),
        ({"bring_in": "15"}, None, "half to two thirds of the lower limit: 10 to 13.33"),
        ({"small_blind": "10"}, None, "This game has no blinds"),
        ({"seats": "9"}, None, "2 to 8 seats"),
        ({"straddle": "on"}, "straddle", "This rule does not apply to this game"),
        ({"run_it": "3"}, "run_it", "This rule does not apply to this game"),
        ({"open_pair": "holder"}, "open_pair", "This rule does not apply to this game"),
        ({"game": "stud", "structure": "pl", "raise_cap": "3"}, "raise_cap", "This rule does not apply to this game"),
        ({"game": "holdem", "small_blind": "10", "bring_in": "10"}, None, "This game has no bring-in"),
        ({"min_stack_to_play": "big_blind"}, None, "the minimum buy-in must be at least 20"),
        ({"game": "holdem", "straddle": "on", "seats": "2", "bots": "0"}, None, "A straddle needs three players"),
        ({"chip_unit": "3"}, None, "multiple of 3"),
        ({"name": "\u200b\u2060"}, "name", "a name that can be read"),
        ({"preset": "mine"}, "preset", "mine"),
        ({"min_raise": "triple"}, "min_raise", "triple"),
    ],
)
def test_invalid_values_are_refused_at_their_field(
    operator: Client, wrong: dict[str, str], field: str | None, message: str
) -> None:
    response = operator.post(ADD, {**STUD, **wrong})
    assert response.status_code == 200
    errors = response.context["adminform"].form.errors
    assert message in str(errors)
    assert list(errors) == [field or "__all__"]
    assert not Table.objects.exists()


@pytest.mark.parametrize("preset", PRESETS)
def test_Y_a_preset_sets_every_rule(operator: Client, preset: Preset) -> None:
    fields = {**FIELDS, "preset": preset, "raise_cap": "", "big_blind": "50", "small_blind": "25"}
    assert operator.post(ADD, fields).status_code == 302
    assert Table.objects.get().rules.house == PRESETS[preset]
    before = form_values(operator.get(change_url(Table.objects.get())))
    assert before["preset"] == preset
    assert not [rule for rule in HOUSE_RULES if before[rule]]


def test_Y_every_rule_can_differ_from_its_preset(operator: Client) -> None:
    changed = {
        rule: [choice for choice in choices(rule) if choice.value != getattr(ONLINE, rule)][-1]
        for rule in HOUSE_RULES
        if choices(rule) and rule not in {"open_pair", "draw_open", "raise_cap", "uncapped_heads_up"}
    }
    fields = {**FIELDS, "raise_cap": "", "chip_unit": "0.50", **{rule: row.key for rule, row in changed.items()}}
    response = operator.post(ADD, {**fields, "rabbit_fee": "1"})
    assert response.status_code == 302, response.context["adminform"].form.errors
    house = Table.objects.get().rules.house
    assert {rule: getattr(house, rule) for rule in changed} == {rule: row.value for rule, row in changed.items()}
    assert (house.chip_unit, house.rabbit_fee) == (50, 1_00)
    before = form_values(operator.get(change_url(Table.objects.get())))
    preset = PRESETS[before["preset"]]
    for rule, row in changed.items():
        assert (before[rule] or "") == ("" if getattr(preset, rule) == row.value else row.key)


def test_the_form_shows_the_values_of_each_preset(operator: Client) -> None:
    form = operator.get(ADD).context["adminform"].form
    labels = json.loads(form.fields["min_raise"].widget.attrs["data-presets"])
    assert labels == {
        "online": "by the last bet or raise", "showdown": "to twice the bet", "ethp": "by the last bet or raise",
    }  # fmt: skip
    assert json.loads(form.fields["chip_unit"].widget.attrs["data-presets"])["showdown"] == "5"


def test_saving_an_open_table_orders_the_change_of_rules(operator: Client) -> None:
    table = open_table(bots=2)
    host = SteppedHost(table.pk)
    before = form_values(operator.get(change_url(table)))
    assert (before["small_blind"], before["big_blind"], before["game"]) == ("10", "20", "holdem")
    response = operator.post(change_url(table), {**FIELDS, "name": "Prague"})
    assert response.status_code == 200, "F3: a change needs a reason"
    assert not Order.objects.exists()
    response = operator.post(change_url(table), {**FIELDS, "name": "Prague", "reason": "more players"})
    assert response.status_code == 302, response.context["adminform"].form.errors
    table.refresh_from_db()
    assert (table.bots, table.min_buy_in, table.seats) == (4, 2_000_00, 9)
    assert table.rules.stakes.big_blind == 20_00
    host.read_inbox()
    table.refresh_from_db()
    assert table.rules == host.table.rules
    assert table.rules.stakes.big_blind == 50_00
    decision, entry = FloorDecision.objects.get(), LogEntry.objects.get()
    assert (decision.kind, decision.reason) == ("change", "more players")
    assert ["stakes", "holdem:nl:1000:2000", "holdem:nl:2500:5000"] in decision.changes
    assert ["bots", "2", "4"] in decision.changes
    assert "Stakes: 10/20 → 25/50" in entry.get_change_message(), "F3: with old and new values"
    assert "Name" not in entry.get_change_message(), "F3: only real changes"


def test_saving_an_unchanged_form_changes_nothing(operator: Client) -> None:
    table = open_table(bots=2, password="x")
    rules, password = table.rules, table.password
    filled = form_values(operator.get(change_url(table)))
    fields = {name: value for name, value in filled.items() if value is not None and value is not False}
    assert operator.post(change_url(table), fields).status_code == 302
    table.refresh_from_db()
    assert not Order.objects.exists()
    assert (table.rules, table.password, table.bots) == (rules, password, 2)
    assert (table.min_buy_in, table.max_buy_in) == (800_00, 5_000_00)
    assert not LogEntry.objects.exists(), "F3: a save without a change is no change"
    assert not FloorDecision.objects.exists()


def test_F3_no_action_on_tables_is_carried_out_without_a_reason(operator: Client) -> None:
    tables = [open_table(), open_table("Brno")]
    for action in ("pause", "resume", "close", "thaw"):
        page = run_action(operator, action, *tables, reason=None)
        assert "Prague" in page.content.decode()
        assert "Brno" in page.content.decode()
        assert page.context["form"]["reason"].field.required
        assert run_action(operator, action, *tables, reason="  ").context["form"].errors
    assert not Order.objects.exists()
    assert not FloorDecision.objects.exists()


def test_F3_tables_are_paused_resumed_and_closed_through_the_inbox(operator: Client) -> None:
    table = open_table()
    host = SteppedHost(table.pk)
    for action in ("pause", "resume", "close"):
        run_action(operator, action, table)
        host.read_inbox()
    assert list(Order.objects.values_list("kind", flat=True)) == ["pause", "resume", "close"]
    decided = FloorDecision.objects.filter(table=table).order_by("pk").values_list("kind", "reason")
    assert list(decided) == [("pause", "fire drill"), ("resume", "fire drill"), ("close", "fire drill")]
    table.refresh_from_db()
    assert table.closed_at is not None
    assert "This table is closed." in run_action(operator, "pause", table).content.decode()
    assert operator.get(change_url(table)).status_code == 200
    assert operator.post(change_url(table), FIELDS).status_code == 403
    assert operator.post(f"/admin/games/table/{table.pk}/delete/", {"post": "yes"}).status_code == 403


def test_F8_a_tournament_table_is_paused_by_its_director_only(operator: Client) -> None:
    number = api.open_tournament_table(tournament=TOURNAMENT, name="Final", rules=level_rules(), seats=6)
    table = Table.objects.get(pk=number)
    for action in ("pause", "resume", "close"):
        assert "tournament" in run_action(operator, action, table).content.decode()
    assert not Order.objects.exists()


def test_a_stopped_table_can_be_restarted(operator: Client) -> None:
    table = open_table()
    Table.objects.update(frozen=True)
    run_action(operator, "thaw", table)
    assert not Table.objects.get().frozen


def test_no_admin_page_shows_hidden_cards_or_changes_the_log(operator: Client) -> None:
    superuser = User.objects.create_superuser(username="root", display_name="Root")
    operator.force_login(superuser)
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice, person("Bob"))
    deck = DECK[17:] + DECK[:17]
    while not host.table.running:
        host.now = host.table.next_tick_at() or host.now
        host.do(cm.Tick(), deck=deck)
    host.fold_out()
    ChatLine.objects.create(table_id=host.id, player=alice, name="Alice", text="hello")
    hole = [card for cards in host.table.hand.hole for card in cards]
    assert hole
    secret = [card_text(card) for card in hole] + [", ".join(map(str, deck[:4])), "gAAAA"]
    for model in (Table, Decision, Order, Hand, ChatLine):
        name = model._meta.model_name
        pages = [f"/admin/games/{name}/"]
        pages += [reverse(f"admin:games_{name}_change", args=[row.pk]) for row in model.objects.all()]
        for url in pages:
            response = operator.get(url)
            assert response.status_code == 200, url
            text = response.content.decode()
            assert "DeckShuffled" not in text
            assert not [word for word in secret if f">{word}<" in text or (len(word) > 2 and word in text)], url
        if model is not Table:
            row = model.objects.first()
            assert operator.get(f"/admin/games/{name}/add/").status_code == 403
            assert operator.post(reverse(f"admin:games_{name}_change", args=[row.pk]), {}).status_code == 403
            assert (
                operator.post(reverse(f"admin:games_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
            )


def test_players_cannot_open_the_admin(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/admin/games/table/").status_code == 302
