"""The page of a review: the suspicion, then the hand once with the cards of all its players (H8)."""

from collections.abc import Sequence
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, OnceField, office_page, reason_field, staff_id
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events import TableEvent
from games.engine.history.review import review_steps, reviewed_cards
from games.history.hands import VisibleHand, visible_hands
from games.models import Hand
from games.operations.floor import hand_review
from games.operations.once import was_done
from games.text.refusals import refusal_text
from games.web.history.replay import steps_context
from games.web.security.visibility import REVIEW_HAND, can_review

NOBODY = 0
"""Stands for a viewer who was dealt no cards."""


class ReviewForm(forms.Form):
    """The suspicion."""

    suspicion = forms.ChoiceField(label=gettext_lazy("suspicion"), choices=hand_review.Suspicion.choices)
    reason = reason_field(
        help_text=gettext_lazy("What you have seen or heard. It is kept in the log; the players do not read it.")
    )
    once = OnceField()


class ReviewedPlayer(NamedTuple):
    """One player of the hand with all cards, for the list below the replay."""

    name: str
    bot: bool
    cards: tuple[Card, ...]
    exchanged: tuple[tuple[Card, ...], ...]
    shown: bool
    won: int


@office_page(REVIEW_HAND)
def review(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Asks for the suspicion, records it, and shows the hand; a reload asks again."""
    hand = Hand.objects.select_related("table").filter(table=table_id, number=number).first()
    if hand is None:
        raise Http404(refusal_text("no_hand"))
    return ReviewPage(request, hand).respond()


class ReviewPage(ActPage[ReviewForm]):
    """A review of one hand."""

    form_class = ReviewForm
    button = gettext_lazy("Show all cards")
    is_danger = True

    def __init__(self, request: HttpRequest, hand: Hand) -> None:
        super().__init__(request)
        self.hand, self.by = hand, staff_id(request)
        self.events: tuple[TableEvent, ...] | None = None
        named = {"number": hand.number, "table": hand.table.name}
        self.title = _("Review hand #{number}, {table}").format(**named)
        self.intro = _("Hidden cards are seen only after the hand, on suspicion of cheating or of a fault of the room.")

    def consequences(self, form: ReviewForm) -> Sequence[str]:
        """Who is concerned, and what stays; raises Refused for whoever may not look."""
        self._check()
        names = ", ".join(name for _seat, _player, name, _won in self.hand.results)
        return [
            _("You see the cards of all who played the hand: {names}.").format(names=names),
            _("For each of them, the log keeps who looked, when and why. Nobody can change or delete it."),
            _("They are told that the hand was reviewed, but not by whom or on what suspicion."),
            _("The cards are shown once: whoever opens or reloads the page again is asked again."),
        ]

    def was_sent(self, form: ReviewForm) -> bool:
        """Whether the cards were shown for this form before."""
        return was_done(self._key(form))

    def carry_out(self, form: ReviewForm) -> str:
        """Records the look and reads the cards; reads none for a form that was sent before."""
        self._check()
        data = form.cleaned_data
        try:
            self.events = hand_review.review_hand(
                by=self.by,
                table_id=self.hand.table_id,
                number=self.hand.number,
                suspicion=hand_review.Suspicion(data["suspicion"]),
                why=data["reason"],
                key=self._key(form),
            )
        except IllegalAction as refusal:
            raise Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str)) from None
        return self.request.path

    def answer(self, form: ReviewForm, target: str) -> HttpResponse:
        """The hand with all cards, or the empty form where they were shown before."""
        if self.events is None:
            messages.info(self.request, _("The cards were shown once. To see them again, say why again."))
            return redirect(target)
        return render(self.request, "games/floor/hand_review.html", self._context(self.events))

    def _check(self) -> None:
        if not can_review(self.request.user, self.hand.table):
            raise Refused("cash_hand", _("You direct tournaments: hands of cash tables are reviewed by the floor."))
        try:
            hand_review.check_reviewable(by=self.by, table_id=self.hand.table_id, number=self.hand.number)
        except IllegalAction as refusal:
            raise Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str)) from None

    def _key(self, form: ReviewForm) -> str:
        return f"review:{form.cleaned_data['once']}:{self.hand.pk}"

    def _context(self, events: tuple[TableEvent, ...]) -> dict[str, object]:
        (hand,) = visible_hands([self.hand], NOBODY)
        steps = review_steps(hand.rules, hand.players, events, seats=hand.seats, table_id=hand.line.table)
        context = steps_context(hand, steps, self.request)
        return {**context, "title": self.title, "people": _people(hand, events), "void": self.hand.void}


def _people(hand: VisibleHand, events: tuple[TableEvent, ...]) -> list[ReviewedPlayer]:
    won = {seat: amount for seat, _player, _name, amount in hand.line.results}
    return [
        ReviewedPlayer(
            hand.players[one.seat].name,
            hand.players[one.seat].bot,
            one.cards,
            one.exchanged,
            set(one.cards) <= set(one.shown),
            won[one.seat],
        )
        for one in reviewed_cards(hand.rules, events)
    ]
