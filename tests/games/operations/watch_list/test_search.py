"""Hands are read from the sealed log, and what is found is written as flags, once each, without a card (F7)."""

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from random import Random

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from pytest_django import Settings

from games.engine.watch_list.flags import Flag, FlagKind
from games.engine.watch_list.hands import HandId
from games.engine.watch_list.watch import Watch
from games.models import Hand
from games.models.watch_list import WatchCase, WatchFlag, WatchRun
from games.operations.automatic import watch_list as nightly
from games.operations.watch_list import cases
from games.operations.watch_list.access import Access
from games.operations.watch_list.search import find_flags
from games.operations.watch_list.stored_hands import hands_between
from games.operations.watch_list.thresholds import set_thresholds, thresholds
from pokerroom.models import SignIn, User
from pokerroom.sessions.sign_in_marks import access_marks
from tests.games.operations.watch_list.flags import case_of
from tests.games.support.played_hands import play_at_random
from tests.games.support.tables import START_MS, SteppedHost, host_with, person

pytestmark = pytest.mark.django_db
PLAYED = datetime.fromtimestamp(START_MS / 1000, UTC)
AFTER = PLAYED + timedelta(days=2)


@pytest.fixture
def host() -> SteppedHost:
    """A table at which three players have played eight hands at random."""
    host = host_with(*map(person, ("Dora", "Emil", "Filip")))
    play_at_random(host, Random(4), 8)
    return host


def says(monkeypatch: pytest.MonkeyPatch, *flags: Flag) -> None:
    """Lets the detectors find these."""
    monkeypatch.setattr(Watch, "flags", lambda _self, _thresholds: list(flags))


def flag(people: Iterable[User], figure: int = 6, kind: FlagKind = FlagKind.SOFT_PLAY) -> Flag:
    return Flag(kind, tuple(one.pk for one in people), figure, 4, (HandId(1, 7),))


def test_F7_every_finished_hand_is_read_with_its_results(host: SteppedHost) -> None:
    read = list(hands_between(PLAYED, AFTER, {}))

    rows = Hand.objects.order_by("pk")
    assert len(read) == rows.count() >= 8
    for one, row in zip(read, rows, strict=True):
        assert one is not None
        assert one.id == (row.table_id, row.number)
        assert {part.player: part.net for part in one.parts} == {who: net for _seat, who, _name, net in row.results}
        assert one.turns


def test_F7_void_hands_and_those_of_other_days_are_not_read(host: SteppedHost) -> None:
    Hand.objects.filter(number=2).update(void=True)

    assert 2 not in [one.id.number for one in hands_between(PLAYED, AFTER, {}) if one]
    assert list(hands_between(AFTER, AFTER + timedelta(days=9), {})) == []


