"""What sockets are to the feed: each is told of what it has subscribed to."""

from typing import Protocol


class HintSubscriber(Protocol):
    """Shows something that other processes change. No call may block or wait."""

    def hint_received(self) -> None:
        """What a group is about has changed."""


class AccountSocket(Protocol):
    """A socket of a signed-in user. No call may block or wait."""

    def access_ended(self) -> None:
        """The user signed out, was banned or changed the password."""

    def access_changed(self) -> None:
        """A session of the user has ended, or their address was banned: perhaps this one's."""

    def notice_written(self, table: int) -> None:
        """There is a new notice for the user about a table or the room (0)."""

    def seats_changed(self) -> None:
        """The user's seats or waiting lists have changed."""

    def player_notes_changed(self) -> None:
        """The user's notes about players, mutes or calls to the floor have changed."""


class AddressSocket(Protocol):
    """Any socket, by the network address it comes from. No call may block or wait."""

    def address_banned(self) -> None:
        """Nobody enters the room from this address any more."""
