"""Tables opened by players (K10): the form, and the page with the link for friends and the button that closes it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import Structure
from games.models import FEWEST_SEATS, MOST_SEATS, Seat, Table
from games.models.access import PlayerTableLimits
from games.money.escrow import PLAY, AmountField, currency_mark, set_currency
from games.operations import player_tables
from games.seating.invitations import invitation_token
from games.text.amounts import AmountFormat
from games.text.games import STRUCTURES, code_of, game_name, short_game_name, stakes_with_currency
from games.text.refusals import refusal_text
from games.web.forms import set_choices
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import account_id

USUAL = {"structure": "nl", "seats": 6, "least": 40, "most": 200, "stakes": "2"}
MOST_TABLES, TABLE_SECONDS = 10, 600


class OwnTableForm(forms.Form):
    """The settings that a player chooses for a table; buy-ins are in big blinds, so that they fit any stakes."""

    name = forms.CharField(label=gettext_lazy("Name of the table"), min_length=2, max_length=30, strip=True)
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    structure = forms.ChoiceField(label=gettext_lazy("Betting"), choices=list(STRUCTURES.items()))
    stakes = AmountField(label=gettext_lazy("Big blind or lower limit"))
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"), coerce=int, choices=[(n, n) for n in range(FEWEST_SEATS, MOST_SEATS + 1)]
    )
    least = forms.IntegerField(label=gettext_lazy("Minimum buy-in, in big blinds"), min_value=1, max_value=100_000)
    most = forms.IntegerField(label=gettext_lazy("Maximum buy-in, in big blinds"), min_value=1, max_value=100_000)
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Leave empty to let anybody sit down. With a password, only players who know it or have your link can."
        ),
    )
    closed_to_watchers = forms.BooleanField(label=gettext_lazy("Only players may watch"), required=False)

    def __init__(self, data: QueryDict | None, limits: PlayerTableLimits) -> None:
        super().__init__(data, initial=USUAL)
        set_currency(self, limits.currency)
        if limits.currency != PLAY:
            self.fields["stakes"].label = _("Big blind or lower limit in {currency}").format(
                currency=currency_mark(limits.currency)
            )
        set_choices(self, "game", [(code, short_game_name(code)) for code in limits.games])
        for name, value in (("least", limits.min_buy_in_blinds), ("most", limits.max_buy_in_blinds)):
            self.fields[name].help_text = {"least": _("At least {count}."), "most": _("At most {count}.")}[name].format(
                count=value
            )

    def open_for(self, user: AbstractUser) -> Table:
        """Opens the table and returns it; raises IllegalAction."""
        data = self.cleaned_data
        return player_tables.open_player_table(
            user=user,
            name=data["name"],
            game=data["game"],
            structure=Structure(data["structure"]),
            stakes=data["stakes"],
            seats=data["seats"],
            min_buy_in=data["least"] * data["stakes"],
            max_buy_in=data["most"] * data["stakes"],
            password=data["password"],
            closed_to_watchers=data["closed_to_watchers"],
        )


@never_cache
@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Shows the form for a new table, and opens it."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('accounts:sign_in')}?next={reverse('games:open_own')}")
    limits = PlayerTableLimits.current()
    amounts = AmountFormat.of_currency(limits.currency)
    form = OwnTableForm(request.POST or None, limits)
    if request.method == "POST" and form.is_valid():
        try:
            if exceeds_rate_limit(request, "own-table", most=MOST_TABLES, seconds=TABLE_SECONDS):
                raise IllegalAction("slow_down")
            table = form.open_for(request.user)
        except IllegalAction as refusal:
            form.add_error(None, refusal_text(refusal.code, refusal.detail, amount=amounts.text))
        else:
            return redirect("games:own_table", table.pk)
    running = Table.objects.filter(opened_by=request.user.pk, closed_at=None).order_by("pk").only("pk", "name")
    context = {"form": form, "limits": limits, "running": running, "off": not limits.allowed}
    return render(request, "games/own/open.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def own_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The page for the player who opened the table, with the link that lets friends in; a POST closes the table."""
    tables = Table.objects.defer("snapshot", "next_snapshot")
    row = tables.filter(pk=table_id, closed_at=None, opened_by=account_id(request.user)).first()
    if row is None:
        raise Http404(refusal_text("no_such_table"))
    amounts = AmountFormat.of_currency(row.currency)
    if request.method == "POST":
        try:
            player_tables.close_player_table(user_id=account_id(request.user), table_id=table_id)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail, amount=amounts.text))
        else:
            text = _("{name} closes now, or when the current hand is over.")
            messages.success(request, text.format(name=row.name))
        return redirect("games:lobby")
    rules = row.rules
    door = ("games:accept_invite", (row.pk, invitation_token(row))) if row.password else ("games:table", (row.pk,))
    context = {
        "table": row,
        "game": game_name(code_of(rules), rules.stakes.structure),
        "stakes": stakes_with_currency(rules.variant.code, rules.stakes, row.currency),
        "taken": Seat.objects.filter(table=row).count(),
        "link": request.build_absolute_uri(reverse(door[0], args=door[1])),
        "close_after": PlayerTableLimits.current().close_after_minutes,
    }
    return render(request, "games/own/table.html", context)
