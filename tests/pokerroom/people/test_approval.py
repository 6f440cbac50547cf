"""K15: where the house rules say so, staff approve an account before its first game."""

from dataclasses import replace

import pytest

from backoffice.api import Refused, StaffAct
from games import api as games
from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import ONLINE
from games.engine.rules.tournament_house_rules import TABLE_PRESETS
from games.models import Table
from games.models.access import AccountApproval
from games.seating import waiting_list
from games.seating.approval import unapproved_players
from pokerroom.models import User
from pokerroom.roles import FLOORMAN
from tests.games.support.tables import NL_10_20, open_table, person
from tests.staff import staff
from tests.tournaments.support.tournaments import announcement
from tournaments import api as tournaments

pytestmark = pytest.mark.django_db
TAKING_BACK = {"reason": "false papers", "approves": "no"}
STRICT = replace(ONLINE, staff_approval=True)


@pytest.fixture
def strict() -> Table:
    """A table at which only approved accounts play."""
    return open_table("Strict", rules=NL_10_20._replace(house=STRICT))


def decide(client_role: str, about: User, **more: str) -> str:
    """Confirms the decision on the page of staff; the page afterwards."""
    typed = {"reason": "passport seen", "approves": "yes", "confirmed": "1", **more}
    return staff(client_role).post(f"/office/people/{about.pk}/approve/", typed, follow=True).content.decode()


def test_K15_an_account_plays_once_staff_have_approved_it(strict: Table) -> None:
    ann = person("Ann")
    sit = {"user": ann, "table_id": strict.pk, "seat": 0, "amount": 2000_00}
    with pytest.raises(IllegalAction, match="not_approved"):
        games.take_seat(**sit)
    decide(FLOORMAN, ann)
    assert games.take_seat(**sit)
    act = StaffAct.objects.get()
    assert (act.act, act.about, act.reason) == ("people.approved", ann, "passport seen")


def test_K15_registration_is_enough_elsewhere(strict: Table) -> None:
    ann, loose = person("Ann"), open_table("Loose")
    assert games.take_seat(user=ann, table_id=loose.pk, seat=0, amount=2000_00)


def test_K15_nobody_waits_or_is_called_or_moves_to_a_table_they_may_not_play_at(strict: Table) -> None:
    ann, eve, robo = person("Ann"), person("Eve"), person("Robo", bot=True)
    games.set_approval(person=eve.pk, approved=True, by=robo.pk, reason="known")
    assert unapproved_players(strict.pk, [ann.pk, eve.pk, robo.pk]) == {ann.pk}
    assert unapproved_players(open_table("Loose").pk, [ann.pk]) == set()
    with pytest.raises(IllegalAction, match="not_approved"):
        waiting_list.join(user_id=ann.pk, table_id=strict.pk)


def test_K15_an_approval_is_taken_back_with_a_reason_and_seats_are_kept(strict: Table) -> None:
    ann, boss = person("Ann"), person("Boss")
    games.set_approval(person=ann.pk, approved=True, by=boss.pk, reason="known")
    page = staff(FLOORMAN).post(f"/office/people/{ann.pk}/approve/", TAKING_BACK).content.decode()
    assert "Seats that they have now are kept." in page
    games.set_approval(person=ann.pk, approved=False, by=boss.pk, reason="false papers")
    games.set_approval(person=ann.pk, approved=False, by=boss.pk, reason="twice")
    assert list(AccountApproval.objects.values_list("approved", flat=True)) == [False, True]
    assert not games.is_approved(ann.pk)


def test_K15_a_tournament_takes_entries_of_approved_accounts() -> None:
    ann, boss = person("Ann", grant=1_000_00), person("Boss")
    house = replace(TABLE_PRESETS[Preset.ONLINE], staff_approval=True)
    tournament = tournaments.announce(setup=announcement()._replace(table_house=house))
    with pytest.raises(IllegalAction, match="not_approved"):
        tournaments.enter(user=ann, tournament_id=tournament)
    games.set_approval(person=ann.pk, approved=True, by=boss.pk, reason="known")
    assert tournaments.enter(user=ann, tournament_id=tournament)


def test_F8_nobody_approves_their_own_account() -> None:
    ann = person("Ann")
    with pytest.raises(Refused):
        games.set_approval(person=ann.pk, approved=True, by=ann.pk, reason="I know myself")
    assert not games.is_approved(ann.pk)


def test_K15_a_second_submit_does_not_take_the_approval_back() -> None:
    ann = person("Ann")
    client = staff(FLOORMAN)
    answers = [
        client.post(
            f"/office/people/{ann.pk}/approve/", {"reason": "passport seen", "approves": "yes", "confirmed": "1"}
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "Somebody has decided meanwhile" in answers[1].content.decode()
    assert games.is_approved(ann.pk)


def test_F3_an_approval_needs_a_reason() -> None:
    ann = person("Ann")
    decide(FLOORMAN, ann, reason="\u200b")
    assert not games.is_approved(ann.pk)


def test_K15_the_list_shows_who_waits(strict: Table) -> None:
    eve, boss = person("Eve"), person("Boss")
    person("Ann")
    games.set_approval(person=eve.pk, approved=True, by=boss.pk, reason="known")
    waiting = staff(FLOORMAN).get("/office/people/approvals/?state=waiting").content.decode()
    assert (">Ann<" in waiting, ">Eve<" in waiting) == (True, False)
    approved = staff(FLOORMAN, "Other").get("/office/people/approvals/?state=approved").content.decode()
    assert (">Ann<" in approved, ">Eve<" in approved) == (False, True)
