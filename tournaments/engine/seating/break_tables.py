"""Which tables break, and where their players go (T7): the last opened first, by draw, the emptiest tables filled."""

from heapq import nlargest

from tournaments.engine.seating.draw import draw_seat, move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state import events as ev
from tournaments.engine.state.director import Director
from tournaments.engine.state.facts import TournamentFacts


def needed(t: TournamentFacts) -> int:
    """How few tables can hold who is left: as few as possible, as full as possible.

    While entries are taken half a table is kept free, so that no table breaks for one opened again.
    """
    spare = 0 if t.closed else t.setup.seats // 2
    return max(1 if t.left <= t.setup.final else 2, -(-(t.left + spare) // t.setup.seats))


def doomed(t: TournamentFacts) -> tuple[int, ...]:
    """The tables to break next, highest number first, after those the director asked for.

    None once the tables wait for each other: nobody changes seats twice for the final one.
    """
    if t.setup.shootout or t.final or merging(t):
        return ()
    asked = tuple(sorted(t.breaking, reverse=True))
    count = len(t.felts) - max(1, needed(t))
    if count <= len(asked):
        return asked
    rest = (number for number in t.felts if number not in t.breaking)
    return (*asked, *nlargest(count - len(asked), rest))


def room_without(t: TournamentFacts, tables: tuple[int, ...]) -> bool:
    """Whether the other tables have seats for everybody."""
    others = [felt for number, felt in t.felts.items() if number not in tables]
    return sum(len(felt.seats) for felt in others) >= t.left > 0 and bool(others)


def break_table(d: Director, number: int, avoid: tuple[int, ...]) -> None:
    """Everybody here draws a seat elsewhere, with the rights and duties of that seat (T7)."""
    for player in d.dice.shuffled(d.t.felts[number].players):
        others = [felt for felt in d.t.felts.values() if felt.number != number and felt.number not in avoid]
        move(d, player, *draw_seat(d, others), "break")
    d.emit(ev.TableClosed(number, "broken"))


def break_idle(d: Director) -> None:
    """Break what is due and between hands; a table with an open re-buy waits for the answer."""
    for number in (tables := doomed(d.t)):
        waits = waits_for_rebuy(d.t, number) or d.t.owes_hand(d.t.felts[number])
        if number in d.t.idle and not waits and room_without(d.t, tables):
            break_table(d, number, tables)


def waits_for_rebuy(t: TournamentFacts, number: int) -> bool:
    """Whether somebody here without chips may still buy some (T12)."""
    return any(t.players[player].table == number for player in t.deciding)
