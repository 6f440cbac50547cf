"""F8: every page of the back office, tried as every role, opens exactly for those whose role has its permission."""

import logging
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from pokerroom.models import User
from pokerroom.roles import PERMISSIONS, PLAYER, ROLES
from tests.staff import staff

SAMPLES = {"id": "999999999", "str": "x", "slug": "x", "uuid": str(UUID(int=1)), "path": "x"}

FRAMED = ("office/", "floor/")
"""Where the pages in the frame of the back office are."""


def office_urls() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every path under /office/ and /floor/ with a sample for each parameter, and its view.

    Pages of the floor that hide themselves from others have tests of their own.
    """
    for path, view in _below(get_resolver(), ""):
        if path.startswith("/office/") or hasattr(view, "office_permission"):
            yield path, view


def _below(resolver: URLResolver, before: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        for name, converter in one.pattern.converters.items():
            kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
            path = path.replace(f"<{kind}:{name}>", SAMPLES[kind]).replace(f"<{name}>", SAMPLES[kind])
        if isinstance(one, URLResolver) and (path == "" or path.startswith(FRAMED)):
            yield from _below(one, path)
        elif isinstance(one, URLPattern) and path.startswith(FRAMED):
            yield f"/{path}", one.callback


def test_F8_every_page_of_the_back_office_names_its_permission() -> None:
    pages = list(office_urls())
    assert len(pages) >= 6
    assert [path for path, view in pages if not hasattr(view, "office_permission")] == []
    assert [path for path, _view in pages if "<" in path] == []


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_F8_each_page_opens_for_exactly_the_roles_that_have_its_permission(
    role: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = staff(role, "Somebody")
    me = User.objects.get(username="somebody")
    client.raise_request_exception = False
    wrong = []
    for path, view in office_urls():
        permission: str = view.office_permission  # type: ignore[attr-defined]  # functions take attributes
        allowed = me.has_perm(permission) if permission else role != PLAYER
        caplog.clear()
        with caplog.at_level(logging.WARNING, "backoffice.web.access"):
            answer = client.get(path)
            if answer.status_code == 405:
                answer = client.post(path)
        refused = answer.status_code == 403 and "Not for your role" in answer.content.decode()
        if refused == allowed or answer.status_code >= 500:
            wrong.append((path, permission, answer.status_code))
        assert not refused or f"account {me.pk} may not open {path!r}" in caplog.text, "a refusal is logged"
    assert wrong == []


@pytest.mark.django_db
def test_F8_a_refusal_is_one_line_of_the_log_whatever_the_address_holds(caplog: pytest.LogCaptureFixture) -> None:
    forging = "/office/cage/receipts/number/x%0A2026-11-28 CRITICAL The safe is empty/"
    with caplog.at_level(logging.WARNING, "backoffice.web.access"):
        assert staff(PLAYER, "Somebody").get(forging).status_code == 403
    (line,) = [record.getMessage() for record in caplog.records if record.name == "backoffice.web.access"]
    assert "\n" not in line


def test_F8_without_an_account_every_page_leads_to_the_sign_in_page(db: None) -> None:
    answers = {path: Client().get(path) for path, _view in office_urls()}
    wrong = {path for path, answer in answers.items() if answer.status_code not in (302, 405)}
    assert wrong == set()


@pytest.mark.django_db
def test_F8_every_permission_that_a_role_names_exists() -> None:
    there = set(Permission.objects.values_list("content_type__app_label", "codename"))
    named = {(app, name) for role in PERMISSIONS.values() for app, names in role.items() for name in names}
    assert {one for one in named - there if one[1] != "view"} == set()
