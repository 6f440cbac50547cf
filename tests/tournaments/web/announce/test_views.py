"""The announcement form and the structure editor (T1)."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from cashier.engine.currency import CurrencyInfo
from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind
from pokerroom.roles import DIRECTOR
from tests.games.support.tables import person
from tests.staff import with_role
from tests.tournaments.web.support.announcement_form import posted, setup_from
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import KNOCK_OUT, SIT_AND_GO, SUNDAY
from tournaments import api
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import Game, Price, Setup
from tournaments.engine.setup.templates import TEMPLATES, structure_for
from tournaments.lifecycle.schedules import announce_due
from tournaments.models import Schedule, Tournament, TournamentOrder
from tournaments.store import store
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.initial_values import initial_values
from tournaments.web.announce.structure_form import COLUMNS, StructureForm, chip_races
from tournaments.web.announce.typed_values import payout_rows
from tournaments.web.announce.views import FIRST, first_announcement
from tournaments.web.pages.announcement_lines import facts


@pytest.mark.parametrize("setup", [SUNDAY, KNOCK_OUT, SIT_AND_GO])
def test_an_announcement_reads_back_as_it_was_written(setup: Setup) -> None:
    minute = setup.starts_at // 60_000 * 60_000
    expected = setup._replace(starts_at=minute, structure=setup.structure)
    assert setup_from(posted(expected)) == expected


def test_payouts_of_every_kind_read_back() -> None:
    table = Payouts((Row(10, (600_000, 400_000)), Row(50, (500_000, 333_000, 167_000))))
    assert setup_from(posted(SUNDAY._replace(payouts=table))).payouts.rows == table.rows
    satellite = setup_from(posted(SUNDAY, pays="satellite", ticket="1000")).payouts
    assert satellite.ticket == 1000_00
    assert setup_from(posted(SUNDAY, pays="winner")).payouts.prizes(500, entries=9, players=9).amounts == (500,)
    fixed = setup_from(posted(SUNDAY, pays="fixed", fixed="500, 300", extras="Cup\n\nWatch")).payouts
    assert (fixed.fixed, fixed.extras) == ((500_00, 300_00), ("Cup", "Watch"))


def test_t17_the_time_of_a_deal_proposal_reads_back() -> None:
    assert setup_from(posted(SUNDAY)).deal_time == 120_000, "the default"
    assert setup_from(posted(SUNDAY, deal_time="300")).deal_time == 300_000
    for unlimited in ("", "0"):
        assert setup_from(posted(SUNDAY, deal_time=unlimited)).deal_time == 0
    form = AnnouncementForm(posted(SUNDAY, deal_time="3601"), now=FIRST)
    assert "deal_time" in form.errors


@pytest.mark.parametrize(
    ("deal_time", "text"),
    [(0, "until everybody has answered"), (1_000, "for 1 second;"), (90_000, "for 90 seconds;")],
)
def test_t17_the_announcement_names_the_time_limit_of_a_deal_proposal(deal_time: int, text: str) -> None:
    texts = {fact.title: fact.text for fact in facts(SUNDAY._replace(deal_time=deal_time))}
    assert text in texts["Deals"]


def test_t12_the_time_to_decide_on_a_rebuy_reads_back() -> None:
    assert KNOCK_OUT.rebuy is not None
    patient = KNOCK_OUT._replace(rebuy=KNOCK_OUT.rebuy._replace(wait=90_000))
    assert setup_from(posted(patient)).rebuy == patient.rebuy


def test_t12_an_empty_price_of_a_rebuy_or_add_on_is_the_buy_in_and_a_zero_is_nothing() -> None:
    for typed, pool in (("", SUNDAY.price.pool), ("0", 0), ("70", 70_00)):
        setup = setup_from(posted(SUNDAY, rebuy_until="5", rebuy_pool=typed, addon_at="5", addon_pool=typed))
        assert setup.rebuy is not None
        assert setup.addon is not None
        assert (setup.rebuy.price.pool, setup.addon.price.pool) == (pool, pool)
        assert (setup.rebuy.chips, setup.addon.chips) == (SUNDAY.structure.stack, SUNDAY.structure.stack)


def test_a_rotation_is_announced_with_all_its_games() -> None:
    playable = structure_for("standard", games=(Game("stud"),), ante_kind=AnteKind.BIG_BLIND)
    horse = posted(SUNDAY._replace(structure=playable), game="horse", betting="fl", every="8", seats=8)
    setup = setup_from(horse)
    assert [game.code for game in setup.games] == ["holdem", "omaha8", "razz", "stud", "stud8"]
    assert initial_values(setup)["game"] == "horse"


def test_levels_can_be_removed_and_added() -> None:
    data = posted(SUNDAY, late_until="4")
    for name in COLUMNS:
        data.setlist(name, [*data.getlist(name)[:3], {"small": "150", "big": "300", "minutes": "7"}.get(name, "")])
    data["chips"] = ""
    levels = setup_from(data).structure.levels
    assert len(levels) == 4
    assert levels[3] == (150, 300, 0, 7 * 60_000, 0)


def test_g14_a_bring_in_of_a_level_reads_back_and_needs_no_column() -> None:
    first, *rest = SUNDAY.structure.levels
    stud = SUNDAY._replace(structure=SUNDAY.structure._replace(levels=(first._replace(bring_in=25), *rest)))
    assert setup_from(posted(stud)).structure == stud.structure
    data = posted(stud)
    del data["bring_in"]
    assert setup_from(data).structure == SUNDAY.structure


def test_t11_levels_must_be_payable_in_chips() -> None:
    with pytest.raises(IllegalAction, match="chip_too_large"):
        setup_from(posted(SUNDAY, chips="100, 500"))
    with pytest.raises(IllegalAction, match="bad_chips"):
        setup_from(posted(SUNDAY, chips="25, 60"))
    assert setup_from(posted(SUNDAY, races="7:100, 15:500", chips="25, 100, 500, 1000")).structure.races[0] == (7, 100)


def test_the_forecast_depends_on_the_number_of_players() -> None:
    few = StructureForm(now=TEMPLATES["turbo"], players=6).compute(TEMPLATES["turbo"])
    many = StructureForm(now=TEMPLATES["turbo"], players=600).compute(TEMPLATES["turbo"])
    assert few.length < many.length
    assert few.levels[0].big_blinds == 60


@pytest.mark.parametrize("typed", ["50 50", "x: 50 50", "9:", "9: fifty", "9: nan", "9: 1e999"])
def test_an_invalid_payout_table_is_refused(typed: str) -> None:
    with pytest.raises(IllegalAction):
        payout_rows(typed)


def test_races_without_a_level_are_refused() -> None:
    with pytest.raises(IllegalAction):
        chip_races("100")


def fields(setup: Setup, **changes: object) -> dict[str, list[object]]:
    """The submitted form with every value of the fields that stand in it several times."""
    return dict(posted(setup, **changes).lists())


@pytest.fixture
def director() -> Client:
    """A browser signed in as a director."""
    client = Client()
    client.force_login(with_role(person("Dana"), DIRECTOR))
    return client


@pytest.mark.django_db
class TestAnnouncementPage:
    def later(self) -> datetime:
        """A start in three hours."""
        return timezone.localtime() + timedelta(hours=3)

    def test_the_form_announces_a_tournament(self, director: Client) -> None:
        data = fields(SUNDAY, starts_at=self.later(), password="secret", save="1")
        response = director.post("/tournaments/announce/", data)
        tournament = Tournament.objects.get()
        assert response.headers["Location"] == f"/tournaments/{tournament.pk}/"
        assert tournament.announced.price == SUNDAY.price
        assert tournament.password

    def test_the_form_creates_a_schedule(self, director: Client) -> None:
        director.post("/tournaments/announce/", fields(SUNDAY, starts_at=self.later(), schedule="day", save="1"))
        director.post("/tournaments/announce/", fields(SIT_AND_GO, schedule="again", deal_time="45", save="1"))
        assert {row.every for row in Schedule.objects.all()} == {"day", "again"}
        announce_due(int(timezone.now().timestamp() * 1000))
        assert Tournament.objects.get(name=SIT_AND_GO.name).announced.deal_time == 45_000

    @pytest.mark.parametrize(("typed", "hours"), [("", 24), ("2", 2), ("336", 336)])
    def test_t1_a_schedule_announces_as_far_ahead_as_the_director_wants(
        self, director: Client, typed: str, hours: int
    ) -> None:
        start = self.later().replace(second=0, microsecond=0) + timedelta(days=20)
        data = fields(SUNDAY, starts_at=start, schedule="day", ahead=typed, save="1")
        director.post("/tournaments/announce/", data)
        due = start - timedelta(hours=hours)
        page = director.get("/tournaments/schedules/").content.decode()
        assert date_format(due, "SHORT_DATETIME_FORMAT") in page
        assert announce_due(int(due.timestamp() * 1000) - 1) == []
        assert len(announce_due(int(due.timestamp() * 1000))) == 1

    def test_a_template_fills_the_levels_and_keeps_the_other_fields(self, director: Client) -> None:
        page = director.post("/tournaments/announce/", fields(SUNDAY, name="Typed", fill="hyper")).content.decode()
        assert 'value="Typed"' in page
        assert 'name="stack" value="500"' in page
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("game", "columns", "notes"), [("holdem", 0, 0), ("draw", 0, 1), ("stud", 1, 1), ("horse", 1, 1)]
    )
    def test_g14_a_bring_in_is_asked_for_in_games_that_have_one(
        self, director: Client, game: str, columns: int, notes: int
    ) -> None:
        page = director.post("/tournaments/announce/", fields(SUNDAY, game=game, check="1")).content.decode()
        assert (page.count("<th>Bring-in</th>"), page.count("a fifth of the limit")) == (columns, notes)
        assert ("placeholder=" in page) == bool(columns), "the default bring-in"

    def test_updating_the_forecast_announces_nothing(self, director: Client) -> None:
        page = director.post("/tournaments/announce/", fields(SUNDAY, expected=500, check="1")).content.decode()
        assert "Takes about" in page
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"starts_at": timezone.now() - timedelta(hours=5)}, "must be in the future"),
            ({"stack": "0"}, "does not fit"),
            ({"small": ["500"], "big": ["100"]}, "small blind not larger"),
            ({"pool": "lots"}, "does not fit"),
            ({"starts_at": "", "schedule": "day"}, "Enter a start"),
            ({"shootout": "1", "late_until": "3"}, "no late registration"),
            ({"pays": "table", "rows": "9: 50 40"}, "add up to 90%"),
        ],
    )
    def test_invalid_input_is_answered_with_a_sentence(
        self, director: Client, changes: dict[str, object], sentence: str
    ) -> None:
        data = fields(SUNDAY, **{"starts_at": self.later(), "save": "1", **changes})
        page = director.post("/tournaments/announce/", data).content.decode()
        assert 'role="alert"' in page
        assert sentence in page
        assert not Tournament.objects.exists()

    def test_an_announcement_can_be_changed_before_the_start(self, director: Client) -> None:
        tournament = PageTournament(soon())
        setup = tournament.state.setup
        assert 'value="Sunday Evening"' in director.get(f"/tournaments/{tournament.id}/change/").content.decode()
        director.post(
            f"/tournaments/{tournament.id}/change/",
            fields(setup, starts_at=self.later(), name="Monday", why="the hall is taken", save="1"),
        )
        assert tournament.catch_up().state.setup.name == "Monday"

    def test_f3_a_change_of_the_announcement_takes_a_reason(self, director: Client) -> None:
        tournament = PageTournament(soon())
        changed = fields(tournament.state.setup, starts_at=self.later(), name="Monday", save="1")
        for why in ("", " \u200b"):
            answer = director.post(f"/tournaments/{tournament.id}/change/", {**changed, "why": why})
            assert "why" in answer.context["form"].errors
        assert not TournamentOrder.objects.exists()
        director.post(f"/tournaments/{tournament.id}/change/", {**changed, "why": "the hall is taken"})
        assert TournamentOrder.objects.get().why == "the hall is taken"

    def test_f3_a_change_is_told_with_its_reason_and_old_and_new_values(self, director: Client) -> None:
        tournament = PageTournament(soon())
        data = fields(tournament.state.setup, name="Monday", fee="15", why="the hall is <taken>", save="1")
        assert director.post(f"/tournaments/{tournament.id}/change/", data).status_code == 302
        tournament.catch_up()
        for page in (f"/tournaments/{tournament.id}/", f"/tournaments/{tournament.id}/direct/"):
            html = director.get(page).content.decode()
            assert "The announcement was changed. Reason: the hall is &lt;taken&gt;" in html, page
            assert "Name of the tournament: Sunday Evening → Monday" in html, page
            assert "Buy-in: 100 to the prizes, 10 fee. → 100 to the prizes, 15 fee." in html, page

    def test_a_refused_change_keeps_the_password(self, director: Client) -> None:
        tournament = PageTournament(soon(), password="old")
        changed = fields(
            tournament.state.setup, starts_at=self.later(), pool="50", password="new", why="cheaper", save="1"
        )
        director.post(f"/tournaments/{tournament.id}/change/", changed)
        assert is_password(tournament, "old"), "the order is not decided yet"
        api.enter(user=person("Eva"), tournament_id=tournament.id, password="old", key="1")
        # The first order is decided first: somebody has paid, so the price stays.
        first, second = store.pending_orders(tournament.id)
        tournament.do(second.command, order=second.order)
        with pytest.raises(IllegalAction, match="price_paid"):
            tournament.do(first.command, order=first.order)
        store.refuse(first.order, "price_paid", number=tournament.number)
        assert is_password(tournament, "old")
        assert not is_password(tournament, "new")

    def test_a_password_can_be_set_changed_and_removed(self, director: Client) -> None:
        tournament = PageTournament(soon())
        url = f"/tournaments/{tournament.id}/change/"

        def change(**typed: str) -> None:
            data = fields(tournament.state.setup, starts_at=self.later(), why="asked for", save="1", **typed)
            assert director.post(url, data).status_code == 302
            tournament.catch_up()

        assert "Remove the password" not in director.get(url).content.decode()
        change(password="first")
        assert is_password(tournament, "first")
        page = director.get(url).content.decode()
        assert "Remove the password" in page
        assert "Leave empty to keep the password" in page
        change(name="Renamed")
        assert is_password(tournament, "first")
        change(unlock="1")
        assert Tournament.objects.get(pk=tournament.id).password == ""

    def test_fields_that_cannot_change_are_not_shown(self, director: Client) -> None:
        page = director.get(f"/tournaments/{PageTournament(soon()).id}/change/").content.decode()
        assert 'name="schedule"' not in page
        assert 'name="bots"' not in page


def is_password(tournament: PageTournament, password: str) -> bool:
    """Whether this is the tournament's password."""
    return check_password(password, Tournament.objects.get(pk=tournament.id).password)


@pytest.mark.parametrize(("code", "pool", "fee"), [("PLAY", 100_00, 10_00), ("JPY", 100, 10), ("KWD", 100_000, 10_000)])
def test_a_new_announcement_begins_in_the_first_currency_with_its_decimals(
    code: str, pool: int, fee: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = {"PLAY": 2, "JPY": 0, "KWD": 3}[code]
    monkeypatch.setattr("tournaments.web.announce.views.default_currency", lambda: code)
    monkeypatch.setattr("tournaments.web.announce.views.currency", lambda code: CurrencyInfo(code, digits))
    assert first_announcement().currency == code
    assert first_announcement().price == Price(pool, fee)
