"""The page on which a director proposes a deal with own figures: a share for each player left (T17)."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from backoffice.api import Refused
from games.web.api import AmountField, money_text, set_currency
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.views.types import DealShare, DealView
from tournaments.web.director.acts import DirectorAct, DirectorForm
from tournaments.web.pages.contexts import amounts_by_player
from tournaments.web.text.refusals import refusal_text


class FiguresForm(DirectorForm):
    """What each player would get, and what is left to play for."""

    kept = AmountField(required=False, label=gettext_lazy("Left to play for"))

    def __init__(self, data: Any = None, *, shares: Sequence[DealShare], hints: Sequence[str], currency: str) -> None:
        super().__init__(data)
        for share, hint in zip(shares, hints, strict=True):
            name = f"share_{share.player}"
            self.fields[name] = AmountField(label=share.name, help_text=hint, initial=share.amount)
        set_currency(self, currency)
        self.order_fields([*(f"share_{share.player}" for share in shares), "kept", "reason"])


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The page of the figures; without deal talk it leads back to the director's page."""
    act = FiguresPage(request, tournament_id)
    if act.deal is not None:
        return act.respond()
    messages.error(request, refusal_text("no_deal_now"))
    return redirect("tournaments:direct", tournament_id)


class FiguresPage(DirectorAct[FiguresForm]):
    """Proposes own figures; every player still has to agree, and the director confirms."""

    form_class = FiguresForm
    title = gettext_lazy("Deal with own figures")
    button = gettext_lazy("Propose these figures")

    def __init__(self, request: HttpRequest, tournament_id: int) -> None:
        super().__init__(request, tournament_id)
        deal = self.view.deal
        self.deal: DealView | None = deal if deal is not None and not deal.made else None
        if self.deal is not None:
            self.intro = _("{amount} is to be divided, to the last unit. Each player still has to agree.").format(
                amount=self._money(self.deal.to_share)
            )

    def form_options(self) -> dict[str, Any]:
        """The players left, best stack first, each with what the two models would give."""
        deal = self._talk()
        chip_chop, icm = amounts_by_player(deal.by_chips), amounts_by_player(deal.by_icm)
        shares = deal.shares or deal.by_icm or deal.by_chips
        hints = [_hint(self._money(chip_chop[share.player]), self._model(icm, share)) for share in shares]
        return {"shares": shares, "hints": hints, "currency": self.view.setup.currency}

    def command(self, form: FiguresForm) -> cm.Command:
        """The proposal."""
        data = form.cleaned_data
        shares = tuple((int(name.removeprefix("share_")), data[name]) for name in data if name.startswith("share_"))
        return cm.ProposeDeal(DealKind.OWN, cast(int, data["kept"]), shares)

    def consequences(self, form: FiguresForm) -> Sequence[str]:
        """Each player's share; raises Refused, with the difference, for figures that do not add up."""
        deal, command = self._talk(), self.command(form)
        assert isinstance(command, cm.ProposeDeal)
        given = sum(amount for _player, amount in command.shares)
        difference = given + command.kept - deal.to_share
        if difference:
            text = _("{amount} too much is given away.") if difference > 0 else _("{amount} is not given to anybody.")
            raise Refused("shares_not_whole", text.format(amount=self._money(abs(difference))))
        self.check(form)
        names = {row.player: row.name for row in self.view.standings}
        lines = [
            _("{name} would get {amount}.").format(name=names[player], amount=self._money(amount))
            for player, amount in command.shares
        ]
        if command.kept:
            lines.append(_("{amount} is left to play for.").format(amount=self._money(command.kept)))
        return [*lines, _("Each of them has to agree; earlier agreement no longer counts. Then you confirm the deal.")]

    def _talk(self) -> DealView:
        assert self.deal is not None
        return self.deal

    def _model(self, icm: dict[int, int], share: DealShare) -> str:
        return self._money(icm[share.player]) if share.player in icm else "–"

    def _money(self, amount: int) -> str:
        return money_text(amount, self.view.setup.currency)


def _hint(chip_chop: str, icm: str) -> str:
    return _("Chip-chop {chip_chop}, ICM {icm}").format(chip_chop=chip_chop, icm=icm)
