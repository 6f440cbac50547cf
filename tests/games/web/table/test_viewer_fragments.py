"""What fragments depend on besides the view: the viewer's preferences and language, and what was sent before."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from games.engine.views.kinds import TablePhase
from games.engine.views.types import OwnView, SeatView, TableView, Turn
from games.lobby.queries import SeatName
from games.messaging import notices
from games.preferences import chip_value
from games.text.amounts import TOURNAMENT_CHIPS, AmountFormat
from games.web.table import fragments
from games.web.table.fragments import RenderedFragments
from games.web.table.wording import ViewerPreferences, Wording, viewer_preferences, wording_of
from tests.games.support.amounts import MONEY
from tests.games.support.tables import open_table, person
from tests.games.web.scenes.seats import SEAT_SCENES
from tests.games.web.scenes.tables import SCENES, my_turn, not_my_turn, people, table

SEATED = {name: scene for name, scene in {**SCENES, **SEAT_SCENES}.items() if scene().own}
NAMES = {"my-hand", "controls", "my-seat", "seat-exits"}


def test_visitors_see_money_and_are_not_signed_in() -> None:
    assert viewer_preferences(None) == ViewerPreferences(signed_in=False, amounts="money")
    assert viewer_preferences(AnonymousUser()) == ViewerPreferences(signed_in=False, amounts="money")


@pytest.mark.parametrize(
    ("amounts", "big_blind", "tournament", "wanted"),
    [
        ("money", 20_00, 0, MONEY),
        ("money", 20_00, 7, TOURNAMENT_CHIPS),
        ("blinds", 20_00, 0, AmountFormat(20_00, big_blinds=True)),
        ("blinds", 400, 7, AmountFormat(400, big_blinds=True)),
        ("chips", 50, 0, AmountFormat(chip_value(50, 2))),
        ("chips", 0, 0, MONEY),
        ("chips", 400, 7, TOURNAMENT_CHIPS),
    ],
)
def test_amounts_are_written_as_the_viewer_prefers(
    amounts: str, big_blind: int, tournament: int, wanted: AmountFormat
) -> None:
    view = table([])._replace(big_blind=big_blind, tournament=tournament)
    assert wording_of(view, "cs", ViewerPreferences(amounts=amounts)) == Wording("cs", wanted)


def test_only_the_seat_at_turn_has_the_clock() -> None:
    view = table(people(3))._replace(turn=Turn(1, 5, 1_700_000_000_000, 20_000, on_time_bank=False))
    for seen, clocks in ((view, [0, 1, 0]), (view._replace(turn=None), [0, 0, 0])):
        html = fragments.public_fragments(seen, "en")
        assert [html[f"seat-{seat}"].count('class="clock"') for seat in range(3)] == clocks


def test_t13_seats_of_the_first_tournament_are_not_for_sale() -> None:
    view = TableView(1, 1, (SeatView(0),))
    for tournament, offers in ((0, True), (1, False)):
        assert ("hx-get" in fragments.public_fragments(view._replace(tournament=tournament), "en")["seat-0"]) is offers


def copy_of(cache: RenderedFragments) -> RenderedFragments:
    """What is known of a viewer, with the same strings."""
    known = RenderedFragments()
    known.key, known.html, known.inputs = cache.key, dict(cache.html), dict(cache.inputs)
    return known


def test_own_fragments_are_rendered_again_only_when_they_change() -> None:
    view, own = not_my_turn()
    assert own is not None
    cache = RenderedFragments()
    first = fragments.own_fragments(own, view, "en", cache=cache)
    assert first.keys() == cache.inputs.keys() == NAMES
    for other, changed in (
        (own._replace(version=8), set()),
        (own._replace(pre_action="fold"), {"controls"}),
        (own._replace(sits_out_next=True), {"my-seat", "seat-exits", "controls"}),
        (own._replace(cards=()), {"my-hand", "controls"}),
    ):
        known = copy_of(cache)
        again = fragments.own_fragments(other, view, "en", cache=known)
        assert {name for name in NAMES if again[name] is not first[name]} == changed
        assert again == fragments.own_fragments(other, view, "en")
    assert fragments.own_fragments(own, view, "cs", cache=copy_of(cache))["my-seat"] != first["my-seat"]


def test_a_fault_while_a_fragment_is_drawn_leaves_no_older_one_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    view, own = not_my_turn()
    assert own is not None
    cache = RenderedFragments()
    fragments.own_fragments(own, view, "en", cache=cache)
    other = own._replace(sits_out_next=True)
    for name in ("_controls", "_my_seat", "_seat_exits"):
        with monkeypatch.context() as faulty:
            faulty.setattr(fragments, name, lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                fragments.own_fragments(other, view, "en", cache=cache)
    assert fragments.own_fragments(other, view, "en", cache=cache) == fragments.own_fragments(other, view, "en")


VIEW_FIELDS = ("board", "street", "turn", "phase", "next_hand_at", "log", "hand", "tournament", "big_blind", "pot")
SEAT_FIELDS = ("state", "bet", "face_up", "winning_cards", "stack", "last_action")


@pytest.mark.parametrize("before", ["six-check", "my-turn", "not-my-turn", "showdown"])
def test_known_fragments_are_those_that_would_be_rendered_anew(before: str) -> None:
    """Whatever changes of the views, alone: nothing stays as it was rendered before."""
    view, own = SEATED[before]()
    assert own is not None
    prefs = ViewerPreferences(signed_in=True, amounts="blinds")
    cache, seen_by_all = RenderedFragments(), RenderedFragments()

    def check(own: OwnView, view: TableView) -> None:
        known = fragments.own_fragments(own, view, "cs", prefs, cache)
        assert known == fragments.own_fragments(own, view, "cs", prefs)
        drawn = fragments.public_fragments(view, "cs", prefs, seen_by_all)
        assert drawn == fragments.public_fragments(view, "cs", prefs)

    for scene in list(SEATED.values())[::2]:
        other_view, other = scene()
        assert other is not None
        for field in VIEW_FIELDS:
            check(own, view)
            check(own, view._replace(**{field: getattr(other_view, field)}))
        for field in SEAT_FIELDS:
            value = getattr(other_view.seats[other.seat], field)
            seats = [seat._replace(**{field: value}) if seat.seat == own.seat else seat for seat in view.seats]
            check(own, view)
            check(own, view._replace(seats=tuple(seats)))
        check(own, view)
        check(other._replace(seat=own.seat), view)


def test_pre_actions_are_offered_to_players_who_wait() -> None:
    view, own = not_my_turn()
    assert own is not None
    assert "pre-actions" in fragments.own_fragments(own, view, "en")["controls"]
    assert "pre-actions" not in fragments.own_fragments(own._replace(pre_actions=()), view, "en")["controls"]
    assert "pre-actions" not in fragments.own_fragments(None, view, "en")["controls"]


def test_numbers_in_attributes_are_never_localized(settings: Settings) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    view, own = my_turn()
    assert own is not None
    html = fragments.public_fragments(view._replace(hand=1_234_567), "cs")
    assert re.search(r'data-until="\d{13}"', html["seat-4"])
    assert 'data-values=\'{"do":"act","hand":184302,' in fragments.own_fragments(own, view, "cs")["controls"]


@pytest.mark.django_db
def test_unread_notices_are_sent_once() -> None:
    petr, prague = person("Petr"), open_table()
    assert fragments.notices_fragment(petr.pk, prague.pk, "en") == ""
    notices.write_notice(petr.pk, prague.pk, "table_closed", table="Prague", amount=1, currency="PLAY")
    html = fragments.notices_fragment(petr.pk, prague.pk, "en")
    assert html.startswith('<ul data-append-to="notices"><li') and "Prague was closed." in html
    assert fragments.notices_fragment(petr.pk, prague.pk, "en") == ""


def test_the_page_of_a_stopped_table_says_so() -> None:
    taken = [SeatName(1, 9, "Anna", bot=True)]
    for frozen in (False, True):
        page = fragments.placeholder_fragments(2, taken, "en", ViewerPreferences(), frozen=frozen)
        assert ("The table is stopped" in page.status) is frozen
        phase = TablePhase.FROZEN if frozen else TablePhase.NONE
        seats = (SeatView(0), SeatView(1, "in_hand", 9, "Anna", bot=True))
        view = TableView(0, 0, seats, phase)
        public = fragments.public_fragments(view, "en")
        own = fragments.own_fragments(None, view, "en")
        assert page == fragments.PageFragments(
            seats=[public["seat-0"], public["seat-1"]], board=public["board"], pots=public["pots"],
            status=public["status"], my_hand=own["my-hand"], my_seat=own["my-seat"], seat_exits=own["seat-exits"],
            controls=own["controls"],
        )  # fmt: skip
    assert "hx-get" not in fragments.placeholder_fragments(1, [], "en", ViewerPreferences(), tournament=7).seats[0]


def test_B10_the_servers_time_tells_nothing_of_how_much_was_decided() -> None:
    assert fragments.time_fragment(5, 7) == fragments.time_fragment(5, 9)
    assert fragments.time_fragment(5, 7) == '<i id="server-time" data-now="5" hidden></i>'


def test_the_servers_time_comes_with_the_version_of_the_view_where_it_is_measured(settings: Settings) -> None:
    settings.FRAME_VERSIONS = True
    assert fragments.time_fragment(5, 7) == '<i id="server-time" data-now="5" data-version="7" hidden></i>'
