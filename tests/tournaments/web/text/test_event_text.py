"""F3, F4, T15: the lobby tells what a director decided with the reason, in every language."""

import pytest
from django.utils.translation import override

from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import CancelReason, EndReason, HandForHandReason
from tournaments.web.text.event_text import lines_of

WHY = "Fire <drill>"


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "The director paused the tournament. Reason: Fire <drill>",
                "Play continues. Reason: Fire <drill>",
                "The end is announced: the current hands are played out, then the chips are counted."
                " Reason: Fire <drill>",
                "The tournament is cancelled. Reason: Fire <drill>",
                "The tournament is cancelled. Too few players had registered.",
            ],
        ),
        (
            "cs",
            [
                "Ředitel turnaj pozastavil. Důvod: Fire <drill>",
                "Hraje se dál. Důvod: Fire <drill>",
                "Ohlášený konec: rozehrané handy se dohrají, pak se spočítají žetony. Důvod: Fire <drill>",
                "Turnaj je zrušen. Důvod: Fire <drill>",
                "Turnaj je zrušen. Zaregistrovalo se málo hráčů.",
            ],
        ),
        (
            "sk",
            [
                "Riaditeľ turnaj pozastavil. Dôvod: Fire <drill>",
                "Hrá sa ďalej. Dôvod: Fire <drill>",
                "Ohlásený koniec: rozohrané handy sa dohrajú, potom sa spočítajú žetóny. Dôvod: Fire <drill>",
                "Turnaj je zrušený. Dôvod: Fire <drill>",
                "Turnaj je zrušený. Zaregistrovalo sa málo hráčov.",
            ],
        ),
    ],
)
def test_F3_the_lobby_tells_the_directors_reason(language: str, sentences: list[str]) -> None:
    events = (
        ev.Paused(WHY),
        ev.Resumed(WHY),
        ev.EndAnnounced(WHY),
        ev.Cancelled(WHY, 0),
        ev.Cancelled(CancelReason.TOO_FEW, 0),
    )
    with override(language):
        assert [line.text for line in lines_of(events, {}, "PLAY")] == sentences


@pytest.mark.parametrize(("language", "word"), [("en", "Reason"), ("cs", "Důvod"), ("sk", "Dôvod")])
def test_F3_the_lobby_tells_why_the_director_changes_level_break_or_hand_for_hand(language: str, word: str) -> None:
    events = (
        ev.LevelBegan(3, 60_000, WHY),
        ev.BreakBegan(0, 60_000, WHY),
        ev.BreakEnded(60_000, WHY),
        ev.HandForHandBegan(WHY, manual=True),
        ev.HandForHandEnded(WHY),
    )
    with override(language):
        for line in lines_of(events, {}, "PLAY"):
            assert line.text.endswith(f". {word}: {WHY}")


@pytest.mark.parametrize(
    ("language", "in_time", "out"),
    [
        (
            "en",
            "Not everybody agreed in time: there is no deal, and play continues.",
            "Bob is out: the proposed deal has lapsed, and play continues.",
        ),
        (
            "cs",
            "Ne všichni souhlasili včas: dohoda není a hraje se dál.",
            "Bob už není ve hře: navržená dohoda neplatí a hraje se dál.",
        ),
        (
            "sk",
            "Nie všetci súhlasili včas: dohoda nie je a hrá sa ďalej.",
            "Bob už nie je v hre: navrhnutá dohoda neplatí a hrá sa ďalej.",
        ),
    ],
)
def test_T17_the_lobby_tells_why_a_proposed_deal_has_lapsed(language: str, in_time: str, out: str) -> None:
    with override(language):
        lines = lines_of((ev.DealLapsed(), ev.DealLapsed(out=2)), {2: "Bob"}, "PLAY")
        assert [line.text for line in lines] == [in_time, out]


def test_F3_what_the_rules_begin_or_end_gives_no_reason() -> None:
    events = (
        ev.LevelBegan(3, 60_000),
        ev.BreakBegan(0, 60_000),
        ev.BreakEnded(60_000),
        ev.HandForHandBegan(HandForHandReason.BUBBLE),
        ev.HandForHandEnded(HandForHandReason.FINAL),
    )
    assert [line.text for line in lines_of(events, {}, "PLAY")] == [
        "Level 3 begins.",
        "Break of 1 min.",
        "The break is over.",
        "Hand-for-hand begins.",
        "Hand-for-hand is over.",
    ]


@pytest.mark.parametrize("why", [EndReason.TIME, "director"])
def test_T15_an_end_by_the_clock_or_without_words_gives_no_reason(why: str) -> None:
    (line,) = lines_of([ev.EndAnnounced(why)], {}, "PLAY")
    assert line.text == "The end is announced: the current hands are played out, then the chips are counted."
