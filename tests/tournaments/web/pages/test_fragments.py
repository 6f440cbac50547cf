"""The fragments of a tournament's pages in telling moments and every language (T4, T9, T17, T19)."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine.rules.stakes import Structure as Betting
from tests.tournaments.web.support.fragments import looked_at
from tests.tournaments.web.support.scenes import KNOCK_OUT, SCENES, SUNDAY, simulated
from tournaments.engine.setup.setup import Game
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import MoveReason
from tournaments.engine.state.tournament_state import Stage
from tournaments.simulation.run import SimulatedTournament
from tournaments.web.director import panel
from tournaments.web.pages import fragments
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.table_bar import bar_context
from tournaments.web.text.event_text import lines_of, why_moved

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def all_fragments(one: SimulatedTournament, player: int = 5, language: str = "en") -> Mapping[str, str]:
    view, own = looked_at(one, player)
    return fragments.all_fragments(view, Viewer(player, own, key="k"), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_each_fragment_is_one_element_with_its_id(name: str, language: str) -> None:
    one = SCENES[name]()
    view, own = looked_at(one)
    html = fragments.all_fragments(view, Viewer(5, own, key="k"), language)
    with override(language):
        html["tournament-bar"] = fragments.render("bar", bar_context(view, Viewer(5, own, key="k"), 999))
        html["t-people"] = fragments.render("people", panel.people(view))
        html["t-waiting"] = fragments.render("waiting", panel.waiting(view))
    for fragment, text in html.items():
        assert re.match(rf'<\w+ id="{fragment}"', text), fragment
        assert "style=" not in text
        assert "{" not in text.replace("{minutes}", ""), "no blank is left open"


def test_t4_the_clock_counts_to_the_moment_the_level_ends() -> None:
    one = SCENES["early"]()
    assert re.search(r'data-ends="\d+"', all_fragments(one)["t-clock"])
    one.do(cm.Pause("fire"))
    assert "data-ends" not in all_fragments(one)["t-clock"]
    assert "paused" in all_fragments(one)["t-banner"]


def test_t5_a_break_is_counted_down() -> None:
    html = all_fragments(SCENES["resting"]())
    assert "Break" in html["t-clock"]
    assert "All tables start again together." in html["t-banner"]


FIXED = Betting.FIXED_LIMIT


@pytest.mark.parametrize(
    ("games", "title", "now", "listed"),
    [
        ([("holdem", Betting.NO_LIMIT)], "Blinds", "", "–"),
        ([("stud", FIXED)], "Limits", "ante 25, bring-in 25", "25 · bring-in 25"),
        ([("draw", FIXED)], "Limits", "ante 25", "25"),
        ([("holdem", FIXED), ("razz", FIXED)], "Limits", "ante stud 25 + 25", "stud 25 + 25"),
    ],
)
def test_t4_the_antes_shown_are_the_antes_posted(games: list[Any], title: str, now: str, listed: str) -> None:
    """The levels' antes apply to games with blinds; other games ask for their own."""
    setup = SUNDAY._replace(games=tuple(Game(*game) for game in games), seats=6)
    one = simulated(setup, 23)
    while one.t.stage is not Stage.RUNNING:
        one.step()
    html = all_fragments(one)
    assert f"<dt>{title}</dt>" in html["t-clock"]
    assert f">{title}</th>" in html["t-structure"]
    first = re.search(r'<td class="n sub">(.*?)</td>', html["t-structure"]).group(1)
    assert re.sub("<.*?>", "", first) == listed
    gold = re.search(r'<dd class="gold">(.*?)</dd>', html["t-clock"]).group(1)
    assert ("<small>" in gold) == bool(now)
    assert now in gold
    view, own = looked_at(one, 5)
    bar = bar_context(view, Viewer(5, own, key="k"), 999)
    assert bar["ante"] == now
    assert now in bar["level_text"]


def test_t9_the_bar_counts_the_tables_still_playing() -> None:
    html = all_fragments(SCENES["bubble"]())
    assert "The next player out wins nothing" in html["t-banner"]
    assert "playing" in html["t-tables"]


def test_t17_the_deal_shows_shares_agreement_chip_chop_and_icm() -> None:
    one = SCENES["dealing"]()
    player = next(entrant.player for entrant in one.t.still_in() if entrant.player not in one.t.deal.agreed)
    html = all_fragments(one, player)
    assert html["t-deal"].count("✓") == 1
    assert "Agree to the deal" in html["t-mine"]
    assert "Propose these figures" in html["t-mine"]
    assert "Agree to the deal" not in all_fragments(one, 0)["t-mine"]


def test_t19_the_viewers_row_is_always_listed() -> None:
    one = simulated(SUNDAY._replace(max_players=0), 260)
    one.do(cm.Start())
    last = one.t.players[260]
    html = all_fragments(one, last.player)["t-standings"]
    assert html.count("<tr") <= 203
    assert 'class="here"' in html


def test_the_winner_is_told() -> None:
    one = SCENES["over"]()
    winner = next(entrant.player for entrant in one.t.players.values() if entrant.place == 1)
    html = all_fragments(one, winner)
    assert "You have won the tournament!" in html["t-mine"]
    assert "You have won" not in all_fragments(one, winner % 30 + 1)["t-mine"]


def test_names_are_escaped() -> None:
    one = simulated(SUNDAY, 0)
    one.do(cm.Enter(5, "<script>alert(1)</script>"))
    assert "<script" not in "".join(all_fragments(one).values())


def test_every_event_has_a_complete_sentence_or_none() -> None:
    """A whole tournament with re-buys and bounties, in three languages."""
    one = simulated(KNOCK_OUT, 40)
    told: list[Any] = []
    do = one.do

    def listen(command: cm.Command) -> Any:
        decision = do(command)
        told.extend(decision.events)
        return decision

    one.do = listen
    one.do(cm.Start())
    while one.step():
        pass
    names = {entrant.player: entrant.name for entrant in one.t.players.values()}
    kinds = {type(event) for event in told}
    assert {ev.Moved, ev.ChipsRaced, ev.ButtonDrawn, ev.BountyWon, ev.PlaceGiven, ev.LevelBegan} <= kinds
    for language in LANGUAGES:
        with override(language):
            lines = lines_of(told, names)
            assert all("{" not in line.text for line in lines)
            assert any(line.cards for line in lines), "draws and races show their cards"
    moved = next(event for event in told if isinstance(event, ev.Moved))
    assert str(moved.from_table) in why_moved(moved) or moved.why in ("final", "balance")


@pytest.mark.parametrize("due", [-1, 0, 1, 4])
def test_t6_a_moved_player_is_told_why(due: int) -> None:
    words = why_moved(ev.Moved(1, 4, 0, 2, 3, MoveReason.BALANCE, due, 1))
    assert words.startswith("The tables were out of balance")
    assert ("big blind" in words) == (due >= 0)


def test_the_directors_own_reason_for_a_move_is_shown() -> None:
    assert "too loud" in why_moved(ev.Moved(1, 4, 0, 2, 3, MoveReason.DIRECTOR, -1, -1, "too loud"))


@pytest.mark.parametrize("setup", [SUNDAY, KNOCK_OUT])
def test_t1_the_announcement_is_shown_line_by_line(setup: Any) -> None:
    said = {fact.title: fact.text for fact in facts(setup)}
    assert said["Starting stack"].startswith("10\u2009000, that is 200 big blinds")
    assert ("Re-buys" in said) == (setup.rebuy is not None)
    assert all("{" not in words for words in said.values())
