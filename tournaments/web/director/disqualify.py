"""The page on which a director disqualifies a player, after reading who gains what by it (T14)."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.web.api import money_text
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.web.director.acts import DirectorAct, DirectorForm
from tournaments.web.text.labels import chips
from tournaments.web.text.refusals import refusal_text

MOST_NAMES = 12
"""The most players named as those who gain a place; the others are counted."""


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, tournament_id: int, player: int) -> HttpResponse:
    """The page of the disqualification of one player."""
    return DisqualifyPage(request, tournament_id, player).respond()


class DisqualifyPage(DirectorAct[DirectorForm]):
    """Disqualifies a player: the chips go out of play, or the room plays them on, as announced."""

    form_class = DirectorForm
    is_danger = True

    def __init__(self, request: HttpRequest, tournament_id: int, player: int) -> None:
        super().__init__(request, tournament_id)
        self.player = next((row for row in self.view.standings if row.player == player), None)
        if self.player is None:
            raise Http404(refusal_text("not_in_tournament"))
        self.title = _("Disqualify {name}").format(name=self.player.name)

    def form_options(self) -> dict[str, Any]:
        """The reason that was typed on the director's page."""
        return {"initial": {"reason": self.request.GET.get("reason", "")[:LONGEST_REASON]}}

    def command(self, form: DirectorForm) -> cm.Command:
        """The disqualification."""
        assert self.player is not None
        return cm.Disqualify(self.player.player, form.cleaned_data["reason"])

    def consequences(self, form: DirectorForm) -> Sequence[str]:
        """The player's place and prize, who gains a place, and what becomes of the chips."""
        assert self.player is not None
        self.check(form)
        try:
            result = api.preview_disqualify(tournament_id=self.tournament, player=self.player.player)
        except IllegalAction as refusal:
            raise self.refused(refusal.code, refusal.detail) from None
        lines = [_("It happens after the running hand, with the stacks at that time.")] if result.waits else []
        if result.played_on:
            text = _("The {chips} chips of {name} stay in play: the room checks and folds with them. Nobody gains.")
            return [*lines, text.format(chips=chips(result.chips), name=self.player.name)]
        return [*lines, *self._out(result)]

    def _out(self, result: api.Disqualification) -> Sequence[str]:
        assert self.player is not None
        name, currency = self.player.name, self.view.setup.currency
        lines = [_("{chips} chips of {name} go out of play.").format(chips=chips(result.chips), name=name)]
        if not result.place:
            lines.append(_("{name} is out; the place is known when nobody can enter any more.").format(name=name))
        elif result.prize:
            text = _("{name} finishes in place {place} and wins {amount}.")
            lines.append(text.format(name=name, place=result.place, amount=money_text(result.prize, currency)))
        else:
            lines.append(_("{name} finishes in place {place} and wins nothing.").format(name=name, place=result.place))
        if result.sure:
            text = _("The bubble bursts: everybody else is in the money and sure of {amount}.")
            lines.append(text.format(amount=money_text(result.sure, currency)))
        if result.behind:
            lines.append(_("By chips these gain a place: {names}.").format(names=self._names(result.behind)))
        else:
            lines.append(_("Nobody has fewer chips, so by chips nobody gains a place."))
        return lines

    def _names(self, players: Sequence[int]) -> str:
        names = {row.player: row.name for row in self.view.standings}
        shown = ", ".join(names[player] for player in players[:MOST_NAMES])
        more = len(players) - MOST_NAMES
        if more <= 0:
            return shown
        return ngettext("{names} and {count} more", "{names} and {count} more", more).format(names=shown, count=more)
