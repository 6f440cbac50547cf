"""Acts on the tables of the room, and on its tournaments where they are paused with them (F1)."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import Consequences, office_page, staff_id
from games.engine.errors import IllegalAction
from games.models import Table
from games.operations import floor
from games.operations.floor import room
from games.operations.once import first_time, was_done
from games.operations.room_tournaments import RoomTournaments, RunningTournament, room_tournaments
from games.operations.several_tables import Act, ordered
from games.operations.tables import newest_rules
from games.tables.kind import with_rules_text
from games.text.house_rules.rule_text import Label
from games.web.floor.permissions import RUN_FLOOR
from games.web.floor.room.forms import TITLES, EndForm, RoomForm, When
from games.web.operators.bulk_acts import Done, SeveralForm, TableAct, at_each
from games.web.operators.several import SeveralPage

AFTER_HAND = gettext_lazy("closes after this hand; everybody leaves with their chips, the waiting list ends")
AFTER_ORBIT = gettext_lazy(
    "plays one more orbit, in which everybody has each blind once more, and closes; the waiting list ends now"
)
DoneTournament = Callable[[RoomTournaments, int, int, str], None]


class RoomAct(NamedTuple):
    """An act: which tables it may concern, what it does at one, and at a tournament (None for cash tables alone).

    `effect` says what it does at a table where that depends on the form.
    """

    at_table: TableAct
    tables: Callable[[], QuerySet[Table]]
    tournaments: Callable[[], Sequence[RunningTournament]] = tuple
    at_tournament: DoneTournament | None = None
    tournament_effect: Any = ""
    effect: Callable[[SeveralForm], Label] | None = None


def _pause(by: int, form: SeveralForm) -> Act:
    return ordered(lambda tables, why: room.pause_tables(tables, by=by, why=why), lambda table: table.is_paused)


def _resume(by: int, form: SeveralForm) -> Act:
    return _everywhere(lambda tables, why: room.resume_tables(tables, by=by, why=why))


def _announce(by: int, form: SeveralForm) -> Act:
    return _everywhere(lambda tables, why: floor.order_at_all(tables, floor.ANNOUNCE, by=by, why=why))


def _end(by: int, form: SeveralForm) -> Act:
    assert isinstance(form, EndForm)
    when = form.cleaned_data["when"]
    if when == When.MINUTES:
        return at_each(_close_at)(by, form)
    wanted = floor.CLOSE_ORBIT if when == When.ORBIT else floor.CLOSE
    return _everywhere(lambda tables, why: floor.order_at_all(tables, wanted, by=by, why=why))


def _close_at(table: Table, by: int, why: str, form: SeveralForm) -> Done:
    assert isinstance(form, EndForm)
    return floor.change(by=by, table_id=table.pk, why=why, rules=newest_rules(table), closes_at=form.closes_at) or None


def _everywhere(order: Callable[[Sequence[int], str], Sequence[floor.Ordered]]) -> Act:
    return ordered(order, lambda _table: False)


def _end_effect(form: SeveralForm) -> Label:
    return AFTER_ORBIT if form.cleaned_data["when"] == When.ORBIT else AFTER_HAND


def _open_tables() -> QuerySet[Table]:
    return _all_tables().filter(tournament=None)


def _all_tables() -> QuerySet[Table]:
    return Table.objects.filter(closed_at=None, is_open=True)


def _paused_tables() -> QuerySet[Table]:
    paused = room.paused_now()
    return Table.objects.filter(tournament=None, pk__in=paused.tables if paused else (), closed_at=None)


def _playing() -> list[RunningTournament]:
    tournaments = room_tournaments()
    running = tournaments.running() if tournaments else []
    return [one for one in running if not one.is_paused or one.ends_by_itself]


def _paused_tournaments() -> list[RunningTournament]:
    tournaments, paused = room_tournaments(), room.paused_now()
    wanted = paused.tournaments if paused else frozenset()
    return [one for one in tournaments.running() if one.id in wanted] if tournaments else []


def _pause_tournament(tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    room.pause_tournament(tournaments=tournaments, tournament=tournament, by=by, why=why)


def _resume_tournament(tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    room.resume_tournament(tournaments=tournaments, tournament=tournament, by=by, why=why)


ACTS = {
    "pause": RoomAct(
        TableAct(TITLES["pause"], gettext_lazy("no new hand begins after this one"), _pause, RoomForm),
        _open_tables,
        _playing,
        _pause_tournament,
        gettext_lazy("its clock stops, and no new hand begins"),
    ),
    "resume": RoomAct(
        TableAct(TITLES["resume"], gettext_lazy("hands begin again"), _resume, RoomForm),
        _paused_tables,
        _paused_tournaments,
        _resume_tournament,
        gettext_lazy("its clock runs again"),
    ),
    "announce": RoomAct(
        TableAct(TITLES["announce"], gettext_lazy("everybody at the table reads it"), _announce, RoomForm), _all_tables
    ),
    "end": RoomAct(
        TableAct(
            TITLES["end"],
            AFTER_HAND,
            _end,
            EndForm,
            is_danger=True,
        ),
        _open_tables,
        effect=_end_effect,
    ),
}


class RoomPage(SeveralPage):
    """An act on the room: on its tables as on several that were ticked, and on tournaments."""

    list_name = "floor:panel"

    def __init__(self, request: HttpRequest, name: str) -> None:
        self.room_act = ACTS[name]
        super().__init__(request)

    def find_act(self) -> TableAct:
        """What is done at a table."""
        return self.room_act.at_table

    @cached_property
    def tables(self) -> list[Table]:
        """The tables it may concern, in the order in which everything locks them."""
        # Of thousands of tables each column and each rule costs time, and the act needs hardly any.
        return list(with_rules_text(self.room_act.tables().only("name", "currency", "is_paused")).order_by("pk"))

    @cached_property
    def tournaments(self) -> Sequence[RunningTournament]:
        """The tournaments it concerns."""
        return self.room_act.tournaments()

    def effect(self, form: SeveralForm) -> Label:
        """What it does at a table."""
        return self.room_act.effect(form) if self.room_act.effect else super().effect(form)

    def chosen(self, form: SeveralForm) -> list[Table]:
        """Those of the chosen stakes."""
        assert isinstance(form, RoomForm)
        return [table for table in self.tables if form.holds(table)]

    def consequence_groups(self, form: SeveralForm) -> Sequence[Consequences]:
        """What happens at which table, and to which tournament."""
        tournaments = self._tournament_groups(form)
        try:
            return [*super().consequence_groups(form), *tournaments]
        except Refused:
            if not tournaments:
                raise
            return tournaments

    def _tournament_groups(self, form: SeveralForm) -> list[Consequences]:
        effect = str(self.room_act.tournament_effect)
        done: list[str] = []
        refusing: list[str] = []
        for one in self._chosen_tournaments(form):
            refused = self._at_tournament(one, form, rehearses=True)
            line = _("{table}: {what}").format(table=one.name, what=refused or effect)
            (refusing if refused else done).append(line)
        groups = [Consequences(_("Tournaments"), done), Consequences(_("Refused at these tournaments"), refusing)]
        return [group for group in groups if group.lines]

    def _chosen_tournaments(self, form: SeveralForm) -> Sequence[RunningTournament]:
        """All of them, unless the act is narrowed to stakes of cash tables."""
        return () if form.cleaned_data["stakes"] else self.tournaments

    def _at_tournament(self, one: RunningTournament, form: SeveralForm, *, rehearses: bool) -> str:
        """Does it at a tournament once, or only tries it; the sentence of its refusal, empty if there was none."""
        tournaments, data = room_tournaments(), form.cleaned_data
        assert tournaments is not None
        assert self.room_act.at_tournament is not None
        try:
            with transaction.atomic():
                if rehearses or first_time(self._key(one, form)):
                    self.room_act.at_tournament(tournaments, one.id, staff_id(self.request), data["reason"])
                transaction.set_rollback(rehearses)
        except IllegalAction as refusal:
            return tournaments.refusal_text(refusal)
        return ""

    def _key(self, one: RunningTournament, form: SeveralForm) -> str:
        return f"tables:{form.cleaned_data['once']}:tournament {one.id}"

    def was_sent(self, form: SeveralForm) -> bool:
        """Whether it was carried out before, at all its tables and tournaments."""
        return super().was_sent(form) and was_done(*(self._key(one, form) for one in self._chosen_tournaments(form)))

    def carry_out(self, form: SeveralForm) -> str:
        """Does it wherever it is not refused; the second time the same form does nothing."""
        done = 0
        for one in self._chosen_tournaments(form):
            refused = self._at_tournament(one, form, rehearses=False)
            done += not refused
            if refused:
                messages.warning(self.request, _("{table}: {what}").format(table=one.name, what=refused))
        try:
            target = super().carry_out(form)
        except Refused:
            if not done:
                raise
            target = reverse(self.list_name)
        self.changed += done
        return target


@office_page(RUN_FLOOR)
def act(request: HttpRequest, name: str) -> HttpResponse:
    """The page of an act on the room."""
    if name not in ACTS:
        raise Http404
    page = RoomPage(request, name)
    if not page.tables and not page.tournaments:
        messages.warning(request, _("There is no table for this now."))
        return redirect(page.list_name)
    return page.respond()
