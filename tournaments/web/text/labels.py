"""Labels of tournaments: prices, levels, kinds, places and states."""

from datetime import UTC, datetime

from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.text.games import family, game_name
from games.web.api import amount_text, money_text, number_text
from tournaments.engine.setup.payouts import WHOLE, Payouts
from tournaments.engine.setup.setup import Game, Price, Setup
from tournaments.engine.setup.structure import MINUTE, Level
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import PrizeLine, Standing, TournamentView

NARROW_SPACE = "\u202f"
STAGES: dict[str, Promise] = {
    "open": pgettext_lazy("tournament", "Registering"),
    "running": pgettext_lazy("tournament", "Running"),
    "late": pgettext_lazy("tournament", "Late registration"),
    "ended": pgettext_lazy("tournament", "Finished"),
    "cancelled": pgettext_lazy("tournament", "Cancelled"),
}
KINDS: dict[str, Promise] = {
    "scheduled": pgettext_lazy("tournaments", "Scheduled"),
    "sitngo": pgettext_lazy("tournaments", "Sit & Go"),
    "freeroll": pgettext_lazy("tournaments", "Freeroll"),
    "rebuy": pgettext_lazy("tournaments", "Re-buy"),
    "bounty": pgettext_lazy("tournaments", "Knock-out"),
    "satellite": pgettext_lazy("tournaments", "Satellite"),
    "shootout": pgettext_lazy("tournaments", "Shootout"),
    "headsup": pgettext_lazy("tournaments", "Heads-up"),
}
MIX_NAMES = {games: code for code, games in MIXES.items()}


def chips(count: int) -> str:
    """Whole chips with narrow no-break spaces: "12 500"."""
    return f"{count:,}".replace(",", NARROW_SPACE)


def reasoned(text: str, why: str) -> str:
    """A sentence with the reason that staff gave, if there is one (F3)."""
    return _("{what} Reason: {why}").format(what=text, why=why) if why else text


def moment(ms: int) -> datetime:
    """Milliseconds since the epoch as a moment in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def span(ms: int) -> str:
    """A duration: "1 h 20 min"."""
    minutes = -(-ms // MINUTE)
    if minutes < 60:
        return _("{minutes} min").format(minutes=minutes)
    if minutes % 60:
        return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)
    return _("{hours} h").format(hours=minutes // 60)


def game_code(setup: Setup) -> str:
    """The code of the game or of the rotation."""
    if len(setup.games) == 1:
        return setup.games[0].code
    return MIX_NAMES.get(tuple((game.code, game.betting) for game in setup.games), "mixed")


def game_text(setup: Setup) -> str:
    """The game with its betting: "No-limit hold'em", "H.O.R.S.E."."""
    return capfirst(game_name(game_code(setup), str(setup.games[0].betting)))


def rotation_game_text(game: Game) -> str:
    """A game of a rotation with its betting."""
    return game_name(game.code, str(game.betting))


def game_family(setup: Setup) -> str:
    """The family of games, for the list's filters."""
    return family(game_code(setup))


def tournament_kinds(setup: Setup) -> list[str]:
    """The kinds a tournament belongs to: scheduled, sit-and-go, freeroll and so on."""
    kinds = {
        "sitngo": not setup.starts_at,
        "freeroll": not setup.price.total,
        "rebuy": setup.rebuy is not None or setup.addon is not None,
        "bounty": setup.price.bounty > 0,
        "satellite": setup.payouts.ticket > 0,
        "shootout": setup.shootout and setup.seats > 2,
        "headsup": setup.seats == 2,
    }
    return ["scheduled"] * bool(setup.starts_at) + [kind for kind, applies in kinds.items() if applies]


def price_text(price: Price, currency: str) -> str:
    """A price: "100 + 10", with a bounty "80 + 20 + 10 €", or "Free"."""
    if not price.total:
        return pgettext("price", "Free")
    parts = [part for part in (price.pool, price.bounty, price.fee) if part]
    return " + ".join([*(amount_text(part, currency) for part in parts[:-1]), money_text(parts[-1], currency)])


def blinds(level: Level, game: Game) -> str:
    """The stakes of a level: both blinds, both limits in fixed limit, the lower limit in games without blinds."""
    if game.betting is Betting.FIXED_LIMIT:
        return f"{chips(level.big_blind)}/{chips(2 * level.big_blind)}"
    if CATALOGUE[game.code].forced is not Forced.BLINDS:
        return chips(level.big_blind)
    return f"{chips(level.small_blind)}/{chips(level.big_blind)}"


def stakes_title(game: Game) -> str:
    """The heading of `blinds`: limits in fixed limit and in games without blinds."""
    has_blinds = game.betting is not Betting.FIXED_LIMIT and CATALOGUE[game.code].forced is Forced.BLINDS
    return _("Blinds") if has_blinds else _("Limits")


def antes(setup: Setup, number: int) -> list[str]:
    """The antes and bring-in of a level: ["20", "bring-in 50"]; in a rotation for each kind of game."""
    stakes = {
        CATALOGUE[game.code].forced: setup.structure.stakes(number, game=game.code, betting=game.betting)
        for game in reversed(setup.games)
    }
    texts = {Forced.BLINDS: ["{ante}"], Forced.ANTES: ["{ante}"], Forced.BRING_IN: ["{ante}", _("bring-in {bring_in}")]}
    if len(stakes) > 1:
        texts |= {Forced.ANTES: [_("draw {ante}")], Forced.BRING_IN: [_("stud {ante} + {bring_in}")]}
    return [
        text.format(ante=chips(stakes[forced].ante), bring_in=chips(stakes[forced].bring_in))
        for forced in texts
        if forced in stakes and stakes[forced].ante
        for text in texts[forced]
    ]


