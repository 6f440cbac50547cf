"""T14, T16: somebody is disqualified on the bubble, in both ways that a rule book may say; the books are audited."""

import pytest

from cashier import api as cashier
from tests.games.support.tables import GRANT, person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.setup.house_rules import DisqualifiedStack
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage

pytestmark = pytest.mark.django_db
TWO_PAID = Payouts(rows=(Row(9, (700_000, 300_000)),))


def on_the_bubble(rule: DisqualifiedStack) -> tuple[PageTournament, list[int]]:
    """Three are left of four, two of them are paid, and no hand runs; the tournament and the players left."""
    setup = soon(seats=4, min_players=4, late=None)
    tournament = PageTournament(setup._replace(payouts=TWO_PAID, house=setup.house._replace(disqualify=rule)))
    for number in range(4):
        api.enter(user=person(f"P{number}"), tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    first, *others = sorted(tournament.state.players)
    tournament.carry_out(cm.Pause("a word"))
    tournament.play_hand(others[0], (first,))
    assert (tournament.state.left, tournament.state.places_paid) == (3, 2)
    return tournament, others


def gains(tournament: PageTournament) -> list[int]:
    """What each player has won or lost by the tournament, minor units, by id."""
    players = sorted(tournament.state.players)
    return [cashier.balance(user_id=player, currency="PLAY") - GRANT for player in players]


def test_T14_chips_removed_on_the_bubble_put_everybody_else_in_the_money() -> None:
    tournament, (leader, second, cheat) = on_the_bubble(DisqualifiedStack.REMOVE_CHIPS)
    chips = sum(entrant.stack for entrant in tournament.state.still_in())
    tournament.carry_out(cm.Disqualify(cheat, "Chip dumping"))
    state = tournament.state
    assert (state.players[cheat].place, state.players[cheat].stack, state.left) == (3, 0, 2)
    assert sum(entrant.stack for entrant in state.still_in()) == chips - state.setup.structure.stack
    assert not tournament.audit_findings()
    tournament.carry_out(cm.Resume("on"))
    tournament.play_hand(leader, (second,))
    assert tournament.state.stage is Stage.ENDED
    assert gains(tournament) == [-110_00, 280_00 - 110_00, 120_00 - 110_00, -110_00]
    assert not tournament.audit_findings()


def test_T14_a_stack_that_the_room_plays_on_is_no_bust_and_is_paid_for_its_place() -> None:
    tournament, (leader, second, cheat) = on_the_bubble(DisqualifiedStack.SYSTEM_PLAYS)
    tournament.carry_out(cm.Disqualify(cheat, "Chip dumping"))
    state = tournament.state
    assert (state.players[cheat].out, state.players[cheat].played_on, state.left) == (False, True, 3)
    assert not tournament.audit_findings()
    tournament.carry_out(cm.Resume("on"))
    tournament.play_hand(leader, (second,))
    assert tournament.state.players[second].place == 3
    tournament.play_hand(leader, (cheat,))
    assert tournament.state.stage is Stage.ENDED
    assert gains(tournament) == [-110_00, 280_00 - 110_00, -110_00, 120_00 - 110_00]
    assert not tournament.audit_findings()
