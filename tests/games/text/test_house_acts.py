"""F1, F3: whatever the house does at a table has words for its players, in every language."""

from typing import get_args

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine import events as ev
from games.engine.events.kinds import Announcement, LeaveReason, SitOutReason
from games.engine.rules.changes import rule_changes
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.views.hand_log import log_lines
from games.engine.views.kinds import LineCode, TablePhase
from games.engine.views.types import LogLine
from games.text.changes import change_text, setting_name
from games.text.house_acts import order_text
from games.text.log_lines import log_line_html
from tests.games.engine.support.rakes import ETHP_RAKE, SHOWDOWN_RAKE
from tests.games.support.amounts import MONEY

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WHY = "Fire alarm <b>"
RULES = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 5_00, 10_00))
DEARER = RULES._replace(stakes=Stakes(Structure.NO_LIMIT, 10_00, 20_00))
CHANGES = rule_changes(RULES, DEARER)
CAPPED = RakeTerms("club", 50, cap=3_00)

HOUSE_ACTS: list[ev.TableEvent] = [
    ev.Paused(WHY),
    ev.Resumed(WHY),
    ev.Closing(WHY),
    ev.Closed(),
    ev.RulesChanged(DEARER.to_data(), CHANGES, WHY),
    ev.HandVoided(7, WHY),
    *(ev.Announced(kind, "Petr", WHY) for kind in Announcement if kind is not Announcement.CLOSES_SOON),
    ev.Announced(Announcement.CLOSES_SOON, "1790000000000", ""),
    ev.RemovalAsked(1, "Petr", WHY),
    ev.RemovalCalledOff(1, "Petr", WHY),
    *(ev.SeatLeft(1, 9, 0, why, "Petr") for why in (LeaveReason.IDLE, LeaveReason.BROKE)),
    *(ev.SatOut(1, why, 5, "Petr") for why in (SitOutReason.DIRECTOR, SitOutReason.BARRED)),
    ev.TableMoveSet(1, 4, "Brno", True, "Petr"),
    ev.UnseatAsked(1, "Petr"),
    ev.ChipsSet(1, 100, 200, WHY, "Petr"),
    ev.ChipsRaced(25, 100, ((1, "Petr", (), 75, 100),), (1,), ()),
    ev.KeptOpen(WHY),
    ev.SitOutOrdered(1, True, "Petr", WHY),
    ev.SitOutOrdered(1, False, "Petr", WHY),
    ev.Warned(1, "Petr", WHY),
    ev.Penalised(1, 3, "Petr"),
    ev.Penalised(1, 3, "Petr", WHY, sits_out=True),
    ev.Penalised(1, 0, "Petr", WHY, sits_out=True, minutes=5, until=9),
    ev.Penalised(1, 0, "Petr"),
    ev.PenaltyServed(1, 0, 5, "Petr"),
    ev.HandsHeld(True, True),
    ev.HandsHeld(True, False),
]
BY_PLAYERS_OR_THE_GAME = {
    *get_args(ev.HandEvent),
    *(ev.SeatTaken, ev.ChipsQueued, ev.ChipsAdded, ev.ChipsReturned, ev.SitOutAsked, ev.SatIn, ev.LeaveAsked),
    *(ev.StopPlanSet, ev.RefillSet, ev.MovedToTable, ev.AutoActionsSet, ev.TimedOut, ev.BlindAgreed),
    *(ev.SeatChangeAsked, ev.SeatChanged, ev.EntrySet, ev.StraddleSet, ev.BlindsMissed, ev.BankChanged),
    *(ev.PreActionSet, ev.Disconnected, ev.Reconnected),
    *(ev.GameChanged, ev.RabbitAsked, ev.RabbitAgreed, ev.RabbitShown, ev.ButtonDrawn, ev.PositionsSet),
    *(ev.TurnBegan, ev.BankBegan, ev.TimeCalled, ev.WaitBegan, ev.HandReleased, ev.LogCleared),
    ev.PenaltyClockSet,
}


def words(event: ev.TableEvent, language: str) -> list[str]:
    """The log's lines about the event."""
    with override(language):
        lines = log_lines([event], {1: "Petr"}, RULES)
        return [str(log_line_html(line, MONEY)) for line in lines]


def test_F1_every_event_is_either_the_houses_and_told_or_caused_by_players_or_the_game() -> None:
    told = {type(event) for event in HOUSE_ACTS}
    assert told | BY_PLAYERS_OR_THE_GAME == set(get_args(ev.TableEvent))
    assert not told & BY_PLAYERS_OR_THE_GAME
    assert set(ev.HOUSE_ACTS) <= told


@pytest.mark.parametrize("event", HOUSE_ACTS, ids=lambda event: type(event).__name__)
def test_F1_every_act_of_the_house_has_words_in_every_language(event: ev.TableEvent) -> None:
    texts = [words(event, language) for language in LANGUAGES]
    assert all(texts)
    assert all(line.strip() and line != "Petr" for lines in texts for line in lines)
    assert texts[0] not in texts[1:], "Czech and Slovak have words of their own"
    if WHY in event:
        assert all("Fire alarm &lt;b&gt;" in " ".join(lines) for lines in texts), "the reason is told, and escaped"


