"""Running tournaments as the floor sees and pauses them (a `games.web.api.RoomTournaments`)."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model

from games.engine.errors import IllegalAction
from games.web.api import RunningTournament
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.text.refusals import refusal_text


class FloorTournaments:
    """The tournaments of this room."""

    def running(self) -> Sequence[RunningTournament]:
        """The tournaments that are being played, the first announced first."""
        rows = api.tournament_rows(stages=(Stage.RUNNING,))
        return [
            RunningTournament(
                row.id,
                row.setup.name,
                row.entrants,
                row.left,
                is_paused=api.state_of(row.id)[0].paused,
                is_frozen=row.frozen,
            )
            for row in reversed(rows)
        ]

    def pause(self, *, by: int, tournament: int, why: str) -> None:
        """Orders a pause as a director does."""
        self._direct(by, tournament, cm.Pause(why), why)

    def resume(self, *, by: int, tournament: int, why: str) -> None:
        """Orders the end of a pause as a director does."""
        self._direct(by, tournament, cm.Resume(why), why)

    def refusal_text(self, refusal: IllegalAction) -> str:
        """The sentence that a director reads."""
        return refusal_text(refusal.code, refusal.detail)

    def _direct(self, by: int, tournament: int, command: cm.Command, why: str) -> None:
        api.direct(user=get_user_model().objects.get(pk=by), tournament_id=tournament, command=command, why=why)
