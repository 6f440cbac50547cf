"""X4: the Rules page names what needs no rule online, each with its reason and what replaces it."""

import pytest
from django.test import Client
from django.utils.html import escape

from games.web.learn.not_needed import NOT_NEEDED

pytestmark = pytest.mark.django_db
SUBJECTS = (
    *("Misdeals", "exposed", "boxed", "foreign", "missing or double cards", "jokers", "fouled or early boards"),
    *("spoilt stubs", "Shuffling", "cutting", "dealing", "second deck", "Protecting your cards"),
    *("cards or chips out of sight", "carrying chips", "splashing the pot", "touching others' chips", "Spoken bets"),
    *("tapping", "string bets", "oversized chips", "right seat", "dodging the blinds", "leaving the table when out"),
    *("Claiming a pot", "lying about a hand", "slow-rolling", "Side bets", "chips for refreshments", "telephones"),
)
"""What rule X4 names."""


def test_X4_every_subject_is_named_once() -> None:
    named = " ".join(str(one.what) for one in NOT_NEEDED)
    assert {subject: named.count(subject) for subject in SUBJECTS} == dict.fromkeys(SUBJECTS, 1)


def test_X4_the_rules_page_says_why_and_what_stands_for_it() -> None:
    page = Client().get("/rules/").content.decode()
    for one in NOT_NEEDED:
        assert all(escape(str(text)) in page for text in one)
