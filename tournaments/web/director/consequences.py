"""What an act of a director would do now, as sentences: what each player gets or loses by it, and who is told (F4)."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rules.button import NOBODY
from games.engine.rules.stakes import AnteKind
from games.text.names import MOST_NAMES, some_names
from games.web.api import money_text
from tournaments.engine.finish.ending import paid_if_ended
from tournaments.engine.play.disqualification import Disqualification, disqualification
from tournaments.engine.seating.blinds import due, worst_seat
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import CloseReason
from tournaments.engine.tournament import Decision, Tournament
from tournaments.engine.views.types import TournamentView
from tournaments.web.text import labels
from tournaments.web.text.event_text import lines_of
from tournaments.web.text.labels import chips, span


class Rehearsal(NamedTuple):
    """An act that was only decided, not carried out: the tournament before it, as everybody sees it and as it is."""

    view: TournamentView
    before: Tournament
    decision: Decision
    command: Any
    """The command; Any, as each function knows the class of its own."""

    def name(self, player: int) -> str:
        """The player's name."""
        return self.before.players[player].name

    def names(self, players: Sequence[int]) -> str:
        """The names of these players, the last ones only counted if they are many."""
        return some_names([self.name(player) for player in players])

    def money(self, amount: int) -> str:
        """Minor units as text."""
        return money_text(amount, self.view.setup.currency)

    def first(self, kind: type[Any]) -> Any:
        """The first event of this class, None without one."""
        return next((event for event in self.decision.events if isinstance(event, kind)), None)

    def waits(self) -> Iterator[str]:
        """That the act waits for the end of a hand, if it does."""
        if self.first(ev.Deferred):
            yield _("It happens after the running hand, with the stacks at that time.")


def of_start(r: Rehearsal) -> list[str]:
    """Who begins, where, and that nobody can change their mind afterwards (T2, T3)."""
    after = r.decision.after
    text = _("Players: {players}, tables: {tables}. Each player begins with {chips} chips.")
    lines = [text.format(players=after.left, tables=len(after.tables), chips=chips(r.view.setup.structure.stack))]
    lines.append(_("They sit as you have set them.") if r.command.seats else _("Their seats are drawn."))
    lines.append(_("From then on nobody can take an entry back."))
    if after.late_open and r.view.setup.late:
        lines.append(_("Others can enter until the end of level {level}.").format(level=r.view.setup.late.until))
    return [*lines, *_over(r)]


