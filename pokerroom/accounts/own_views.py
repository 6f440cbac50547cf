"""Pages about a person's own sessions and data, and the deletion of the account."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.api import Refused
from games.messaging.rate_limit import count_attempt
from pokerroom.accounts import deletion, second_factor, sessions
from pokerroom.accounts.export import own_data
from pokerroom.accounts.second_factor_views import WRONG_CODE, PasswordAndCodeForm
from pokerroom.accounts.views import account_view, form_page
from pokerroom.models import User
from pokerroom.security import limits


class DeletionForm(PasswordAndCodeForm):
    """The password, and a code where a second factor is set up."""

    field_order = ("password", "code")

    def __init__(self, data: QueryDict | None = None, *, person: User) -> None:
        super().__init__(data, person=person)
        if not second_factor.is_set_up(person):
            del self.fields["code"]


@account_view
@login_required
def own_sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in; signs out one session or all others."""
    person, key = cast(User, request.user), request.session.session_key or ""
    if request.method == "POST":
        chosen = request.POST.get("session", "")
        if chosen == "others":
            count = sessions.end_others(person, key=key)
            told = ngettext("Signed out in %(count)d other place.", "Signed out in %(count)d other places.", count)
            messages.success(request, told % {"count": count})
        elif chosen.isascii() and chosen.isdecimal() and len(chosen) < 18 and sessions.end_session(person, int(chosen)):
            messages.success(request, _("Signed out there."))
        return redirect("accounts:sessions")
    context = {"sessions": sessions.open_sessions(person, key=key)}
    return render(request, "accounts/sessions.html", context)


@account_view
@login_required
def own_data_file(request: HttpRequest) -> HttpResponse:
    """Explains what the file holds; POST downloads it."""
    person = cast(User, request.user)
    if request.method != "POST":
        return render(request, "accounts/export.html")
    count_attempt(limits.EXPORT_ACCOUNT, str(person.pk))
    response = JsonResponse(own_data(User.objects.get(pk=person.pk)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="account-{person.pk}.json"'
    return response


@account_view
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account by password and code, once everything is settled."""
    person = User.objects.get(pk=cast(User, request.user).pk)
    if person.is_guest:
        return redirect("accounts:keep_account")
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(person.pk))
    form = DeletionForm(request.POST or None, person=person)
    if form.is_valid():
        if "code" in form.fields and not second_factor.verify(request, person, form.cleaned_data["code"]):
            form.add_error("code", WRONG_CODE)
            return form_page(request, "accounts/delete.html", form)
        try:
            deletion.delete_account(person.pk)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
            return form_page(request, "accounts/delete.html", form)
        logout(request)
        messages.success(request, gettext_lazy("Your account is deleted."))
        return redirect("/")
    return form_page(request, "accounts/delete.html", form)
