"""M4: the currencies of the room and the amounts in them."""

import asyncio

import pytest
from django import forms
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from backoffice import kept
from backoffice.api import Refused
from cashier import api, currencies, currency_acts
from cashier.amount_field import AmountField, CurrencyField, use_chosen_currency
from cashier.engine.errors import LedgerError
from cashier.engine.money import LARGEST
from cashier.models import Account, Currency
from cashier.text import amount_text, currency_label, currency_mark, money_text, parse_amount, signed_money_text
from cashier.web.cage.count_form import CountForm
from pokerroom.models import User


@pytest.fixture
def dinar(db: None) -> str:
    """A currency with three decimals and its symbol before amounts."""
    Currency.objects.create(code="KWD", digits=3, symbol="KD", symbol_first=True, name="Kuwaiti dinar", order=5)
    currencies.read_again()
    return "KWD"


@pytest.fixture
def yen(db: None) -> str:
    """A currency without decimals and without a symbol."""
    Currency.objects.create(code="JPY", digits=0)
    currencies.read_again()
    return "JPY"


def test_the_three_standard_currencies_need_no_rows(db: None) -> None:
    currencies.read_again()
    assert [one.code for one in api.currencies()] == ["PLAY", "CZK", "EUR"]
    assert api.default_currency() == "PLAY"


def test_added_currencies_stand_at_their_place(dinar: str, yen: str) -> None:
    assert [one.code for one in api.currencies()] == ["KWD", "PLAY", "CZK", "EUR", "JPY"]
    assert api.default_currency() == "KWD"


def test_a_retired_currency_is_not_offered_and_its_amounts_can_still_be_read(dinar: str) -> None:
    Currency.objects.update(retired=True)
    currencies.read_again()
    assert not api.is_currency(dinar)
    assert dinar not in [one.code for one in api.currencies()]
    assert money_text(1_500, dinar) == "KD1.500"


def test_the_last_currency_cannot_be_retired(db: None) -> None:
    owner = User.objects.create_user(username="owner").pk
    euro, koruna, play = (currencies.find(code) for code in ("EUR", "CZK", "PLAY"))
    assert euro and koruna and play
    currency_acts.change(euro._replace(retired=True), by=owner, reason="not used")
    # Another process has done this; here it was not read yet.
    Currency.objects.filter(code=koruna.code).update(retired=True)
    with pytest.raises(Refused, match="last_currency"):
        currency_acts.change(play._replace(retired=True), by=owner, reason="not used")
    assert [one.code for one in api.currencies()] == ["PLAY"]


def test_another_process_sees_a_new_currency_at_once_and_a_new_symbol_soon(
    dinar: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    currencies.keep_standard()
    assert api.currency(dinar).digits == 3
    Currency.objects.update(symbol="KWD ")
    assert money_text(5, dinar) == "KD0.005"
    monkeypatch.setattr(kept, "monotonic", lambda: 10.0**9)
    assert money_text(5, dinar) == "KWD 0.005"


def test_an_event_loop_is_never_held_up_by_a_query(dinar: str) -> None:
    async def shown() -> str:
        currencies._kept.forget()
        return money_text(5_00, "CZK")

    assert asyncio.run(shown()) == "5\u00a0Kč"


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (1_842_50, "CZK", "1\u202f842.50\u00a0Kč"),
        (-5, "EUR", "\u22120.05\u00a0€"),
        (1_842_50, "PLAY", "1\u202f842.50"),
        (-1_500, "KWD", "\u2212KD1.500"),
        (1_500, "JPY", "1\u202f500\u00a0JPY"),
    ],
)
def test_money_is_written_with_its_currency(dinar: str, yen: str, minor: int, currency: str, text: str) -> None:
    assert money_text(minor, currency) == text


def test_a_sign_stands_before_the_symbol(dinar: str) -> None:
    assert signed_money_text(1_500, dinar) == "+KD1.500"


def test_a_currency_is_named_in_lists(dinar: str, yen: str) -> None:
    labels = ["CZK, Czech koruna", "play money", "KWD, Kuwaiti dinar", "JPY"]
    assert [currency_label(code) for code in ("CZK", "PLAY", "KWD", "JPY")] == labels
    assert [currency_mark(code) for code in ("CZK", "PLAY", "KWD", "JPY")] == ["Kč", "play money", "KD", "JPY"]


def test_M4_money_of_an_unknown_currency_is_refused(alice: User) -> None:
    with pytest.raises(LedgerError, match="unknown_currency"):
        api.open_wallet(user_id=alice.pk, currency="XXX")
    with pytest.raises(LedgerError, match="unknown_currency"):
        api.grant(user_id=alice.pk, amount=5, reason="a gift", by=None, key="gift", currency="XXX")
    with pytest.raises(LedgerError, match="unknown_currency"):
        money_text(5, "XXX")
    assert not Account.objects.filter(currency="XXX").exists()


@given(
    st.integers(0, LARGEST), st.sampled_from(["en", "cs", "sk"]), st.sampled_from(["PLAY", "CZK", "KWD", "JPY", "EUR"])
)
def test_M1_an_amount_as_shown_is_read_back_in_every_language(minor: int, language: str, code: str) -> None:
    added = {one.code: one for one in (api.CurrencyInfo("KWD", 3, "KD", True), api.CurrencyInfo("JPY", 0))}
    currencies._kept.keep({**currencies._STANDARD, **added})
    with override(language):
        assert parse_amount(amount_text(minor, code), code) == minor
        assert parse_amount(money_text(minor, code), code) == minor


class AmountForm(forms.Form):
    """An amount in a chosen currency."""

    currency = CurrencyField()
    amount = AmountField()


@pytest.mark.parametrize(
    ("typed", "code", "minor"), [("EUR", "EUR", 12_50), ("KWD", "KWD", 12_500), ("XYZ", "KWD", 12_500)]
)
def test_amounts_of_a_form_are_in_the_currency_chosen_in_it(dinar: str, typed: str, code: str, minor: int) -> None:
    form = AmountForm({"currency": typed, "amount": "12.5"})
    assert use_chosen_currency(form) == code
    assert form.is_valid() is (typed == code), "nothing unknown is taken for another currency"
    assert form.cleaned_data["amount"] == minor


def test_amounts_of_a_form_that_nobody_has_filled_are_in_the_first_currency(db: None) -> None:
    assert use_chosen_currency(AmountForm()) == "PLAY"


def test_notes_and_coins_that_were_counted_are_shown_open(db: None) -> None:
    def is_open(data: dict[str, str]) -> bool:
        [group] = CountForm(data, codes=["CZK"], required=False).groups()
        return group.is_used

    piece = api.currency("CZK").pieces[0]
    field = next(one.name for one in CountForm(codes=["CZK"], required=False) if one.name.endswith(str(piece)))
    assert not is_open({"CZK": "200"})
    assert is_open({field: "2"})