def test_F7_a_hand_that_cannot_be_read_does_not_end_the_search_and_its_fault_names_no_card(
    host: SteppedHost, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    settings.CARD_SEAL_KEYS = [Fernet.generate_key().decode()]
    read = list(hands_between(PLAYED, AFTER, {}))

    assert read == [None] * Hand.objects.count()
    lines = caplog.text.splitlines()
    assert len(lines) == len(read)
    assert all(line.endswith("BrokenSeal") for line in lines)


def test_F7_what_is_found_is_written_once_and_brought_up_to_date(
    host: SteppedHost, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, flag([alice, bob]))
    run, new = find_flags(now=AFTER)

    assert (len(new), run.hands, run.unread) == (1, Hand.objects.count(), 0)
    says(monkeypatch, flag([alice, bob], figure=8))
    assert find_flags(now=AFTER)[1] == []
    row = WatchFlag.objects.get()
    assert (row.kind, row.person, row.other, row.figure, row.hands) == ("soft_play", alice, bob, 8, [[1, 7]])


def test_F7_after_a_case_the_same_people_are_flagged_again_only_for_more(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, flag([alice, bob]))
    case = case_of(find_flags(now=AFTER)[1][0], person("Floor"))
    says(monkeypatch, flag([alice, bob], figure=9))
    assert find_flags(now=AFTER)[1] == [], "its case is open"

    cases.decide(by=case.opened_by_id, case_id=case.pk, decision=WatchCase.Decision.NOTHING, reason="friends", once="1")
    says(monkeypatch, flag([alice, bob]))
    assert find_flags(now=AFTER)[1] == []
    says(monkeypatch, flag([alice, bob], figure=9))
    assert [one.figure for one in find_flags(now=AFTER)[1]] == [9]


def test_F7_house_bots_are_no_people(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, flag([alice, person("Robot", bot=True)]), flag([alice], kind=FlagKind.NO_PAUSE))

    assert [one.kind for one in find_flags(now=AFTER)[1]] == ["no_pause"]


def test_F7_no_hidden_card_is_kept_or_printed(host: SteppedHost, monkeypatch: pytest.MonkeyPatch) -> None:
    by = person("Floor").pk
    set_thresholds(by=by, wanted=dict.fromkeys(FlagKind, 1), reason="all of it", once="1")
    monkeypatch.setattr("games.engine.watch_list.timing.FEWEST", 1)
    out = StringIO()
    find_flags(now=AFTER)
    call_command("findflags", days=30_000, stdout=out)

    kept = {name for field in WatchFlag._meta.get_fields() for name in [field.name]}
    assert kept == {
        "id", "kind", "person", "other", "figure", "threshold", "since", "until", "hands", "found_at", "case",
    }  # fmt: skip
    for row in WatchFlag.objects.all():
        assert all(len(hand) == 2 for hand in row.hands)
        assert json.dumps(row.hands).count("[") == len(row.hands) + 1
    assert out.getvalue().split() == ["hands", str(Hand.objects.count()), "unread", "0", "new", "flags", "0"]


@pytest.mark.parametrize("wrong", [{"days": 0}, {"night": "tomorrow"}])
def test_F7_the_command_refuses_nonsense_in_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(CommandError, match="must be"):
        call_command("findflags", **wrong)


def test_F7_operators_choose_thresholds_and_the_others_stay_usual() -> None:
    before = thresholds()
    set_thresholds(by=person("Op").pk, wanted={**before, FlagKind.NUTS: 5}, reason="too many", once="1")

    assert thresholds() == {**before, FlagKind.NUTS: 5}


def test_F7_people_share_a_mark_only_if_they_shared_an_address(alice: User, bob: User) -> None:
    carol = person("Carol")
    for who, address, device in (
        (alice, "1.2.3.4", "Firefox, Linux"),
        (bob, "1.2.3.4", "Chrome, Windows"),
        (carol, "5.6.7.8", "Firefox, Linux"),
    ):
        SignIn.objects.create(person=who, address=address, device=device)
    marks = access_marks()

    assert marks[alice.pk].addresses == marks[bob.pk].addresses != marks[carol.pk].addresses
    assert len({marks[who.pk].devices for who in (alice, bob, carol)}) == 3
    assert "1.2.3.4" not in str(marks)


def test_F7_the_marks_reach_the_hands(host: SteppedHost) -> None:
    dora, mark = User.objects.get(username="dora"), Access(frozenset({"d"}), frozenset({"a"}))
    hand = next(hands_between(PLAYED, AFTER, {dora.pk: mark}))

    assert hand is not None
    assert [part.devices for part in hand.parts if part.player == dora.pk] == [{"d"}]
    assert all(not part.addresses for part in hand.parts if part.player != dora.pk)


def test_F7_the_room_searches_once_a_night_at_its_hour(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(nightly, "start_search", started.append)
    settings.WATCH_LIST_HOUR = 5
    settings.TIME_ZONE = "UTC"
    night = datetime(2026, 3, 2, tzinfo=UTC)

    assert not nightly.search_at_night(night.replace(hour=3))
    assert [nightly.search_at_night(night.replace(hour=hour)) for hour in (6, 6, 7, 12)] == [True, False, False, False]
    assert started == ["2026-03-02"]
    settings.WATCH_LIST_HOUR = -1
    assert not nightly.search_at_night(night + timedelta(days=1, hours=6))


def test_F7_the_nightly_search_fills_the_row_that_the_room_began() -> None:
    begun = WatchRun.objects.create(night=date(2026, 3, 2))
    run, _new = find_flags(now=AFTER, night=date(2026, 3, 2))

    assert run.pk == begun.pk
    assert WatchRun.objects.get().ended_at is not None
