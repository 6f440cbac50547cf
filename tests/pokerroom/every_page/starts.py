"""Where each viewer begins, and forms whose answer is a page that no link leads to."""

from collections.abc import Mapping
from time import time

from django_otp.oath import TOTP

from cashier.models import Cage, Receipt, Withdrawal
from games.models import Order
from games.models.conduct import ChatLine
from pokerroom.management.commands.seed_demo import PASSWORD
from tests.pokerroom.every_page.full_room import GUEST, TYPED, TYPED_ADDRESS, FullRoom

VIEWERS = ("", "alice", "floorman", "director", "owner")
"""Who sees the room first: a visitor, a player, and roles that see pages of their own."""
LATER = ("bob", GUEST, "cashier", "operator")
"""Who opens only kinds of pages that nobody has opened: a player without a seat, a guest, and the other roles."""


def starts_of(room: FullRoom, viewer: str) -> list[str]:
    """The lobby, and what scripts open, e-mails lead to, or only a row far down a list."""
    table = room.table.id
    at_table = (
        *("", "sit/", "sit/5/", "wait/", "player/0/", "player/1/", "floor/", "top-up/", "refill/", "move/"),
        *("last-hands/", f"chat/{ChatLine.objects.latest('pk').pk}/"),
    )
    return [
        *("/", "/tournaments/", "/session/", "/wallet-amount/", "/waiting/", "/seat-me/"),
        *(f"/table/{table}/{part}" for part in at_table),
        *(f"/tournaments/{room.coming.id}/{part}" for part in ("", "players/")),
        *_own_starts(room).get(viewer, ()),
    ]


def _own_starts(room: FullRoom) -> Mapping[str, list[str]]:
    table, eva, bob, charlie = room.table.id, room.eva.pk, room.pk("bob"), room.pk("charlie")
    ban = [f"/office/people/{eva}/", f"/office/people/{eva}/lift-ban/"]
    main = Cage.objects.get(name="Main desk").pk
    request = Withdrawal.objects.filter(needs_approval=True).latest("pk").pk
    deposit = Receipt.objects.filter(kind="deposit", drawer__closed_at=None).earliest("pk").pk
    return {
        "": [*room.email_links],
        "alice": [f"/own-table/{room.own_table.pk}/", f"/orders/{Order.objects.latest('pk').pk}/"],
        "floorman": [
            *ban, f"/floor/{table}/", f"/floor/{table}/player/{bob}/", f"/floor/people/{bob}/with/{eva}/",
            f"/floor/{room.paused.table_id}/", f"/floor/{room.paused.table_id}/undo/{room.paused.pk}/",
            f"/floor/hands/{table}/1/review/", "/floor/room/unfreeze/",
        ],
        "director": [*ban, *(f"/tournaments/{room.running.id}/direct/{part}" for part in ("", "deal/", "rules/"))],
        "owner": [
            *ban, f"/office/people/{charlie}/", f"/office/people/{charlie}/second-factor/", "/office/search/?q=alice",
            f"/office/cage/withdrawals/{request}/", f"/office/cage/withdrawals/{request}/approve/",
        ],
        "bob": [f"/accounts/{part}" for part in ("code/", "second-factor/codes/", "second-factor/remove/")],
        GUEST: ["/accounts/stay/"],
        "cashier": [
            f"/office/cage/{main}/send/", f"/office/cage/{main}/voucher/", f"/office/cage/receipts/{deposit}/correct/",
        ],
        "operator": [f"/office/tables/{room.paused.table_id}/drop-waiting/"],
    }  # fmt: skip


def forms_of(room: FullRoom, viewer: str) -> list[tuple[str, str, dict[str, str]]]:
    """Forms that a viewer sends: what the answer is called, where the form is sent, and what is typed.

    Nothing but the second factor is changed by them: they ask first, or refuse.
    """
    app = TOTP(room.new_factor.secret)
    app.time = time()
    in_use = {"code": f"{app.token():06}", "password": PASSWORD}
    forms: dict[str, list[tuple[str, str, dict[str, str]]]] = {
        "": [("a link was sent", "/accounts/forgotten/", {"email": TYPED_ADDRESS})],
        "floorman": [("an act asks", f"/floor/{room.table.id}/act/pause/", {"reason": TYPED})],
        "bob": [
            ("recovery codes", "/accounts/second-factor/set-up/", in_use),
            ("a wrong code", "/accounts/code/", {"code": "x"}),
        ],
        "operator": [("an act refuses", "/office/tables/new/", {})],
    }
    return forms.get(viewer, [])
