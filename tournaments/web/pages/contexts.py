"""The context of each fragment of a tournament's page, built from the public view and the viewer's own."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.web.api import money_text
from tournaments.engine.setup.structure import forecast, length
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import DealShare, OwnTournamentView, Standing, TournamentView
from tournaments.web.text import labels

MOST_ROWS = 200
"""The most players a page lists; the viewer is always among them."""
MOST_TABLES = 60
EXPECTED_PLAYERS = 9
"""The length of a tournament is estimated for at least this many players."""


class OrderStatus(NamedTuple):
    """A pending or refused order of the viewer: its text and tone."""

    text: str
    tone: str


class Viewer(NamedTuple):
    """The viewer: `player` is 0 and `own` None for anonymous ones."""

    player: int = 0
    own: OwnTournamentView | None = None
    orders: tuple[OrderStatus, ...] = ()
    ticket: bool = False
    key: str = ""


def head(view: TournamentView, *, locked: bool = False) -> dict[str, object]:
    """Name, kind, price and state."""
    setup = view.setup
    state = "late" if view.late_open else view.stage
    return {
        "view": view,
        "setup": setup,
        "locked": locked,
        "price": labels.price_text(setup.price, setup.currency),
        "game": labels.game_text(setup),
        "kinds": [labels.KINDS[kind] for kind in labels.tournament_kinds(setup) if kind != "scheduled"],
        "state": state,
        "state_text": labels.STAGES[state],
        "missing": max(0, setup.max_players - view.players),
    }


def clock(view: TournamentView) -> dict[str, object]:
    """Level, time, blinds and stacks."""
    setup, now, following = view.setup, view.clock.now, view.clock.next
    game = setup.games[0]
    return {
        "view": view,
        "setup": setup,
        "blinds": labels.blinds(now, game) if now else "",
        "stakes_title": labels.stakes_title(game),
        "ante": labels.ante(setup, view.clock.level) if now else "",
        "next_blinds": labels.blinds(following, game) if following else "",
        "next_ante": labels.ante(setup, view.clock.level + 1) if following else "",
        "average_blinds": view.average // now.big_blind if now else 0,
        "winner": next((row.name for row in view.standings if row.place == 1), "") if view.stage == Stage.ENDED else "",
        "level_length": setup.structure.level(1).length,
        "length": length(setup.structure, players=max(view.players, setup.max_players, EXPECTED_PLAYERS)),
    }


def banner(view: TournamentView) -> dict[str, object]:
    """The most urgent message for everybody."""
    sentence, tone = labels.banner(view)
    return {"sentence": sentence, "tone": tone}


def players_named(view: TournamentView, wanted: str) -> list[Standing]:
    """The players whose names contain `wanted`, best first."""
    return by_place(view, [row for row in view.standings if wanted.casefold() in row.name.casefold()])


def by_place(view: TournamentView, rows: list[Standing]) -> list[Standing]:
    """The rows by final place once the tournament is over, unchanged before."""
    if view.stage not in (Stage.ENDED, Stage.CANCELLED):
        return rows
    return sorted(rows, key=lambda row: row.place or len(view.standings))


def prizes(view: TournamentView, place: int) -> dict[str, object]:
    """The prizes and the next pay jump; `place` is the viewer's current place."""
    lines = [
        {**line._asdict(), "places": labels.places_text(line), "is_viewers": line.first <= place <= line.last}
        for line in view.prizes
    ]
    return {"view": view, "lines": lines}


def structure(view: TournamentView) -> dict[str, object]:
    """The levels with breaks, chip races, the current level and the expected starting times."""
    setup = view.setup
    plan, game, current = setup.structure, setup.games[0], view.clock.level
    levels = forecast(plan, players=max(view.players, setup.max_players, EXPECTED_PLAYERS))
    begins = {row.level: row.begins for row in levels}
    count = min(len(plan.levels), max(len(levels) + 2, current + 2, setup.open_until))
    rows = []
    for number in range(1, count + 1):
        level = plan.level(number)
        next_unit = plan.unit(number + 1)
        rows.append(
            {
                "number": number,
                "blinds": labels.blinds(level, game),
                "antes": labels.antes(setup, number),
                "length": level.length,
                "begins": begins.get(number),
                "race": next_unit if number < count and next_unit != plan.unit(number) else 0,
                "rest": plan.break_after(number) if number < count else 0,
                "last_entry": number == setup.open_until,
                "now": number == current and view.stage == Stage.RUNNING,
                "over": number < current,
            }
        )
    return {"levels": rows, "stakes_title": labels.stakes_title(game)}


def deal(view: TournamentView, player: int) -> dict[str, object]:
    """The proposed shares, and the shares by chip-chop and by the independent chip model."""
    deal = view.deal
    if deal is None:
        return {"deal": None}
    chip_chop, icm = amounts_by_player(deal.by_chips), amounts_by_player(deal.by_icm)
    shares = deal.shares or deal.by_chips or deal.by_icm
    rows = [
        {**share._asdict(), "by_chips": chip_chop.get(share.player), "by_icm": icm.get(share.player)}
        for share in shares
    ]
    return {"view": view, "deal": deal, "rows": rows, "me": player}


def amounts_by_player(shares: tuple[DealShare, ...]) -> dict[int, int]:
    """The amount of each player's share."""
    return {share.player: share.amount for share in shares}


def own_panel(view: TournamentView, viewer: Viewer, *, locked: bool = False) -> dict[str, object]:
    """The viewer's own status and options."""
    own, setup = viewer.own or OwnTournamentView(0), view.setup
    standing, running = own.standing, view.stage == Stage.RUNNING
    has_standing = standing is not None and view.stage != Stage.CANCELLED
    big_blind = view.clock.now.big_blind if view.clock.now else 1
    surrender = setup.house.leave.value == "surrender"
    deal, open_now = view.deal, view.stage == Stage.OPEN or view.late_open
    return {
        "view": view,
        "me": viewer.player,
        "own": own,
        "can_enter": open_now,
        "standing": standing,
        "running": running,
        "locked": locked,
        "orders": viewer.orders,
        "ticket": viewer.ticket,
        "key": viewer.key,
        "free": not setup.price.total,
        "price": money_text(setup.price.total, setup.currency),
        "rebuy_price": money_text(setup.rebuy.price.total, setup.currency) if setup.rebuy else "",
        "rebuy_chips": setup.rebuy.chips if setup.rebuy else 0,
        "addon_price": money_text(setup.addon.price.total, setup.currency) if setup.addon else "",
        "addon_chips": setup.addon.chips if setup.addon else 0,
        "seat": standing.seat + 1 if standing else 0,
        "my_blinds": standing.chips // big_blind if standing else 0,
        "place_text": labels.place_text(standing) if standing else "",
        "won": view.stage == Stage.ENDED and standing is not None and standing.place == 1,
        "deal_shares": (deal.shares or deal.by_icm or deal.by_chips) if deal and own.can_refuse else (),
        "leave_question": _("Leave and give up all your chips?")
        if surrender
        else _("Leave? The room posts your blinds and folds your hands until you are back."),
        "is_empty": not viewer.orders and not has_standing and not (own.can_enter if viewer.player else open_now),
    }
