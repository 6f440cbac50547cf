"""Tournaments as the floor sees and pauses them, and players' conduct there (a `games.web.api.RoomTournaments`)."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.urls import reverse

from games.engine.errors import IllegalAction
from games.web.api import RunningTournament, TournamentConduct
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.text.conduct import conduct_text
from tournaments.web.text.refusals import refusal_text


class FloorTournaments:
    """The tournaments of this room."""

    def running(self) -> Sequence[RunningTournament]:
        """The tournaments that are being played, the first announced first."""
        rows = api.tournament_rows(stages=(Stage.RUNNING,))
        states = [(row, api.state_of(row.id)[0]) for row in reversed(rows)]
        return [
            RunningTournament(
                row.id,
                row.setup.name,
                row.entrants,
                row.left,
                is_paused=state.paused,
                is_frozen=row.frozen,
                ends_by_itself=state.outage is not None,
            )
            for row, state in states
        ]

    def pause(self, *, by: int, tournament: int, why: str) -> None:
        """Orders a pause as a director does."""
        self._direct(by, tournament, cm.Pause(why), why)

    def resume(self, *, by: int, tournament: int, why: str) -> None:
        """Orders the end of a pause as a director does."""
        self._direct(by, tournament, cm.Resume(why), why)

    def conduct(self, *, player: int, limit: int) -> Sequence[TournamentConduct]:
        """Warnings, penalties, their ends and disqualifications, with a link to the tournament."""
        return [
            TournamentConduct(
                row.at,
                row.name,
                reverse("tournaments:lobby", args=[row.tournament]),
                conduct_text(row.command),
                row.why,
                row.by,
                "refused" if row.refused else "done" if row.applied else "waiting",
                refusal_text(row.refused) if row.refused else "",
            )
            for row in api.conduct_of(player=player, limit=limit)
        ]

    def refusal_text(self, refusal: IllegalAction) -> str:
        """The sentence that a director reads."""
        return refusal_text(refusal.code, refusal.detail)

    def _direct(self, by: int, tournament: int, command: cm.Command, why: str) -> None:
        api.direct(user=get_user_model().objects.get(pk=by), tournament_id=tournament, command=command, why=why)
