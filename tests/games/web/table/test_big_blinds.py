"""Amounts in big blinds or chips for players who prefer them, and as money for everybody else."""

import pytest

from games.preferences import chip_value
from games.text.amounts import AmountFormat
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from tests.games.support.amounts import MONEY
from tests.games.web.scenes.tables import BB, my_turn

IN_BLINDS = ViewerPreferences(signed_in=True, amounts="blinds")


@pytest.mark.parametrize(
    ("minor", "text"),
    [
        (BB, "1 BB"),
        (BB // 2, "0.5 BB"),
        (3 * BB // 4, "0.75 BB"),
        (0, "0 BB"),
        (100 * BB, "100 BB"),
        (1234 * BB, "1\u202f234 BB"),
    ],
)
def test_an_amount_shows_hundredths_of_a_big_blind(minor: int, text: str) -> None:
    assert AmountFormat(unit=BB, big_blinds=True).text(minor).replace("\u00a0", " ") == text
    assert "BB" not in MONEY.text(minor)


@pytest.mark.parametrize(
    ("big_blind", "minor", "text"),
    [
        (20_00, 1_842_00, "1\u202f842"),
        (20_00, 12_34, "12.34"),
        (1_00, 50, "50"),
        (1_00, 100_00, "10\u202f000"),
        (5, 2, "2"),
    ],
)
def test_an_amount_in_chips_has_no_decimals_where_stakes_have_cents(big_blind: int, minor: int, text: str) -> None:
    assert AmountFormat(unit=chip_value(big_blind, 2)).text(minor) == text


def test_every_fragment_follows_its_viewers_choice() -> None:
    view, own = my_turn()
    view = view._replace(big_blind=BB)
    for prefs, stack, call in (
        (ViewerPreferences(signed_in=True), "4\u202f860", ">200<"),
        (IN_BLINDS, "243\u00a0BB", ">10\u00a0BB<"),
        (ViewerPreferences(signed_in=True, amounts="chips"), "4\u202f860", ">200<"),
    ):
        html_by_id = fragments.public_fragments(view, "en", prefs) | fragments.own_fragments(own, view, "en", prefs)
        assert stack in html_by_id["seat-0"]
        assert call in html_by_id["controls"]
        assert (
            ("BB</b>" in html_by_id["pots"])
            == ("BB</b>" in fragments.log_fragment(view, "en", prefs))
            == (prefs is IN_BLINDS)
        )


def test_a_finished_hand_stays_in_its_own_big_blinds_and_what_is_offered_is_in_the_next_ones() -> None:
    """The next game of a rotation has other blinds."""
    view, own = my_turn()
    view = view._replace(big_blind=4 * BB, hand_big_blind=BB)
    public = fragments.public_fragments(view, "en", IN_BLINDS)
    own_parts = fragments.own_fragments(own, view, "en", IN_BLINDS)
    assert "243\u00a0BB" in public["seat-0"]
    assert "3\u00a0BB" in fragments.log_fragment(view, "en", IN_BLINDS)
    assert ">2.5\u00a0BB<" in own_parts["controls"]


@pytest.mark.parametrize(("amounts", "unit"), [("money", ""), ("chips", "100"), ("blinds", str(4 * BB))])
def test_a_typed_amount_is_read_by_the_blinds_of_the_game_being_played(amounts: str, unit: str) -> None:
    """The page itself knows no more than those of the rotation's first game."""
    view, own = my_turn()
    view = view._replace(big_blind=4 * BB)
    controls = fragments.own_fragments(own, view, "en", ViewerPreferences(True, amounts))["controls"]
    assert f'data-big-blind="{4 * BB}"' in controls
    assert (f'data-minor-per-unit="{unit}"' in controls) == bool(unit)


def test_asks_stay_in_minor_units() -> None:
    view, own = my_turn()
    controls = fragments.own_fragments(own, view._replace(big_blind=BB), "en", IN_BLINDS)["controls"]
    assert 'data-price="20000"' in controls
    assert 'name="amount" value="40000"' in controls
