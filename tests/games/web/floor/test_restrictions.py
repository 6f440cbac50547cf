"""K12, F3: a person is barred from tables, invited and kept apart on pages that tell what will happen, and told so."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from backoffice.api import StaffAct
from games.models import Table
from games.models.access import Admission, SeparatedPlayers
from games.models.floor_decisions import FloorDecision
from games.seating.bans import barred_players, barred_tables
from games.text.refusals import refusal_text
from games.web.lobby.notices import take_notices
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN
from tests.games.support.restrictions import bar, keep_apart
from tests.games.support.seats import assert_audit_clean, notice_codes
from tests.games.support.tables import SteppedHost, host_with, open_table, person
from tests.games.web.floor.acting import WHY, act, effects, errors
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return staff(FLOORMAN)


@pytest.fixture
def people() -> list[User]:
    return [person("Alice"), person("Bob"), person("Cyril")]


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table of Alice and Bob where a hand is being played."""
    host = host_with(*people[:2])
    host.until("turn")
    return host


def page(who: User, name: str) -> str:
    return f"/floor/people/{who.pk}/{name}/"


def done(client: Client, path: str, **typed: object) -> None:
    answer = act(client, path, **typed)
    assert answer.status_code == 302, errors(answer)


def texts(who: User, language: str = "en") -> list[str]:
    """What the person reads on their next page."""
    with override(language):
        return [notice.text for notice in take_notices(who.pk)]


def test_K12_a_bar_is_shown_imposed_told_and_lifted(client: Client, host: SteppedHost, people: list[User]) -> None:
    alice, _bob, cyril = people
    before = effects(act(client, page(alice, "bar"), confirmed=False, table=host.id))
    assert before == [
        "Alice may not sit down at Prague again.",
        "Alice sits there now and may play on until they leave.",
        "Alice is told at once.",
    ]
    assert not Admission.objects.exists(), "what will happen is only a rehearsal"
    for who in (alice, cyril):
        done(client, page(who, "bar"), table=host.id)
    assert barred_players(host.id, [alice.pk, cyril.pk]) == {alice.pk, cyril.pk}
    assert texts(alice, "cs")[0].startswith("Herna vám zakázala stůl Prague: na svém místě můžete hrát dál")
    assert texts(cyril) == ["The house has barred you from Prague: you cannot sit down there."]
    assert set(FloorDecision.objects.values_list("kind", "reason")) == {("bar", WHY)}
    row = Admission.objects.get(player=cyril)
    done(client, f"/floor/admissions/{row.pk}/end/", reason="served")
    row.refresh_from_db()
    assert (row.end_reason, row.ended_by) == ("served", User.objects.get(username=FLOORMAN))
    assert texts(cyril) == ["You may sit down at Prague again: the house has lifted your bar."]
    assert errors(act(client, f"/floor/admissions/{row.pk}/end/")) == refusal_text("nothing_changes")
    assert barred_players(host.id, [cyril.pk]) == set()


