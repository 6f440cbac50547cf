"""Section Y of the rulebook in tournaments: the tables play the rules that the announcement chose."""

import json
from dataclasses import replace

import pytest

from games.engine.cards import parse_cards
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS, FirstButton, SuitOrder
from games.engine.rules.rules import Clock
from games.engine.rules.stakes import AnteKind
from games.engine.rules.tournament import Tournament as TableTournament
from games.engine.rules.tournament_house_rules import CHOSEN_RULES, TABLE_PRESETS
from games.messaging.codec import from_data, to_data
from tests.tournaments.engine.tournament_driver import STRUCTURE, TEN, TournamentDriver, setup
from tournaments.engine.play.chip_race import race_off
from tournaments.engine.seating.draw import card_order, draw_button
from tournaments.engine.setup.house_rules import ANTE_KINDS
from tournaments.engine.setup.house_rules import PRESETS as TOURNAMENT_PRESETS
from tournaments.engine.setup.setup import Setup
from tournaments.engine.setup.structure import Level, Race
from tournaments.engine.setup.table_rules import rules_of
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.random_source import RandomSource

FIXED = {
    "button": "dead",
    "all_in_show": True,
    "run_it": 1,
    "rabbit_hunt": False,
    "straddle": False,
    "disconnect": "check_or_fold",
    "min_raise": "last_raise",
}
"""The rules with one value in tournaments, whatever the preset (D2, H5, H6, H7, D9, B15, B6)."""


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        ("late_return", ("at_once", "next_hand", "at_once")),
        ("hand_for_hand", ("auto", "auto", "auto")),
        ("equal_bust", ("split", "split", "order")),
        ("leave", ("blind_off", "blind_off", "blind_off")),
        ("disqualify", ("remove_chips", "remove_chips", "system_plays")),
    ],
)
def test_Y_the_presets_of_tournament_rules_are_exact(rule: str, values: tuple[str, str, str]) -> None:
    assert tuple(getattr(TOURNAMENT_PRESETS[preset], rule) for preset in Preset) == values


def test_D10_the_presets_name_who_posts_the_ante() -> None:
    assert tuple(ANTE_KINDS[preset] for preset in Preset) == (AnteKind.BIG_BLIND, AnteKind.EACH, AnteKind.EACH)


@pytest.mark.parametrize("preset", list(Preset))
def test_Y_a_tournament_plays_the_table_rules_of_its_preset(preset: Preset) -> None:
    driver = TournamentDriver(setup(preset=preset, table_house=TABLE_PRESETS[preset]), players=3)
    played = rules_of(driver.t.setup, tournament_id=7, level=2, turn=0).house
    assert {name: getattr(played, name) for name in FIXED} == FIXED
    assert {"timeout_action", "short_raise", "raise_cap", "open_pair", "show_pot", "auto_muck"} < set(CHOSEN_RULES)
    assert {"draw_open", "suit_order", "call_time", "first_button", "chat_in_hand"} < set(CHOSEN_RULES)
    for name in CHOSEN_RULES:
        assert getattr(played, name) == getattr(PRESETS[preset], name), name


def test_Y_the_rules_that_tournaments_choose_and_those_with_one_value_are_all_rules() -> None:
    fixed = {name for name, rule in HOUSE_RULES.items() if rule.in_tournaments is not None}
    assert set(CHOSEN_RULES) | fixed | {"chip_unit"} == set(HOUSE_RULES)
    assert not set(CHOSEN_RULES) & fixed


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in CHOSEN_RULES for value in HOUSE_RULES[name].choices]
)
def test_Y_two_tournaments_may_choose_a_rule_differently_and_both_keep_it(name: str, value: object) -> None:
    house = replace(TABLE_PRESETS[Preset.ONLINE], **{name: value})
    stored = json.loads(json.dumps(to_data(setup(table_house=house))))
    again = from_data(Setup, stored)
    again.check()
    assert again.table_house == house
    other = TournamentDriver(setup(), players=3)
    driver = TournamentDriver(again, players=3)
    assert getattr(rules_of(driver.t.setup, tournament_id=1, level=1, turn=0).house, name) == value
    assert rules_of(other.t.setup, tournament_id=2, level=1, turn=0).house == TABLE_PRESETS[Preset.ONLINE]


def test_B14_the_time_per_turn_is_the_tournaments_own() -> None:
    slow = setup(clock=Clock(turn=40_000, bank=0))
    played = slow.table_rules(TableTournament(1), level=1, turn=0)
    assert (played.clock.turn, played.clock.bank) == (40_000, 0)
    assert setup().table_rules(TableTournament(1), level=1, turn=0).clock.turn == 15_000, "the default"


class ChosenDeck(RandomSource):
    """Deals these cards, whatever the seed."""

    def __init__(self, cards: str) -> None:
        super().__init__(b"")
        self._cards = parse_cards(cards)

    def shuffled(self, items: object) -> tuple[int, ...]:  # type: ignore[override]  # it deals cards only
        """The chosen cards."""
        return self._cards


def drawn(driver: TournamentDriver, cards: str) -> ev.ButtonDrawn:
    """The draw for the button of table 1 with these cards."""
    decider = Decider(driver.t.copy(), driver.now, ChosenDeck(cards))
    draw_button(decider, driver.t.tables[1])
    (event,) = decider.events
    assert isinstance(event, ev.ButtonDrawn)
    return event


@pytest.mark.parametrize(("suits", "button"), [(SuitOrder.SHDC, 1), (SuitOrder.SHCD, 0)])
def test_C2_D1_the_suit_order_of_the_tournament_decides_the_first_button(suits: SuitOrder, button: int) -> None:
    house = replace(TABLE_PRESETS[Preset.ONLINE], suit_order=suits)
    assert drawn(TournamentDriver(setup(table_house=house), players=3), "Ac Ad Ks").button == button
    assert sorted(parse_cards("Ah Ac Ad As"), key=lambda card: card_order(card, suits))[-1] == parse_cards("As")[0]


@pytest.mark.parametrize(("suits", "winner"), [(SuitOrder.SHDC, 2), (SuitOrder.SHCD, 1)])
def test_T11_C2_the_suit_order_of_the_tournament_decides_a_chip_race(suits: SuitOrder, winner: int) -> None:
    """Each player has one odd chip of 25; together they are worth one chip of 100."""
    structure = STRUCTURE._replace(levels=(Level(100, 200, 0, TEN),), chips=(25, 100), races=(Race(1, 100),))
    house = replace(TABLE_PRESETS[Preset.ONLINE], suit_order=suits)
    driver = TournamentDriver(setup(structure=structure, table_house=house), players=3)
    driver.set_stacks({1: 1_025, 2: 1_025, 3: 1_025})
    decider = Decider(driver.t.copy(), driver.now, ChosenDeck("Ac Ad Ks"))
    race_off(decider, driver.t.tables[1])
    (event,) = decider.events
    assert isinstance(event, ev.ChipsRaced)
    players = [player for player, _ in event.cards]
    assert event.won == (players[winner - 1],)


def test_D1_the_first_player_has_the_first_button_where_the_announcement_says_so() -> None:
    house = replace(TABLE_PRESETS[Preset.ETHP])
    assert house.first_button is FirstButton.FIRST_PLAYER
    event = drawn(TournamentDriver(setup(table_house=house), players=3), "2c Ad Ks")
    assert (event.cards, event.button) == ((), 0)
