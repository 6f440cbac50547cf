"""R5: the parts of the rake are kept with the hand, and the audit proves them against the hand and the ledger."""

import pytest
from django.db.models import F, Sum

from cashier.audit import run_audit
from games.engine.rules.rake import Attribution
from games.models import Hand, HandPlayer
from games.models.results import HourlyResult
from pokerroom.models import User
from tests.games.engine.support.rakes import ETHP_RAKE
from tests.games.support.seats import assert_audit_clean
from tests.games.support.store import void_by_floor
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def parts(hand: int) -> dict[str, int]:
    """The part of each player in the rake of a hand, by name."""
    rows = HandPlayer.objects.filter(hand__number=hand)
    return dict(rows.values_list("player__display_name", "rake"))


def test_R5_a_hand_keeps_the_part_of_each_player_in_its_rake(host: SteppedHost) -> None:
    host.until("turn")
    host.fold_out()
    assert (Hand.objects.get(number=1).rake, sorted(parts(1).values())) == (40, [0, 20, 20])
    host.play_hand(raise_to=100_00)
    assert (Hand.objects.get(number=2).rake, set(parts(2).values())) == (6_00, {2_00})
    hours = HourlyResult.objects.aggregate(total=Sum("rake"))
    assert hours == {"total": 6_40}
    assert_audit_clean()


def test_R5_equal_parts_are_the_other_option() -> None:
    rules = NL_10_20._replace(rake=ETHP_RAKE._replace(attribution=Attribution.DEALT))
    host = SteppedHost(open_table(rules=rules).pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    host.fold_out()
    assert sorted(parts(1).values()) == [13, 13, 14]
    assert_audit_clean()


def test_R5_the_part_of_house_bots_stays_with_the_hand() -> None:
    host = SteppedHost(open_table(rules=NL_10_20._replace(rake=ETHP_RAKE)).pk)
    seat(host, person("Alice"), person("Robo", bot=True), person("Bob"))
    host.play_hand(raise_to=100_00)
    hand = Hand.objects.get()
    assert (hand.rake, hand.bots_rake, parts(1)) == (6_00, 2_00, {"Alice": 2_00, "Bob": 2_00})
    assert_audit_clean()


def test_R3_F5_a_void_hand_has_no_rake_in_anybodys_figures(host: SteppedHost, floorman: User) -> None:
    host.play_hand(raise_to=100_00)
    host.play_hand(raise_to=400_00)
    assert void_by_floor(host, floorman).applied_at
    assert HandPlayer.objects.aggregate(total=Sum("rake")) == {"total": 6_00}
    assert HourlyResult.objects.aggregate(total=Sum("rake")) == {"total": 6_00}
    assert_audit_clean()


def test_R3_F5_nor_has_a_void_hand_any_rake_of_house_bots(floorman: User) -> None:
    host = SteppedHost(open_table(rules=NL_10_20._replace(rake=ETHP_RAKE)).pk)
    seat(host, person("Alice"), person("Robo", bot=True))
    host.play_hand(raise_to=100_00)
    assert Hand.objects.get().bots_rake
    void_by_floor(host, floorman)
    assert Hand.objects.aggregate(total=Sum("bots_rake")) == {"total": 0}


def test_R5_the_audit_finds_parts_that_are_not_the_rake(host: SteppedHost) -> None:
    host.play_hand(raise_to=100_00)
    host.play_hand(raise_to=200_00)
    HandPlayer.objects.filter(hand__number=1, player__display_name="Bob").update(rake=F("rake") + 1)
    (breach,) = run_audit().breaches
    assert (breach.code, breach.text) == (
        "rake_parts",
        f"table {host.id}, hand 1: rake 600, the players' parts sum to 601",
    )


def test_R5_the_audit_finds_rake_that_the_ledger_does_not_hold(host: SteppedHost) -> None:
    host.play_hand(raise_to=100_00)
    HandPlayer.objects.filter(player__display_name="Bob").update(rake=F("rake") - 5)
    Hand.objects.update(rake=F("rake") - 5)
    (breach,) = run_audit().breaches
    assert (breach.code, breach.text) == ("rake_booked", f"table {host.id}, hand 1: rake 595, 600 booked")