def ante(setup: Setup, number: int) -> str:
    """The antes and bring-in as one text: "ante 20, bring-in 50", or ""."""
    texts = antes(setup, number)
    return _("ante {ante}").format(ante=", ".join(texts)) if texts else ""


def payout_lines(payouts: Payouts) -> list[str]:
    """The payout table by size of the field, shares in per cent: "18: 50 30 20"."""
    return [
        f"{row.entries}: {' '.join(number_text(f'{share * 100 / WHOLE:g}') for share in row.shares)}"
        for row in payouts.rows
    ]


def place_text(standing: Standing) -> str:
    """A place or a range of shared places: "3", "3–4"."""
    if standing.last > standing.first:
        return f"{standing.first}–{standing.last}"
    return str(standing.place) if standing.place else ""


def penalty_text(standing: Standing) -> str:
    """What is left of a player's penalty, as sentences (T14)."""
    texts = []
    if standing.penalty_hands:
        text = ngettext(
            "{name}: {count} hand of penalty left.",
            "{name}: {count} hands of penalty left.",
            standing.penalty_hands,
        )
        texts.append(text.format(name=standing.name, count=standing.penalty_hands))
    if standing.penalty_ends:
        until = localtime(moment(standing.penalty_ends))
        text = _("{name}: penalty until {time}.")
        texts.append(text.format(name=standing.name, time=time_format(until, "TIME_FORMAT")))
    if standing.penalty_left:
        text = _("{name}: {time} of penalty left when play goes on.")
        texts.append(text.format(name=standing.name, time=span(standing.penalty_left)))
    return " ".join(texts)


def places_text(line: PrizeLine) -> str:
    """The places of a prize: "1", "10–12"."""
    return f"{line.first}–{line.last}" if line.last > line.first else str(line.first)


def banner(view: TournamentView) -> tuple[str, str]:
    """The most urgent message for everybody as (sentence, tone); empty during ordinary play."""
    if view.stage == Stage.CANCELLED:
        return _("This tournament was cancelled. The money is back with the players."), "stop"
    if view.frozen:
        return _(
            "The tournament is frozen while the staff look into a fault. No chips are lost, and play will "
            "continue from here."
        ), "stop"
    if view.stage != Stage.RUNNING:
        return "", ""
    if view.deal and not view.deal.made:
        return _("The players are discussing a deal. No new hands are dealt until it is settled."), "hold"
    if view.outage_until:
        return outage_text(view), "hold"
    if view.paused:
        text = _("The director has paused the tournament. The clock is stopped.")
        return reasoned(text, view.pause_reason), "hold"
    if view.ending:
        return _("The tournament ends when the current hands are over. Then the chips are counted."), "hold"
    if view.clock.break_until:
        return reasoned(_("Break. All tables start again together."), view.clock.break_reason), "rest"
    if view.clock.break_coming:
        text = _("A break begins as soon as the last table has finished its hand.")
        return reasoned(text, view.clock.break_reason), "rest"
    if view.bubble:
        return _("The next player out wins nothing: everybody else is in the money."), "urgent"
    if view.hand_for_hand:
        text = _("Hand-for-hand: every table waits until all have finished, then all start together.")
        return reasoned(text, view.hand_for_hand_reason), "urgent"
    if view.final_table and view.players > view.setup.final_table_size:
        return _("Final table."), "urgent"
    return "", ""


def outage_text(view: TournamentView) -> str:
    """Why the room itself has paused the tournament, and when play goes on (T3)."""
    time = time_format(localtime(moment(view.outage_until)), "H:i:s")
    if view.outage_ending:
        return _("Most players are back: play goes on at {time}.").format(time=time)
    return _(
        "Many players have lost their connection. The tournament is paused until most of them are back, until {time} "
        "at most. The clock is stopped."
    ).format(time=time)


def short_state(view: TournamentView) -> str:
    """The most urgent state in a word or two for the table bar."""
    if view.frozen:
        return pgettext("tournament", "Frozen")
    if view.stage != Stage.RUNNING:
        return ""
    if view.deal and not view.deal.made:
        return _("Deal")
    if view.paused:
        return pgettext("tournament", "Paused")
    if view.ending:
        return pgettext("tournament", "Last hands")
    if view.clock.break_until or view.clock.break_coming:
        return pgettext("tournament", "Break")
    if view.bubble:
        return pgettext("tournament", "Bubble")
    return _("Hand-for-hand") if view.hand_for_hand else ""


def level_text(view: TournamentView) -> str:
    """The stakes of the level that has begun and the director's reason for it, as sentences for the tables."""
    clock = view.clock
    if not clock.now:
        return ""
    ante_text = ante(view.setup, clock.level)
    text = _("Level {level}: {blinds}, {ante}.") if ante_text else _("Level {level}: {blinds}.")
    text = text.format(level=clock.level, blinds=blinds(clock.now, view.setup.games[0]), ante=ante_text)
    return reasoned(text, clock.level_reason)
