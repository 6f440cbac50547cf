"""Rows of the project: accounts and bans, and what staff keep about people."""

from pokerroom.models.accounts import NAME_MAX, NAME_MIN, NAME_PATTERN, Ban, User
from pokerroom.models.people import AddressBan, SignIn, StaffNote

__all__ = ["NAME_MAX", "NAME_MIN", "NAME_PATTERN", "AddressBan", "Ban", "SignIn", "StaffNote", "User"]