def test_K12_a_player_who_is_barred_with_the_seat_finishes_the_hand_and_has_the_chips_in_the_wallet(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    alice = people[0]
    before = effects(act(client, page(alice, "bar"), confirmed=False, table=host.id, leaves="on"))
    assert before[1].startswith("Alice plays a running hand to its end and then leaves;")
    assert "2\u202f000" in before[1]
    done(client, page(alice, "bar"), table=host.id, leaves="on")
    assert notice_codes(alice) == ["barred_away", "seat_taken_away"]
    host.read_inbox()
    assert host.table.player_seat(alice.pk) is not None
    host.play_hand()
    assert host.table.player_seat(alice.pk) is None
    assert_audit_clean()
    assert sorted(FloorDecision.objects.values_list("kind", flat=True)) == ["bar", "unseat"]


def test_K12_a_form_sent_twice_bars_once(client: Client, people: list[User]) -> None:
    typed = {"table": str(open_table().pk), "reason": WHY, "confirmed": "1"}
    typed["once"] = str(client.get(page(people[0], "bar")).context["form"]["once"].value())
    for _ in range(2):
        assert client.post(page(people[0], "bar"), typed).status_code == 302
    assert Admission.objects.count() == StaffAct.objects.count() == 1


def test_K12_a_bar_with_an_end_ends_by_itself_and_may_be_imposed_again(
    client: Client, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, table = people[0], open_table()
    until = timezone.now().replace(second=0, microsecond=0) + timedelta(hours=1)
    typed = {"table": table.pk, "until": timezone.localtime(until).strftime("%Y-%m-%dT%H:%M")}
    done(client, page(alice, "bar"), **typed)
    assert Admission.objects.get().until == until
    at = date_format(timezone.localtime(until), "SHORT_DATETIME_FORMAT")
    assert texts(alice) == [f"The house has barred you from Prague until {at}: you cannot sit down there before then."]
    assert errors(act(client, page(alice, "bar"), **typed)) == refusal_text("admitted_already")
    monkeypatch.setattr(timezone, "now", lambda: until - timedelta(microseconds=1))
    assert (barred_players(table.pk, [alice.pk]), barred_tables(alice.pk)) == ({alice.pk}, {table.pk})
    monkeypatch.setattr(timezone, "now", lambda: until)
    assert (barred_players(table.pk, [alice.pk]), barred_tables(alice.pk)) == (set(), set())
    assert errors(act(client, page(alice, "bar"), **typed)) == refusal_text("until_is_over")
    done(client, page(alice, "bar"), table=table.pk)
    assert barred_players(table.pk, [alice.pk]) == {alice.pk}


def test_K12_the_first_invitation_closes_a_table_and_the_end_of_the_last_opens_it(
    client: Client, people: list[User]
) -> None:
    (alice, bob, cyril), table = people, open_table()
    first = effects(act(client, page(alice, "invite"), confirmed=False, table=table.pk))
    assert "It is the first invitation" in first[1]
    done(client, page(alice, "invite"), table=table.pk)
    assert len(effects(act(client, page(bob, "invite"), confirmed=False, table=table.pk))) == 2
    done(client, page(bob, "invite"), table=table.pk)
    assert barred_players(table.pk, [alice.pk, bob.pk, cyril.pk]) == {cyril.pk}
    assert errors(act(client, page(bob, "bar"), table=table.pk)) == refusal_text("admitted_already")
    for who, told in ((alice, "may no longer sit down"), (bob, "open to everybody again")):
        end = f"/floor/admissions/{Admission.objects.get(player=who).pk}/end/"
        assert told in effects(act(client, end, confirmed=False))[0]
        done(client, end)
        assert notice_codes(who) == ["invited", "invitation_ended"]
    assert barred_players(table.pk, [cyril.pk]) == set()


def test_K12_two_people_are_kept_apart_and_let_together_again(
    client: Client, host: SteppedHost, people: list[User]
) -> None:
    alice, bob, cyril = people
    together = effects(act(client, page(alice, "apart"), confirmed=False, other="bob", tell="on"))
    assert together == [
        "Alice and Bob are not seated at the same cash table any more.",
        "Both sit at this table now and may play on there until one of them leaves: Prague.",
        "Both are told at once, without the reason.",
    ]
    done(client, page(alice, "apart"), other="BOB", tell="on")
    done(client, page(cyril, "apart"), other="Bob", tell="")
    assert texts(bob) == ["The house keeps you and Alice apart: you are not seated at the same cash table."]
    assert len(texts(alice)) == 1
    assert texts(cyril) == [], "on a suspicion nobody is told"
    assert barred_players(host.id, [cyril.pk]) == {cyril.pk}
    for pair in SeparatedPlayers.objects.all():
        done(client, f"/floor/pairs/{pair.pk}/end/", reason="made up", tell="on" if pair.one == alice else "")
    assert texts(bob, "cs") != [] != texts(alice)
    assert barred_players(host.id, [cyril.pk]) == set()
    pair_page = f"/floor/pairs/{SeparatedPlayers.objects.latest('pk').pk}/end/"
    assert errors(act(client, pair_page)) == refusal_text("nothing_changes")
    keep_apart(alice, bob)


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ("Alice", "Bob", "These two players are kept apart already."),
        ("Bob", "Alice", "These two players are kept apart already."),
        ("Alice", "Alice", "Choose two different players."),
        ("Alice", "Nobody", "Nobody has exactly this name. Copy it from the person's page."),
        ("Alice", "\ufeff", "This field is required."),
    ],
)
def test_K12_a_pair_is_two_people_once_whichever_is_named_first(
    client: Client, people: list[User], one: str, other: str, sentence: str
) -> None:
    keep_apart(people[0], people[1])
    assert errors(act(client, page(User.objects.get(display_name=one), "apart"), other=other)) == sentence
    assert SeparatedPlayers.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        keep_apart(people[1], people[0])


def test_the_page_of_hands_together_leads_to_keeping_the_two_apart(client: Client, people: list[User]) -> None:
    alice, bob, _cyril = people
    html = client.get(f"/floor/people/{alice.pk}/with/{bob.pk}/").content.decode()
    link = f"{page(alice, 'apart')}?other={bob.pk}"
    assert link in html
    assert 'value="Bob"' in client.get(link).content.decode()
    assert "apart" not in staff(AUDITOR).get(f"/floor/people/{alice.pk}/with/{bob.pk}/").content.decode()


def test_F8_a_persons_page_shows_each_role_only_links_that_open(people: list[User]) -> None:
    alice, bob, _cyril = people
    table: Table = open_table()
    bar(alice, table)
    keep_apart(alice, bob)
    done(staff(FLOORMAN, "Jana"), page(alice, "mute"), how_long="10")
    links = {}
    for role in (FLOORMAN, AUDITOR, CASHIER):
        client = staff(role)
        html = client.get(f"/office/people/{alice.pk}/").content.decode().partition('class="office-main"')[2]
        links[role] = [part.partition('"')[0] for part in html.split('href="')[1:]]
        assert {path: client.get(path).status_code for path in links[role] if client.get(path).status_code >= 400} == {}
    ends = [path for path in links[FLOORMAN] if path.endswith(("/end/", "/lift/"))]
    assert len(ends) == 3
    assert not [path for path in links[AUDITOR] if path in ends]
