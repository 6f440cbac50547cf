"""Poker terms from A to L, by their English names (C11)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.web.learn.term import Term

A_TO_L: tuple[Term, ...] = (
    Term(
        "all-in",
        ("All-in",),
        pgettext_lazy("glossary", "All-in"),
        _(
            "With all your chips in the pot. You keep your hand and can win from each opponent at most as "
            "much as you put in; what the others bet beyond that goes into a side pot."
        ),
    ),
    Term(
        "protection",
        ("All-in protection",),
        pgettext_lazy("glossary", "All-in protection"),
        _(
            "At some tables a player who is disconnected while facing a bet is all-in for what they already "
            "have in the pot, instead of folding."
        ),
    ),
    Term(
        "ante",
        ("Ante",),
        pgettext_lazy("glossary", "Ante"),
        _("A small amount that everybody puts into the pot before the deal; it does not count as a bet."),
    ),
    Term(
        "bet",
        ("Bet",),
        pgettext_lazy("glossary", "Bet"),
        _("The first chips put in during a round, which the others have to match."),
    ),
    Term(
        "big-blind",
        ("Big blind", "Blind"),
        pgettext_lazy("glossary", "Big blind"),
        _(
            "The larger of the two forced bets, posted by the second player left of the button; in fixed "
            "limit it equals the lower limit."
        ),
    ),
    Term(
        "board",
        ("Board", "Community cards"),
        pgettext_lazy("glossary", "Board"),
        _("The face-up cards in the middle, which all players may use."),
    ),
    Term(
        "bring-in",
        ("Bring-in",),
        pgettext_lazy("glossary", "Bring-in"),
        _("In stud, the forced first bet of the player with the lowest door card; in razz, with the highest."),
    ),
    Term(
        "burn",
        ("Burn",),
        pgettext_lazy("glossary", "Burn"),
        _("To put the top card aside unseen before the next cards are dealt, so that a marked card helps nobody."),
    ),
    Term(
        "button",
        ("Button", "Dealer button"),
        pgettext_lazy("glossary", "Button"),
        _(
            "The disc that marks the nominal dealer. It moves on after each hand; from the flop on, the "
            "player to its left acts first."
        ),
    ),
    Term(
        "buy-in",
        ("Buy-in",),
        pgettext_lazy("glossary", "Buy-in"),
        _("The chips a player brings to the table, between the table's minimum and maximum."),
    ),
    Term("call", ("Call",), pgettext_lazy("glossary", "Call"), _("To match the current bet.")),
    Term("cap", ("Cap",), pgettext_lazy("glossary", "Cap"), _("The last raise allowed in a round of fixed limit.")),
    Term(
        "check",
        ("Check",),
        pgettext_lazy("glossary", "Check"),
        _("To stay in the hand without betting, when nobody has bet yet."),
    ),
    Term(
        "check-raise",
        ("Check-raise", "Sandbagging"),
        pgettext_lazy("glossary", "Check-raise"),
        _("To check first and then raise when another player bets. It is allowed."),
    ),
    Term(
        "complete",
        ("Complete",),
        pgettext_lazy("glossary", "Complete"),
        _("In stud, to raise the bring-in to the full lower limit."),
    ),
    Term(
        "complete-hand",
        ("Complete hand",),
        pgettext_lazy("glossary", "Complete hand"),
        _(
            "A hand that uses all five cards: a straight, a flush, a full house or better; quads are counted "
            "among them."
        ),
    ),
    Term(
        "connector",
        ("Connectors",),
        pgettext_lazy("glossary", "Connectors"),
        _("Two hole cards of neighbouring ranks, such as king and queen or seven and six."),
    ),
    Term(
        "dead-bet",
        ("Dead bet", "Live bet"),
        pgettext_lazy("glossary", "Dead bet"),
        _(
            "A dead bet goes straight into the pot and pays nothing towards a call; a live bet counts as the "
            "player's own bet."
        ),
    ),
    Term(
        "dealt-in",
        ("Dealt in", "In play"),
        pgettext_lazy("glossary", "Dealt in"),
        _(
            "Whoever has met every duty of the table is dealt in. Whoever sits out, waits for the big blind or has "
            "just sat down between the blinds and the button gets no cards."
        ),
    ),
    Term(
        "dominated",
        ("Dominated hand",),
        pgettext_lazy("glossary", "Dominated hand"),
        _("A hand that shares a card with a better one and nearly always loses to it: king-three against king-queen."),
    ),
    Term(
        "door-card",
        ("Door card",),
        pgettext_lazy("glossary", "Door card"),
        _("In stud, the first card dealt face up."),
    ),
    Term(
        "fixed-limit",
        ("Fixed limit",),
        pgettext_lazy("glossary", "Fixed limit"),
        _("Bets and raises have a set size, and only so many are allowed in a round."),
    ),
    Term(
        "flop",
        ("Flop",),
        pgettext_lazy("glossary", "Flop"),
        _("The first three cards of the board, turned up together."),
    ),
    Term(
        "fold",
        ("Fold",),
        pgettext_lazy("glossary", "Fold"),
        _("To give up the hand, and with it the chips you have put into the pot."),
    ),
    Term(
        "gutshot",
        ("Gutshot",),
        pgettext_lazy("glossary", "Gutshot"),
        _("A straight completed by a card in the middle: you hold 9-8, the board shows 7-5, and a six comes."),
    ),
    Term(
        "heads-up",
        ("Heads-up",),
        pgettext_lazy("glossary", "Heads-up"),
        _("One player against another, with nobody else in."),
    ),
    Term(
        "hi-lo",
        ("Hi-lo", "Eight or better"),
        pgettext_lazy("glossary", "Hi-lo"),
        _("The best high hand and the best low hand, eight or lower, share the pot."),
    ),
    Term(
        "hit",
        ("Hit",),
        pgettext_lazy("glossary", "Hit"),
        _("The board has brought a card that helps you: a king on the flop when you hold ace-king."),
    ),
    Term(
        "hole-cards",
        ("Hole cards", "Pocket cards"),
        pgettext_lazy("glossary", "Hole cards"),
        _("A player's own cards, which nobody else sees."),
    ),
    Term(
        "kicker",
        ("Kicker",),
        pgettext_lazy("glossary", "Kicker"),
        _(
            "A card outside the pair, trips or quads that decides between hands of the same kind: with an ace "
            "on the board, ace-king beats ace-queen."
        ),
    ),
    Term(
        "limits",
        ("Lower limit", "Upper limit", "Bet limits"),
        pgettext_lazy("glossary", "Lower limit"),
        _(
            "Fixed limit has two bet sizes: the lower limit in the early rounds, and the upper limit, twice "
            "as much, in the later ones."
        ),
    ),
)
