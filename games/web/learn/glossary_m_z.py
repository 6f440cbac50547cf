"""Words of poker from M to Z, by their English names, and what people type (C11)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.web.learn.term import Term

M_TO_Z: tuple[Term, ...] = (
    Term(
        "main-pot",
        ("Main pot", "Centre pot"),
        pgettext_lazy("glossary", "Main pot"),
        _("The pot for which all players in the hand play; beside it there may be side pots."),
    ),
    Term(
        "muck",
        ("Muck",),
        pgettext_lazy("glossary", "Muck"),
        _("To put one's cards away unseen, beaten or not called."),
    ),
    Term(
        "no-limit",
        ("No limit",),
        pgettext_lazy("glossary", "No limit"),
        _("Any bet up to the whole stack, at any time."),
    ),
    Term(
        "nuts",
        ("Nuts",),
        pgettext_lazy("glossary", "Nuts"),
        _("The best hand there can be on this board. On K♠ J♦ T♠ 4♠ 2♥ it is A♠ Q♠; A♥ Q♣ is only the nut straight."),
    ),
    Term(
        "out",
        ("Outs",),
        pgettext_lazy("glossary", "Outs"),
        _("The cards still to come that would win: nine of a suit for four to a flush."),
    ),
    Term(
        "overcard",
        ("Overcard",),
        pgettext_lazy("glossary", "Overcard"),
        _("A hole card higher than any on the board."),
    ),
    Term(
        "overpair",
        ("Overpair",),
        pgettext_lazy("glossary", "Overpair"),
        _("A pocket pair higher than any card on the board."),
    ),
    Term(
        "play-the-board",
        ("Play the board",),
        pgettext_lazy("glossary", "Play the board"),
        _("When all five cards of the board are one's best hand: at best the pot is split."),
    ),
    Term("pocket-pair", ("Pocket pair",), pgettext_lazy("glossary", "Pocket pair"), _("Two hole cards of one rank.")),
    Term("pot", ("Pot",), pgettext_lazy("glossary", "Pot"), _("All chips that are played for in a hand.")),
    Term(
        "pot-limit",
        ("Pot limit",),
        pgettext_lazy("glossary", "Pot limit"),
        _("A bet or raise of at most what the pot holds after the call."),
    ),
    Term("quads", ("Quads",), pgettext_lazy("glossary", "Quads"), _("Four of a kind.")),
    Term(
        "raise",
        ("Raise",),
        pgettext_lazy("glossary", "Raise"),
        _("To bet more than the bet before, so that others have to match that."),
    ),
    Term("rake", ("Rake",), pgettext_lazy("glossary", "Rake"), _("The house's share of the pot.")),
    Term(
        "rank",
        ("Rank",),
        pgettext_lazy("glossary", "Rank"),
        _("What a card is worth, apart from its suit: a jack, a seven."),
    ),
    Term("river", ("River", "Fifth street"), pgettext_lazy("glossary", "River"), _("The last card of the board.")),
    Term(
        "scare-card",
        ("Scare card",),
        pgettext_lazy("glossary", "Scare card"),
        _("A card on the board that may have made a better hand for another."),
    ),
    Term(
        "second-pair",
        ("Second pair",),
        pgettext_lazy("glossary", "Second pair"),
        _("A pair with the second highest card of the flop."),
    ),
    Term(
        "set",
        ("Set", "Trips"),
        pgettext_lazy("glossary", "Set"),
        _(
            "Three of a kind. A set is a pocket pair and one on the board; trips are one in the hand and two on the "
            "board."
        ),
    ),
    Term(
        "short-stack",
        ("Short stack",),
        pgettext_lazy("glossary", "Short stack"),
        _("Few chips compared with the others at the table."),
    ),
    Term(
        "showdown",
        ("Showdown",),
        pgettext_lazy("glossary", "Showdown"),
        _("The end of a hand in which cards are turned up and compared."),
    ),
    Term(
        "side-pot",
        ("Side pot",),
        pgettext_lazy("glossary", "Side pot"),
        _(
            "What those bet who have more chips than an all-in player, who has no part in it. One bets 1, another "
            "calls, a third has 0.50: the main pot is 1.50, the side pot 1.00."
        ),
    ),
    Term(
        "sit-out",
        ("Sit out",),
        pgettext_lazy("glossary", "Sit out"),
        _("To stay at the table without being dealt in; blinds missed meanwhile may be due on coming back."),
    ),
    Term(
        "slow-roll",
        ("Slow roll",),
        pgettext_lazy("glossary", "Slow roll"),
        _("To take one's time showing a winning hand. Rude."),
    ),
    Term(
        "small-blind",
        ("Small blind",),
        pgettext_lazy("glossary", "Small blind"),
        _("The smaller forced bet, by the first player left of the button, usually half the big one."),
    ),
    Term("split-pot", ("Split pot",), pgettext_lazy("glossary", "Split pot"), _("A pot shared by equal hands.")),
    Term(
        "split-two-pair",
        ("Split two pair",),
        pgettext_lazy("glossary", "Split two pair"),
        _("Two pair, each made of one hole card and one of the board: T-9 on T-9-5."),
    ),
    Term("stack", ("Stack",), pgettext_lazy("glossary", "Stack"), _("The chips a player has on the table.")),
    Term("pat", ("Stand pat",), pgettext_lazy("glossary", "Stand pat"), _("In draw games, to keep all cards.")),
    Term(
        "straddle",
        ("Straddle",),
        pgettext_lazy("glossary", "Straddle"),
        _("An extra blind of twice the last, by the next player, who then acts last."),
    ),
    Term(
        "string-bet",
        ("String bet",),
        pgettext_lazy("glossary", "String bet"),
        _(
            "To call and then raise after all, or to bet in several moves. It can't happen here: one click is one "
            "action."
        ),
    ),
    Term("suited", ("Suited", "Same suit"), pgettext_lazy("glossary", "Suited"), _("Hole cards of one suit.")),
    Term(
        "table-stakes",
        ("Table stakes",),
        pgettext_lazy("glossary", "Table stakes"),
        _(
            "What lies before a player when the hand begins is all that can be won or lost in it; more chips count "
            "from the next hand."
        ),
    ),
    Term(
        "top-pair",
        ("Top pair",),
        pgettext_lazy("glossary", "Top pair"),
        _("A pair with the highest card of the flop."),
    ),
    Term("turn", ("Turn", "Fourth street"), pgettext_lazy("glossary", "Turn"), _("The fourth card of the board.")),
    Term(
        "under-the-gun",
        ("Under the gun",),
        pgettext_lazy("glossary", "Under the gun"),
        _("The player left of the big blind, first to act before the flop."),
    ),
    Term(
        "value-bet",
        ("Value bet",),
        pgettext_lazy("glossary", "Value bet"),
        _("A bet that wants to be called, since one's hand is probably best; the opposite of a bluff."),
    ),
    Term(
        "wheel",
        ("Wheel",),
        pgettext_lazy("glossary", "Wheel"),
        _("5-4-3-2-A: the lowest straight, and the best low where the ace is low."),
    ),
)

SLANG: tuple[tuple[str, Promise], ...] = (
    ("nh", pgettext_lazy("slang", "nice hand")),
    ("vnh", pgettext_lazy("slang", "very nice hand")),
    ("gg", pgettext_lazy("slang", "good going, or good game")),
    ("wp", pgettext_lazy("slang", "well played")),
    ("ty, tu", pgettext_lazy("slang", "thank you")),
    ("lol", pgettext_lazy("slang", "laughing out loud")),
    ("st8", pgettext_lazy("slang", "straight")),
)
"""What is typed in the chat, and what it stands for."""
