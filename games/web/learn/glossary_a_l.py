"""Words of poker from A to L, by their English names (C11)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.web.learn.term import Term

A_TO_L: tuple[Term, ...] = (
    Term(
        "all-in",
        ("All-in",),
        pgettext_lazy("glossary", "All-in"),
        _(
            "With all one's chips in the pot. The player keeps the hand and wins from each opponent at most as much "
            "as went in; what others bet beyond that makes a side pot."
        ),
    ),
    Term(
        "protection",
        ("All-in protection",),
        pgettext_lazy("glossary", "All-in protection"),
        _(
            "At some tables a player who loses the connection while facing a bet is all-in for what is "
            "already in the pot, instead of folding."
        ),
    ),
    Term(
        "ante",
        ("Ante",),
        pgettext_lazy("glossary", "Ante"),
        _("A small payment by everybody before the cards; it is no bet."),
    ),
    Term(
        "bet",
        ("Bet",),
        pgettext_lazy("glossary", "Bet"),
        _("The first chips of a round that the others have to match."),
    ),
    Term(
        "big-blind",
        ("Big blind", "Blind"),
        pgettext_lazy("glossary", "Big blind"),
        _("The larger of two forced bets, by the second player left of the button, as big as the lower limit."),
    ),
    Term(
        "board",
        ("Board", "Community cards"),
        pgettext_lazy("glossary", "Board"),
        _("The cards face up in the middle that all may use."),
    ),
    Term(
        "bring-in",
        ("Bring-in",),
        pgettext_lazy("glossary", "Bring-in"),
        _("In stud, the first bet, forced on the lowest door card; in razz on the highest."),
    ),
    Term(
        "burn",
        ("Burn",),
        pgettext_lazy("glossary", "Burn"),
        _("To put the top card aside unseen before dealing on, so that a marked one helps nobody."),
    ),
    Term(
        "button",
        ("Button", "Dealer button"),
        pgettext_lazy("glossary", "Button"),
        _(
            "The disc that marks who deals in name. It moves on after each hand; from the flop on the player left of "
            "it acts first."
        ),
    ),
    Term(
        "buy-in",
        ("Buy-in",),
        pgettext_lazy("glossary", "Buy-in"),
        _("What a player brings to the table, between the table's smallest and largest."),
    ),
    Term("call", ("Call",), pgettext_lazy("glossary", "Call"), _("To put in as much as the bet before.")),
    Term("cap", ("Cap",), pgettext_lazy("glossary", "Cap"), _("The last raise that fixed limit allows in a round.")),
    Term(
        "check",
        ("Check",),
        pgettext_lazy("glossary", "Check"),
        _("To stay in without betting, while nobody has bet."),
    ),
    Term(
        "check-raise",
        ("Check-raise", "Sandbagging"),
        pgettext_lazy("glossary", "Check-raise"),
        _("To check first and raise when another bets. It is allowed."),
    ),
    Term(
        "complete",
        ("Complete",),
        pgettext_lazy("glossary", "Complete"),
        _("In stud, to make the bring-in the whole lower limit."),
    ),
    Term(
        "complete-hand",
        ("Complete hand",),
        pgettext_lazy("glossary", "Complete hand"),
        _("A hand that takes all five cards: straight, flush, full house and better; quads are counted with them."),
    ),
    Term(
        "connector",
        ("Connectors",),
        pgettext_lazy("glossary", "Connectors"),
        _("Two hole cards of neighbouring ranks, as king and queen or seven and six."),
    ),
    Term(
        "dead-bet",
        ("Dead bet", "Live bet"),
        pgettext_lazy("glossary", "Dead bet"),
        _(
            "A dead bet goes straight into the pot and pays nothing towards a call; a live one counts as the "
            "player's own bet."
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
        _("Bets and raises of one set size, so many in a round and no more."),
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
        _("To give the hand up, and what is already in the pot with it."),
    ),
    Term(
        "gutshot",
        ("Gutshot",),
        pgettext_lazy("glossary", "Gutshot"),
        _("A straight that is filled in the middle: 9-8 with 7-5 on the board, and the six comes."),
    ),
    Term("heads-up", ("Heads-up",), pgettext_lazy("glossary", "Heads-up"), _("One player against one.")),
    Term(
        "hi-lo",
        ("Hi-lo", "Eight or better"),
        pgettext_lazy("glossary", "Hi-lo"),
        _("The best high hand and the best low of eight or lower share the pot."),
    ),
    Term(
        "hit",
        ("Hit",),
        pgettext_lazy("glossary", "Hit"),
        _("The board has brought what helps: a king on the flop for ace-king."),
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
            "A card outside pair, trips or quads that decides between like hands: with an ace on the board ace-king "
            "beats ace-queen."
        ),
    ),
    Term(
        "limits",
        ("Lower limit", "Upper limit"),
        pgettext_lazy("glossary", "Lower limit"),
        _("The two sizes of bets in fixed limit: the lower in the early rounds, the upper, twice as much, later."),
    ),
)
