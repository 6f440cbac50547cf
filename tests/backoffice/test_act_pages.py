"""The page of an act: what its preview refuses is not done either, whatever is posted."""

import re
from collections.abc import Iterator, Sequence
from unittest.mock import Mock

import pytest
from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils.module_loading import import_string

from backoffice.errors import Refused
from backoffice.web import act_view
from backoffice.web.act_view import ActPage


class NumberForm(forms.Form):
    """A number."""

    number = forms.IntegerField()


class NumberPage(ActPage[NumberForm]):
    """Keeps a number below ten, once."""

    form_class = NumberForm
    kept: list[int] = []

    def consequences(self, form: NumberForm) -> Sequence[str]:
        """That it is kept."""
        if form.cleaned_data["number"] >= 10:
            raise Refused("too_large", "At most nine.", field="number")
        if self.kept:
            raise Refused("full", "There is a number already.")
        return ["It is kept."]

    def was_sent(self, form: NumberForm) -> bool:
        """Whether it is kept."""
        return form.cleaned_data["number"] in self.kept

    def carry_out(self, form: NumberForm) -> str:
        """Keeps it."""
        if not self.was_sent(form):
            self.kept.append(form.cleaned_data["number"])
        return "/there/"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers kept so far; pages and messages are not drawn."""
    monkeypatch.setattr(NumberPage, "kept", [])
    monkeypatch.setattr(messages, "success", lambda *_: None)
    monkeypatch.setattr(
        act_view,
        "render",
        lambda _request, _template, context, status: HttpResponse(context["form"].errors, status=status),
    )
    return NumberPage.kept


def post(**typed: str) -> HttpResponse:
    return NumberPage(RequestFactory().post("/act/", typed)).respond()


def test_a_confirmed_post_does_not_pass_what_the_preview_refuses(kept: list[int]) -> None:
    for typed in ({"number": "12"}, {"number": "12", "confirmed": "1"}):
        answer = post(**typed)
        assert answer.status_code == 422
        assert "number" in answer.content.decode()
    assert kept == []


def test_a_refusal_at_a_field_of_another_form_stands_above_this_one(
    kept: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = Refused("drawer_short", "The drawer holds too little.", field="amount")
    monkeypatch.setattr(NumberPage, "consequences", Mock(side_effect=refusal))
    answer = post(number="4")
    assert (answer.status_code, answer.content.decode()) == (422, "__all__")


def test_only_the_confirmed_post_does_it_and_a_second_submit_leads_there_again(kept: list[int]) -> None:
    assert post(number="4").status_code == 200
    assert kept == []
    answers = [post(number="4", confirmed="1") for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/there/")] * 2
    assert post(number="5", confirmed="1").status_code == 422
    assert kept == [4]


def every_act_page(parent: type[ActPage[forms.Form]] = ActPage) -> Iterator[type[ActPage[forms.Form]]]:
    """Every page of an act in the room."""
    for page in parent.__subclasses__():
        yield from (page, *every_act_page(page))


def test_every_page_of_an_act_answers_in_this_one_way() -> None:
    import_string("pokerroom.urls.urlpatterns")
    assert get_resolver().url_patterns
    pages = [page for page in every_act_page() if not page.__module__.startswith("tests.")]
    assert len(pages) > 30
    assert [page.__qualname__ for page in pages if "respond" in vars(page)] == []
    without = [
        page.__qualname__
        for page in pages
        if page.consequences is ActPage.consequences
        and page.consequence_groups is ActPage.consequence_groups
        and not page.__subclasses__()
    ]
    assert without == []


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://testserver/office/tables/?q=Brno#list", "/office/tables/?q=Brno"),
        ("http://testserver/act/", ""),
        ("https://elsewhere.example/office/", ""),
        ("javascript:alert(1)", ""),
        ("http://testserver//elsewhere.example/office/", ""),
        ("http://testserver///elsewhere.example/office/", ""),
        ("http://testserver/\\elsewhere.example/office/", ""),
        ("", ""),
    ],
)
def test_cancel_leads_back_to_the_page_of_the_room_from_which_the_act_was_opened(came_from: str, leads_to: str) -> None:
    opened = CancelPage(RequestFactory().get("/act/", headers={"referer": came_from})).respond().content.decode()
    assert href(opened) == leads_to
    for typed in ({"number": "12"}, {"number": "3"}):
        request = RequestFactory().post("/act/", {**typed, "came_from": came_from})
        assert href(CancelPage(request).respond().content.decode()) == leads_to


def href(page: str) -> str:
    """Where the link of the page leads, empty without one."""
    found = re.search(r'<a [^>]*href="([^"]*)"', page)
    return found[1] if found else ""


class CancelPage(NumberPage):
    """The form alone, without the frame of the back office."""

    template = "backoffice/act_form.html"
