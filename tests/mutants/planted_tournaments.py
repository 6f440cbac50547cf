"""Planted bugs of the tournament engine, beside those of the tables: each breaks one rule in one place."""

from typing import Final

from tests.mutants.planted import Mutant


def _mutant(rule: str, file: str, old: str, new: str, tests: str = "tables play money void edges") -> Mutant:
    return Mutant(rule, file, old, new, tests, wing="tournaments")


PLANTED: Final = (
    # Entries.
    _mutant("T2", "entries.py", "len(d.t.players) < d.t.setup.fewest", "len(d.t.players) <= d.t.setup.fewest"),
    _mutant("T3", "seating.py", "dice.shuffled(players), -(-len", "list(players), -(-len"),
    _mutant("T12", "entries.py", "entrant.entries >= setup.late.entries", "entrant.entries > setup.late.entries"),
    _mutant("T12", "facts.py", "self.peak >= self.setup.seats > self.left", "self.peak > self.setup.seats > self.left"),
    _mutant("T12", "facts.py", "and self.level <= late.until", "and self.level < late.until"),
    _mutant("T12", "entries.py", "t.left >= setup.max_players", "t.left > setup.max_players"),
    _mutant("T12", "seating.py", "if felt.number not in set(avoid)]", "]"),
    _mutant("T12", "entries.py", "entrant.stack <= rebuy.below", "entrant.stack < rebuy.below"),
    _mutant("T12", "entries.py", "entrant.rebuys < rebuy.most", "entrant.rebuys <= rebuy.most"),
    _mutant("T12", "entries.py", "t.level > rebuy.until", "t.level >= rebuy.until"),
    _mutant("T12", "entries.py", "!= addon.at or entrant.added_on:", "!= addon.at:"),
    _mutant("T12", "dealing.py", "> 1 and not waits_for_rebuy(t, number)", "> 1"),
    _mutant("T12", "breaking.py", "waits = waits_for_rebuy(d.t, number) or d.t", "waits = d.t"),
    # Levels and breaks.
    _mutant("T5", "levels.py", "not rest.until and d.t.all_idle", "not rest.until"),
    _mutant("T9", "levels.py", "t.clock.left - t.setup.structure.round_cost", "t.clock.left"),
    # Tables.
    _mutant("T6", "balancing.py", "    if most - fewest < APART", "    if most - fewest <= APART"),
    _mutant("T6", "balancing.py", "upcoming(felt, ready).big", "upcoming(felt, ready).small"),
    _mutant("T6", "balancing.py", "return felt.running, felt.number", "return not felt.running, felt.number"),
    _mutant("T6", "blinds.py", "(seat != positions.small or len(seats) == 2)", "True"),
    _mutant("T6", "blinds.py", "if not between(felt, seat, positions) and", "if"),
    _mutant("T7", "blinds.py", "if not (felt.seats[seat] in felt.fresh and between", "if not (False and between"),
    _mutant("T7", "breaking.py", "*nlargest(count - len(asked), rest)", "*sorted(rest)[: count - len(asked)]"),
    _mutant("T7", "breaking.py", "0 if t.closed else t.setup.seats // 2", "0"),
    _mutant("T7", "final_table.py", "d.dice.shuffled(range(t.setup.final))", "range(t.setup.final)"),
    _mutant("T7", "final_table.py", "t.left <= t.setup.final", "t.left < t.setup.final"),
    _mutant("T9", "hand_for_hand.py", "t.left == t.paid + 1", "t.left == t.paid + 2"),
    _mutant("T9", "hand_for_hand.py", "t.left <= t.paid:", "t.left < t.paid:"),
    _mutant("T9", "dealing.py", "(not t.all_idle or t.deciding)", "t.deciding"),
    _mutant("F5", "state.py", "positions=felt.before, fresh", "fresh"),
    # Places.
    _mutant("T10", "places.py", "(bust.started, -bust.all_in,", "(bust.started, bust.all_in,"),
    _mutant("T10", "places.py", "(bust.started, bust.strength,", "(-bust.started, bust.strength,"),
    _mutant("T10", "places.py", "last and last.started == bust.started", "last and last.strength == bust.strength"),
    _mutant("T10", "places.py", "if table == 0 and any(", "if False and any("),
    _mutant("T10", "places.py", "total - end + 1, total - start", "total - end, total - start"),
    _mutant("T10", "prizes.py", "if place == first else 0", "if place == last else 0"),
    # Chips.
    _mutant("T11", "chip_race.py", "-(-len(owners) * chip // into)", "len(owners) * chip // into"),
    _mutant("T11", "chip_race.py", "< prizes and player not in won", "< prizes"),
    _mutant("T11", "chip_race.py", "reverse=True", "reverse=False"),
    _mutant("T11", "chip_race.py", "if chips < into and player", "if chips < 0 and player"),
    _mutant("T11", "chip_race.py", "if into <= unit and", "if into < unit and"),
    _mutant("T13", "staff.py", "d.t.left <= d.t.paid", "d.t.left < d.t.paid"),
    _mutant("T13", "staff.py", "if in_money and others else 0", "if others else 0"),
    _mutant("T14", "state.py", "sits=max(0, entrant.sits - 1)", "sits=entrant.sits"),
    _mutant("T14", "staff.py", "min(act.chips, stack - unit)", "act.chips"),
    _mutant("T14", "staff.py", "command.chips >= entrant.stack", "command.chips > entrant.stack"),
    # Prizes.
    _mutant("T1", "payouts.py", "max(collected, self.guaranteed, sum", "max(collected, sum"),
    _mutant("T1", "payouts.py", "min(pool // self.ticket, players)", "pool // self.ticket"),
    _mutant("T15", "cancel.py", "each = rest // 2 // len(left)", "each = rest // len(left)"),
    _mutant("T15", "ending.py", "if t.all_idle and not t.fallen", "if not t.fallen"),
    _mutant("T16", "payouts.py", "amounts[0] += pool - sum", "amounts[-1] += pool - sum"),
    _mutant("T16", "payouts.py", "fixed = self.fixed[:players]", "fixed = self.fixed"),
    _mutant("T17", "deals.py", "each = min(prizes)", "each = 0"),
    _mutant("T17", "deals.py", "set(own) != {entrant.player for entrant in left}", "not own"),
    _mutant("T17", "deals.py", "if not d.t.all_idle or d.t.fallen:", "if d.t.fallen:"),
    _mutant("T17", "deals.py", "0 < deal.lapses_at <= d.now", "0 < deal.lapses_at < d.now"),
    _mutant("T17", "prizes.py", "t.deal.kept if place == 1 else 0", "0"),
    _mutant("T17", "icm.py", "parts[at] - shares[at]", "shares[at] - parts[at]"),
    _mutant("T12", "bounties.py", "head // 2 if", "0 if"),
)
