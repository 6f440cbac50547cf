"""A player's table preferences: the short form beside the table and the full form on the settings page."""

from functools import lru_cache

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.preferences import Preferences
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import HtmxRequest, Visitor, account_id
from games.web.settings.preferences_form import AllPreferencesForm, PreferencesForm

MOST_CHOICES, CHOICE_SECONDS = 60, 60
KEPT_FORMS = 512
"""Players who have chosen the same share the fields of the short form; each fresh one takes milliseconds."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HtmxRequest) -> HttpResponse:
    """The page with all preferences; a POST by htmx comes from the short form and saves each choice at once."""
    if request.htmx and request.method == "POST":
        return _chosen_at_the_table(request)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    form = AllPreferencesForm(request.POST or None, initial_preferences=Preferences.of(request.user))
    if form.is_valid():
        save_preferences(request, form.chosen)
        messages.success(request, _("Saved."))
        return redirect("games:preferences")
    return render(request, "games/preferences.html", {"form": form}, status=422 if form.is_bound else 200)


def _chosen_at_the_table(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated or exceeds_rate_limit(
        request, "preferences", most=MOST_CHOICES, seconds=CHOICE_SECONDS
    ):
        return HttpResponse(status=204)
    before = Preferences.of(request.user)
    form = PreferencesForm(request.POST, initial_preferences=before)
    if not form.is_valid():
        return HttpResponse(status=422)
    save_preferences(request, form.chosen)
    if form.chosen.amounts != before.amounts:
        # Every amount on the page changes, so the page reloads and opens a new socket.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    return HttpResponse(status=204)


def save_preferences(request: HttpRequest, chosen: Preferences) -> None:
    """Saves the preferences of the signed-in account."""
    get_user_model().objects.filter(pk=account_id(request.user)).update(preferences=chosen.to_data())


def preferences_context(user: Visitor) -> dict[str, object]:
    """The preferences part of the context of a table's page, for this viewer."""
    chosen = Preferences.of(user)
    return {"preferences": chosen, "preferences_fields": _short_form(chosen, str(get_language()))}


@lru_cache(KEPT_FORMS)
def _short_form(chosen: Preferences, language: str) -> SafeString:
    with override(language):
        form = PreferencesForm(initial_preferences=chosen)
        return render_to_string("games/table/preferences_fields.html", {"form": form})
