"""The hand log: the public events of a hand as lines of text to be worded in the viewer's language."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.evaluation.names import HandName, named
from games.engine.evaluation.rankings import Ranking
from games.engine.events.kinds import PotHalf
from games.engine.rules.rules import Rules
from games.engine.views.kinds import LastAction, LineCode, PenaltyKind
from games.engine.views.types import LogLine

NONE_COUNTED: Mapping[int, int] = MappingProxyType({})


class HandLog:
    """The log of a table's running or last hand, kept from decision to decision: only new events are worded.

    `lines` are those of `log_lines`; `last_actions` what each seat did last in the current betting round, where folds,
    all-ins and mucks stay.
    """

    def __init__(self) -> None:
        self._first: ev.TableEvent | None = None
        self._last: ev.TableEvent | None = None
        self._begin({}, None, {})

    def _begin(self, names: Mapping[int, str], rules: Rules | None, protections: Mapping[int, int]) -> None:
        self._names, self._rules, self._protections = dict(names), rules, dict(protections)
        self._builder = _LogBuilder(names, rules, protections) if rules else None
        self._told = 0
        self.lines: tuple[LogLine, ...] = ()
        self.last_actions: dict[int, LastAction] = {}

    def update(
        self,
        events: Sequence[ev.TableEvent],
        names: Mapping[int, str],
        rules: Rules,
        protections: Mapping[int, int],
    ) -> None:
        """Adds the new events; starts again when the events so far are not the first of these."""
        told = self._told
        goes_on = rules is self._rules and names == self._names and protections == self._protections
        if not goes_on or (
            told and not (len(events) >= told and events[0] is self._first and events[told - 1] is self._last)
        ):
            self._begin(names, rules, protections)
            told = 0
        new = events[told:]
        if not new:
            return
        assert self._builder is not None
        for event in new:
            self._builder.add(event)
            self._acted(event)
        self.lines = tuple(self._builder.lines)
        self._told, self._first, self._last = len(events), events[0], events[-1]

    def _acted(self, event: ev.TableEvent) -> None:
        acts = self.last_actions
        match event:
            case ev.BetsCollected():
                self.last_actions = {
                    seat: act for seat, act in acts.items() if act in (LastAction.FOLD, LastAction.ALL_IN)
                }
            case ev.Folded(seat):
                acts[seat] = LastAction.FOLD
            case ev.Mucked(seat):
                acts[seat] = LastAction.MUCK
            case ev.Posted(seat, _, _, all_in):
                acts[seat] = LastAction.ALL_IN if all_in else LastAction.POST
            case ev.Checked(seat):
                acts[seat] = LastAction.CHECK
            case ev.BroughtIn(seat, _, all_in):
                acts[seat] = LastAction.ALL_IN if all_in else LastAction.BRING_IN
            case ev.Drew(seat, drawn):
                acts[seat] = LastAction.DRAW if drawn else LastAction.PAT
            case ev.Called(seat, _, all_in):
                acts[seat] = LastAction.ALL_IN if all_in else LastAction.CALL
            case ev.Bet(seat, _, all_in):
                acts[seat] = LastAction.ALL_IN if all_in else LastAction.BET
            case ev.Raised(seat, _, _, all_in):
                acts[seat] = LastAction.ALL_IN if all_in else LastAction.RAISE


def log_lines(
    events: Iterable[ev.TableEvent],
    names: Mapping[int, str],
    rules: Rules,
    protections: Mapping[int, int] = NONE_COUNTED,
) -> tuple[LogLine, ...]:
    """The hand log of these events; `names` are those of the seats when the hand began, `rules` those of the hand.

    A player who was dealt in has the name of `names` in every line: events keep the one of then, which is no longer
    told once the account is deleted.
    `protections` counts each seat's all-in protections today, where known (B15).
    """
    builder = _LogBuilder(names, rules, protections)
    for event in events:
        builder.add(event)
    return tuple(builder.lines)


def is_told(event: ev.TableEvent) -> bool:
    """Whether the hand log shows this event as an act of the house."""
    return isinstance(event, ev.RulesChanged) or house_line(event) is not None


def house_line(event: ev.TableEvent) -> LogLine | None:
    """The line about what the house did, None for an event that is none of the house's."""
    match event:
        case ev.Paused(reason):
            return LogLine(LineCode.PAUSED, other=reason)
        case ev.Resumed(reason):
            return LogLine(LineCode.RESUMED, other=reason)
        case ev.Closing(reason, after_orbit):
            return LogLine(LineCode.CLOSING, other=reason, amount=int(after_orbit))
        case ev.KeptOpen(reason):
            return LogLine(LineCode.KEPT_OPEN, other=reason)
        case ev.Closed():
            return LogLine(LineCode.CLOSED)
        case ev.Announced(kind, name, reason):
            return LogLine(LineCode.ANNOUNCED, name, kind, other=reason)
        case ev.RemovalAsked(_, name, reason):
            return LogLine(LineCode.REMOVED, name, other=reason)
        case ev.RemovalCalledOff(_, name, reason):
            return LogLine(LineCode.KEEPS_SEAT, name, other=reason)
        case ev.SeatLeft(reason=why, name=name) if name:
            return LogLine(LineCode.SEAT_LOST, name, why)
        case ev.SatOut(_, why, _, name) if name:
            return LogLine(LineCode.SEAT_OUT, name, why)
        case ev.TableMoveSet(name=to, player=name) if name:
            return LogLine(LineCode.MUST_MOVE, name, other=to)
        case ev.UnseatAsked(_, name):
            return LogLine(LineCode.UNSEATED, name)
        case ev.ChipsSet(_, before, after, reason, name):
            return LogLine(LineCode.STACK_SET, name, amount=before, to=after, other=reason)
        case ev.SitOutOrdered(_, out, name, reason):
            return LogLine(LineCode.SITS_OUT, name, amount=int(out), other=reason)
        case ev.Warned(_, name, reason):
            return LogLine(LineCode.WARNED, name, other=reason)
        case ev.Penalised(_, hands, name, reason, sits_out, minutes):
            served = PenaltyKind.of(hands, minutes, sits_out=sits_out)
            return LogLine(LineCode.PENALTY, name, served, amount=minutes or hands, other=reason)
        case ev.PenaltyServed(_, 0, _, name):
            return LogLine(LineCode.PENALTY, name, PenaltyKind.OVER)
        case ev.HandsHeld(_, together, reason):
            return LogLine(LineCode.TOGETHER, amount=int(together), other=reason)
    return None


