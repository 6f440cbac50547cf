"""R1: rake profiles are rows whose versions never change; a table takes a valid version with its next hand, once."""

from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from backoffice.api import Refused
from backoffice.models import RoomSetting, StaffAct
from games import api
from games.engine import events as ev
from games.engine.rules.house_rule import Preset
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rake_tariff import CapRow, RakeTariff
from games.engine.rules.rules import Rules
from games.models import Hand, Order, Table
from games.models.rake import RakeProfile, RakeVersion
from games.operations import rake_profiles
from games.store.card_sealing import public_events
from games.tables.rake_profiles import AS_IT_IS, choice_of_rake, rake_choices, with_chosen_rake
from pokerroom.models import User
from tests.games.support.concurrency import run_concurrently
from tests.games.support.seats import assert_audit_clean, assert_refused
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
FIVE, FOUR = RakeTariff(50, 50, 50), RakeTariff(40, 40, 40, caps=(CapRow(5_00),))


@pytest.fixture
def operator() -> User:
    return person("Olga")


@pytest.fixture
def profile(operator: User) -> RakeProfile:
    """Five per cent of everything."""
    return make(operator, "Friday")


def make(by: User, name: str, tariff: RakeTariff = FIVE, currency: str = "PLAY") -> RakeProfile:
    return rake_profiles.make_profile(by=by.pk, name=name, currency=currency, tariff=tariff, reason="new house")


def choose(profile: RakeProfile, rules: Rules = NL_10_20, currency: str = "PLAY") -> Rules:
    return with_chosen_rake(rules, profile.code, preset=Preset.ONLINE, currency=currency)


def new_version(profile: RakeProfile, by: User, tariff: RakeTariff = FOUR, at: datetime | None = None) -> RakeVersion:
    return rake_profiles.make_version(
        by=by.pk, profile_id=profile.pk, tariff=tariff, valid_from=at, reason="autumn rates"
    )


