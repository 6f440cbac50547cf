"""Pages of the e-mail address and of a forgotten password; no answer tells whether an address belongs to an account."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.messaging.rate_limit import LimitReached, count_attempt
from pokerroom.accounts import email_address, mail
from pokerroom.accounts.email_forms import EmailForm, ForgottenForm
from pokerroom.accounts.forms import NewPasswordForm
from pokerroom.accounts.views import account_view, form_page
from pokerroom.models import User
from pokerroom.security import limits


@account_view
@login_required
def email(request: HttpRequest) -> HttpResponse:
    """Asks the mailbox of a new address to confirm it; takes the password."""
    person = cast(User, request.user)
    if person.is_guest:
        return redirect("accounts:keep_account")
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(person.pk))
    form = EmailForm(request.POST or None, person=person)
    if form.is_valid():
        address: str = form.cleaned_data["email"]
        count_attempt(limits.EMAIL_SENDER, str(person.pk))
        count_attempt(limits.EMAIL_RECEIVER, address.casefold())
        email_address.ask_to_confirm(request, person, address)
        sent = _("We have written to %(address)s: open the link in the e-mail within 24 hours.")
        messages.success(request, sent % {"address": address})
        return redirect("accounts:email")
    return form_page(request, "accounts/email.html", form)


@account_view
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Sets the new address by a press of a button, because programs that check e-mails open links, too."""
    if request.method == "POST":
        person = email_address.confirm(token)
        if person is not None:
            messages.success(request, _("%(address)s is confirmed.") % {"address": person.email})
            return redirect("accounts:email" if request.user.is_authenticated else "accounts:sign_in")
        return render(request, "accounts/stale_link.html", status=410)
    found = email_address.read_link(token)
    if found is None:
        return render(request, "accounts/stale_link.html", status=410)
    return render(request, "accounts/confirm_email.html", {"person": found[0], "address": found[1]})


@account_view
def forgotten(request: HttpRequest) -> HttpResponse:
    """Sends a link to the account of this e-mail address; says the same whether there is one or not."""
    if request.method == "POST":
        count_attempt(limits.EMAIL_SENDER, limits.address(request))
    form = ForgottenForm(request.POST or None)
    if form.is_valid():
        _send_link(request, form.cleaned_data["email"])
        return render(request, "accounts/forgotten_sent.html", {"address": form.cleaned_data["email"]})
    return form_page(request, "accounts/forgotten.html", form)


def _send_link(request: HttpRequest, address: str) -> None:
    try:
        count_attempt(limits.EMAIL_RECEIVER, address.casefold())
    except LimitReached:
        # Somebody else may have used the tries up; the answer stays the same.
        return
    person = User.objects.filter(email__iexact=address, is_active=True, is_bot=False).first()
    if person is None:
        return
    token = default_token_generator.make_token(person)
    link = request.build_absolute_uri(reverse("accounts:new_password", args=[person.pk, token]))
    mail.send("new_password", to=person.email, person=person, link=link)


@account_view
def new_password(request: HttpRequest, person: int, token: str) -> HttpResponse:
    """Sets a new password by a link that works once; all sessions of the account end."""
    found = User.objects.filter(pk=person, is_active=True).first()
    if found is None or not default_token_generator.check_token(found, token):
        return render(request, "accounts/stale_link.html", status=410)
    form = NewPasswordForm(request.POST or None, person=found)
    if form.is_valid():
        found.set_password(form.cleaned_data["new"])
        # Nothing else, as a ban may have come while the password was hashed.
        found.save(update_fields=["password"])
        mail.send("password_changed", to=found.email, person=found)
        messages.success(request, _("Your password is changed. Sign in with it."))
        return redirect("accounts:sign_in")
    return form_page(request, "accounts/password.html", form)