class _LogBuilder:
    def __init__(self, names: Mapping[int, str], rules: Rules, protections: Mapping[int, int]) -> None:
        self.names = dict(names)
        self.dealt: set[int] = set()
        self.protections = protections
        self.rules = rules
        self.variant = variant = rules.variant
        self.lines: list[LogLine] = []
        self.street = variant.streets[0]
        self.board: tuple[Card, ...] = ()
        self.boards: list[tuple[Card, ...]] = []
        self.shared = 0
        self.hands: dict[int, tuple[Card, ...]] = {}

    def add(self, event: ev.TableEvent) -> None:
        """Add the lines of one event, if it has any."""
        add, names = self.lines.append, self.names
        if line := house_line(event):
            add(line._replace(name=self._name_of(getattr(event, "seat", -1), line.name)))
        match event:
            case ev.HandBegan(number=number, order=order):
                self.dealt.update(order)
                add(self._game_line(LineCode.HAND, self.rules)._replace(amount=number))
            case ev.GameChanged(turn):
                add(self._game_line(LineCode.NEXT_GAME, self.rules.playing(turn)))
            case ev.Posted(seat, kind, amount, all_in) if amount:
                add(LogLine(LineCode.POST, names[seat], kind=kind, amount=amount, all_in=all_in))
            case ev.StreetBegan(street):
                self.street = self.variant.streets[street]
                if not self.street.board:
                    add(LogLine(LineCode.STREET, kind=self.street.name))
            case ev.BoardDealt(cards):
                self.board += cards
                add(
                    LogLine(
                        LineCode.STREET if self.street.board else LineCode.COMMUNITY, kind=self.street.name, cards=cards
                    )
                )
            case ev.UpDealt(cards):
                for seat, card in cards:
                    add(LogLine(LineCode.UP, names[seat], cards=(card,)))
            case ev.Drew(seat, drawn, kept):
                add(LogLine(LineCode.DRAW, names[seat], amount=drawn, cards=kept))
            case ev.BroughtIn(seat, amount, all_in):
                add(LogLine(LineCode.BRING_IN, names[seat], amount=amount, all_in=all_in))
            case ev.Folded(seat):
                add(LogLine(LineCode.FOLD, names[seat]))
            case ev.Checked(seat):
                add(LogLine(LineCode.CHECK, names[seat]))
            case ev.Called(seat, amount, all_in):
                add(LogLine(LineCode.CALL, names[seat], amount=amount, all_in=all_in))
            case ev.Bet(seat, to, all_in):
                add(LogLine(LineCode.BET, names[seat], amount=to, to=to, all_in=all_in))
            case ev.Raised(seat, to, by, all_in):
                add(LogLine(LineCode.RAISE, names[seat], amount=by, to=to, all_in=all_in))
            case ev.TimedOut(seat):
                add(LogLine(LineCode.TIMEOUT, names[seat]))
            case ev.Protected(seat):
                add(LogLine(LineCode.PROTECTED, names[seat], amount=self.protections.get(seat, 0)))
            case ev.TimeCalled(by, seat):
                add(LogLine(LineCode.TIME_CALLED, names[by], other=names[seat]))
            case ev.RabbitAsked(seat, fee):
                add(LogLine(LineCode.RABBIT_ASKED, names[seat], amount=fee))
            case ev.RabbitShown(_, _, cards):
                add(LogLine(LineCode.RABBIT, cards=cards))
            case ev.SeatTaken(seat=seat):
                self.dealt.discard(seat)
            case ev.SeatChanged(seat=seat, to=to, name=who) if who:
                # The lines that follow name the seats as they are now.
                names[to] = who = self._name_of(seat, who)
                if seat in self.dealt:
                    self.dealt.add(to)
                    self.dealt.discard(seat)
                add(LogLine(LineCode.MOVED, who, to=to))
            case ev.UncalledReturned(seat, amount):
                add(LogLine(LineCode.RETURNED, names[seat], amount=amount))
            case ev.HandsTurnedUp(hands):
                for seat, cards in hands:
                    self._shows(seat, cards)
            case ev.Shown(seat, cards):
                self._shows(seat, cards)
            case ev.Mucked(seat):
                add(LogLine(LineCode.MUCKS, names[seat]))
            case ev.RunOffered():
                self.shared = len(self.board)
            case ev.RunAgreed(seat, times):
                add(LogLine(LineCode.AGREES, names[seat], amount=times))
            case ev.RunBegan(run):
                self.boards.append(self.board)
                self.board = self.board[: self.shared]
                add(LogLine(LineCode.RUN, run=run + 1))
            case ev.ChipsRaced():
                self._race(event)
            case ev.HandVoided(number, reason):
                add(LogLine(LineCode.VOID, amount=number, other=reason))
            case ev.RulesChanged(_, changes, reason):
                add(LogLine(LineCode.RULES, other=reason))
                self.lines += [LogLine(LineCode.CHANGE, kind=what, before=old, after=new) for what, old, new in changes]
            case ev.RakeTaken(amount):
                add(LogLine(LineCode.RAKE, amount=amount))
            case ev.PotWon(pot, _, half, shares, run):
                board = (*self.boards, self.board)[run]
                for seat, amount in shares:
                    name = self._final_name(seat, half, board)
                    number = run + 1 if self.boards else 0
                    add(LogLine(LineCode.WINS, names[seat], half, amount, pot=pot, run=number, name_of_hand=name))

    def _game_line(self, code: LineCode, rules: Rules) -> LogLine:
        """A line that names the game where the games rotate."""
        return LogLine(code, kind=rules.variant.code, other=str(rules.stakes.structure)) if rules.mix else LogLine(code)

    def _race(self, event: ev.ChipsRaced) -> None:
        names = {seat: self._name_of(seat, name) for seat, name, *_ in event.rows}
        self.lines.append(LogLine(LineCode.RACE, amount=event.chip, to=event.into))
        self.lines += [
            LogLine(LineCode.RACE_CARDS, names[seat], cards=cards) for seat, _, cards, _, _ in event.rows if cards
        ]
        self.lines += [LogLine(LineCode.RACE_WON, names[seat], amount=event.into) for seat in event.won]
        self.lines += [LogLine(LineCode.RACE_SAVED, names[seat], amount=event.into) for seat in event.saved]

    def _name_of(self, seat: int, then: str) -> str:
        """The name that the seat's player has now; `then`, as the event has it, of players who were not dealt in."""
        return self.names.get(seat, then) if seat in self.dealt else then

    def _shows(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.hands[seat] = cards
        self.lines.append(
            LogLine(
                LineCode.SHOWS,
                self.names[seat],
                cards=cards,
                name_of_hand=self._name(self.variant.high, cards, self.board),
                low_name=self._name(self.variant.low, cards, self.board),
            )
        )

    def _name(self, ranking: Ranking | None, cards: tuple[Card, ...], board: tuple[Card, ...]) -> HandName | None:
        return named(ranking, cards, board) if ranking and -1 not in cards else None

    def _final_name(self, seat: int, half: str, board: tuple[Card, ...]) -> HandName | None:
        cards = self.hands.get(seat)
        ranking = self.variant.low if half == PotHalf.LOW else self.variant.high
        return self._name(ranking, cards, board) if cards else None
