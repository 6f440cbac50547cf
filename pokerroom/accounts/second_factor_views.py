"""Pages of the second factor: typing the code, setting it up, recovery codes, taking it away."""

from base64 import b32encode
from typing import cast

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.messaging.rate_limit import count_attempt
from pokerroom.accounts import second_factor
from pokerroom.accounts.forms import CurrentPasswordForm
from pokerroom.accounts.views import account_view, form_page, next_page, sign_in_as
from pokerroom.models import User
from pokerroom.security import limits
from pokerroom.sessions.verified import is_required

WRONG_CODE = gettext_lazy("This code is wrong or was used already. Wait for the next one.")


class CodeForm(forms.Form):
    """A code of the app, or a recovery code."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("Six digits from your app, or one of your recovery codes."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "autofocus": True}),
    )


class PasswordAndCodeForm(CodeForm, CurrentPasswordForm):
    """The password and a code."""

    field_order = ("code", "password")


@account_view
def code(request: HttpRequest) -> HttpResponse:
    """Asks for the code after the password, or in a session that began without one."""
    waiting = second_factor.waiting_person(request)
    person = waiting.person if waiting else request.user
    if not isinstance(person, User) or not second_factor.is_set_up(person):
        return redirect("accounts:sign_in")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if second_factor.verify(request, person, form.cleaned_data["code"]):
            response = sign_in_as(request, person, waiting.to) if waiting else redirect(next_page(request))
            second_factor.mark_verified(request)
            request.session.pop(second_factor.WAITING, None)
            return response
        form.add_error("code", WRONG_CODE)
    return form_page(request, "accounts/second_factor/code.html", form)


@account_view
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Whether the account has a second factor, and what can be done about it."""
    person = cast(User, request.user)
    context = {
        "is_set_up": second_factor.is_set_up(person),
        "is_required": is_required(person),
        "codes_left": second_factor.codes_left(person),
    }
    return render(request, "accounts/second_factor/second_factor.html", context)


@account_view
@login_required
def set_up(request: HttpRequest) -> HttpResponse:
    """Shows the secret as a picture and as text; a code and the password take it into use."""
    person = cast(User, request.user)
    if person.is_guest:
        return redirect("accounts:keep_account")
    if second_factor.is_set_up(person):
        return redirect("accounts:second_factor")
    form = PasswordAndCodeForm(request.POST or None, person=person)
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(person.pk))
    if form.is_valid():
        codes = second_factor.confirm(request, person, form.cleaned_data["code"])
        if codes is not None:
            return _codes_page(request, codes, to=next_page(request))
        form.add_error("code", WRONG_CODE)
    factor = second_factor.new_factor(person)
    picture = segno.make(factor.config_url, error="m").svg_inline(scale=4, border=2, omitsize=True)
    context = {
        "form": form,
        "next": next_page(request, ""),
        "is_required": is_required(person),
        # Made of squares only: the address is drawn, not written.
        "picture": mark_safe(picture),  # noqa: S308
        "secret": b32encode(factor.secret).decode(),
    }
    return render(request, "accounts/second_factor/set_up.html", context, status=422 if form.is_bound else 200)


@account_view
@login_required
def new_codes(request: HttpRequest) -> HttpResponse:
    """Makes new recovery codes, which are shown once."""
    person = cast(User, request.user)
    form = _confirmed(request, person)
    if form is None:
        codes = second_factor.renew_codes(person)
        return _codes_page(request, codes, to="/accounts/second-factor/")
    context = {"form": form, "title": _("New recovery codes"), "button": _("Make new codes")}
    return render(request, "accounts/second_factor/confirm_by_code.html", context, status=422 if form.is_bound else 200)


@account_view
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Takes the second factor away, unless the room requires it."""
    person = cast(User, request.user)
    if is_required(person) or not second_factor.is_set_up(person):
        return redirect("accounts:second_factor")
    form = _confirmed(request, person)
    if form is None:
        second_factor.remove(person)
        messages.success(request, _("Signing in takes the password alone again."))
        return redirect("accounts:second_factor")
    context = {"form": form, "title": _("Remove the second factor"), "button": _("Remove")}
    return render(request, "accounts/second_factor/confirm_by_code.html", context, status=422 if form.is_bound else 200)


def _codes_page(request: HttpRequest, codes: list[str], *, to: str) -> HttpResponse:
    """The page that shows recovery codes this once, with a link to go on."""
    return render(request, "accounts/second_factor/recovery_codes.html", {"codes": codes, "to": to})


def _confirmed(request: HttpRequest, person: User) -> PasswordAndCodeForm | None:
    """None once password and code were right, else the form that asks for them."""
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(person.pk))
    form = PasswordAndCodeForm(request.POST or None, person=person)
    if not form.is_valid():
        return form
    if second_factor.verify(request, person, form.cleaned_data["code"]):
        return None
    form.add_error("code", WRONG_CODE)
    return form
