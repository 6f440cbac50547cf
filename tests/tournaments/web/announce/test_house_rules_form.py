"""Presets and single house rules in the announcement (section Y)."""

import pytest
from django.test import Client

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import TimeoutAction
from games.engine.rules.tournament_house_rules import TABLE_PRESETS
from pokerroom.roles import DIRECTOR
from tests.games.support.tables import person
from tests.staff import with_role
from tests.tournaments.web.support.announcement_form import posted, setup_from
from tests.tournaments.web.support.scenes import SUNDAY
from tournaments.engine.setup.house_rules import PRESETS
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.initial_values import initial_values
from tournaments.web.announce.structure_form import StructureForm
from tournaments.web.announce.views import FIRST


@pytest.mark.parametrize("preset", list(Preset))
def test_Y_the_announcement_starts_from_a_preset(preset: Preset) -> None:
    setup = setup_from(posted(SUNDAY, preset=str(preset)))
    assert (setup.preset, setup.house, setup.table_house) == (preset, PRESETS[preset], TABLE_PRESETS[preset])
    assert initial_values(setup)["timeout_action"] == "", "as the preset"


def test_Y_single_rules_and_the_clock_differ_from_the_preset_and_read_back() -> None:
    typed = {"timeout_action": "fold", "equal_bust": "order", "turn_seconds": "40", "bank_seconds": "0"}
    setup = setup_from(posted(SUNDAY, preset="ethp", suit_order="shcd", call_time="on", **typed))
    assert setup.table_house.timeout_action is TimeoutAction.FOLD
    assert (setup.table_house.suit_order, setup.table_house.call_time) == ("shcd", True)
    assert setup.house == PRESETS[Preset.ETHP], "the value of the preset itself"
    assert (setup.clock.turn, setup.clock.bank) == (40_000, 0)
    assert setup_from(posted(setup))._replace(starts_at=0) == setup._replace(starts_at=0)


def test_Y_a_rule_without_effect_on_the_game_stays_as_in_the_preset() -> None:
    for typed, wrong in (({"draw_open": "bet_or_fold"}, True), ({"draw_open": "check_allowed"}, False)):
        form = AnnouncementForm(posted(SUNDAY, **typed), now=FIRST)
        assert ("draw_open" in form.errors) == wrong


@pytest.mark.django_db
def test_Y_G12_a_template_takes_the_antes_of_the_preset_and_suits_the_game() -> None:
    director, client = with_role(person("Dana"), DIRECTOR), Client()
    client.force_login(director)

    def filled(**typed: str) -> StructureForm:
        page = client.post("/tournaments/announce/", dict(posted(SUNDAY, fill="turbo", **typed).lists()))
        found: StructureForm = page.context["plan"]
        return found

    each, blinds, stud = filled(preset="showdown"), filled(), filled(game="stud", betting="fl", seats="8")
    assert (each.initial["ante_kind"], each.levels[3].ante) == ("each", "25")
    assert (blinds.initial["ante_kind"], blinds.levels[3].ante) == ("big_blind", "200")
    assert str(stud.initial["chips"]).startswith("5, 25, 100")
