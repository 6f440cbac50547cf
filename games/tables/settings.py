"""All settings of a table that can be copied to another one: what a template keeps, and a form starts from."""

from typing import Any, NamedTuple

from games.engine.rules.rules import Rules
from games.models import Table


class TableSettings(NamedTuple):
    """The settings of a table but for its name, its password and its main table; amounts in minor units, 0 = no bound.

    `watch_delay` is in seconds. `most_alike` and `empty_minutes` are those of `Table`.
    """

    rules: Rules
    currency: str
    seats: int
    min_buy_in: int = 0
    max_buy_in: int = 0
    bots: int = 0
    sort_order: int = 0
    closed_to_watchers: bool = False
    watch_delay: int = 0
    most_alike: int = 0
    empty_minutes: int = 0

    @classmethod
    def of(cls, table: Table) -> "TableSettings":
        """The settings of an open or a closed table."""
        names = [name for name in cls._fields if name != "rules"]
        return cls(table.rules, **{name: getattr(table, name) for name in names})

    def to_data(self) -> dict[str, Any]:
        """The settings as JSON-ready data; `Any`, as the values are of many types."""
        return {**self._asdict(), "rules": self.rules.to_data()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "TableSettings":
        """The settings that `to_data` wrote."""
        return cls(**{**data, "rules": Rules.from_data(data["rules"])})
