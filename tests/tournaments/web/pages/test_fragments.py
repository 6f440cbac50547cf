"""The fragments of a tournament's pages at chosen moments and in every language (T4, T9, T17, T19)."""

import re
from collections.abc import Mapping

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine.rules.stakes import Structure as Betting
from tests.tournaments.web.support.current_views import current_views
from tests.tournaments.web.support.scenes import KNOCK_OUT, SCENES, SUNDAY, with_entries
from tournaments.engine.setup.setup import Game, Setup
from tournaments.engine.setup.structure import MINUTE, Break, Hourly
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import MoveReason
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision
from tournaments.simulation.run import SimulatedTournament
from tournaments.web.director import panel
from tournaments.web.pages import fragments
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.table_bar import bar_context
from tournaments.web.text.event_text import lines_of, move_reason
from tournaments.web.text.labels import span

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def all_fragments(simulated: SimulatedTournament, player: int = 5, language: str = "en") -> Mapping[str, str]:
    """The fragments of the lobby by id, as the player sees them."""
    view, own = current_views(simulated, player)
    return fragments.all_fragments(view, Viewer(player, own, key="k"), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_each_fragment_is_one_element_with_its_id(name: str, language: str) -> None:
    simulated = SCENES[name]()
    view, own = current_views(simulated)
    html = fragments.all_fragments(view, Viewer(5, own, key="k"), language)
    with override(language):
        html["tournament-bar"] = draw("bar", bar_context(view, Viewer(5, own, key="k"), 999), language)
        html["t-people"] = draw("people", panel.people(view), language)
        html["t-waiting"] = fragments.render("waiting", panel.waiting(view))
    for name_of_fragment, fragment in html.items():
        assert re.match(rf'<\w+ id="{name_of_fragment}"', fragment), name_of_fragment
        assert "style=" not in fragment
        assert "{" not in fragment.replace("{minutes}", ""), "every placeholder is filled"


def test_t4_the_clock_counts_to_the_moment_the_level_ends() -> None:
    simulated = SCENES["early"]()
    assert re.search(r'data-ends="\d+"', all_fragments(simulated)["t-clock"])
    simulated.do(cm.Pause("fire"))
    assert "data-ends" not in all_fragments(simulated)["t-clock"]
    assert "paused" in all_fragments(simulated)["t-banner"]


def test_t5_a_break_is_counted_down() -> None:
    html = all_fragments(SCENES["break"]())
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
def test_t4_the_antes_shown_are_the_antes_posted(
    games: list[tuple[str, Betting]], title: str, now: str, listed: str
) -> None:
    """The antes of a level apply to games with blinds; other games have antes of their own."""
    setup = SUNDAY._replace(games=tuple(Game(*game) for game in games), seats=6)
    simulated = with_entries(setup, 23)
    while simulated.t.stage is not Stage.RUNNING:
        simulated.step()
    html = all_fragments(simulated)
    assert f"<dt>{title}</dt>" in html["t-clock"]
    assert f">{title}</th>" in html["t-structure"]
    first = re.search(r'<td class="n sub">(.*?)</td>', html["t-structure"]).group(1)
    assert re.sub("<.*?>", "", first) == listed
    gold = re.search(r'<dd class="gold">(.*?)</dd>', html["t-clock"]).group(1)
    assert ("<small>" in gold) == bool(now)
    assert now in gold
    view, own = current_views(simulated, 5)
    bar = bar_context(view, Viewer(5, own, key="k"), 999)
    assert bar["ante"] == now
    assert now in str(bar["level_text"])


def test_t9_the_lobby_shows_which_tables_still_play() -> None:
    html = all_fragments(SCENES["bubble"]())
    assert "The next player out wins nothing" in html["t-banner"]
    assert "playing" in html["t-tables"]


def test_t17_the_deal_shows_shares_agreement_chip_chop_and_icm() -> None:
    simulated = SCENES["deal"]()
    player = next(entrant.player for entrant in simulated.t.still_in() if entrant.player not in simulated.t.deal.agreed)
    html = all_fragments(simulated, player)
    assert html["t-deal"].count("✓") == 1
    assert "Agree to the deal" in html["t-own"]
    assert "Propose these figures" in html["t-own"]
    assert "Agree to the deal" not in all_fragments(simulated, 0)["t-own"]


def test_t19_the_viewers_row_is_always_listed() -> None:
    simulated = with_entries(SUNDAY._replace(max_players=0), 260)
    simulated.do(cm.Start())
    last = simulated.t.players[260]
    html = all_fragments(simulated, last.player)["t-standings"]
    assert html.count("<tr") <= 203
    assert 'class="here"' in html


def test_t19_the_winners_page_announces_the_win() -> None:
    simulated = SCENES["over"]()
    winner = next(entrant.player for entrant in simulated.t.players.values() if entrant.place == 1)
    html = all_fragments(simulated, winner)
    assert "You have won the tournament!" in html["t-own"]
    assert "You have won" not in all_fragments(simulated, winner % 30 + 1)["t-own"]


def test_names_are_escaped() -> None:
    simulated = with_entries(SUNDAY, 0)
    simulated.do(cm.Enter(5, "<script>alert(1)</script>"))
    assert "<script" not in "".join(all_fragments(simulated).values())


def test_every_event_has_a_complete_sentence_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole tournament with re-buys and bounties, in three languages."""
    simulated = with_entries(KNOCK_OUT, 40)
    events: list[ev.Event] = []
    decide = simulated.do

    def keep_events(command: cm.Command) -> Decision:
        decision = decide(command)
        events.extend(decision.events)
        return decision

    monkeypatch.setattr(simulated, "do", keep_events)
    simulated.do(cm.Start())
    while simulated.step():
        pass
    names = {entrant.player: entrant.name for entrant in simulated.t.players.values()}
    kinds = {type(event) for event in events}
    assert {ev.Moved, ev.ChipsRaced, ev.ButtonDrawn, ev.BountyWon, ev.PlaceGiven, ev.LevelBegan} <= kinds
    for language in LANGUAGES:
        with override(language):
            lines = lines_of(events, names, "PLAY")
            assert all("{" not in line.text for line in lines)
            assert any(line.cards for line in lines), "button draws and chip races show their cards"
    moved = next(event for event in events if isinstance(event, ev.Moved))
    assert str(moved.from_table) in move_reason(moved) or moved.why in ("final", "balance")


@pytest.mark.parametrize("due", [-1, 0, 1, 4])
def test_t6_a_moved_player_gets_the_reason(due: int) -> None:
    text = move_reason(ev.Moved(1, 4, 0, 2, 3, MoveReason.BALANCE, due, 1))
    assert text.startswith("The tables were out of balance")
    assert ("big blind" in text) == (due >= 0)


def test_the_directors_own_reason_for_a_move_is_shown() -> None:
    assert "too loud" in move_reason(ev.Moved(1, 4, 0, 2, 3, MoveReason.DIRECTOR, -1, -1, "too loud"))


@pytest.mark.parametrize("setup", [SUNDAY, KNOCK_OUT])
def test_t1_the_announcement_is_shown_line_by_line(setup: Setup) -> None:
    texts = {fact.title: fact.text for fact in facts(setup)}
    assert texts["Starting stack"].startswith("10\u202f000, that is 200 big blinds")
    assert ("Re-buys" in texts) == (setup.rebuy is not None)
    assert all("{" not in text for text in texts.values())


def test_T1_T5_the_announcement_gives_each_break_its_own_length() -> None:
    breaks = (Break(2, 5 * MINUTE), Break(4, 60 * MINUTE), Break(6, 5 * MINUTE))
    setup = SUNDAY._replace(structure=SUNDAY.structure._replace(breaks=breaks, hourly=Hourly()))
    texts = {fact.title: fact.text for fact in facts(setup)}
    assert texts["Breaks"] == f"{span(5 * MINUTE)} after levels 2, 6. {span(60 * MINUTE)} after levels 4."


def test_house_bots_are_marked_in_every_list_of_players() -> None:
    simulated = SCENES["middle"]()
    view, own = current_views(simulated, 5)
    bot = next(row for row in view.standings if row.player != 5 and row.table)
    marked = view._replace(bots=frozenset({bot.player}), version=view.version + 1)
    html = fragments.all_fragments(marked, Viewer(5, own, key="k"), "en")
    people = draw("people", panel.people(marked), "en")
    for fragment in (html["t-standings"], html["t-tables"], people):
        assert fragment.count(">BOT<") == 1
        assert re.search(rf">{re.escape(bot.name)}</\w+>\s*<span[^>]*>BOT<", fragment)
