"""Rows of the project: accounts and bans, and what staff keep about people."""

from pokerroom.models.accounts import NAME_MAX, NAME_MIN, NAME_PATTERN, Ban, User
from pokerroom.models.people import AddressBan, ExcludedEmail, SignIn, StaffNote
from pokerroom.models.second_factor import RecoveryCode, SecondFactor

__all__ = [
    "NAME_MAX",
    "NAME_MIN",
    "NAME_PATTERN",
    "AddressBan",
    "Ban",
    "ExcludedEmail",
    "RecoveryCode",
    "SecondFactor",
    "SignIn",
    "StaffNote",
    "User",
]
