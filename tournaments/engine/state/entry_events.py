"""Entries: registration, the start, re-buys, add-ons and the close of entries."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.setup.setup import Setup


@distinct
class SetupChanged(NamedTuple):
    """The director replaced the announcement `before` by `setup` (T1)."""

    setup: Setup
    before: Setup
    why: str = ""


@distinct
class Entered(NamedTuple):
    """A player entered for money or a ticket; after an elimination it is a re-entry (T2, T12)."""

    player: int
    name: str
    ticket: bool
    at: int


@distinct
class Unregistered(NamedTuple):
    """A player took the entry back before the start."""

    player: int


@distinct
class Started(NamedTuple):
    """The tournament started; from now on players can only register late (T3)."""

    at: int


@distinct
class RebuyOffered(NamedTuple):
    """A player without chips may re-buy until `until` ms; the table waits (T12)."""

    player: int
    until: int


@distinct
class RebuyDeclined(NamedTuple):
    """A player turned the re-buy down or did not answer."""

    player: int


@distinct
class Rebought(NamedTuple):
    """A player re-bought."""

    player: int
    chips: int


@distinct
class AddedOn(NamedTuple):
    """A player took the add-on."""

    player: int
    chips: int


@distinct
class EntriesClosed(NamedTuple):
    """No chips can be bought any more: field, pool and prizes are final (T16).

    The players paid `collected`, the house added `overlay`; `prizes` by place, the first `tickets` of them as tickets.
    """

    collected: int
    overlay: int
    prizes: tuple[int, ...]
    tickets: int


EntryEvent: TypeAlias = (
    SetupChanged | Entered | Unregistered | Started | RebuyOffered | RebuyDeclined | Rebought | AddedOn | EntriesClosed
)
