"""The acts of the floor about one player at a table (F1, T14, K12)."""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from django.forms import Form
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Table
from games.operations import floor
from games.text.moments import moment_text
from games.text.penalties import penalty_text
from games.web.floor.acts.act import FloorAct, Subject
from games.web.floor.acts.forms import ActForm, BarForm, MoveForm, PenaltyForm


def _warning(at: Subject, form: ActForm) -> Sequence[str]:
    return [
        _("{name} is warned: everybody at the table reads it with the reason.").format(name=at.name),
        _("The warning is kept in the player's history."),
    ]


def _penalising(at: Subject, form: PenaltyForm) -> Sequence[str]:
    length = form.penalty
    lines = [
        _("{name} is not dealt in from the next hand on: {length}.").format(name=at.name, length=penalty_text(length)),
        _("The seat is kept meanwhile; missed blinds are owed as the house rules say."),
    ]
    if length.rounds:
        lines.append(_("A round is as many hands as there are players now."))
    if not length.minutes:
        lines.append(_("While fewer than two others are ready no hand is dealt, and each minute counts as a hand."))
    return lines


def _lifting(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("The penalty of {name} ends, and they are dealt in again.").format(name=at.name)]


def _sitting_out(at: Subject, form: ActForm) -> Sequence[str]:
    minutes = at.table.rules.clock.sit_out // 60_000
    text = _(
        "{name} sits out from the next hand on and may come back at any time; after {minutes} min the seat is lost."
    )
    return [text.format(name=at.name, minutes=minutes)]


def _sitting_in(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("{name} plays again from the next hand on, and pays missed blinds as usual.").format(name=at.name)]


def unseating(at: Subject, form: Form) -> Sequence[str]:
    """What becomes of a player whose seat is taken away, and of the chips."""
    text = _(
        "{name} plays a running hand to its end and then leaves; "
        "the stack goes back to the wallet ({chips} at its start)."
    )
    return [text.format(name=at.name, chips=at.chips())]


def _moving(at: Subject, form: MoveForm) -> Sequence[str]:
    to = Table.objects.only("name").get(pk=form.cleaned_data["to"])
    text = _("{name} moves to {table} after the hand with all chips ({chips} at its start) and posts nothing to enter.")
    return [text.format(name=at.name, table=to.name, chips=at.chips())]


def _barring(at: Subject, form: BarForm) -> Sequence[str]:
    until = form.cleaned_data["until"]
    text = (
        _("{name} may not sit down at this table until {until}.") if until else _("{name} may not sit down here again.")
    )
    return [
        text.format(name=at.name, until=moment_text(until) if until else ""),
        _("Whoever sits here may play on until they leave. The player is told; the reason is for staff."),
    ]


def _unbarring(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("{name} may sit down here again.").format(name=at.name)]


class _About(TypedDict):
    table_id: int
    player: int
    why: str


def _about(at: Subject, form: ActForm) -> _About:
    return {"table_id": at.table.pk, "player": at.player, "why": form.cleaned_data["reason"]}


PLAYER_ACTS: Final[Mapping[str, FloorAct]] = {
    "warn": FloorAct(gettext_lazy("Warn"), _warning, lambda by, at, form: floor.warn(by=by, **_about(at, form))),
    "penalise": FloorAct(
        gettext_lazy("Penalise"),
        _penalising,
        lambda by, at, form: floor.penalise(by=by, length=form.penalty, **_about(at, form)),
        PenaltyForm,
        is_danger=True,
    ),
    "lift_penalty": FloorAct(
        gettext_lazy("Lift the penalty"), _lifting, lambda by, at, form: floor.lift_penalty(by=by, **_about(at, form))
    ),
    "sit_out": FloorAct(
        gettext_lazy("Have them sit out"), _sitting_out, lambda by, at, form: floor.sit_out(by=by, **_about(at, form))
    ),
    "sit_in": FloorAct(
        gettext_lazy("Have them play again"), _sitting_in, lambda by, at, form: floor.sit_in(by=by, **_about(at, form))
    ),
    "move": FloorAct(
        gettext_lazy("Move to another table"),
        _moving,
        lambda by, at, form: floor.move(by=by, to=form.cleaned_data["to"], **_about(at, form)),
        MoveForm,
    ),
    "unseat": FloorAct(
        gettext_lazy("Take the seat away"),
        unseating,
        lambda by, at, form: floor.unseat(by=by, **_about(at, form)),
        is_danger=True,
    ),
    "bar": FloorAct(
        gettext_lazy("Bar from this table"),
        _barring,
        lambda by, at, form: floor.bar(by=by, until=form.cleaned_data["until"], **_about(at, form)),
        BarForm,
        is_danger=True,
    ),
    "lift_bar": FloorAct(
        gettext_lazy("Lift the bar"), _unbarring, lambda by, at, form: floor.lift_bar(by=by, **_about(at, form))
    ),
}
