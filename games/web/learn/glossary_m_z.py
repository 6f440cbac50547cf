"""Poker terms from M to Z, by their English names, and chat abbreviations (C11)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.web.learn.term import Term

M_TO_Z: tuple[Term, ...] = (
    Term(
        "main-pot",
        ("Main pot", "Centre pot"),
        pgettext_lazy("glossary", "Main pot"),
        _("The pot that all players in the hand play for; there may be side pots as well."),
    ),
    Term(
        "muck",
        ("Muck",),
        pgettext_lazy("glossary", "Muck"),
        _("To discard your cards unseen, beaten or not called."),
    ),
    Term(
        "no-limit",
        ("No limit",),
        pgettext_lazy("glossary", "No limit"),
        _("Any bet up to your whole stack, at any time."),
    ),
    Term(
        "nuts",
        ("Nuts",),
        pgettext_lazy("glossary", "Nuts"),
        _("The best possible hand on a given board. On K♠ J♦ T♠ 4♠ 2♥ it is A♠ Q♠; A♥ Q♣ is only the nut straight."),
    ),
    Term(
        "out",
        ("Outs",),
        pgettext_lazy("glossary", "Outs"),
        _(
            "The cards still to come that would give you the winning hand: nine of the suit when you have "
            "four to a flush."
        ),
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
        _("To have the five cards of the board as your best hand: at best you split the pot."),
    ),
    Term("pocket-pair", ("Pocket pair",), pgettext_lazy("glossary", "Pocket pair"), _("Two hole cards of one rank.")),
    Term("pot", ("Pot",), pgettext_lazy("glossary", "Pot"), _("All the chips played for in a hand.")),
    Term(
        "pot-limit",
        ("Pot limit",),
        pgettext_lazy("glossary", "Pot limit"),
        _("Bets and raises of at most the size of the pot after the call."),
    ),
    Term("quads", ("Quads",), pgettext_lazy("glossary", "Quads"), _("Four of a kind.")),
    Term(
        "raise",
        ("Raise",),
        pgettext_lazy("glossary", "Raise"),
        _("To bet more than the current bet, so that the others have to match it."),
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
        _("A card on the board that may have given another player a better hand."),
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
            "Three of a kind. A set is a pocket pair with one more on the board; trips are one in the hand "
            "with two on the board."
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
            "The bets beyond what an all-in player could match; that player has no part in it. One player "
            "bets 1, another calls, and a third has only 0.50: the main pot is 1.50, the side pot 1.00."
        ),
    ),
    Term(
        "sit-out",
        ("Sit out",),
        pgettext_lazy("glossary", "Sit out"),
        _("To stay at the table without being dealt in; the blinds you miss may be due when you come back."),
    ),
    Term(
        "slow-roll",
        ("Slow roll",),
        pgettext_lazy("glossary", "Slow roll"),
        _("To take your time showing a winning hand, which is rude."),
    ),
    Term(
        "small-blind",
        ("Small blind",),
        pgettext_lazy("glossary", "Small blind"),
        _(
            "The smaller of the two forced bets, posted by the first player left of the button; usually half "
            "the big blind."
        ),
    ),
    Term("split-pot", ("Split pot",), pgettext_lazy("glossary", "Split pot"), _("A pot shared by equal hands.")),
    Term(
        "split-two-pair",
        ("Split two pair",),
        pgettext_lazy("glossary", "Split two pair"),
        _("Two pair, each made of one hole card and one of the board: T-9 on T-9-5."),
    ),
    Term("stack", ("Stack",), pgettext_lazy("glossary", "Stack"), _("The chips a player has on the table.")),
    Term("pat", ("Stand pat",), pgettext_lazy("glossary", "Stand pat"), _("In draw games, to keep all your cards.")),
    Term(
        "straddle",
        ("Straddle",),
        pgettext_lazy("glossary", "Straddle"),
        _("An extra blind of twice the last one, posted by the next player, who then acts last."),
    ),
    Term(
        "string-bet",
        ("String bet",),
        pgettext_lazy("glossary", "String bet"),
        _(
            "To announce a call and then raise, or to put in a bet in several motions. It can't happen here: "
            "one click is one action."
        ),
    ),
    Term(
        "suited",
        ("Suited", "Same suit"),
        pgettext_lazy("glossary", "Suited"),
        _("Hole cards of one suit, such as Q♥ 6♥."),
    ),
    Term(
        "table-stakes",
        ("Table stakes",),
        pgettext_lazy("glossary", "Table stakes"),
        _(
            "Only the chips in front of a player when the hand begins can be lost in it, and no more can be "
            "won from each opponent; chips added later count from the next hand."
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
        _("A bet made to be called, because your hand is probably the best; the opposite of a bluff."),
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
"""Chat abbreviations and their meanings."""
