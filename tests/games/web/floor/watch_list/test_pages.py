"""The pages of the watch list: what staff see and do, and what nobody sees about themselves (F7, F8)."""

from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from backoffice.api import StaffAct
from cashier import api as cashier
from games.engine.watch_list.flags import EVIDENCE, FlagKind
from games.models.watch_list import WatchCase, WatchFlag
from games.operations.watch_list.thresholds import thresholds
from games.web.floor.watch_list.words import figure_text, meaning
from pokerroom.models import User
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.tables import SteppedHost, open_table, seat
from tests.staff import staff, with_role

pytestmark = pytest.mark.django_db
LIST = "/office/watch-list/"


def text(answer: Any) -> str:
    return unescape(answer.content.decode())


@pytest.fixture
def floor() -> Client:
    return staff("floorman", "Floor")


def me(name: str = "floor") -> User:
    return User.objects.get(username=name)


def form(**typed: object) -> dict[str, object]:
    return {"once": str(uuid4()), "reason": "odd", **typed}


def test_F7_the_list_is_filtered_by_kind_person_and_state(floor: Client, alice: User, bob: User) -> None:
    found(alice, bob)
    case_of(found(bob, kind="timing"), me())

    assert "Soft play" in text(floor.get(LIST)) or "soft play" in text(floor.get(LIST))
    for query, there, missing in (
        ("kind=timing", ["timing of a program"], ["Alice"]),
        ("q=alice", ["Alice"], [">timing of a program</a>"]),
        ("state=new", ["Alice"], [">timing of a program</a>"]),
        ("state=open", [">timing of a program</a>"], ["Alice"]),
    ):
        page = text(floor.get(f"{LIST}?{query}"))
        assert all(words in page for words in there), query
        assert all(words not in page for words in missing), query
    assert "Alice" in text_of(floor.get(f"{LIST}csv/"))


def text_of(answer: Any) -> str:
    return b"".join(answer.streaming_content).decode()


def test_F7_a_flag_shows_figure_threshold_and_hands_with_links(floor: Client, alice: User, bob: User) -> None:
    page = text(floor.get(f"{LIST}{found(alice, bob).pk}/"))

    assert "by chance less than once in 1\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000" in page
    assert '/floor/hands/1/9/review/"' in page
    assert page.index("/floor/hands/1/9/") < page.index("/floor/hands/1/7/")
    assert "never a verdict" in page


def test_F8_nobody_sees_what_is_about_themselves(floor: Client, alice: User) -> None:
    row = found(alice, me())
    case = case_of(row, staff_user())

    assert "Alice" not in text(floor.get(LIST))
    assert "Alice" not in text(floor.get(f"{LIST}cases/"))
    for path in (f"{row.pk}/", f"{row.pk}/case/", f"cases/{case.pk}/", f"cases/{case.pk}/note/"):
        assert floor.get(LIST + path).status_code == 404
    for page in (f"/office/people/{me().pk}/", f"/office/people/{alice.pk}/"):
        assert f"{LIST}{row.pk}/" not in text(floor.get(page))
        assert f"{LIST}{row.pk}/" in text(player(me("opal")).get(page))


def staff_user() -> User:
    staff("operator", "Opal")
    return me("opal")


def test_F8_players_and_cashiers_see_no_watch_list(alice: User) -> None:
    found(alice)
    for client in (staff("cashier"), player(alice)):
        assert client.get(LIST).status_code == 403


