"""What calling a hand void does, in words (F5)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.operations import floor
from games.web.floor.acts.act import Subject
from games.web.floor.acts.forms import ActForm


def void_effects(at: Subject, form: ActForm) -> Sequence[str]:
    """What each player gets back or gives back; while the hand runs, also what they have afterwards."""
    hand = floor.current_hand(at.table.pk)
    if hand.state is floor.CurrentHandState.RUNNING:
        return _of_running(at, hand)
    lines = [_("Hand #{number} is void, and its rake goes back too.").format(number=hand.number)]
    for _seat, _player, name, won in hand.line.results if hand.line else ():
        if won:
            text = _("{name} gives back {amount}") if won > 0 else _("{name} gets back {amount}")
            lines.append(text.format(name=name, amount=at.amounts.text(abs(won))))
    return lines


def _of_running(at: Subject, hand: floor.CurrentHand) -> list[str]:
    lines = [_("Hand #{number} is void: everybody has the chips again with which it began.").format(number=hand.number)]
    put_in = floor.chips_put_in(at.table.pk, hand=hand.number)
    for one in at.stacks().values():
        amount = put_in.get(one.seat, 0)
        text = _("{name} gets back {amount} and then has {chips}") if amount else _("{name} still has {chips}")
        lines.append(text.format(name=one.name, amount=at.amounts.text(amount), chips=one.chips))
    return lines
