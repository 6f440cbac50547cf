"""B8: refusals of a tournament's typed amounts name both ends of the legal range, in every language."""

import pytest
from django.utils.translation import override

from tournaments.web.text.refusals import refusal_text

PENALTY = "bad_penalty_chips", {"unit": 25, "min": 25, "max": 12_475}
KEPT = "bad_kept", {"max": 1_200_50}


@pytest.mark.parametrize(
    ("language", "penalty", "kept"),
    [
        (
            "en",
            "Chips can be taken in multiples of 25, from 25 to 12\u202f475.",
            "From 0 to 1\u202f200.50 can be left to play for.",
        ),
        ("cs", "Žetony lze odebrat po 25, od 25 do 12\u202f475.", "K další hře lze ponechat 0 až 1\u202f200,50."),
        ("sk", "Žetóny možno odobrať po 25, od 25 do 12\u202f475.", "Na ďalšiu hru možno ponechať 0 až 1\u202f200,50."),
    ],
)
def test_B8_a_refused_amount_of_a_tournament_names_its_range(language: str, penalty: str, kept: str) -> None:
    with override(language):
        assert (refusal_text(*PENALTY), refusal_text(*KEPT, currency="PLAY")) == (penalty, kept)


def test_T14_refused_penalties_in_words() -> None:
    assert refusal_text("bad_penalty", {"most": 1_000, "minutes": 1_440}) == (
        "Enter hands, rounds, minutes or chips: at most 1\u202f000 hands in all, rounds included, "
        "and 1\u202f440 minutes."
    )
    assert refusal_text("no_penalty_chips") == "No chips can be taken: this player must keep the last one."
