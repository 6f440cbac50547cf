"""A tournament's announcement as titled lines of text (T1)."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.api import money_text
from tournaments.engine.setup.setup import Setup
from tournaments.web.text.house_rules import preset_text, table_sections, tournament_sentences
from tournaments.web.text.labels import chips, game_text, price_text, rotation_game_text, span


class Fact(NamedTuple):
    """A titled line of the announcement."""

    title: str
    text: str


def facts(setup: Setup) -> list[Fact]:
    """The lines of the announcement and the rules of its tables; features that are not used have no line."""
    *lines, deals = facts_of_announcement(setup)
    return [*lines, *(Fact(title, text) for title, text in table_sections(setup) if text), deals]


def facts_of_announcement(setup: Setup) -> list[Fact]:
    """The lines of the announcement itself, the one about deals last."""
    lines = [
        Fact(_("Game"), _games(setup)),
        Fact(_("Buy-in"), _prices(setup)),
        Fact(_("Starting stack"), _stack(setup)),
        Fact(_("Players"), _players(setup)),
        Fact(_("Tables"), _tables(setup)),
        Fact(_("Late registration"), _late(setup)),
        Fact(_("Re-buys"), _rebuys(setup)),
        Fact(_("Add-on"), _addon(setup)),
        Fact(_("Bounties"), _bounties(setup)),
        Fact(_("Prizes"), _prizes(setup)),
        Fact(_("Breaks"), _breaks(setup)),
        Fact(_("House rules"), " ".join((preset_text(setup), *tournament_sentences(setup)))),
        Fact(_("Deals"), _deals(setup)),
    ]
    return [line for line in lines if line.text]


def _games(setup: Setup) -> str:
    if len(setup.games) == 1:
        return game_text(setup)
    names = ", ".join(rotation_game_text(game) for game in setup.games)
    if setup.every < 0:
        return _("The games in turn: {games}. The game changes with the level.").format(games=names)
    if setup.every:
        text = ngettext(
            "The games in turn: {games}. The game changes after {count} hand.",
            "The games in turn: {games}. The game changes after {count} hands.",
            setup.every,
        )
        return text.format(games=names, count=setup.every)
    return _("The games in turn: {games}. The game changes when everybody has had the button.").format(games=names)


def _prices(setup: Setup) -> str:
    price = setup.price
    if not price.total:
        return _("Nothing: a freeroll.")
    text = _("{pool} to the prizes, {fee} fee.").format(
        pool=money_text(price.pool, setup.currency), fee=money_text(price.fee, setup.currency)
    )
    if price.bounty:
        text += " " + _("{bounty} is the bounty on your head.").format(bounty=money_text(price.bounty, setup.currency))
    return text


def _stack(setup: Setup) -> str:
    blinds_deep = setup.structure.stack // setup.structure.level(1).big_blind
    return ngettext("{stack}, that is {count} big blind.", "{stack}, that is {count} big blinds.", blinds_deep).format(
        stack=chips(setup.structure.stack), count=blinds_deep
    )


def _players(setup: Setup) -> str:
    if not setup.starts_at:
        return _("Starts as soon as {count} players have registered.").format(count=setup.max_players)
    if setup.max_players:
        return _("From {least} to {most}.").format(least=setup.players_to_start, most=setup.max_players)
    return _("At least {least}.").format(least=setup.players_to_start)


def _tables(setup: Setup) -> str:
    text = ngettext("{count} seat each.", "{count} seats each.", setup.seats).format(count=setup.seats)
    if setup.shootout:
        text += " " + _("Each table is played to its last player; the winners meet in the next round.")
    elif setup.final_table_size != setup.seats:
        text += " " + _("Final table of {count}.").format(count=setup.final_table_size)
    return text


def _late(setup: Setup) -> str:
    if not setup.late:
        return ""
    text = _("Until the end of level {level}.").format(level=setup.late.until)
    if setup.late.entries > 1:
        text += " " + _("Players who are out may enter again: {count} entries each in all.").format(
            count=setup.late.entries
        )
    return text


def _rebuys(setup: Setup) -> str:
    if not setup.rebuy:
        return ""
    rebuy = setup.rebuy
    text = _("{price} for {chips} chips until the end of level {level}.").format(
        price=price_text(rebuy.price, setup.currency), chips=chips(rebuy.chips), level=rebuy.until
    )
    if rebuy.below:
        text += " " + _("Only with {chips} or less.").format(chips=chips(rebuy.below))
    if rebuy.most:
        text += " " + ngettext("{count} time at most.", "{count} times at most.", rebuy.most).format(count=rebuy.most)
    return text


def _addon(setup: Setup) -> str:
    if not setup.addon:
        return ""
    return _("{price} for {chips} chips, once, in level {level} and the break after it.").format(
        price=price_text(setup.addon.price, setup.currency), chips=chips(setup.addon.chips), level=setup.addon.at
    )


def _bounties(setup: Setup) -> str:
    if not setup.price.bounty:
        return ""
    if setup.progressive:
        return _(
            "A player who knocks another out wins half of the bounty; the other half raises the winner's own bounty."
        )
    return _("A player who knocks another out wins the bounty.")


def _prizes(setup: Setup) -> str:
    payouts = setup.payouts
    sentences = []
    if payouts.ticket:
        sentences.append(
            _("Tickets worth {amount} each, as many as the pool pays.").format(
                amount=money_text(payouts.ticket, setup.currency)
            )
        )
    if payouts.fixed:
        sentences.append(
            _("Fixed: {amounts}.").format(
                amounts="; ".join(money_text(amount, setup.currency) for amount in payouts.fixed)
            )
        )
    if payouts.guaranteed:
        sentences.append(_("At least {amount} is paid.").format(amount=money_text(payouts.guaranteed, setup.currency)))
    return " ".join(sentences)


def _breaks(setup: Setup) -> str:
    structure = setup.structure
    sentences = []
    # Each length once, in the order in which they come: a long break for dinner stands out.
    for length in dict.fromkeys(pause.length for pause in structure.breaks):
        after = ", ".join(str(pause.after) for pause in structure.breaks if pause.length == length)
        sentences.append(_("{length} after levels {levels}.").format(length=span(length), levels=after))
    if structure.hourly.length:
        text = _("{length} at minute {minute} of each hour.")
        sentences.append(text.format(length=span(structure.hourly.length), minute=structure.hourly.minute))
    return " ".join(sentences)


def _deals(setup: Setup) -> str:
    if not setup.deal_time:
        return _("A proposal stays open until everybody has answered.")
    seconds = setup.deal_time // 1000
    text = ngettext(
        "A proposal stays open for {count} second; a player who has not agreed by then has refused it.",
        "A proposal stays open for {count} seconds; a player who has not agreed by then has refused it.",
        seconds,
    )
    return text.format(count=seconds)
