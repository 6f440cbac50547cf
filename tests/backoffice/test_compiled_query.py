"""Queries whose SQL is compiled once read what the database holds at each call."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import DataError, connection, transaction
from django.db.models import Count, DateTimeField, QuerySet, Sum
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from backoffice.compiled_query import PLACES, CompiledQuery, Given, given_for_each, one_of_each
from backoffice.models import RoomSetting
from pokerroom.models import Ban, User

pytestmark = pytest.mark.django_db


def person(name: str) -> User:
    """A new account."""
    return User.objects.create(username=name.lower(), display_name=name)


def test_each_call_reads_what_its_values_find_now() -> None:
    names = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")).values_list("display_name", flat=True))
    eva, jan = person("Eva"), person("Jan")
    assert (names.all(pk=eva.pk), names.all(pk=jan.pk), names.first(pk=0)) == (["Eva"], ["Jan"], None)
    User.objects.filter(pk=eva.pk).update(display_name="Evka")
    assert names.first(pk=eva.pk) == "Evka"


def test_rows_of_models_are_as_the_orm_reads_them() -> None:
    eva = person("Eva")
    User.objects.filter(pk=eva.pk).update(preferences={"deck": "two"})
    found = CompiledQuery(lambda: User.objects.filter(pk=Given("pk"))).first(pk=eva.pk)
    known = User.objects.filter(pk=eva.pk).get()
    assert found == known
    assert found is not None
    assert {name: value for name, value in vars(found).items() if name != "_state"} == {
        name: value for name, value in vars(known).items() if name != "_state"
    }
    found.display_name = "Evka"
    found.save()
    assert User.objects.filter(display_name="Evka").exists()


def test_values_have_the_names_of_the_query() -> None:
    eva, names = person("Eva"), ["pk", "display_name", "bans_count"]
    accounts = CompiledQuery(
        lambda: User.objects.filter(pk=Given("pk")).annotate(bans_count=Count("bans")).values_list(*names, named=True)
    )
    row = accounts.first(pk=eva.pk)
    assert row is not None
    assert (row.pk, row.display_name, row.bans_count) == (eva.pk, "Eva", 0)


def test_fields_that_are_left_out_are_read_when_they_are_needed() -> None:
    eva = person("Eva")
    found = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")).defer("language")).first(pk=eva.pk)
    assert found is not None
    assert found.get_deferred_fields() == {"language"}
    assert found.language == eva.language


def test_constants_times_json_and_sums_are_read() -> None:
    eva, now = person("Eva"), timezone.now()
    RoomSetting.objects.create(pk="one", value={"a": [1]})
    Ban.objects.create(person=eva, kind="banned", reason="He cheats.", by=eva, at=now)
    settings = CompiledQuery(lambda: RoomSetting.objects.filter(pk=Given("key")).values_list("pk", "value"))
    assert settings.all(key="one") == [("one", {"a": [1]})]
    bans = CompiledQuery(
        lambda: (
            Ban.objects.filter(kind="banned", person=Given("person"), at__gt=Given("since"))
            .order_by()
            .values_list("reason")
            .annotate(Sum("pk"))
        )
    )
    assert len(bans.all(person=eva.pk, since=now - timedelta(seconds=1))) == 1
    assert bans.all(person=eva.pk, since=now) == []


def test_only_the_first_call_makes_sql_and_a_text_is_never_part_of_it() -> None:
    made = []

    def build() -> QuerySet[User, int]:
        made.append(1)
        return User.objects.filter(username=Given("name")).values_list("pk", flat=True)

    query = CompiledQuery(build)
    person("Eva")
    with CaptureQueriesContext(connection) as captured:
        assert query.all(name="x' OR '1'='1") == []
        assert len(query.all(name=User.objects.values_list("username", flat=True)[0])) == 1
    assert len(made) == 1
    assert "OR ''1''=''1'" in captured[0]["sql"]


def test_queries_that_it_cannot_read_are_refused() -> None:
    for query in (
        CompiledQuery(lambda: Ban.objects.select_related("person")),
        CompiledQuery(lambda: Ban.objects.values("pk")),
    ):
        with pytest.raises(TypeError):
            query.all()


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_only() -> None:
    locked = CompiledQuery(lambda: User.objects.select_for_update().filter(pk=Given("pk")).values_list("pk", flat=True))
    eva = person("Eva")
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert locked.first(pk=eva.pk) == eva.pk
    assert "FOR UPDATE" in queries.captured_queries[0]["sql"]
    with pytest.raises(TransactionManagementError):
        locked.first(pk=eva.pk)


def test_a_query_reads_for_one_or_several_values_at_once() -> None:
    eva, jan = person("Eva"), person("Jan")
    for one in (eva, jan):
        Ban.objects.create(person=one, kind="banned", reason="He cheats.", by=eva, at=timezone.now())
    bans = CompiledQuery(
        lambda: Ban.objects.filter(one_of_each("person"), kind="banned").values_list("person", flat=True)
    )
    assert set(bans.all_of("person", [eva.pk, 0, jan.pk])) == {eva.pk, jan.pk}
    assert bans.all_of("person", [jan.pk]) == [jan.pk]
    _, few, many = PLACES
    for count, queries in ((0, 0), (1, 1), (2, 1), (few, 1), (few + 1, 1), (many, 1), (many + 1, 2), (2 * many + 1, 3)):
        with CaptureQueriesContext(connection) as asked:
            found = bans.all_of("person", [*range(-1, -count, -1), jan.pk][:count])
        assert (found, len(asked)) == ([jan.pk] * bool(count), queries)


def test_each_value_of_several_has_a_value_of_its_own_beside_it() -> None:
    now = timezone.now()
    people = [person(name) for name in ("Eva", "Jan", "Ota")]
    for one in people:
        for days in (0, 1, 2):
            Ban.objects.create(person=one, kind="banned", reason="Cheats.", by=one, at=now - timedelta(days=days))
    counts = CompiledQuery(
        lambda: (
            Ban.objects.filter(one_of_each("person"), at__gte=given_for_each("person", "since", DateTimeField()))
            .order_by()
            .values_list("person")
            .annotate(Count("pk"))
        )
    )
    since = {one.pk: now - timedelta(days=days, hours=1) for days, one in enumerate(people)}
    with CaptureQueriesContext(connection) as asked:
        found = counts.all_of("person", since, for_each={"since": since})
    assert dict(found) == {one.pk: days + 1 for days, one in enumerate(people)}
    assert len(asked) == 1
    jan = people[1].pk
    assert counts.all_of("person", [jan], for_each={"since": since}) == [(jan, 2)]


def test_errors_and_broken_transactions_are_djangos() -> None:
    names = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")).values_list("display_name", flat=True))
    eva = person("Eva")
    assert names.first(pk=eva.pk) == "Eva"
    with pytest.raises(DataError), transaction.atomic():
        names.first(pk="no number")
    assert names.first(pk=eva.pk) == "Eva", "the transaction goes on"
    transaction.set_rollback(True)
    with pytest.raises(TransactionManagementError):
        names.first(pk=eva.pk)
    transaction.set_rollback(False)


def test_whoever_wraps_queries_sees_these() -> None:
    names = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")).values_list("display_name", flat=True))
    seen: list[str] = []

    def note(execute: Callable[..., object], sql: str, *others: object) -> object:
        seen.append(sql)
        return execute(sql, *others)

    eva = person("Eva")
    with connection.execute_wrapper(note):
        assert names.first(pk=eva.pk) == "Eva"
    assert len(seen) == 1
    assert names.first(pk=eva.pk) == "Eva"
    assert len(seen) == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_is_opened_again() -> None:
    names = CompiledQuery(lambda: User.objects.filter(pk=Given("pk")).values_list("display_name", flat=True))
    eva = person("Eva")
    connection.close()
    assert [names.first(pk=eva.pk), names.first(pk=eva.pk)] == ["Eva", "Eva"]