def of_level(r: Rehearsal) -> list[str]:
    """The stakes before and after, what stacks are worth, and what cannot be taken back (T4, T11, T12)."""
    before, after, setup = r.before, r.decision.after, r.view.setup
    text = _("Level {level} with {blinds} ends.")
    lines = [text.format(level=before.level, blinds=_stakes(r.view, before.level))]
    text = _("Level {level} with {blinds} begins, at each table with its next hand.")
    lines.append(text.format(level=after.level, blinds=_stakes(r.view, after.level)))
    old, new = (max(1, setup.structure.level(number).big_blind) for number in (before.level, after.level))
    text = _("The average stack is then {average} big blinds instead of {average_now}, the smallest {smallest}.")
    average, smallest = r.view.average, r.view.smallest
    lines.append(text.format(average=average // new, average_now=average // old, smallest=smallest // new))
    if setup.structure.unit(before.level) < setup.structure.unit(after.level):
        text = _("Chips of {chip} are raced off, after which the level before cannot come back.")
        lines.append(text.format(chip=chips(setup.structure.unit(before.level))))
    if after.entries_closed and not before.entries_closed:
        lines.append(_("Nobody can enter or buy chips any more: the field and the prizes are final."))
    else:
        lines += _sales(before, after)
    return [*lines, *_over(r), _told_all()]


def of_warning(r: Rehearsal) -> list[str]:
    """The warning with its number (T14)."""
    player = r.command.player
    text = _("{name} is warned and reads the reason. Earlier warnings: {count}.")
    return [
        text.format(name=r.name(player), count=r.before.players[player].warnings),
        _("Nothing else changes. A warning cannot be taken back."),
    ]


def of_penalty(r: Rehearsal) -> list[str]:
    """The hands, the time and the chips that the player loses, and what the blinds cost meanwhile (T14)."""
    player, time, taken = r.command.player, r.command.time, r.command.chips
    entrant, deferred, begun = r.before.players[player], r.first(ev.Deferred), r.first(ev.Penalised)
    # The number stands in the event of the penalty, or in the order that waits for the end of the hand.
    hands = begun.hands if begun else deferred.table
    name, lines = entrant.name, [*r.waits()]
    if hands:
        text = ngettext(
            "{name} is dealt in and folded for {count} hand, and posts in it.",
            "{name} is dealt in and folded for {count} hands, and posts in them.",
            hands,
        )
        lines.append(text.format(name=name, count=hands))
    if time:
        text = _("For {time} of play every hand of {name} is folded. Pauses and breaks do not count.")
        lines.append(text.format(time=span(time), name=name))
    if hands or time:
        text = _("A round of blinds and antes costs {cost} now; {name} has {stack}.")
        lines.append(text.format(cost=chips(_round_cost(r, entrant.table)), name=name, stack=chips(entrant.stack)))
    if taken:
        text = _("{chips} of the {stack} chips of {name} go out of play for good. Nobody gets them.")
        lines.append(text.format(chips=chips(taken), stack=chips(entrant.stack), name=name))
    if hands or time:
        lines.append(_("Everybody at the table sees what is left of it, and you can lift it."))
    return [*lines, _told(name)]


def of_lifting(r: Rehearsal) -> list[str]:
    """What is left of the penalty and falls away (F4)."""
    standing = next(row for row in r.view.standings if row.player == r.command.player)
    text = _("This penalty is lifted: {name} plays again from the next hand on.")
    return [labels.penalty_text(standing), text.format(name=standing.name), _told(standing.name)]


def of_disqualification(r: Rehearsal) -> list[str]:
    """The player's place and prize, who gains a place, and what becomes of the chips (T14)."""
    name, result = r.name(r.command.player), disqualification(r.before, r.command.player)
    if result.played_on:
        text = _("The {chips} chips of {name} stay in play: the room checks and folds with them. Nobody gains.")
        return [*r.waits(), text.format(chips=chips(result.chips), name=name), _told(name)]
    return [*r.waits(), *_thrown_out(r, name, result), _told(name)]


def of_move(r: Rehearsal) -> list[str]:
    """The seats before and after, how soon the big blind comes in each, and the size of both tables (T6)."""
    command, t = r.command, r.before
    entrant, target = t.players[command.player], t.tables[command.table]
    table, ready = t.tables[entrant.table], t.ready(target)
    seat = command.seat if command.seat >= 0 else worst_seat(target, ready)
    seat = target.free[0] if seat == NOBODY else seat
    text = _("{name} takes all {chips} chips from table {old}, seat {old_seat}, to table {new}, seat {new_seat}.")
    seats = {"old": table.number, "old_seat": entrant.seat + 1, "new": target.number, "new_seat": seat + 1}
    lines = [*r.waits(), text.format(name=entrant.name, chips=chips(entrant.stack), **seats)]
    now, then = due(table, t.ready(table), entrant.seat), due(target, ready, seat)
    if min(now, then) >= 0:
        text = _("Players whose big blind comes sooner: {now} in the old seat, {then} in the new one.")
        lines.append(text.format(now=now, then=then))
    text = _("Players then: {old_count} at table {old}, {new_count} at table {new}.")
    sizes = {"old_count": table.taken - 1, "new_count": target.taken + 1}
    lines.append(text.format(old=table.number, new=target.number, **sizes))
    moved = [event.player for event in r.decision.events if isinstance(event, ev.Moved)]
    if balanced := moved[1:]:
        lines.append(_("For balance the room then moves: {names}.").format(names=r.names(balanced)))
    return [*lines, _told(entrant.name)]


def of_table_break(r: Rehearsal) -> list[str]:
    """Who has to move, and how many free seats there are for them (T7)."""
    table, others = r.before.tables[r.command.table], r.before.tables.values()
    told = _("Each of them is taken to the new seat and reads why.")
    closed = r.first(ev.TableClosed)
    if merging(r.decision.after) or (closed and closed.why is CloseReason.FINAL):
        lines = [_("It happens when all running hands are over.")] if not r.before.all_idle else []
        text = _("One table would be left, so all break up, and these draw seats at a new one: {names}.")
        players = [player for other in others for player in other.players]
        return [*lines, text.format(names=r.names(players)), told]
    lines = [_("It happens after the running hand.")] if table.running else []
    text = _("Table {table} is broken up. These draw seats at the other tables: {names}.")
    lines.append(text.format(table=table.number, names=r.names(table.players)))
    free = sum(len(other.free) for other in others if other.number not in {*r.before.breaking, table.number})
    lines.append(_("Free seats there: {count}.").format(count=free))
    lines.append(_("The big blind may come sooner or later there than here; all stacks go along."))
    return [*lines, told]


def of_void_hand(r: Rehearsal) -> list[str]:
    """The stack that each player of the running hand has again, or what goes back after the last one (F5)."""
    table, voided = r.before.tables[r.command.table], r.first(ev.HandVoided)
    if voided is None:
        text = _("The running hand {hand} of table {table} is void. All bets go back, so that each has again:")
        lines = [text.format(hand=table.hand, table=table.number)]
        players = [table.seats[seat] for seat in table.dealt]
        lines += [f"{r.name(player)}: {chips(r.before.players[player].stack)}" for player in players]
    else:
        text = _("The last hand {hand} of table {table} is void:")
        lines = [text.format(hand=table.hand, table=table.number)]
        for player, change in voided.undone:
            text = _("{name} gets back {chips}.") if change > 0 else _("{name} gives back {chips}.")
            lines += [text.format(name=r.name(player), chips=chips(abs(change)))] if change else []
        undone = [event for event in r.decision.events if isinstance(event, ev.BustUndone)]
        names = {player: entrant.name for player, entrant in r.before.players.items()}
        lines += [line.text for line in lines_of(undone, names, r.view.setup.currency)]
    if r.before.ending:
        return [*lines, _("No hand is dealt any more, and everybody at the table is told.")]
    return [*lines, _("The hand is dealt again, and everybody at the table is told.")]


def of_deal(r: Rehearsal) -> list[str]:
    """Each player's share, and whether play goes on (T17)."""
    deal = r.view.deal
    assert deal is not None
    text = _("{name} gets {amount}.")
    lines = [text.format(name=share.name, amount=r.money(share.amount)) for share in deal.shares]
    if deal.kept:
        lines.append(_("{amount} is left to play for.").format(amount=r.money(deal.kept)))
        return [*lines, _("Play goes on. The shares are paid at the end.")]
    return [*lines, _("The tournament is over, the places go by chips, and the shares are paid at once.")]


def of_end(r: Rehearsal) -> list[str]:
    """The places, prizes and bounties by the chips of now (T15)."""
    lines = [_("No new hand begins. When the running ones are over, the places go by chips. By those of now:")]
    left = {row.player for row in r.view.standings if not row.out}
    paid = paid_if_ended(r.before)
    prizes = [event for event in paid if isinstance(event, ev.PrizeDue) and event.player in left]
    lines += [_prize(r, event) for event in prizes[:MOST_NAMES]]
    unpaid = left - {event.player for event in prizes}
    if unpaid:
        names = r.names([row.player for row in r.view.standings if row.player in unpaid])
        lines.append(_("Nothing for: {names}.").format(names=names))
    if bounties := sum(event.amount for event in paid if isinstance(event, ev.BountyDue)):
        lines.append(_("Bounties of {amount} in all are paid as well.").format(amount=r.money(bounties)))
    return [*lines, _("While a hand still runs you can take it back."), _told_all()]


def _prize(r: Rehearsal, event: ev.PrizeDue) -> str:
    """What a player gets for a place: money, a ticket, or something else."""
    money = r.money(event.amount) if event.amount else ""
    won = _joined(f"{money} ({_('ticket')})" if event.ticket else money, event.extra)
    text = _("{name} gets {amount} in place {place}.")
    return text.format(name=r.name(event.player), amount=won, place=event.place)


def _won(r: Rehearsal, amount: int, place: int) -> str:
    """The money and the other prize of a place, "" for nothing."""
    extras = r.view.setup.payouts.extras
    return _joined(r.money(amount) if amount else "", extras[place - 1] if place <= len(extras) else "")


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _sales(before: Tournament, after: Tournament) -> Iterator[str]:
    """Which ways to buy chips end with the level, or come back with it (T12)."""
    late, rebuy, addon = before.setup.late, before.setup.rebuy, before.setup.addon
    if before.takes_entries and not after.takes_entries:
        yield _("Nobody can enter any more.")
    if late and after.takes_entries and not before.takes_entries:
        yield _("Others can enter until the end of level {level}.").format(level=late.until)
    if rebuy and before.level <= rebuy.until < after.level:
        yield _("Nobody can re-buy any more.")
    if addon and addon.at == before.level:
        yield _("The add-on can no longer be bought.")
    if addon and addon.at == after.level:
        yield _("From then on the add-on can be bought.")


def _over(r: Rehearsal) -> Iterator[str]:
    """That the act ends the tournament, as in a satellite with a ticket for everybody left (T15)."""
    if r.first(ev.Ended):
        yield _all_paid()


def _all_paid() -> str:
    return _("The tournament is then over, and all prizes are paid.")


def _told(name: str) -> str:
    return _("{name} is told at once, with the reason.").format(name=name)


def _told_all() -> str:
    return _("Everybody is told, with the reason.")


def _stakes(view: TournamentView, level: int) -> str:
    """The stakes of a level in a few figures."""
    parts = (labels.blinds(view.setup.structure.level(level), view.setup.games[0]), labels.ante(view.setup, level))
    return ", ".join(filter(None, parts))


def _round_cost(r: Rehearsal, number: int) -> int:
    """What a round costs a player at this table who only posts, in chips; bring-ins are not counted."""
    t, table = r.before, r.before.tables[number]
    stakes, hands = t.stakes(level=t.level, turn=table.game), len(t.ready(table))
    antes = stakes.ante * (1 if stakes.ante_kind is AnteKind.BIG_BLIND else hands)
    blinds = stakes.small_blind + stakes.big_blind if stakes.small_blind else 0
    return blinds + antes


def _thrown_out(r: Rehearsal, name: str, result: Disqualification) -> Iterator[str]:
    """What follows when the chips go out of play."""
    yield _("{chips} chips of {name} go out of play.").format(chips=chips(result.chips), name=name)
    if not result.place:
        yield _("{name} is out; the place is known when nobody can enter any more.").format(name=name)
    elif won := _won(r, result.prize, result.place):
        text = _("{name} finishes in place {place} and wins {amount}.")
        yield text.format(name=name, place=result.place, amount=won)
    else:
        yield _("{name} finishes in place {place} and wins nothing.").format(name=name, place=result.place)
    if result.ends:
        yield _all_paid()
    elif result.sure:
        text = _("The bubble bursts: everybody else is in the money and sure of {amount}.")
        yield text.format(amount=r.money(result.sure))
    if result.behind:
        yield _("By chips these gain a place: {names}.").format(names=r.names(result.behind))
    else:
        yield _("Nobody has fewer chips, so by chips nobody gains a place.")
