"""The page of an act: a form, then what it will do, then the act; what was typed is never lost."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from backoffice.errors import Refused
from backoffice.registry import Text

F = TypeVar("F", bound=forms.Form)
MOST_LINES = 12


class Consequences(NamedTuple):
    """A heading, and a sentence for each thing that will happen below it."""

    heading: Text
    lines: Sequence[str]

    @property
    def first(self) -> Sequence[str]:
        """The lines that are read at once."""
        return self.lines[:MOST_LINES]

    @property
    def rest(self) -> Sequence[str]:
        """The lines that are folded, so that the button of an act on many tables is not far below."""
        return self.lines[MOST_LINES:]


class ActPage(Generic[F]):
    """One act of staff as a page: subclass it and call `respond` from a view made with `office_page`.

    GET shows the form. A valid POST shows `consequences` and asks to confirm; the confirmed POST asks them once more,
    so that nothing is carried out that they refuse, and calls `carry_out`. A second submit, of a form that `was_sent`,
    goes to `carry_out` alone, which finds what was done. A `Refused` from any of them is shown at its field, or above
    a form without it, with everything that was typed.
    """

    form_class: type[F]
    title: Text = ""
    intro: Text = ""
    button: Text = ""
    is_danger: bool = False
    template: ClassVar[str] = "backoffice/act.html"

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def form_options(self) -> dict[str, Any]:
        """Keyword arguments of the form, such as its initial values; Any, as each form has its own."""
        return {}

    def consequences(self, form: F) -> Sequence[str]:
        """What the act will do, a sentence each; raises Refused for an act that would be refused."""
        raise NotImplementedError

    def consequence_groups(self, form: F) -> Sequence[Consequences]:
        """What the act will do below several headings, for acts of which not all happens at the same time."""
        return [Consequences(_("This will happen"), self.consequences(form))]

    def was_sent(self, form: F) -> bool:
        """Whether the act was done before: `carry_out` then checks everything itself and does nothing twice."""
        return False

    def carry_out(self, form: F) -> str:
        """Does it and returns the address to go to; raises Refused if nothing was done."""
        raise NotImplementedError

    def done(self, form: F) -> str:
        """The sentence shown afterwards."""
        return _("Done.")

    def context(self) -> dict[str, Any]:
        """More values for the template."""
        return {}

    def form_context(self, form: F) -> dict[str, Any]:
        """More values for the template that depend on what the form shows."""
        return {}

    def respond(self) -> HttpResponse:
        """The answer to the request."""
        if self.request.method != "POST":
            return self._page(self.form_class(**self.form_options()))
        form = self.form_class(self.request.POST, **self.form_options())
        if not form.is_valid():
            return self._page(form, status=422)
        if "back" in self.request.POST:
            return self._page(form)
        try:
            confirmed = "confirmed" in self.request.POST
            groups = () if confirmed and self.was_sent(form) else self.consequence_groups(form)
            if not confirmed:
                return self._page(form, groups=groups)
            target = self.carry_out(form)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)
            return self._page(form, status=422)
        return self.answer(form, target)

    def answer(self, form: F, target: str) -> HttpResponse:
        """What the browser gets once it is done: the address to go to, with the sentence of `done`."""
        messages.success(self.request, self.done(form))
        return redirect(target)

    def show(self, form: F) -> HttpResponse:
        """The page with this form, as it is."""
        return self._page(form)

    def _came_from(self) -> str:
        """The path in the room from which the act was opened, empty if it is not known: *Cancel* leads back there."""
        posted = self.request.POST.get("came_from", "")
        page = posted if self.request.method == "POST" else self.request.headers.get("referer", "")
        if not url_has_allowed_host_and_scheme(page, {self.request.get_host()}, require_https=self.request.is_secure()):
            return ""
        path = urlsplit(page)._replace(scheme="", netloc="", fragment="").geturl()
        # A path that begins with two slashes is another host once its own is cut off.
        is_path = url_has_allowed_host_and_scheme(path, None)
        return path if is_path and path != self.request.get_full_path() else ""

    def _page(self, form: F, *, status: int = 200, groups: Sequence[Consequences] = ()) -> HttpResponse:
        context = {
            "form": form,
            "title": self.title,
            "intro": self.intro,
            "button": self.button or self.title,
            "is_danger": self.is_danger,
            "groups": groups,
            "asks_to_confirm": bool(groups),
            "came_from": self._came_from(),
            **self.context(),
            **self.form_context(form),
        }
        return render(self.request, self.template, context, status=status)
