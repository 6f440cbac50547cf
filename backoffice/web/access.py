"""Who may open a page of the back office: whoever has its permission; a refusal is written to the server's log."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache

from backoffice.registry import OfficePage, pages

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
ANY_PAGE = ""
"""In place of a permission: whoever may open any page of the menu."""


def office_page(permission: str) -> Callable[[View[P]], View[P]]:
    """Makes a view a page of the back office, for whoever has the permission `app.codename`.

    The view's attribute `office_permission` names it, so that a test can try every page as every role.
    """

    def decorate(view: View[P]) -> View[P]:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not (request.user.has_perm(permission) if permission else pages_of(request)):
                LOG.warning("account %s may not open %r", request.user.pk, request.path)
                return render(request, "backoffice/refused.html", status=403)
            return view(request, *args, **kwargs)

        guarded.office_permission = permission  # type: ignore[attr-defined]  # functions take attributes
        return cast(View[P], guarded)

    return decorate


def may_open(request: HttpRequest, url: str) -> bool:
    """Whether this user has the permission of the page at this address of the room; other pages guard themselves."""
    try:
        view = resolve(urlsplit(url).path).func
    except Resolver404:
        return False
    permission: str = getattr(view, "office_permission", "")
    return not permission or request.user.has_perm(permission)


def pages_of(request: HttpRequest) -> list[OfficePage]:
    """The pages of the menu that this user may open."""
    if not request.user.is_authenticated:
        return []
    return [page for page in pages() if request.user.has_perm(page.permission)]


def staff_id(request: HttpRequest) -> int:
    """The id of the member of staff whose request it is."""
    assert request.user.is_authenticated
    return request.user.pk
