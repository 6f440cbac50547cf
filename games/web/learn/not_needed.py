"""Rules of live poker that a room on the internet does not need, each with its reason and what replaces it (X4)."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class NotNeeded(NamedTuple):
    """A group of rules of the sources: what they are about, why nobody needs them here, and what replaces them."""

    what: Promise
    why: Promise
    instead: Promise


NOT_NEEDED: tuple[NotNeeded, ...] = (
    NotNeeded(
        _("Misdeals; exposed, boxed, foreign, missing or double cards; jokers; fouled or early boards; spoilt stubs"),
        _(
            "The room deals from one deck of 52 cards, in short deck 36, checks that all of them differ, and shows no "
            "card too early."
        ),
        _(
            "If a hand ever contains a wrong or duplicate card, it is declared void automatically: all chips and the"
            " rake go back."
        ),
    ),
    NotNeeded(
        _("Shuffling, cutting, ways of dealing, a second deck"),
        _("The room shuffles afresh for each hand; nobody could follow a card or stack the deck."),
        _("Every deal is checked before it is dealt."),
    ),
    NotNeeded(
        _(
            "Protecting your cards; cards or chips out of sight; carrying chips; splashing the pot; "
            "touching others' chips"
        ),
        _("The room keeps the cards and the chips: nobody can take, hide or mix them."),
        _("Everybody sees every stack, the bets before each player, and who still has cards."),
    ),
    NotNeeded(
        _("Spoken bets, tapping the table, string bets, a single or several oversized chips"),
        _("A button says exactly what it does, with its amount; one press is one action in one turn."),
        _(
            "Amounts that are not possible are refused, or by the table's rule made the smallest bet, a full raise or "
            "a call; whoever wants to act before their turn chooses an action in advance, which nobody else sees."
        ),
    ),
    NotNeeded(
        _("Sitting down in the right seat, dodging the blinds on the way to another table, leaving the table when out"),
        _("The room seats and moves everybody itself, between two hands."),
        _(
            "Whoever moves takes over the rights and duties of the new seat: big blind, small blind or button; only "
            "between the small blind and the button they wait until the button has passed."
        ),
    ),
    NotNeeded(
        _("Claiming a pot, lying about a hand, slow-rolling"),
        _("Cards speak: the room decides who wins and pushes the pot, whatever anybody says."),
        _(
            "Hands that must be shown are shown by the room at once. A winner whom nobody called, and whoever mucked "
            "at showdown, may show or not; what is shown to one is shown to all."
        ),
    ),
    NotNeeded(
        _("Side bets, chips for refreshments, telephones"),
        _("Chips on a table are for its pots alone, and the room cannot know what lies beside your screen."),
        _(
            "Everybody sees every stack; if something went wrong in a hand, the floor can declare it void until the "
            "next one begins."
        ),
    ),
)