def now_is(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def playing(profile: RakeProfile) -> SteppedHost:
    """A table with three players by this profile."""
    host = SteppedHost(open_table(rules=choose(profile)).pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    return host


def test_R1_a_new_version_is_taken_with_the_next_hand_and_told(profile: RakeProfile, operator: User) -> None:
    host = playing(profile)
    host.until("turn")
    new_version(profile, operator)
    assert rake_profiles.apply_valid_versions([host.id]) == [host.id]
    assert rake_profiles.apply_valid_versions([host.id]) == []
    host.read_inbox()
    assert rake_profiles.apply_valid_versions([host.id]) == []
    host.play_hand(raise_to=100_00)
    host.play_hand(raise_to=100_00)
    assert list(Hand.objects.order_by("number").values_list("rake", flat=True)) == [15_00, 5_00]
    first, second = (Rules.from_data(hand.rules_data).rake for hand in Hand.objects.order_by("number"))
    assert (first.per_mille, second.per_mille) == (50, 40)
    assert (first.version, second.version) == tuple(RakeVersion.objects.values_list("pk", flat=True))
    (told,) = [one for one in public_events(decisions(host)) if isinstance(one, ev.RulesChanged)]
    assert told.changes == (("rake", "50:2=0", "40:2=500"),)
    assert told.reason == "autumn rates"
    assert_audit_clean()


def decisions(host: SteppedHost) -> list[list[object]]:
    return list(Table.objects.get(pk=host.id).decisions.order_by("number").values_list("events", flat=True))


def test_R1_X2_a_running_hand_keeps_its_version_after_a_restart(profile: RakeProfile, operator: User) -> None:
    host = playing(profile)
    host.until("turn")
    new_version(profile, operator)
    rake_profiles.apply_valid_versions([host.id])
    host.read_inbox()
    again = SteppedHost(host.id, now=host.now)
    again.play_hand(raise_to=100_00)
    again.play_hand(raise_to=100_00)
    assert list(Hand.objects.order_by("number").values_list("rake", flat=True)) == [15_00, 5_00]


def test_R1_a_version_waits_for_its_moment(
    profile: RakeProfile, operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = playing(profile)
    moment = timezone.now() + timedelta(hours=3)
    new_version(profile, operator, at=moment)
    assert rake_profiles.apply_valid_versions([host.id]) == []
    assert choose(profile).rake.per_mille == 50
    now_is(monkeypatch, moment)
    assert rake_profiles.apply_valid_versions([host.id]) == [host.id]
    assert choose(profile).rake.per_mille == 40


def test_R1_a_table_that_a_version_leaves_as_it_is_gets_no_order(profile: RakeProfile, operator: User) -> None:
    host = playing(profile)
    new_version(profile, operator, FIVE._replace(pot_limit=70))
    assert rake_profiles.apply_valid_versions([host.id]) == []
    assert not Order.objects.filter(kind=Order.Kind.CHANGE_RULES).exists()


def test_R1_closed_tables_tables_without_a_profile_and_tables_of_others_stay(
    profile: RakeProfile, operator: User
) -> None:
    closed, other = playing(profile), open_table("Brno").pk
    api.close_table(table_id=closed.id)
    theirs = open_table("Pilsen", rules=choose(make(operator, "Other"))).pk
    new_version(profile, operator)
    assert rake_profiles.apply_valid_versions([closed.id, other, theirs]) == []


def test_R1_an_order_that_waits_already_counts(profile: RakeProfile, operator: User) -> None:
    host = playing(profile)
    api.change_table(table_id=host.id, rules=NL_10_20)
    new_version(profile, operator)
    assert rake_profiles.apply_valid_versions([host.id]) == [], "it has given the profile up"
    host.read_inbox()
    assert Table.objects.get(pk=host.id).rules.rake.code == "none"


@pytest.mark.django_db(transaction=True)
def test_R1_two_hosts_tell_a_table_once(profile: RakeProfile, operator: User) -> None:
    table = open_table(rules=choose(profile)).pk
    new_version(profile, operator)
    assert sorted(run_concurrently(3, lambda _: rake_profiles.apply_valid_versions([table]))) == [[], [], [table]]
    assert Order.objects.filter(table=table, kind=Order.Kind.CHANGE_RULES).count() == 1


def test_R1_versions_cannot_be_changed_or_deleted(profile: RakeProfile) -> None:
    for change in (
        lambda: RakeVersion.objects.update(reason="better"),
        lambda: RakeVersion.objects.update(valid_from=timezone.now() - timedelta(days=9)),
        lambda: RakeVersion.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def refused(code: str, profile: RakeProfile, by: User, tariff: RakeTariff = FOUR, at: datetime | None = None) -> None:
    acts = StaffAct.objects.count()
    with pytest.raises(Refused) as refusal:
        new_version(profile, by, tariff, at)
    assert refusal.value.code == code
    assert StaffAct.objects.count() == acts


def test_R1_a_version_in_the_past_or_at_the_moment_of_another_or_saying_nothing_new_is_refused(
    profile: RakeProfile, operator: User
) -> None:
    moment = timezone.now() + timedelta(days=1)
    refused("rake_in_the_past", profile, operator, at=timezone.now() - timedelta(seconds=1))
    new_version(profile, operator, at=moment)
    refused("rake_same_moment", profile, operator, FIVE, moment)
    refused("rake_nothing_new", profile, operator, FIVE)
    refused("rake_nothing_new", profile, operator, FOUR, moment + timedelta(days=1))
    refused("rake_cap_twice", profile, operator, FIVE._replace(caps=(CapRow(1), CapRow(2))))
    assert profile.versions.count() == 2


def test_R1_a_version_is_withdrawn_before_it_is_valid_and_never_after(profile: RakeProfile, operator: User) -> None:
    moment = timezone.now() + timedelta(days=1)
    version = new_version(profile, operator, at=moment)
    rake_profiles.withdraw_version(by=operator.pk, profile_id=profile.pk, number=version.number, reason="typed wrongly")
    for number in (1, version.number):
        with pytest.raises(Refused, match="rake_valid_already"):
            rake_profiles.withdraw_version(by=operator.pk, profile_id=profile.pk, number=number, reason="again")
    assert new_version(profile, operator, at=moment).number == 3
    assert [act.act for act in StaffAct.objects.order_by("number")] == [
        "games.rake_made", "games.rake_version_made", "games.rake_version_withdrawn", "games.rake_version_made",
    ]  # fmt: skip


def test_R1_the_newest_moment_decides_whatever_was_made_first_and_a_withdrawn_version_never_does(
    profile: RakeProfile, operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = timezone.now() + timedelta(days=1)
    new_version(profile, operator, RakeTariff(20, 20, 20), at=day)
    new_version(profile, operator)
    wrong = new_version(profile, operator, RakeTariff(990, 990, 990), at=day + timedelta(days=1))
    assert choose(profile).rake.per_mille == 40
    rake_profiles.withdraw_version(by=operator.pk, profile_id=profile.pk, number=wrong.number, reason="a slip")
    now_is(monkeypatch, day)
    assert choose(profile).rake.per_mille == 20
    now_is(monkeypatch, day + timedelta(days=2))
    assert choose(profile).rake.per_mille == 20


def test_R1_a_retired_profile_stays_where_it_is_and_nobody_else_takes_it(profile: RakeProfile, operator: User) -> None:
    host = playing(profile)
    rules = host.table.rules
    rake_profiles.retire_profile(by=operator.pk, profile_id=profile.pk, reason="too dear")
    profile.refresh_from_db()
    assert_refused("rake_retired", choose, profile)
    assert_refused("rake_retired", open_table, "Brno", rules=rules)
    assert rake_choices("PLAY") == []
    assert rake_choices("PLAY", now=profile.code) == [(profile.code, "Friday")]
    dearer = rules._replace(clock=rules.clock._replace(turn=9_000))
    api.change_table(table_id=host.id, rules=dearer)
    new_version(profile, operator)
    assert rake_profiles.apply_valid_versions([host.id]) == [host.id]
    with pytest.raises(Refused, match="rake_retired"):
        rake_profiles.retire_profile(by=operator.pk, profile_id=profile.pk, reason="again")
    assert_refused(
        "rake_retired", with_chosen_rake, NL_10_20, profile.code, preset=Preset.ONLINE, currency="PLAY",
        before=choose(make(operator, "Saturday")),
    )  # fmt: skip


def test_R1_M4_a_profile_is_for_tables_in_its_currency(operator: User) -> None:
    profile = make(operator, "Koruna", currency="CZK")
    assert_refused("rake_other_currency", choose, profile)
    rules = choose(profile, currency="CZK")
    assert_refused("rake_other_currency", open_table, rules=rules)
    table = open_table(rules=rules, currency="CZK")
    assert_refused("rake_other_currency", api.change_table, table_id=open_table("Brno").pk, rules=rules)
    assert rake_choices("PLAY") == []
    assert choice_of_rake(table.rules, Preset.ONLINE, "CZK") == profile.code


def test_R1_names_are_taken_once_in_any_spelling(profile: RakeProfile, operator: User) -> None:
    for name, code in ((" FRIDAY ", "rake_name_taken"), ("\u200b", "rake_name_missing")):
        with pytest.raises(Refused, match=code):
            make(operator, name)
    assert RakeProfile.objects.count() == 1


def test_R1_a_profile_that_is_not_valid_yet_or_is_none_cannot_be_chosen(profile: RakeProfile) -> None:
    for choice, code in (("profile:999", "rake_not_yet"), ("profile:x", "rake_unknown"), ("tiny", "rake_unknown")):
        assert_refused(code, with_chosen_rake, NL_10_20, choice, preset=Preset.ONLINE, currency="PLAY")


@pytest.mark.parametrize("choice", ["none", "online", "showdown", "ethp"])
def test_Y_R_the_choice_of_a_table_is_found_again(choice: str) -> None:
    preset = Preset.ETHP if choice != "ethp" else Preset.ONLINE
    for rules in (NL_10_20, rotation("8game", 20_00)):
        chosen = with_chosen_rake(rules, choice, preset=preset, currency="PLAY")
        assert choice_of_rake(chosen, preset, "PLAY") == choice
        odd = chosen._replace(rake=chosen.rake._replace(per_mille=7), mix_rakes=())
        assert choice_of_rake(odd, preset, "PLAY") == AS_IT_IS
        assert with_chosen_rake(rules, AS_IT_IS, preset=preset, currency="PLAY", before=odd) == odd


def test_R1_no_version_is_valid_from_this_very_moment_or_before(
    profile: RakeProfile, operator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now() + timedelta(hours=1)
    now_is(monkeypatch, now)
    for moment in (now, now - timedelta(seconds=1)):
        with pytest.raises(Refused, match="rake_in_the_past"):
            new_version(profile, operator, at=moment)


def test_R1_a_withdrawn_version_does_not_stand_before_a_new_one(profile: RakeProfile, operator: User) -> None:
    day = timezone.now() + timedelta(days=1)
    typo = new_version(profile, operator, at=day)
    rake_profiles.withdraw_version(by=operator.pk, profile_id=profile.pk, number=typo.number, reason="too early")
    assert new_version(profile, operator, at=day + timedelta(days=1)).number == typo.number + 1


def test_F8_nobody_changes_the_rake_of_a_table_where_they_play(profile: RakeProfile, operator: User) -> None:
    playing(profile)
    elsewhere, alice = make(operator, "Sunday"), User.objects.get(username="alice")
    later = new_version(profile, operator, at=timezone.now() + timedelta(days=1))
    with pytest.raises(Refused, match="plays_in_room"):
        new_version(profile, alice)
    with pytest.raises(Refused, match="plays_in_room"):
        rake_profiles.withdraw_version(by=alice.pk, profile_id=profile.pk, number=later.number, reason="dear")
    assert profile.versions.filter(withdrawn_at=None).count() == 2
    new_version(elsewhere, alice)
    RoomSetting.objects.create(pk="own_acts", value=True)
    new_version(profile, alice)
    assert StaffAct.objects.filter(act="games.rake_version_made", by=alice.pk, own=True).count() == 1
