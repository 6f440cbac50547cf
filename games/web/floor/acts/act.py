"""What an act of the floor is: its name, its form, its consequences in words, and how it is done."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.models import Seat, Table
from games.money.escrow import held_at
from games.text.amounts import AmountFormat
from games.text.house_rules.rule_text import Label
from games.web.floor.acts.forms import ActForm


class Stack(NamedTuple):
    """A seated player with their chips as text."""

    name: str
    seat: int
    chips: str


class Subject(NamedTuple):
    """What an act is about: a table and, for some, a player by id and name (0 and "" for none)."""

    table: Table
    player: int = 0
    name: str = ""

    @property
    def amounts(self) -> AmountFormat:
        """Amounts in the table's currency."""
        return AmountFormat.of_currency(self.table.currency)

    def chips(self) -> str:
        """The player's chips as text; during a hand those with which it began."""
        return self.amounts.text(held_at(self.table.pk).get(self.player, 0))

    def stacks(self) -> dict[int, Stack]:
        """Each seated player's chips by user id; during a hand those with which it began."""
        held = held_at(self.table.pk)
        seats = Seat.objects.filter(table=self.table).order_by("seat")
        return {
            seat.player_id: Stack(seat.name, seat.seat, self.amounts.text(held.get(seat.player_id, 0)))
            for seat in seats
        }


# Any: each act takes its own class of form.
Effects = Callable[[Subject, Any], Sequence[str]]
Do = Callable[[int, Subject, Any], object]


class FloorAct(NamedTuple):
    """An act: `effects` are what will happen, a sentence each, and `do` does it for a member of staff with the form.

    `is_offered` says whether a table's row offers it.
    """

    title: Label
    effects: Effects
    do: Do
    form: type[ActForm] = ActForm
    is_danger: bool = False
    is_offered: Callable[[Table], bool] = lambda table: table.closed_at is None
