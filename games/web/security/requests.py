"""The types of a request and of the user who sends it."""

from typing import TypeAlias

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

Visitor: TypeAlias = AbstractUser | AnonymousUser
"""The user of a request, signed in or not."""


def account_id(visitor: Visitor) -> int:
    """The id of the visitor's account; 0, which nobody has, for visitors who are not signed in."""
    return visitor.pk or 0


class HtmxRequest(HttpRequest):
    """A request whose `htmx` is true if htmx sent it, to swap a part of the page."""

    htmx: HtmxDetails
