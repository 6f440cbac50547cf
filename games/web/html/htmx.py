"""The type of a request after the middleware of django-htmx."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request whose `htmx` is true if htmx sent it, to swap a part of the page."""

    htmx: HtmxDetails
