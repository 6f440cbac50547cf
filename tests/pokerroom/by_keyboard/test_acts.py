"""F1, F4: staff find and do every act with the keyboard alone; the focus is seen wherever it goes."""

import re
from collections.abc import Mapping

from django.test import Client
from pytest_django.live_server_helper import LiveServer

from backoffice.models import StaffAct
from games.models.conduct import FloorCall
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.at_table import TABLE_ACTS
from tests.pokerroom.by_keyboard.keys import FORM, Keys, keyboard
from tests.pokerroom.by_keyboard.staff_room import OWN_TABLE, StaffRoom, staff_room, with_every_role
from tests.pokerroom.hidden_cards.secret_room import every_path

STAFF = ("/floor/", "/office/", "/tournaments/")
LISTS = {
    *("/floor/", "/floor/calls/", "/floor/reports/", "/floor/reports/#/", "/office/tables/", "/office/watch-list/"),
    *("/office/watch-list/#/", "/office/watch-list/cases/#/", "/office/cage/#/", "/office/cage/#/person/#/"),
}
"""Pages from which acts are begun; those of tables, people and tournaments are added."""
REASONS = ("reason", "why", "explanation", "text", "answer", "judgement")
TYPED = {"at": "01012035 0900AM", "length": "1", "name": "Evening"}
"""What is typed into fields, by name."""
TYPED_AT: Mapping[str, Mapping[str, str]] = {
    "/floor/#/act/change/": {"min_buy_in": "900"},
    "/floor/people/#/apart/": {"other": "Carol"},
    "/floor/people/#/invite/": {"table": "ArrowDown"},
    "/floor/chat-words/": {"in_en": "darn"},
    "/office/people/#/roles/": {"roles": "Space"},
    "/office/people/addresses/ban/": {"address": "192.0.2.9"},
    "/office/cage/vouchers/give/": {"amount": "100"},
    "/office/cage/#/voucher/": {"amount": "100"},
    "/office/cage/#/send/": {"amount": "100"},
    "/office/cage/#/person/#/deposit/": {"amount": "100"},
    "/office/cage/#/person/#/payout/": {"amount": "100"},
    "/office/cage/drawers/#/close/": {"CZK": "50000"},
    "/office/cage/transfers/#/receive/": {"counted": "100"},
    "/office/cage/setup/#/": {"name": "Front desk"},
    "/office/cage/setup/limits/": {"CZK": "7000"},
    "/office/currencies/add/": {"code": "XTS", "name": "Test"},
    "/office/tables/schedules/new/": {"weekdays": "Space", "opens": "0600PM", "closes": "0200AM"},
    "/office/tables/new/": {"big_blind": "100", "min_buy_in": "", "max_buy_in": ""},
    "/office/tables/#/": {"name": "Praha"},
    "/office/watch-list/thresholds/": {"chip_dumping": "77"},
    "/tournaments/#/direct/rules/": {"turn_seconds": "9"},
}
"""What is typed at one kind of page in addition."""
ONLY_LOOKED_THROUGH = {
    "/office/cage/#/open/": "the drawer is open",
    "/office/settings/": "a form of other fields in each room",
}
"""Acts whose pages and forms are gone through but not sent, and why."""
LOGGED_WITHOUT_TEXT = {
    *("/office/people/#/note/", "/office/watch-list/cases/#/note/"),
    *("/office/cage/corrections/#/approve/", "/office/cage/withdrawals/#/pay/"),
}
OFFERED_ELSEWHERE = {"/floor/room/unfreeze/": "while new seats are frozen", "/floor/chat-words/": "by the menu"}
"""Acts of the floor that the content of no page in this room offers, and where they are."""


def kind_of(path: str) -> str:
    """The address without numbers."""
    return re.sub(r"\d+", "#", path)


def pages_of_staff(room: StaffRoom, client: Client) -> tuple[list[str], list[str]]:
    """The pages from which acts are begun, and those of the acts: one of each kind, and every act of the registries.

    An act is a page of staff with the form of an act, so a new one is found by its address.
    """
    secret, acts = room.secret, [f"/floor/{room.table_of(act)}/act/{act}/" for act in TABLE_ACTS]
    acts += [f"/floor/{secret.cash.id}/player/{room.player_of(act)}/{act}/" for act in PLAYER_ACTS]
    acts += room.acts
    tables = {secret.cash.id, *(one for act, one in room.tables.items() if act not in OWN_TABLE)}
    lists = [f"/floor/{table}/" for table in sorted(tables)]
    lists += [f"/floor/{secret.cash.id}/player/{player}/" for player in room.players.values()]
    lists += [f"/office/people/{player}/" for player in (room.player_of(""), room.player_of("lift_bar"))]
    lists.append(f"/tournaments/{secret.running.id}/direct/")
    known = {kind_of(path) for path in (*acts, *lists)}
    for path in dict.fromkeys(every_path(secret, room.ids)):
        if path.startswith(STAFF) and kind_of(path) not in known:
            answer = client.get(path)
            if answer.status_code == 200 and not answer.streaming and b"<main" in answer.content:
                known.add(kind_of(path))
                if b"office-form" in answer.content:
                    acts.append(path)
                elif kind_of(path) in LISTS:
                    lists.append(path)
    return lists, acts


def do_by_keys(keys: Keys, path: str, reason: str) -> str:
    """Does the act of a page and confirms what it says will happen; why not, if it is not done."""
    keys.open(path)
    if kind_of(path) in ONLY_LOOKED_THROUGH:
        keys.look_through()
        return ""
    keys.fill_form({**dict.fromkeys(REASONS, reason), **TYPED, **TYPED_AT.get(kind_of(path), {})})
    keys.press_enter()
    keys.confirm()
    return " ".join(keys.page.locator(FORM).locator(".errorlist, .wrong").all_inner_texts())


def test_F1_F4_every_act_of_staff_is_done_by_keyboard(live_server: LiveServer) -> None:
    client, user = with_every_role("Olga")
    room = staff_room(user.pk)
    lists, acts = pages_of_staff(room, client)
    call = FloorCall.objects.get(table=room.secret.cash.id).pk
    links: set[str] = set()
    refused: dict[str, str] = {}
    with keyboard(live_server, client) as keys:
        for path in lists:
            keys.open(path)
            links |= {kind_of(link) for link in keys.look_through()}
        keys.open("/floor/")
        keys.tab_to(f"#take-{call}")
        keys.press_enter()
        for number, path in enumerate(acts):
            refused[path] = do_by_keys(keys, path, f"By keys {number}")
    assert FloorCall.objects.get(taken_by=user).pk == call
    assert "\n".join(keys.faults) == ""
    assert {path: why for path, why in refused.items() if why} == {}
    of_floor = {kind_of(path) for path in acts if path.startswith("/floor/")}
    assert of_floor - links == OFFERED_ELSEWHERE.keys()
    assert len(acts) > 65
    logged = set(StaffAct.objects.values_list("reason", flat=True))
    quiet = ONLY_LOOKED_THROUGH.keys() | LOGGED_WITHOUT_TEXT
    told = {path: f"By keys {number}" for number, path in enumerate(acts) if kind_of(path) not in quiet}
    assert {path for path, reason in told.items() if reason not in logged} == set()