def test_F1_changed_stakes_are_told_with_old_and_new_values() -> None:
    assert "Stakes: 5/10 → 10/20" in words(HOUSE_ACTS[4], "en")
    assert "Limity: 5/10 → 10/20" in words(HOUSE_ACTS[4], "cs")


def test_R5_a_changed_rake_has_the_decimal_sign_of_the_language() -> None:
    rake = RULES.rake._replace(per_mille=25, cap=3_00)
    change, *_ = rule_changes(RULES, RULES._replace(rake=rake))
    for language, percent in {"en": "2.5", "cs": "2,5", "sk": "2,5"}.items():
        with override(language):
            assert percent in change_text(*change, amounts=MONEY)


def test_R5_a_changed_rake_stands_in_the_log_with_old_and_new_values() -> None:
    raked = RULES._replace(rake=RULES.rake._replace(per_mille=25, cap=3_00))
    change = ev.RulesChanged(raked.to_data(), rule_changes(RULES, raked), WHY)
    assert "Rake: none → 2.5%, at most 3" in words(change, "en")
    assert "Rake: 2.5%, at most 3 → none" in words(
        ev.RulesChanged(RULES.to_data(), rule_changes(raked, RULES), WHY), "en"
    )


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (CAPPED._replace(unit=5), "Rounding of the rake: down to a multiple of 0.01 → down to a multiple of 0.05"),
        (CAPPED._replace(round_up=True), "Rounding of the rake: down to a multiple of 0.01 → up to a multiple of 0.01"),
        (CAPPED._replace(caps_by_players=((2, 5_00),)), "Rake: 5%, at most 3 → 5%, at most 5"),
        (
            CAPPED._replace(caps_by_players=((3, 5_00), (4, 0))),
            "Rake: 5%, at most 3 → 5%, caps: 3 with 2 players, 5 with 3 players, no cap with 4 players or more",
        ),
        (CAPPED._replace(smallest_pot=12_00), "Smallest raked pot: none → 12"),
        (CAPPED._replace(no_flop_no_drop=True), "Rake from hands that end in the first round of betting: yes → no"),
    ],
)
def test_R5_each_change_of_the_rake_is_told_by_itself(other: RakeTerms, told: str) -> None:
    changes = rule_changes(RULES._replace(rake=CAPPED), RULES._replace(rake=other))
    assert [change_text(*change, amounts=MONEY) for change in changes] == [told]


def test_R5_a_table_without_rake_tells_no_change_of_it() -> None:
    assert rule_changes(RULES, RULES._replace(rake=CAPPED._replace(per_mille=0, round_up=True))) == ()


def test_F3_settings_that_are_no_amounts_are_told_in_words() -> None:
    changes = [("password", "", "new"), ("password", "set", ""), ("password", "set", "new"), ("every", "0", "8")]
    told = {
        "en": ["none → a new one", "the old one → none", "the old one → a new one", "an orbit → 8"],
        "cs": ["žádné → nové", "dosavadní → žádné", "dosavadní → nové", "kolo → 8"],
        "sk": ["žiadne → nové", "doterajšie → žiadne", "doterajšie → nové", "kolo → 8"],
    }
    for language, values in told.items():
        with override(language):
            assert [change_text(*change, amounts=MONEY).partition(": ")[2] for change in changes] == values


@pytest.mark.parametrize("language", LANGUAGES)
def test_F1_every_change_of_rules_has_words(language: str) -> None:
    others = [
        DEARER,
        rotation("horse", 20_00, every=6),
        RULES._replace(rake=SHOWDOWN_RAKE),
        RULES._replace(rake=ETHP_RAKE),
        RULES._replace(rake=CAPPED._replace(caps_by_players=((4, 0),), smallest_pot=12_00, no_flop_no_drop=True)),
        RULES._replace(stakes=RULES.stakes._replace(ante=1_00)),
        RULES._replace(stakes=RULES.stakes._replace(ante=1_00, ante_kind=AnteKind.BIG_BLIND)),
        Rules(CATALOGUE["stud"], Stakes(Structure.FIXED_LIMIT, 0, 10_00, ante=2_00, bring_in=5_00)),
        RULES._replace(clock=RULES.clock._replace(turn=9_000, bank=0)),
        *(RULES._replace(house=house) for house in PRESETS.values()),
    ]
    with override(language):
        for other in others:
            for change in rule_changes(RULES, other):
                assert "→" in change_text(*change, amounts=MONEY)
                assert setting_name(change.what)
        assert rule_changes(RULES, RULES) == ()


def test_F1_every_house_rule_has_words_for_each_of_its_values() -> None:
    for name, rule in HOUSE_RULES.items():
        for value in rule.choices:
            text = ("on" if value else "off") if isinstance(value, bool) else str(value)
            assert change_text(name, text, text, MONEY)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [LineCode.PAUSED, LineCode.CLOSING, LineCode.FROZEN])
def test_F1_an_order_in_force_is_on_the_status_line_with_its_reason(code: LineCode, language: str) -> None:
    with override(language):
        for phase in (TablePhase.BETTING, TablePhase.PAUSED, TablePhase.FROZEN):
            assert "Fire" in order_text(LogLine(code, other="Fire"), phase)
            assert order_text(LogLine(code), phase)


def test_F1_the_last_orbit_is_on_the_status_line() -> None:
    line = LogLine(LineCode.CLOSING, amount=1, other="late")
    assert order_text(line, TablePhase.BETTING) == "Last orbit: the table closes after it: late"
