"""Amounts and numbers on all pages, in every language."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.money.escrow import parse_amount
from games.text.amounts import AmountFormat
from games.web.text.rules import rules_sections
from tests.games.engine.support.rakes import online_rake
from tests.games.support.tables import NL_10_20
from tournaments.web.announce.typed_values import amounts


@pytest.mark.parametrize(
    ("minor", "text"),
    [(1_842_000, "18\u202f420"), (50, "0.50"), (0, "0"), (-12_345_00, "\u221212\u202f345"), (None, "")],
)
def test_amount(minor: int | None, text: str) -> None:
    assert Template("{{ minor|amount:'PLAY' }}").render(Context({"minor": minor})) == text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "1\u202f842.50"), ("cs", "1\u202f842,50"), ("sk", "1\u202f842,50")]
)
def test_decimals_are_written_as_the_language_does_and_read_back(language: str, text: str) -> None:
    with override(language):
        page = Template("{{ minor|amount:'PLAY' }} {{ minor|signed_money:'CZK' }}")
        assert page.render(Context({"minor": 1_842_50})) == f"{text} +{text}\u00a0Kč"
        assert AmountFormat().text(-1_842_50) == f"\u2212{text}"
        sign = text[-3]
        assert AmountFormat(unit=2_00, big_blinds=True).text(1_85) == f"0{sign}92\u00a0BB"
        for typed in (text, "1842.50", "1842,5"):
            assert parse_amount(typed, "PLAY") == 1_842_50


@pytest.mark.parametrize(("language", "percent"), [("en", "4.5%"), ("cs", "4,5\u00a0%")])
def test_the_rules_write_the_rake_with_the_languages_decimals(language: str, percent: str) -> None:
    rules = NL_10_20._replace(rake=online_rake(20_00)._replace(per_mille=45))
    with override(language):
        text = " ".join(words for _, words in rules_sections(rules, min_buy_in=0, max_buy_in=0, currency="PLAY"))
    assert percent in text


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("en", "500, 300.50,200", (500_00, 300_50, 200_00)),
        ("cs", "500; 300,50; 200", (500_00, 300_50, 200_00)),
        ("cs", "500, 300, 200,5", (500_00, 300_00, 200_50)),
    ],
)
def test_t16_several_amounts_are_read_in_one_field(language: str, typed: str, read: tuple[int, ...]) -> None:
    with override(language):
        assert amounts(typed, "PLAY") == read
