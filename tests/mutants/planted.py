"""The list of planted bugs: each breaks one rule in one place, and names the tests that should notice first."""

from typing import Final, NamedTuple


class Mutant(NamedTuple):
    """In `file` of a `wing`'s engine `old` becomes `new`, which breaks `rule`; `tests` are files of its tests."""

    rule: str
    file: str
    old: str
    new: str
    tests: str
    wing: str = "games"


PLANTED: Final = (
    # Cards.
    Mutant("C4", "hand_classes.py", "order == wheel:", "order == wheel and wheel != WHEEL:", "evaluation hand_names"),
    Mutant("C6", "evaluation.py", "combinations(map(_card_key, hole), 2)]", "[(0, _card_key(hole[0]))]]", "evaluation"),
    Mutant("C7", "hand_classes.py", "return (rank + 1) % 13", "return rank", "evaluation"),
    Mutant("C8", "evaluation.py", "low >= EIGHT_HIGH else", "low > EIGHT_HIGH else", "evaluation"),
    # Betting.
    Mutant("B2", "hand_state.py", "clockwise[self.opened] if", "clockwise[self.opened][:-1] if", "betting"),
    Mutant("B3", "betting.py", "(self.made >= self.cap and", "(self.made > self.cap and", "betting_limits"),
    Mutant("B3", "betting.py", "return live > 2 or self.capped", "return live > 2", "betting_limits"),
    Mutant("B3", "betting.py", "return self.starters > 2", "return live > 2", "betting_limits"),
    Mutant("B4", "betting.py", "sum(self.bets) + self.missing + owed", "sum(self.bets) + owed", "betting_limits"),
    Mutant("B6", "betting.py", "return self.high + self.size", "return self.high + self.unit_bet", "betting_raises"),
    Mutant("B7", "betting.py", "self.high - acted >= full", "self.high - acted > full", "betting_raises"),
    Mutant(
        "B7",
        "betting.py",
        "2 * (to - self.high) >= self.unit_bet",
        "2 * (to - self.high) > self.unit_bet",
        "betting_raises",
    ),
    Mutant("B8", "hand.py", "2 * (to - high) < self", "2 * (to - high) <= self", "betting_raises"),
    Mutant("B10", "dealer.py", "if legal.call and legal.call == seat.ahead_amount", "if legal.call", "table_turns"),
    Mutant("B11", "pots.py", "if paid.count(top) > 1:", "if 2 * sorted(paid)[-2] >= top:", "pots betting"),
    Mutant("B14", "dealer.py", "TimeoutAction.FOLD and not seat.lost_at", "TimeoutAction.FOLD", "clock"),
    Mutant("B14", "table_facts.py", "tournament else number in self.hand.live", "tournament else there", "clock"),
    Mutant("B15", "dealer.py", "used < house.protections_a_day", "used <= house.protections_a_day", "clock"),
    # Pots and rake.
    Mutant("P1", "pots.py", "if paid[seat] >= level)))", "if paid[seat] > 0)))", "pots"),
    Mutant("P3", "showdown.py", "range(len(pots) - 1, -1, -1)", "range(len(pots))", "pots run_it"),
    Mutant("P4", "pots.py", "each + (place < odd)", "each + (len(winners) - 1 - place < odd)", "pots"),
    Mutant("P5", "pots.py", "return amount - low, low", "return low, amount - low", "pots"),
    Mutant("R1", "rake.py", "if dealt_in >= players", "if dealt_in > players", "rake"),
    Mutant("R4", "rake.py", "pot // total // unit * unit for", "pot // total for", "rake"),
    # Showdown.
    Mutant("H1", "showdown.py", "-last_pot.get(seat, 0)", "last_pot.get(seat, 0)", "showdown"),
    Mutant("H2", "showdown.py", "value >= max([rival", "value > max([rival", "showdown"),
    Mutant("H4", "hand_facts.py", "or seat in self.folded or", "or", "showdown sight table_orders"),
    Mutant("H6", "hand_state.py", "() if self.runs == 1 else", "() if self.runs < 1 else", "run_it"),
    Mutant("H6", "pots.py", "return each if run else", "return each if run < runs - 1 else", "run_it"),
    Mutant("H7", "dealer.py", "if payers(table) <= set(table.rabbit) and", "if table.rabbit and", "rabbit"),
    # Games.
    Mutant("G13", "hand.py", "if card not in self.thrown[seat]]", "]", "games_draw hand_machine"),
    Mutant(
        "G14",
        "opening.py",
        "if low_door else min(doors)",
        "if low_door else max(doors)",
        "games_stud",
    ),
    Mutant("G15", "opening.py", "return min(live, key=lambda", "return max(live, key=lambda", "games_stud"),
    Mutant("G16", "hand.py", "len(burnt) + len(rest) >= needed", "len(rest) >= needed", "games"),
    # Button and blinds.
    Mutant(
        "D2", "button.py", "button, small = last.small, last.big", "button, small = last.button, last.big", "button"
    ),
    Mutant("D6", "entering.py", "if between and (seat.new or", "if False and (seat.new or", "entering"),
    Mutant(
        "D7",
        "entering.py",
        "            return Price(big, small)\n",
        "            return Price(big, 0)\n",
        "missed_blinds",
    ),
    Mutant("D8", "seat.py", "if behind(to, positions, seats) >", "if behind(to, positions, seats) <", "seat_changes"),
    Mutant(
        "D9",
        "hand_state.py",
        "amount, amount, self.betting.made + 1)",
        "amount, amount, self.betting.made)",
        "straddles",
    ),
    # What is seen.
    Mutant("B17", "sight.py", "        shown=shown,\n", "        shown=shown or hand.hole[number],\n", "secrecy"),
)
