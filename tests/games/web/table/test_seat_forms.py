"""The form for automatic top-ups: what it offers, where it begins, and what it chooses (K5)."""

import pytest
from django.http import QueryDict
from django.utils import timezone

from games.engine.rules.house_rules import HouseRules, TopUp
from games.models import Order, Table
from games.web.table.seat_forms import RefillChoice, RefillForm, buy_in_of, refill_targets
from tests.games.support.tables import NL_10_20, open_table, person

USUAL, LARGEST = "Up to {amount}, which I sat down with", "Up to {amount}, the table's maximum"
NEVER, HALF, ALWAYS = "Never while I have chips", "When I am below half of it", "After every loss"
NOTHING = RefillChoice(0, 0, rebuy=False)

pytestmark = pytest.mark.django_db


def table(least: int = 800, most: int = 5_000, top_up: TopUp = TopUp.BETWEEN_HANDS) -> Table:
    """A table with these bounds of the buy-in, not saved."""
    rules = NL_10_20._replace(house=HouseRules(top_up=top_up))
    return Table(min_buy_in=least, max_buy_in=most, currency="PLAY", rules_data=rules.to_data())


@pytest.mark.parametrize(
    ("bounds", "buy_in", "targets"),
    [
        ((800, 5_000), 2_000, {"buy_in": (2_000, USUAL), "max": (5_000, LARGEST)}),
        ((800, 5_000), 4_999, {"buy_in": (4_999, USUAL), "max": (5_000, LARGEST)}),
        ((800, 5_000), 5_000, {"buy_in": (5_000, USUAL)}),
        ((800, 5_000), 9_000, {"buy_in": (5_000, USUAL)}),
        ((800, 5_000), 0, {"buy_in": (800, USUAL), "max": (5_000, LARGEST)}),
        ((800, 0), 9_000, {"buy_in": (9_000, USUAL)}),
    ],
)
def test_k5_a_stack_is_filled_to_the_buy_in_or_the_tables_largest(
    bounds: tuple[int, int], buy_in: int, targets: dict[str, tuple[int, str]]
) -> None:
    assert refill_targets(table(*bounds), buy_in) == targets


@pytest.mark.parametrize(
    ("current", "target", "when"),
    [
        (NOTHING, "buy_in", ""),
        (RefillChoice(2_000, 1_000, rebuy=True), "buy_in", "half"),
        (RefillChoice(5_000, 5_000, rebuy=False), "max", "any"),
        (RefillChoice(5_000, 2_500, rebuy=True), "max", "half"),
        (RefillChoice(777, 0, rebuy=True), "buy_in", ""),
    ],
)
def test_k5_the_form_begins_at_the_current_choice(current: RefillChoice, target: str, when: str) -> None:
    form = RefillForm(table=table(), buy_in=2_000, current=current)
    assert form.initial == {"target": target, "when": when, "rebuy": current.rebuy}


@pytest.mark.parametrize(("top_up", "conditions"), [
    (TopUp.BETWEEN_HANDS, [("", NEVER), ("half", HALF), ("any", ALWAYS)]),
    (TopUp.WHEN_BROKE, [("", NEVER)]),
])  # fmt: skip
def test_k5_top_ups_between_hands_are_offered_where_they_are_allowed(
    top_up: TopUp, conditions: list[tuple[str, str]]
) -> None:
    form = RefillForm(table=table(200_00, 500_00, top_up), buy_in=200_00, current=NOTHING)
    assert form.fields["when"].choices == conditions  # type: ignore[attr-defined]  # a field with choices
    targets = [("buy_in", USUAL.format(amount="200")), ("max", LARGEST.format(amount="500"))]
    assert form.fields["target"].choices == targets  # type: ignore[attr-defined]  # a field with choices


@pytest.mark.parametrize(
    ("sent", "choice"),
    [
        ("target=buy_in&when=half&rebuy=on", RefillChoice(2_001, 1_000, rebuy=True)),
        ("target=buy_in&when=any", RefillChoice(2_001, 2_001, rebuy=False)),
        ("target=max&when=", RefillChoice(5_000, 0, rebuy=False)),
        ("target=max", RefillChoice(5_000, 0, rebuy=False)),
    ],
)
def test_k5_the_form_chooses_a_stack_and_when(sent: str, choice: RefillChoice) -> None:
    form = RefillForm(QueryDict(sent), table=table(), buy_in=2_001, current=NOTHING)
    assert form.is_valid()
    assert form.choice == choice


@pytest.mark.django_db
def test_the_last_applied_buy_in_of_the_player_at_the_table_counts() -> None:
    here, elsewhere = open_table(), open_table("Brno")
    petr, bob = person("Petr"), person("Bob")
    assert buy_in_of(here.pk, petr.pk) == 0
    take, add, now = Order.Kind.TAKE_SEAT, Order.Kind.ADD_CHIPS, timezone.now()
    for number, (at, player, kind, amount, applied) in enumerate(
        (
            (here, petr, take, 100, now),
            (here, petr, take, 200, now),
            (here, petr, take, 300, None),
            (here, petr, add, 400, now),
            (here, bob, take, 500, now),
            (elsewhere, petr, take, 600, now),
        )
    ):
        Order.objects.create(
            table=at, player_id=player.pk, kind=kind, amount=amount, applied_at=applied, key=f"k{number}"
        )
    assert buy_in_of(here.pk, petr.pk) == 200