def player(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_F8_auditors_read_and_do_nothing(alice: User) -> None:
    row, auditor = found(alice), staff("auditor")
    case = case_of(found(alice, kind="timing"), staff_user())

    assert "Open a case" not in text(auditor.get(f"{LIST}{row.pk}/"))
    assert auditor.get(f"{LIST}cases/{case.pk}/").status_code == 200
    for path in (f"{row.pk}/case/", f"cases/{case.pk}/note/", f"cases/{case.pk}/decide/", "thresholds/"):
        assert auditor.post(LIST + path, form()).status_code == 403


def test_F7_a_case_is_opened_with_flags_about_the_same_people_after_a_preview(
    floor: Client, alice: User, bob: User
) -> None:
    row, same, apart = found(alice, bob), found(bob, kind="timing"), found(staff_user(), kind="no_pause")
    path, sent = f"{LIST}{row.pk}/case/", form(alike=[str(same.pk)])

    assert f'value="{apart.pk}"' not in text(floor.get(path))
    assert "Players see nothing of it." in text(floor.post(path, sent))
    assert not WatchCase.objects.exists()
    for _ in range(2):
        assert floor.post(path, {**sent, "confirmed": "1"}).status_code == 302
    case = WatchCase.objects.get()
    assert {one.pk for one in case.flags.all()} == {row.pk, same.pk}
    assert StaffAct.objects.filter(act="watch_case.opened").count() == 1


def test_F8_whoever_plays_with_the_people_of_a_case_is_refused_before_the_preview(floor: Client, alice: User) -> None:
    host, row = SteppedHost(open_table().pk), found(alice)
    for one in (alice, me()):
        cashier.open_wallet(user_id=one.pk, name=one.display_name, grant=2_000_00, currency="PLAY")
    seat(host, alice, me(), amount=2_000_00)
    answer = floor.post(f"{LIST}{row.pk}/case/", form())
    assert answer.status_code == 422
    assert "A case is opened" not in text(answer)


def test_F8_a_case_is_given_to_staff_alone(floor: Client, alice: User, bob: User) -> None:
    case, opal = case_of(found(alice), me()), staff_user()
    User.objects.filter(pk=with_role(bob, "operator").pk).update(is_staff=False)
    page = text(floor.get(f"{LIST}cases/{case.pk}/assign/"))
    assert f'<option value="{opal.pk}">' in page
    assert f'<option value="{bob.pk}">' not in page


def test_F7_a_case_is_noted_assigned_and_decided_on_its_pages(floor: Client, alice: User) -> None:
    case, opal = case_of(found(alice), me()), staff_user()
    acts = {
        "note": {"text": "they are brothers"},
        "assign": {"to": str(opal.pk)},
        "decide": {"decision": "kept_apart"},
    }
    for act, typed in acts.items():
        path, sent = f"{LIST}cases/{case.pk}/{act}/", form(**typed)
        assert floor.get(path).status_code == 200
        assert floor.post(path, {**sent, "reason": " ", "text": " "}).status_code == 422
        assert floor.post(path, sent).status_code == 200
        for _ in range(2):
            assert floor.post(path, {**sent, "confirmed": "1"}).status_code == 302
    page = text(floor.get(f"{LIST}cases/{case.pk}/"))
    assert "Opal" in text(floor.get(f"{LIST}cases/?state=ended"))
    assigned = StaffAct.objects.get(act__endswith="assigned")
    assert "Opal" in text(staff("owner").get(f"/office/log/{assigned.number}/"))

    for words in ("they are brothers", "kept apart: odd", "Opal"):
        assert words in page
    assert "Add a note" not in page
    assert text(floor.get(f"{LIST}cases/?state=ended")).count(f">#{case.pk}<") == 1


@pytest.mark.parametrize(("decision", "does_more"), [("nothing", False), ("kept_apart", True)])
def test_F7_a_decision_says_that_it_is_only_recorded_unless_it_is_that_there_was_nothing(
    floor: Client, alice: User, decision: str, *, does_more: bool
) -> None:
    case = case_of(found(alice), me())
    page = text(floor.post(f"{LIST}cases/{case.pk}/decide/", form(decision=decision)))
    assert ("This only records the decision" in page) is does_more


def test_F7_operators_set_thresholds_with_the_meaning_of_each(floor: Client) -> None:
    operator = staff("operator")
    page = text(operator.get(f"{LIST}thresholds/"))
    for kind in FlagKind:
        assert meaning(kind) in page
    wanted = {kind.value: value for kind, value in thresholds().items()}
    same, sent = form(**wanted), form(**{**wanted, "nuts": 4})

    assert floor.get(f"{LIST}thresholds/").status_code == 403
    assert "Nothing would change." in text(operator.post(f"{LIST}thresholds/", same))
    assert operator.post(f"{LIST}thresholds/", {**sent, "nuts": "0"}).status_code == 422
    assert "2 → 4" in text(operator.post(f"{LIST}thresholds/", sent))
    for _ in range(2):
        assert operator.post(f"{LIST}thresholds/", {**sent, "confirmed": "1"}).status_code == 302
    assert thresholds()[FlagKind.NUTS] == 4
    assert StaffAct.objects.count() == 1


def test_F7_the_log_tells_acts_on_cases_in_words(alice: User) -> None:
    owner = staff("owner")
    case = case_of(found(alice), me("owner"))
    page = text(owner.get(f"/office/log/{StaffAct.objects.get().number}/"))

    assert "Case of the watch list opened" in page
    assert f"#{case.pk}" in page
    assert "soft play, by chance" in page


def test_F7_a_figure_counts_what_its_flag_is_about() -> None:
    told = [figure_text(kind, 3) for kind in (FlagKind.NUTS, FlagKind.NO_PAUSE, FlagKind.SHARED_DEVICE)]
    assert told == ["3 times", "3 hours", "3 hands together"]


def test_F7_what_evidence_means_is_told_where_the_figure_is_evidence() -> None:
    told = {kind for kind in FlagKind if "less than once in 1,000 searches" in meaning(kind)}
    assert told == EVIDENCE
    assert FlagKind.NUTS not in told


@pytest.mark.parametrize("kind", FlagKind)
def test_F7_every_figure_has_words(kind: FlagKind) -> None:
    assert WatchFlag.Kind(kind).label
    assert str(3) in figure_text(kind, 3) or "1\N{NO-BREAK SPACE}000" in figure_text(kind, 3)
