"""The pages to announce a tournament and to change its announcement, with the structure editor (T1)."""

import time

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.tournament_house_rules import CHOSEN_RULES
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.web.api import currency, default_currency
from tournaments import api
from tournaments.engine.setup.setup import LateRegistration, Price, Setup
from tournaments.engine.setup.structure import Structure
from tournaments.engine.setup.templates import TEMPLATES
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.house_rules_form import CLOCK_FIELDS
from tournaments.web.announce.structure_form import (
    TEMPLATE_NAMES,
    ComputedStructure,
    StructureForm,
    structure_from_template,
)
from tournaments.web.announce.typed_values import games_of
from tournaments.web.pages import queries
from tournaments.web.pages.permissions import can_direct
from tournaments.web.text.house_rules import HOUSE_RULE_NAMES
from tournaments.web.text.refusals import refusal_text

FIRST = Setup("", TEMPLATES["standard"], price=Price(100_00, 10_00), late=LateRegistration(6, 1))
GROUPS = (
    ("what", ("name", "game", "betting", "every", "seats", "final_seats", "shootout")),
    ("when", ("starts_at", "min_players", "max_players", "schedule", "ahead", "ends_at", "bots", "password", "unlock")),
    ("price", ("currency", "pool", "fee", "bounty", "progressive")),
    ("late", ("late_until", "entries")),
    ("rebuys", ("rebuy_until", "rebuy_pool", "rebuy_fee", "rebuy_chips", "rebuy_below", "rebuy_most", "rebuy_wait")),
    ("addon", ("addon_at", "addon_pool", "addon_fee", "addon_chips")),
    ("prizes", ("pays", "guaranteed", "unit", "ticket", "fixed", "rows", "extras")),
    ("house", ("preset", *HOUSE_RULE_NAMES, "deal_time")),
    ("table", (*CLOCK_FIELDS, *CHOSEN_RULES)),
    ("change", ("why",)),
)
STRUCTURE_FIELDS = ("stack", "ante_kind", "chips", "races", "hourly_minute", "hourly_length", "round_cost", "expected")


def first_announcement() -> Setup:
    """What the form of a new announcement begins with, in the first currency of the room."""
    code = default_currency()
    unit = currency(code).unit
    return FIRST._replace(currency=code, price=Price(100 * unit, 10 * unit))


@never_cache
@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest) -> HttpResponse:
    """A new announcement; the editor's buttons only fill in a template or update the forecast."""
    if not can_direct(request.user):
        raise Http404
    return _edit(request, request.user, first_announcement(), None)


@never_cache
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A new announcement for a tournament that has not started."""
    if not can_direct(request.user):
        raise Http404
    try:
        view, _viewer = queries.view_for(tournament_id, request.user)
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None
    return _edit(request, request.user, view.setup, tournament_id)


def _edit(request: HttpRequest, user: AbstractUser, setup: Setup, tournament_id: int | None) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    now = int(time.time() * 1000)
    locked = tournament_id is not None and api.is_locked(tournament_id)
    announced = tournament_id is not None
    form = AnnouncementForm(posted, now=setup, announced=announced, locked=locked)
    plan = StructureForm(posted, now=setup.structure)
    computed: ComputedStructure | None = None
    if posted is not None and "fill" in posted:
        # The template replaces the structure only; the other fields keep what was typed.
        games = games_of(posted.get("game", ""), Betting.FIXED_LIMIT)
        known = [game for game in games if game.code in CATALOGUE]
        template = structure_from_template(posted["fill"], games=known, preset=posted.get("preset", ""))
        form = _with_typed_values(AnnouncementForm(now=setup, announced=announced, locked=locked), posted)
        plan = StructureForm(now=template)
        computed = plan.compute(template)
    elif posted is None:
        computed = plan.compute(setup.structure)
    else:
        structure = playable_structure(plan)
        if structure is not None:
            made = announcement(form, plan, structure, now) if "save" in posted and form.is_valid() else None
            saved = _save(request, user, form, made, tournament_id) if made is not None else None
            if saved is not None:
                return redirect("tournaments:lobby", saved) if saved else redirect("tournaments:list")
            computed = plan.compute(structure)
    context = {
        "form": form,
        "plan": plan,
        "groups": {name: [form[field] for field in fields if field in form.fields] for name, fields in GROUPS},
        "plan_fields": [plan[field] for field in STRUCTURE_FIELDS],
        "computed": computed,
        "lines": computed.levels if computed else plan.levels,
        **forced_bets(str(form["game"].value())),
        "templates": TEMPLATE_NAMES.items(),
        "tournament": tournament_id,
    }
    return render(request, "tournaments/announce.html", context)


def forced_bets(code: str) -> dict[str, bool]:
    """Whether any game of the code has `antes` instead of blinds, and whether any has a `bring_in` (G12, G14)."""
    games = games_of(code, Betting.FIXED_LIMIT)
    kinds = {CATALOGUE[game.code].forced for game in games if game.code in CATALOGUE}
    return {"antes": bool(kinds - {Forced.BLINDS}), "bring_in": Forced.BRING_IN in kinds}


def _with_typed_values(form: AnnouncementForm, posted: QueryDict) -> AnnouncementForm:
    """The form with the submitted values, not validated."""
    for name in form.fields:
        form.initial[name] = posted.get(name, "")
    return form


def playable_structure(plan: StructureForm) -> Structure | None:
    """The structure of a submitted form; None for one that is refused, with the reason in the form."""
    if not plan.is_valid():
        return None
    try:
        return plan.structure()
    except IllegalAction as refusal:
        plan.add_refusal(refusal)
        return None


def announcement(form: AnnouncementForm, plan: StructureForm, structure: Structure, now: int) -> Setup | None:
    """The announcement of a valid form at `now` ms; None for one that is refused, with the reason in the forms."""
    try:
        return form.setup(structure, now=now)
    except IllegalAction as refusal:
        part = plan if "level" in refusal.detail else form
        part.add_refusal(refusal)
        return None


def _save(
    request: HttpRequest, user: AbstractUser, form: AnnouncementForm, setup: Setup, tournament_id: int | None
) -> int | None:
    """Announce or change; the tournament's id, 0 for a schedule, or None with the refusal on the form."""
    try:
        if tournament_id is None:
            data = form.cleaned_data
            tournament_id = queries.announce(
                user,
                setup,
                every=data["schedule"],
                ahead=form.minutes_ahead,
                password=data["password"],
                bots=data["bots"] or 0,
            )
            messages.success(request, _("{name} is announced.").format(name=setup.name))
        else:
            why, password = form.cleaned_data["why"], form.new_password()
            changed = api.change(user=user, tournament_id=tournament_id, setup=setup, why=why, password=password)
            messages.success(request, _("The announcement was changed.") if changed else _("Nothing was changed."))
    except IllegalAction as refusal:
        form.add_refusal(refusal)
        return None
    return tournament_id
