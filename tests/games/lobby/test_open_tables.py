"""The open tables: few are read whenever they are asked for, many are kept for some seconds."""

from collections.abc import Iterator

import pytest

from games.lobby import open_tables
from games.lobby.open_tables import KEPT_SECONDS, READING_SHARE, OpenTables
from games.lobby.queries import lobby_rows
from games.models import Table
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


class Clock:
    """A clock that stands still."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(open_tables, "monotonic", clock)
    return clock


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    yield
    open_tables.forget_open_tables()


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Two tables where more than one are many; the first of them."""
    monkeypatch.setattr(open_tables, "MOST_LISTED", 1)
    first = open_table()
    open_table("Ústí", sort_order=1)
    return first


def names() -> list[str]:
    return [row.name for row in open_tables.open_tables().rows]


def test_a_few_tables_are_shown_as_they_are(clock: Clock) -> None:
    table = open_table()
    for name in ("Prague", "Plzeň", "Brno"):
        Table.objects.filter(pk=table.pk).update(name=name)
        assert names() == [name]


def test_many_tables_are_shown_as_they_were_until_they_are_read_again(clock: Clock, many: Table) -> None:
    kept = open_tables.open_tables()
    Table.objects.filter(pk=many.pk).update(name="Plzeň")
    clock.now += KEPT_SECONDS - 0.01
    assert open_tables.open_tables() is kept
    assert names() == ["Prague", "Ústí"]
    clock.now += 0.02
    assert names() == ["Plzeň", "Ústí"]


def test_what_takes_long_to_read_is_kept_so_much_longer(
    clock: Clock, many: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow() -> object:
        clock.now += 0.5
        return lobby_rows()

    monkeypatch.setattr(open_tables, "lobby_rows", slow)
    kept = open_tables.open_tables()
    assert kept.read_at == 1000.0, "what changes during the reading may be missing"
    clock.now += 0.5 * READING_SHARE - 0.01
    assert open_tables.open_tables() is kept
    clock.now += 0.02
    assert open_tables.open_tables() is not kept


def test_nobody_waits_while_many_tables_are_read_again_and_a_failure_keeps_nobody_out(
    clock: Clock, many: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, meanwhile = open_tables.open_tables(), list[OpenTables]()
    clock.now += KEPT_SECONDS + 1

    def failing() -> object:
        meanwhile.append(open_tables.open_tables())
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(open_tables, "lobby_rows", failing)
        with pytest.raises(RuntimeError):
            open_tables.open_tables()
    assert meanwhile == [kept]
    assert open_tables.open_tables() is not kept


def test_what_the_lobby_says_about_all_tables_is_counted_from_their_rows(many: Table) -> None:
    seat(SteppedHost(many.pk), person("Petr"), person("Emil"))
    tables = open_tables.open_tables()
    assert (tables.players, tables.tables_with_players, tables.currencies) == (2, 1, frozenset({"PLAY"}))
    assert list(tables.free_seats.values()) == [16]
    assert tables.by_id[many.pk] is tables.rows[0]
