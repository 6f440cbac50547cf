"""The announcement's page changes nothing that it does not show: saved untouched, everything stays (T1)."""

import time
from dataclasses import replace

import pytest
from django.test import Client

from games.engine.rules.stakes import Structure as Betting
from pokerroom.models import User
from pokerroom.roles import DIRECTOR
from tests.browser_forms import shown_values
from tests.staff import with_role
from tests.tournaments.web.support.page_tournament import HOUR, PageTournament
from tests.tournaments.web.support.scenes import KNOCK_OUT, SIT_AND_GO, SUNDAY
from tournaments.engine.setup.payouts import STANDARD, Payouts, Row
from tournaments.engine.setup.setup import Game, Price, Setup
from tournaments.models import TournamentOrder

pytestmark = pytest.mark.django_db
UNUSUAL = KNOCK_OUT._replace(
    seats=6,
    final_seats=5,
    min_players=7,
    max_players=123,
    progressive=True,
    payouts=Payouts((Row(10, (612_500, 387_500)), Row(50, (500_000, 333_300, 166_700))), guaranteed=1_234_00, unit=50),
    deal_time=77_000,
    table_house=replace(KNOCK_OUT.table_house, call_time=False),
    clock=KNOCK_OUT.clock._replace(turn=12_345, bank=23_456, bank_refill=1_234, show=4_321),
)
LEVELS = SUNDAY.structure.levels
SETUPS = {
    "usual": SUNDAY,
    "knock-out with re-buys and add-on": KNOCK_OUT,
    "sit-and-go": SIT_AND_GO,
    "everything unusual": UNUSUAL,
    "re-buy and add-on for nothing": KNOCK_OUT._replace(
        rebuy=KNOCK_OUT.rebuy and KNOCK_OUT.rebuy._replace(price=Price(0, 5_00)),
        addon=KNOCK_OUT.addon and KNOCK_OUT.addon._replace(price=Price()),
    ),
    "D4: fixed limit that was announced with a smaller small blind": SUNDAY._replace(
        games=(Game("holdem", Betting.FIXED_LIMIT),),
        structure=SUNDAY.structure._replace(levels=(LEVELS[0], LEVELS[1]._replace(small_blind=25), *LEVELS[2:])),
    ),
    "satellite": SUNDAY._replace(payouts=STANDARD._replace(ticket=500_00)),
    "fixed prizes": SUNDAY._replace(payouts=STANDARD._replace(fixed=(500_00, 300_50), extras=("Cup", "Watch"))),
}


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_T1_an_announcement_saved_untouched_keeps_every_field(client: Client, setup: Setup, language: str) -> None:
    director = with_role(User.objects.create_user(username="dora", display_name="Dora"), DIRECTOR)
    client.force_login(director)
    client.cookies["django_language"] = language
    if setup.starts_at:
        setup = setup._replace(starts_at=(int(time.time() * 1000) + HOUR) // 60_000 * 60_000)
    tournament = PageTournament(setup, password="sesame")
    page = f"/tournaments/{tournament.id}/change/"
    answer = client.post(page, {**shown_values(client.get(page), "name"), "save": "1"})
    assert answer.status_code == 302, [form.errors for form in (answer.context["form"], answer.context["plan"])]
    assert not TournamentOrder.objects.exists(), "F3: a save without a change is no change"
    assert tournament.catch_up().state.setup == setup
