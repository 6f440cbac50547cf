"""The forms for chips: what they suggest, and where they show a refusal."""

from games.engine.errors import IllegalAction
from games.web.forms import ChipsForm, SeatForm


def test_a_form_suggests_an_amount_and_has_a_key_of_its_own() -> None:
    forms = [ChipsForm(currency="PLAY"), SeatForm(currency="PLAY")]
    for form in forms:
        form.suggest(150_00)
    assert [form.initial["amount"] for form in forms] == ["150", "150"]
    keys = {form.initial["key"] for form in forms}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {32}


def test_a_refusal_is_shown_above_the_form() -> None:
    form = ChipsForm(currency="PLAY")
    form.cleaned_data = {}
    form.show_refusal(IllegalAction("not_a_multiple", unit=5_00))
    assert form.non_field_errors() == ["The amount must be a multiple of 5."]
