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
    """A link of the menu."""

    label: Text
    url: str
    is_here: bool


class MenuSection(NamedTuple):
    """A heading of the menu and its links."""

    name: Text
    pages: Sequence[MenuPage]


@register.simple_tag(takes_context=True)
def office_menu(context: template.Context) -> list[MenuSection]:
    """The sections and pages that the user may open."""
    request: HttpRequest = context["request"]
    sections = []
    for section, pages in groupby(pages_of(request), key=lambda page: page.section):
        links = [(page.label, reverse(page.url_name)) for page in pages]
        shown = [MenuPage(label, url, request.path == url) for label, url in links]
        sections.append(MenuSection(SECTION_NAMES[section], shown))
    return sections
