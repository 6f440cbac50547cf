"""The menu of the back office as template tags."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse

from backoffice.registry import SECTION_NAMES, Text
from backoffice.web.access import pages_of

register = template.Library()


class MenuPage(NamedTuple):
    """A link of the menu; `current` is "page" for the page itself, "true" for one that was reached from it, else ""."""

    label: Text
    url: str
    current: str


class MenuSection(NamedTuple):
    """A heading of the menu and its links."""

    name: Text
    pages: Sequence[MenuPage]


@register.simple_tag(takes_context=True)
def office_menu(context: template.Context) -> list[MenuSection]:
    """The sections and pages that the user may open."""
    request: HttpRequest = context["request"]
    allowed = pages_of(request)
    above = [url for page in allowed if request.path.startswith(url := reverse(page.url_name))]
    current = {max(above, key=len, default=""): "true", request.path: "page"}
    sections = []
    for section, pages in groupby(allowed, key=lambda page: page.section):
        links = [(page.label, reverse(page.url_name)) for page in pages]
        sections.append(
            MenuSection(SECTION_NAMES[section], [MenuPage(*link, current.get(link[1], "")) for link in links])
        )
    return sections
