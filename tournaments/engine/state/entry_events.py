"""Entries: registration, the start, re-buys, add-ons and the close of entries."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.setup.setup import Setup


@distinct
class SetupChanged(NamedTuple):
    """The announcement was changed (T1)."""

    setup: Setup


@distinct
class Entered(NamedTuple):
    """A player paid an entry, or used a ticket; again after being out is a re-entry (T2, T12)."""

    player: int
    name: str
    ticket: bool
    at: int


@distinct
class Unregistered(NamedTuple):
    """The entry was taken back before the start."""

    player: int


@distinct
class Started(NamedTuple):
    """Registration is over but for late entries; seats are drawn (T3)."""

    at: int


@distinct
class RebuyOffered(NamedTuple):
    """A player without chips has until `until` to re-buy; the table waits (T12)."""

    player: int
    until: int


@distinct
class RebuyDeclined(NamedTuple):
    """No re-buy, or no answer."""

    player: int


@distinct
class Rebought(NamedTuple):
    """A re-buy was paid."""

    player: int
    chips: int


@distinct
class AddedOn(NamedTuple):
    """An add-on was paid."""

    player: int
    chips: int


@distinct
class EntriesClosed(NamedTuple):
    """No chips can be bought any more: field, pool and prizes are final (T16).

    `collected` of the players, `overlay` added by the house; `prizes` by place, the first `tickets` as tickets.
    """

    collected: int
    overlay: int
    prizes: tuple[int, ...]
    tickets: int


EntryEvent: TypeAlias = (
    SetupChanged | Entered | Unregistered | Started | RebuyOffered | RebuyDeclined | Rebought | AddedOn | EntriesClosed
)
