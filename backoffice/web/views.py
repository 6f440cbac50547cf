"""The first page, the search and the settings of the room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from backoffice.registry import searches
from backoffice.text import clean_line
from backoffice.web.access import ANY_PAGE, office_page, pages_of, staff_id
from backoffice.web.settings_page import SettingsPage

LONGEST_SEARCH = 100
MOST_HITS = 10


@require_safe
@office_page(ANY_PAGE)
def home(request: HttpRequest) -> HttpResponse:
    """Leads to the first page that the user may open."""
    return redirect(pages_of(request)[0].url_name)


@require_safe
@office_page(ANY_PAGE)
def search(request: HttpRequest) -> HttpResponse:
    """People, tables, hands, receipts: whatever the user may see and the words are found in."""
    words = clean_line(request.GET.get("q", ""))[:LONGEST_SEARCH]
    groups = []
    for one in searches():
        if words and request.user.has_perm(one.permission) and (hits := list(one.find(words, MOST_HITS))):
            groups.append((one.name, hits))
    return render(request, "backoffice/search.html", {"words": words, "groups": groups})


@office_page("backoffice.change_roomsetting")
def room_settings(request: HttpRequest) -> HttpResponse:
    """The settings of the room."""
    return SettingsPage(request, by=staff_id(request)).respond()
