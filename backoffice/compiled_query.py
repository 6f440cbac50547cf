"""Queries of the ORM that are turned into SQL once: making the SQL takes four fifths of the time of a short query."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Case, F, Value, When
from django.db.models.lookups import Exact, In
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    NamedValuesListIterable,
    ValuesListIterable,
)
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.utils import create_namedtuple_class
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")
_Columns: TypeAlias = list[Any]  # Any: a column holds whatever its field holds.


class Given(Value):
    """Stands in a `CompiledQuery` for a value that each call gives under this name; it is never null."""

    def __init__(self, name: str) -> None:
        super().__init__(None)
        self.name = name

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, Any]:  # Any: Django's stubs know only texts and numbers.
        """A place for the value, which finds itself among the parameters."""
        return "%s", [self]


EACH = 16
"""For so many a crowd reads together."""
PLACES = (1, EACH, 256)
"""How many values a query for several takes at once; the SQL is made once for each of these numbers."""
_places = ContextVar("_places", default=1)


def one_of_each(field: str) -> In:
    """The condition of a `CompiledQuery` that a field has one of the values that are given to `all_of`."""
    # A lookup of Django's relations would take no places for values.
    return In(F(field), [Given(f"{field} {number}") for number in range(_places.get())])


def given_for_each(field: str, name: str, kind: "models.Field[Any, Any]") -> Case:
    """What is given under this name for the value that the field of `one_of_each` has; of this kind of field."""
    return Case(
        *(When(Exact(F(field), Given(f"{field} {at}")), then=Given(f"{name} {at}")) for at in range(_places.get())),
        output_field=kind,
    )


class CompiledQuery(Generic[Row]):
    """A query whose SQL stays the same and of which only values change, `Given` by name.

    `build` makes it at its first use: of models without related ones, or of values in a list. What the database holds
    is read at each call. One that locks its rows raises TransactionManagementError outside a transaction.
    """

    def __init__(self, build: Callable[[], "models.QuerySet[Any, Row]"]) -> None:
        self._build = build
        self._compiled: dict[tuple[str, int], _Compiled] = {}

    def all(self, **values: object) -> list[Row]:
        """The rows for these values, which have the types of the database: ids, texts, numbers and times."""
        return self._rows(values, places=1)

    def _rows(self, values: dict[str, object], *, places: int) -> list[Row]:
        database = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get((database.vendor, places))
        if compiled is None:
            compiled = self._compiled[database.vendor, places] = self._compile(places)
        if compiled.locks and not database.in_atomic_block:
            raise TransactionManagementError("rows are locked until a transaction ends")
        return compiled.rows(_fetched(database, compiled.sql, [_parameter(one, values) for one in compiled.parameters]))

    def all_of(
        self,
        field: str,
        wanted: Collection[object],
        *,
        for_each: Mapping[str, Mapping[Any, object]] | None = None,
        **values: object,
    ) -> list[Row]:
        """The rows for all that is wanted of the field of `one_of_each`, read for as many at a time as `PLACES` has.

        `for_each` has the values of `given_for_each` by name and by what is wanted.
        """
        left, rows = list(wanted), list[Row]()
        while left:
            places = next((places for places in PLACES if places >= len(left)), PLACES[-1])
            part, left = left[:places], left[places:]
            # Every place of the query takes a value.
            part += part[-1:] * (places - len(part))
            given = {f"{field} {number}": value for number, value in enumerate(part)}
            for name, by_value in (for_each or {}).items():
                given |= {f"{name} {number}": by_value[value] for number, value in enumerate(part)}
            rows += self._rows(given | values, places=places)
        return rows

    def first(self, **values: object) -> Row | None:
        """The first row, None if there is none; the query asks for no more than it needs."""
        return next(iter(self.all(**values)), None)

    def _compile(self, places: int) -> "_Compiled":
        token = _places.set(places)
        try:
            return _compile(self._build())
        finally:
            _places.reset(token)


class _Compiled(NamedTuple):
    """The SQL of a query, its constants and places for values, how to read columns, and what to make of a row.

    `locks` says whether its rows are locked.
    """

    sql: str
    parameters: Sequence[object]
    converters: Sequence[tuple[int, Sequence[Callable[..., object]], object]]
    make: Callable[[_Columns], Any] | None
    locks: bool

    def rows(self, found: Iterable[tuple[object, ...]]) -> list[Any]:
        """What the query stands for, from the rows of the database."""
        if not self.converters and self.make is None:
            return list(found)
        rows = []
        for columns in map(list, found):
            for at, functions, expression in self.converters:
                for function in functions:
                    columns[at] = function(columns[at], expression, connection)
            rows.append(self.make(columns) if self.make else tuple(columns))
        return rows


def _fetched(database: BaseDatabaseWrapper, sql: str, parameters: list[Any]) -> list[tuple[object, ...]]:
    """The rows of the database; what Django's cursor does on top of the driver's is left out if it does nothing."""
    needs_django = (
        database.vendor != "postgresql"
        or database.connection is None
        or database.execute_wrappers
        or database.queries_logged
        # A connection that is kept from an earlier request is tried first; the stubs do not know how.
        or (database.health_check_enabled and not database.health_check_done)  # type: ignore[attr-defined]
    )
    if needs_django:
        with database.cursor() as cursor:
            cursor.execute(sql, parameters)
            return list(cursor.fetchall())
    database.validate_no_broken_transaction()
    with database.wrap_database_errors, database.connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[object, ...]] = cursor.fetchall()
        return rows


def _compile(queryset: "models.QuerySet[Any, Any]") -> _Compiled:
    compiler = queryset.query.clone().get_compiler(using=DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    converters = compiler.get_converters([column for column, *_ in compiler.select])
    by_column = [(at, functions, expression) for at, (functions, expression) in converters.items()]
    return _Compiled(sql, tuple(parameters), by_column, _maker(queryset, compiler), queryset.query.select_for_update)


def _maker(queryset: "models.QuerySet[Any, Any]", compiler: SQLCompiler) -> Callable[[_Columns], Any] | None:
    """What makes a result of a row; None for tuples as they are. Raises TypeError for queries that are not known."""
    kind = queryset._iterable_class
    if kind is ValuesListIterable:
        return None
    if kind is FlatValuesListIterable:
        return lambda columns: columns[0]
    if kind is NamedValuesListIterable:
        row = create_namedtuple_class(*vars(queryset)["_fields"])
        return lambda columns: tuple.__new__(row, columns)
    if kind is not ModelIterable or queryset.query.select_related or compiler.annotation_col_map:
        raise TypeError(f"{queryset.model.__name__}: neither plain rows nor values in a list")
    names = [column.target.attname for column, *_ in compiler.select]
    return lambda columns: queryset.model.from_db(DEFAULT_DB_ALIAS, names, columns)


def _parameter(parameter: object, values: dict[str, object]) -> Any:  # whatever the driver takes
    value = values[parameter.name] if isinstance(parameter, Given) else parameter
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
