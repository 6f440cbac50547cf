"""The search forms for hands and results, and the filter that each describes."""

from datetime import date
from typing import Any

import pytest
from django.http import QueryDict

from games.history.hands import HandFilter, PlayedGame
from games.web.history import forms
from games.web.history.forms import HandsForm, ResultsForm

HOLDEM = PlayedGame(2, "Brno", "PLAY", "holdem", "nl", 10_00, 20_00)
RAZZ = PlayedGame(1, "Praha", "PLAY", "razz", "fl", 20_00, 20_00)
MIXED = PlayedGame(3, "Aš", "PLAY", "", "", 0, 20_00)
SMALL = PlayedGame(2, "Brno", "PLAY", "holdem", "nl", 5_00, 10_00)
TOURNAMENT = PlayedGame(9, "Cheb", "CHIPS", "holdem", "nl", 10_00, 20_00)
PLAYED = [HOLDEM, RAZZ, MIXED, SMALL, TOURNAMENT]
EUROS = HOLDEM._replace(table=4, name="Dublin", currency="EUR")


def choices(form: Any, name: str) -> list[tuple[str, str]]:
    """The choices of a field, as the browser gets them."""
    return [(code, str(label)) for code, label in form.fields[name].choices]


def test_the_choices_are_what_the_player_has_played() -> None:
    form = HandsForm(QueryDict(), PLAYED)
    assert choices(form, "game") == [("", "All games"), ("holdem", "Hold'em"), ("razz", "Razz")]
    assert choices(form, "stakes") == [
        ("", "All stakes"),
        ("nl-500-1000-PLAY", "5/10 NL"),
        ("nl-1000-2000-PLAY", "10/20 NL"),
        ("fl-2000-2000-PLAY", "20/40 FL"),
        ("nl-1000-2000-CHIPS", "1\N{NARROW NO-BREAK SPACE}000/2\N{NARROW NO-BREAK SPACE}000 NL (tournament)"),
    ]
    assert choices(form, "table") == [("", "All tables"), ("3", "Aš"), ("2", "Brno"), ("9", "Cheb"), ("1", "Praha")]


def test_stakes_of_equal_minor_units_are_a_choice_for_each_currency() -> None:
    form = HandsForm(QueryDict("stakes=nl-1000-2000-EUR"), [HOLDEM, EUROS, TOURNAMENT])
    assert [label for _code, label in choices(form, "stakes")[1:3]] == ["10/20 NL", "10/20\N{NO-BREAK SPACE}€ NL"]
    assert form.hand_filter() == HandFilter(stakes=("nl", 10_00, 20_00), currency="EUR")


def test_results_offer_the_stakes_of_the_currency_that_they_are_in() -> None:
    small = EUROS._replace(small_blind=50, big_blind=1_00)
    for currency, code, label in (("PLAY", "nl-1000-2000-PLAY", "10/20 NL"), ("EUR", "nl-50-100-EUR", "0.50/1 NL")):
        form = ResultsForm(QueryDict(f"currency={currency}&stakes={code}"), [HOLDEM, small])
        assert choices(form, "stakes")[1:] == [(code, label)]
        wanted = form.hand_filter()
        assert (wanted.currency, wanted.stakes is None) == (currency, False)
    assert ResultsForm(QueryDict("currency=EUR&stakes=nl-1000-2000-PLAY"), [HOLDEM, small]).hand_filter().stakes is None


def test_a_game_is_named_with_its_structure_and_stakes() -> None:
    assert forms.game_with_stakes(RAZZ) == "Fixed-limit razz 20/40"
    assert forms.game_with_stakes(HOLDEM._replace(structure="")) == "Hold'em 10/20", "of unknown structure"
    assert forms.stakes_of(TOURNAMENT) != forms.stakes_of(HOLDEM), "chips of tournaments are not money"


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("", HandFilter()),
        (
            "game=razz&stakes=fl-2000-2000-PLAY&table=1&since=2026-01-02&until=2026-01-03&pot=5&result=won&sitting=7",
            HandFilter("razz", ("fl", 20_00, 20_00), 1, date(2026, 1, 2), date(2026, 1, 3), 5_00, "won", 7, "PLAY"),
        ),
        ("game=chess&stakes=nl-1-2&table=8&since=x&until=x&pot=x&result=x&sitting=0", HandFilter()),
    ],
)
def test_a_search_for_hands_takes_every_valid_field(query: str, wanted: HandFilter) -> None:
    form = HandsForm(QueryDict(query), PLAYED)
    assert form.hand_filter() == wanted
    assert form.is_narrowed is bool(query)


def test_one_field_alone_narrows_a_search() -> None:
    assert HandsForm(QueryDict("result=won"), PLAYED).is_narrowed
    assert not HandsForm(QueryDict("before=5&result="), PLAYED).is_narrowed


@pytest.mark.parametrize(
    ("period", "since"),
    [
        ("", None),
        ("9", None),
        ("1", date(2026, 3, 10)),
        ("7", date(2026, 3, 4)),
        ("30", date(2026, 2, 9)),
        ("365", date(2025, 3, 11)),
    ],
)
def test_a_period_of_results_ends_today(monkeypatch: pytest.MonkeyPatch, period: str, since: date | None) -> None:
    monkeypatch.setattr(forms, "_today", lambda: date(2026, 3, 10))
    query = QueryDict(f"game=holdem&stakes=nl-500-1000-PLAY&period={period}")
    assert ResultsForm(query, [HOLDEM, SMALL]).hand_filter() == HandFilter(
        game="holdem", stakes=("nl", 5_00, 10_00), since=since, currency="PLAY"
    )


def test_the_currency_is_asked_for_only_if_there_are_several() -> None:
    assert "currency" not in ResultsForm(QueryDict(), [HOLDEM]).fields
    assert ResultsForm(QueryDict(), []).hand_filter() == HandFilter(currency="PLAY")
    both = [HOLDEM, EUROS]
    assert choices(ResultsForm(QueryDict(), both), "currency") == [("PLAY", "play money"), ("EUR", "EUR, euro")]
    assert ResultsForm(QueryDict(), both).hand_filter().currency == "PLAY", "the first if none is chosen"
    assert ResultsForm(QueryDict("currency=EUR"), both).hand_filter().currency == "EUR"
