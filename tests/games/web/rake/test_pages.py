"""R1: operators make, copy and retire rake profiles and give them versions, each act previewed, reasoned and logged."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import override

from backoffice.models import StaffAct
from backoffice.web.log_search import changes_text
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import SHOWDOWN
from games.engine.rules.rake_tariff import CapRow, RakeTariff
from games.models.rake import RakeProfile
from games.operations import rake_profiles
from games.tables.rake_profiles import with_chosen_rake
from pokerroom.models import User
from pokerroom.page_language import HEADER
from tests.games.support.tables import NL_10_20, open_table, person
from tests.staff import staff

pytestmark = pytest.mark.django_db
TYPED = {
    "no_limit": "5", "pot_limit": "4,5 %", "fixed_limit": "0", "unit": "0.05", "rounding": "down", "smallest_pot": "",
    "attribution": "contributed", "rows": "4",
    "cap0_cap": "300", "cap1_game": "omaha", "cap1_structure": "pl", "cap1_cap": "200",
    "cap2_players_from": "3", "cap2_of_blind": "150",
}  # fmt: skip
NEW = {**TYPED, "name": "Friday", "currency": "PLAY", "reason": "a new season"}
MEANT = RakeTariff(
    50, 45, 0, unit=5,
    caps=(CapRow(300_00), CapRow(200_00, game="omaha", structure="pl"), CapRow(of_blind=150, players_from=3)),
)  # fmt: skip


@pytest.fixture
def operator() -> Client:
    return staff("operator")


def text(answer: object) -> str:
    return unescape(answer.content.decode())  # type: ignore[attr-defined]  # Django's test response


def make(tariff: RakeTariff = MEANT, name: str = "Friday", currency: str = "PLAY") -> RakeProfile:
    by = User.objects.get(username="operator").pk
    return rake_profiles.make_profile(by=by, name=name, currency=currency, tariff=tariff, reason="a new season")


def test_R1_a_profile_is_made_after_a_preview_with_a_reason_and_logged_once(operator: Client) -> None:
    preview = text(operator.post("/office/rake/new/", NEW))
    for line in ("Share of the pots: No limit 5%, Pot limit 4.5%, Fixed limit 0%", "Cap: Pot-limit Omaha: 200"):
        assert line in preview
    assert not RakeProfile.objects.exists()
    for status in (302, 422):
        assert operator.post("/office/rake/new/", {**NEW, "confirmed": "1"}).status_code == status
    profile = RakeProfile.objects.get()
    assert (profile.name, profile.currency, profile.versions.get().tariff) == ("Friday", "PLAY", MEANT)
    act = StaffAct.objects.get()
    assert (act.act, act.subject_kind, act.reason) == ("games.rake_made", "rake_profile", "a new season")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"no_limit": "100"}, "Write a share from 0 to 99.9%"),
        ({"no_limit": "-1"}, "Write a share from 0 to 99.9%"),
        ({"no_limit": "2.55"}, "Write a share from 0 to 99.9%"),
        ({"unit": "0"}, "above zero"),
        ({"cap3_cap": "250"}, "A row above has a cap for the same hands"),
        ({"cap3_cap": "5", "cap3_of_blind": "50"}, "Either an amount or a part of the big blind."),
        ({"cap3_game": "stud", "cap3_structure": "nl"}, "Type the cap, or 0 for hands without one."),
        ({"cap3_players_from": "11", "cap3_cap": "5"}, "less than or equal to 10"),
        ({"reason": " "}, "This field is required"),
        ({"name": "\u200b"}, "Give the profile a name that can be read."),
        ({"currency": "ZZZ"}, "not one of the available choices"),
    ],
)  # fmt: skip
def test_R1_bad_input_is_a_sentence_at_its_field_and_keeps_what_was_typed(
    operator: Client, typed: dict[str, str], said: str
) -> None:
    answer = operator.post("/office/rake/new/", {**NEW, **typed})
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'value="4,5 %"' in text(answer)
    assert not RakeProfile.objects.exists()


def test_R1_more_rows_can_be_asked_for_and_keep_what_was_typed(operator: Client) -> None:
    page = text(operator.post("/office/rake/new/", {**NEW, "back": "more"}))
    assert 'name="cap5_cap"' in page
    assert 'name="rows" value="6"' in page
    assert 'value="4,5 %"' in page
    odd = text(operator.post("/office/rake/new/", {**NEW, "rows": "99999999", "back": "1"}))
    assert 'name="cap3_cap"' in odd


@pytest.mark.parametrize("preset", Preset)
def test_R2_R3_a_preset_s_profile_is_read_and_copied_but_never_changed(operator: Client, preset: Preset) -> None:
    assert operator.get(f"/office/rake/{preset}/").status_code == 200
    assert operator.get(f"/office/rake/{preset}/copy/").status_code == 200
    for act in ("version", "retire", "withdraw/1"):
        assert operator.get(f"/office/rake/{preset}/{act}/").status_code == 404


def test_R2_the_omaha_caps_of_showdown_stand_in_words(operator: Client) -> None:
    page = text(operator.get("/office/rake/showdown/"))
    assert "Cap: Pot-limit Omaha, small blind from 50" in page
    copied = text(operator.get("/office/rake/showdown/copy/"))
    assert 'name="cap1_cap" value="200"' in copied
    assert "5%" in page


def test_R1_a_version_is_previewed_with_its_tables_and_made(operator: Client) -> None:
    profile = make()
    open_table("Prague", rules=with_chosen_rake(NL_10_20, profile.code, preset=Preset.ONLINE, currency="PLAY"))
    path = f"/office/rake/{profile.pk}/version/"
    moment = localtime(timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    typed = {**TYPED, "no_limit": "4", "valid_from": moment, "reason": "cheaper"}
    preview = text(operator.post(path, typed))
    assert "Share of the pots: No limit 5%, Pot limit 4.5%, Fixed limit 0% → No limit 4%" in preview
    assert "Prague: Rake: 5%, caps: 300 with 2 players, 30 with 3 players or more → 4%" in preview
    assert profile.versions.count() == 1
    assert operator.post(path, {**typed, "confirmed": "1"}).status_code == 302
    assert operator.post(path, {**typed, "confirmed": "1"}).status_code == 422
    page = text(operator.get(f"/office/rake/{profile.pk}/"))
    assert "not valid yet" in page
    assert "Prague" in page
    withdraw = f"/office/rake/{profile.pk}/withdraw/2/"
    assert operator.post(withdraw, {"reason": "a mistake", "confirmed": "1"}).status_code == 302
    assert "withdrawn" in text(operator.get(f"/office/rake/{profile.pk}/"))
    assert operator.post(withdraw, {"reason": "a mistake", "confirmed": "1"}).status_code == 422
    past = {**typed, "valid_from": "2020-01-01T10:00", "confirmed": "1"}
    assert "never in the past" in text(operator.post(path, past))
    assert [act.act for act in StaffAct.objects.order_by("number")] == [
        "games.rake_made", "games.rake_version_made", "games.rake_version_withdrawn",
    ]  # fmt: skip


def test_R1_a_version_is_compared_with_the_one_whose_place_it_takes(operator: Client) -> None:
    profile = make(RakeTariff(50, 50, 50))
    path, day = f"/office/rake/{profile.pk}/version/", timezone.now() + timedelta(days=1)
    rake_profiles.make_version(
        by=User.objects.get(username="operator").pk,
        profile_id=profile.pk,
        tariff=RakeTariff(30, 30, 30),
        valid_from=day,
        reason="cheap",
    )
    later = localtime(day + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    typed = {"no_limit": "2", "pot_limit": "2", "fixed_limit": "2", "unit": "0.01", "rounding": "down",
             "attribution": "contributed", "reason": "cheaper"}  # fmt: skip
    assert "Share of the pots: 3% → 2%" in text(operator.post(path, {**typed, "valid_from": later}))
    assert "Share of the pots: 5% → 2%" in text(operator.post(path, typed))


def test_R1_a_retired_profile_stays_in_the_list(operator: Client) -> None:
    profile = make()
    path = f"/office/rake/{profile.pk}/retire/"
    assert "No table can choose this profile from now on." in text(operator.post(path, {"reason": "too dear"}))
    assert operator.post(path, {"reason": "too dear", "confirmed": "1"}).status_code == 302
    assert "Friday" in text(operator.get("/office/rake/?state=retired"))
    assert "Friday" not in text(operator.get("/office/rake/?state=used"))
    assert "Friday" in operator.get("/office/rake/csv/?state=retired").getvalue().decode()


def test_R1_the_preview_shows_the_rake_whose_it_is_and_the_curve(operator: Client) -> None:
    sample = {"sample_pot": "1000", "sample_players": "2", "sample_game": "holdem:nl", "sample_stakes": "20"}
    page = text(operator.get("/office/rake/preview/", {**TYPED, **sample}))
    assert "<strong>50</strong>" in page
    assert "<polyline" in page
    assert page.count('<td class="n">25</td>') == 2
    assert "300 with 2 players, 30 with 3 players or more" in page
    three = text(operator.get("/office/rake/preview/", {**TYPED, **sample, "sample_players": "3"}))
    assert "<strong>30</strong>" in three
    assert "<polyline" not in text(operator.get("/office/rake/preview/", {**TYPED, **sample, "unit": "x"}))
    assert "<polyline" not in text(operator.get("/office/rake/preview/", {**TYPED, **sample, "sample_pot": "0"}))
    ethp = text(operator.get("/office/rake/preview/", {**sample, "sample_pot": "2.51", "of": "ethp"}))
    assert "<strong>0.10</strong>" in ethp


def test_M4_amounts_are_read_with_the_decimals_of_the_profile_s_currency(operator: Client) -> None:
    typed = {**NEW, "currency": "CZK", "unit": "0.50"}
    assert operator.post("/office/rake/new/", {**typed, "confirmed": "1"}).status_code == 302
    profile = RakeProfile.objects.get()
    assert (profile.currency, profile.versions.get().tariff.unit) == ("CZK", 50)


def test_F8_an_auditor_reads_and_changes_nothing(operator: Client) -> None:
    profile = make(SHOWDOWN)
    auditor = staff("auditor")
    page = text(auditor.get(f"/office/rake/{profile.pk}/"))
    assert "New version" not in page
    for path in ("new/", f"{profile.pk}/version/", f"{profile.pk}/retire/", f"{profile.pk}/copy/"):
        assert auditor.post(f"/office/rake/{path}", NEW).status_code == 403
    person("Eve")
    player = Client()
    player.force_login(User.objects.get(username="eve"))
    assert player.get("/office/rake/").status_code == 403


def test_R5_players_read_the_profiles_of_open_tables_on_the_page_of_rules(operator: Client) -> None:
    assert 'id="rake"' not in text(Client().get("/rules/"))
    profile = make()
    make(name="Unused")
    open_table("Prague", rules=with_chosen_rake(NL_10_20, profile.code, preset=Preset.ONLINE, currency="PLAY"))
    rules = with_chosen_rake(NL_10_20, "showdown", preset=Preset.ONLINE, currency="CZK")
    open_table("Brno", rules=rules, currency="CZK")
    page = text(Client().get("/rules/"))
    for part in ("Friday", "Showdown", "Cap: Pot-limit Omaha", "150% of the big blind with 3 players or more", "CZK"):
        assert part in page
    assert "Unused" not in page


def test_R1_the_log_tells_a_profile_in_the_language_of_its_reader(operator: Client) -> None:
    """The log keeps what the profile says, not the words in which its operator read it."""
    in_czech = {HEADER: "cs"}
    operator.post("/office/rake/new/", {**NEW, "confirmed": "1"}, headers=in_czech)
    version = {**TYPED, "no_limit": "4", "cap0_cap": "", "smallest_pot": "20", "reason": "cheaper", "confirmed": "1"}
    operator.post(f"/office/rake/{RakeProfile.objects.get().pk}/version/", version, headers=in_czech)
    made, changed = StaffAct.objects.order_by("number")
    with override("en"):
        assert changes_text(made) == [
            "Share of the pots: – → No limit 5%, Pot limit 4.5%, Fixed limit 0%",
            "Rounded: – → down to a multiple of 0.05",
            "Cap: – → 300 with 2 players, 150% of the big blind with 3 players or more",
            "Cap: Pot-limit Omaha: – → 200",
            "No flop, no drop: – → no",
            "Whose rake it is: – → by what each player put into the pots",
        ]
    with override("sk"):
        assert changes_text(changed) == [
            "Podiel z banku: No limit 5\u00a0%, Pot limit 4,5\u00a0%, Fixed limit 0\u00a0%"
            " → No limit 4\u00a0%, Pot limit 4,5\u00a0%, Fixed limit 0\u00a0%",
            "Strop: 300 pri 2 hráčoch, 150\u00a0% veľkého blindu pri 3 a viac hráčoch"
            " → 150\u00a0% veľkého blindu pri 3 a viac hráčoch",
            "Najmenší bank, z ktorého sa berie rake: – → 20",
        ]


def test_R1_the_rows_of_caps_are_numbered_from_one(operator: Client) -> None:
    page = text(operator.get("/office/rake/new/"))
    assert "Game, row 1" in page
    assert "row 0" not in page


def test_R1_each_version_leads_to_whoever_made_it(operator: Client) -> None:
    profile = make()
    page = text(operator.get(f"/office/rake/{profile.pk}/"))
    assert f'<a href="/office/people/{profile.versions.get().by_id}/">who made it</a>' in page
    assert "who made it" not in text(operator.get(f"/office/rake/{Preset.ONLINE}/")), "nobody made a preset"
