"""Sentences that explain how a hand is played, built from the data of the game (G1-G18)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rules.variant import Forced, Opener, Street, Variant


def forced_bets_sentence(variant: Variant) -> str:
    """The blinds and antes posted before the deal (D4, G12, G14)."""
    return {
        Forced.BLINDS: _(
            "Before the deal, the two players left of the button post the small and the big blind; heads-up, "
            "the button posts the small blind."
        ),
        Forced.ANTES: _("Before the deal, everybody posts an ante of a sixth to a third of the lower limit."),
        Forced.BRING_IN: _(
            "Before the deal, everybody posts an ante of a sixth to a third of the lower limit. The bring-in "
            "that follows is half to two thirds of that limit."
        ),
    }[variant.forced]


def deal_sentences(variant: Variant, street: Street) -> Iterator[str]:
    """The cards dealt or exchanged on a street, one sentence for each kind."""
    if street.burn:
        yield _("One card is burnt.")
    if street.down:
        sentence = ngettext(
            "Everybody gets {count} card face down.", "Everybody gets {count} cards face down.", street.down
        )
        yield sentence.format(count=street.down)
    if street.up:
        sentence = ngettext("Everybody gets {count} card face up.", "Everybody gets {count} cards face up.", street.up)
        yield sentence.format(count=street.up)
    if street.board:
        sentence = ngettext(
            "{count} card is turned up on the board, for everybody.",
            "{count} cards are turned up on the board, for everybody.",
            street.board,
        )
        yield sentence.format(count=street.board)
    if street.draw:
        yield from _draw(variant, street)


def _draw(variant: Variant, street: Street) -> Iterator[str]:
    if street.draw >= variant.hole_cards:
        yield _("Each player in turn may exchange any number of cards, or none.")
    else:
        sentence = ngettext(
            "Each player in turn may exchange up to {count} card, or none.",
            "Each player in turn may exchange up to {count} cards, or none.",
            street.draw,
        )
        yield sentence.format(count=street.draw)
    if variant.draw_four:
        yield _(
            "You may exchange four cards if the one you keep is an ace; the ace is shown to everybody and "
            "stays face up."
        )
    yield _("Everybody sees how many cards were exchanged, but not which.")


def opening_sentences(variant: Variant, street: Street) -> Iterator[str]:
    """The player who acts first on a street, and the special rules for its bets."""
    showing = {
        Opener.BRING_IN: _(
            "The player with the lowest door card has to bring it in. The ace is high; between equal cards "
            "the suit decides."
        ),
        Opener.SHOWING: _("The player showing the highest hand acts first; pairs count, straights and flushes don't."),
    }
    if variant.low_door:
        showing = {
            Opener.BRING_IN: _(
                "The player with the highest door card has to bring it in. The ace is low, so a king is the highest."
            ),
            Opener.SHOWING: _("The player showing the lowest hand acts first."),
        }
    yield {
        Opener.AFTER_BLINDS: _("The player left of the big blind acts first."),
        Opener.LEFT_OF_BUTTON: _("The first player left of the button acts first."),
        **showing,
    }[street.opener]
    if street.open_pair:
        yield _(
            "In fixed limit, an open pair allows upper-limit bets on this street already, if the table has that rule."
        )


def remark_sentences(variant: Variant) -> Iterator[str]:
    """The rare cases that surprise newcomers, if they can occur in the game (G13, G16)."""
    if variant.draws:
        yield _(
            "When the deck runs out during a draw, the discards are shuffled and dealt; nobody gets back a "
            "card they discarded in the same draw."
        )
    if any(street.up for street in variant.streets) and _runs_out(variant):
        yield _(
            "When too few cards are left for the last street, the burnt cards are shuffled in; if there are "
            "still too few, one card is turned up for everybody."
        )


def _runs_out(variant: Variant) -> bool:
    burns = sum(street.burn for street in variant.streets)
    return variant.max_players * variant.hole_cards + burns > len(variant.deck)
