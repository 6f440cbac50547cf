"""The tables of a tournament play the rules it announced, whatever another tournament plays (section Y)."""

from dataclasses import replace

import pytest

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules, ShortRaise, SuitOrder, TimeoutAction
from games.engine.rules.stakes import AnteKind
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.tournament_house_rules import TABLE_PRESETS
from games.models import Order, Table
from tests.games.support.tables import person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.engine.setup.house_rules import PRESETS
from tournaments.engine.setup.setup import Game, Setup
from tournaments.engine.setup.templates import structure_for
from tournaments.engine.state import commands as cm
from tournaments.lifecycle.schedules import announce_due
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
STRICT = replace(TABLE_PRESETS[Preset.SHOWDOWN], suit_order=SuitOrder.SHCD, staff_approval=False)


def strict(name: str) -> Setup:
    """A sit-and-go of two with the Showdown preset and another order of suits."""
    chosen = announcement(name=name, max_players=2, preset=Preset.SHOWDOWN, house=PRESETS[Preset.SHOWDOWN])
    return chosen._replace(table_house=STRICT)


def started(tournament: int) -> DirectedTournament:
    """The tournament with two players, begun."""
    for number in (1, 2):
        api.enter(user=person(f"P{tournament}.{number}", grant=1_000_00), tournament_id=tournament, key="in")
    directed = DirectedTournament(tournament)
    directed.answer_orders()
    return directed


def house_at_the_table(tournament: int) -> HouseRules:
    """The house rules of the tournament's only table."""
    return Table.objects.get(tournament=tournament).rules.house


def test_Y_two_tournaments_at_once_play_their_own_rules_at_every_level() -> None:
    showdown = started(api.announce(setup=strict("Strict")))
    online = started(api.announce(setup=announcement(name="Online", max_players=2)))
    house = house_at_the_table(showdown.id)
    assert replace(house, chip_unit=1) == STRICT
    assert (house.timeout_action, house.short_raise) == (TimeoutAction.FOLD, ShortRaise.COMPLETE_AT_HALF)
    assert house_at_the_table(online.id).timeout_action is TimeoutAction.CHECK_OR_FOLD
    showdown.do(cm.NextLevel("why"))
    showdown.do(cm.ReportHand(1, 1, tuple((player, 500) for player in showdown.state.players)))
    (sent,) = Order.objects.filter(table__tournament=showdown.id, kind=Order.Kind.CHANGE_RULES)
    assert replace(HouseRules(**sent.payload["rules"]["house"]), chip_unit=1) == STRICT


def test_Y_a_schedule_announces_tournaments_with_its_own_rules() -> None:
    api.schedule(setup=strict("Every time"), every="again")
    (made,) = announce_due(0)
    announced = Tournament.objects.get(pk=made).announced
    assert (announced.preset, announced.table_house) == (Preset.SHOWDOWN, STRICT)
    started(made)
    assert replace(house_at_the_table(made), chip_unit=1) == STRICT


@pytest.mark.parametrize(("game", "ante"), [("stud", 10), ("draw", 10), ("razz", 10), ("holdem", 0)])
def test_G12_a_ready_made_structure_opens_a_table_of_every_kind_of_game(game: str, ante: int) -> None:
    games = (Game(game, Betting.FIXED_LIMIT),)
    structure = structure_for("turbo", games=games, ante_kind=AnteKind.BIG_BLIND)
    tournament = started(api.announce(setup=announcement(games=games, structure=structure, max_players=2, seats=2)))
    assert Table.objects.get(tournament=tournament.id).rules.stakes.ante == ante
