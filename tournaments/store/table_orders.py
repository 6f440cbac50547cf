"""Sends a decision's orders to the tournament's tables, once each, in the decision's transaction.

Tables deal only the hands released to them, so that the director's decisions about a table take effect between two
hands.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from games import api as games
from games.engine.cards import Card
from games.engine.events.kinds import SitOutReason
from tournaments.engine.setup.table_rules import rules_of, seats_kept_when_broke
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import OutReason, RemovalReason
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import PenaltyTime, TournamentState

LONGEST_NAME = 24
HARMLESS_REFUSALS = ("not_seated", "table_closed", "hand_over")
"""Refusals because the player, the hand or the table is gone; nothing is left to do."""


def table_ids_of(tournament_id: int) -> dict[int, int]:
    """The ids of the tables in the card room, by number: from 1, in the order they were opened."""
    tables = games.tables_of_tournament(tournament=tournament_id)
    return {number: table.table for number, table in enumerate(tables, 1)}


class TableOrders:
    """Sends the orders of one director; `_sent_settings` are each table's last level, game and hand-for-hand."""

    def __init__(self, tournament_id: int) -> None:
        self._id = tournament_id
        self.table_ids = table_ids_of(tournament_id)
        self._sent_settings: dict[int, tuple[int, int, bool]] = {}
        self._button_draws: dict[int, tuple[tuple[int, Card], ...]] = {}
        self._rules_reason = ""
        self._key = ""
        self._was_out = False
        self._orders: list[games.TableOrder] = []
        self._t: TournamentState

    def send(self, before: Tournament, events: tuple[ev.Event, ...], *, number: int) -> None:
        """Send all orders of a decision inside its transaction; sending a decision again sends nothing new."""
        self._t = t = before.copy()
        self._orders.clear()
        for index, event in enumerate(events):
            self._key = f"{number}.{index}"
            order = _BEFORE.get(type(event))
            if order:
                order(self, event)
            t.apply(event)
            order = _AFTER.get(type(event))
            if order:
                order(self, event)
        games.send_orders(self._orders)

    def _add(self, order: games.TableOrder) -> None:
        self._orders.append(order)

    def _table_id_of(self, player: int) -> int:
        return self.table_ids[self._t.players[player].table]

    def _all_tables(self) -> list[tuple[int, int]]:
        return [(number, self.table_ids[number]) for number in sorted(self._t.tables)]

    def _subkey(self, part: object) -> str:
        """The key of one of several orders of the same event."""
        return f"{self._key}.{part}"

    # Tables and seats

    def _table_opened(self, event: ev.TableOpened) -> None:
        t, number = self._t, event.table
        level = max(1, t.level)
        rules = rules_of(t.setup, tournament_id=self._id, level=level, turn=0)
        name = f"{t.setup.name[:LONGEST_NAME].rstrip()} {number} (#{self._id})"
        table_id = games.open_tournament_table(
            tournament=self._id, name=name, rules=rules, seats=event.seats, held=True
        )
        self.table_ids[number] = table_id
        self._sent_settings[number] = level, 0, False
        if t.paused:
            self._add(games.order_pause(table_id=table_id, why=t.pause_reason, key=self._key))

    def _table_closed(self, event: ev.TableClosed) -> None:
        self._add(games.order_close(table_id=self.table_ids[event.table], key=self._key))

    def _seated(self, event: ev.Seated) -> None:
        """Seat a player, who counts as absent until watching the table (T3)."""
        table_id = self.table_ids[event.table]
        self._add(
            games.order_seat(
                table_id=table_id,
                player=event.player,
                seat=event.seat,
                chips=event.chips,
                key=self._key,
                away=SitOutReason.ABSENT,
            )
        )
        self._order_what_is_left(event.player)

    def _moved_away(self, event: ev.Moved) -> None:
        if event.from_table:
            table_id = self.table_ids[event.from_table]
            self._add(games.order_take_away(table_id=table_id, player=event.player, key=self._subkey("from")))

    def _moved_in(self, event: ev.Moved) -> None:
        entrant, table_id = self._t.players[event.player], self.table_ids[event.table]
        away = SitOutReason.BARRED if entrant.played_on else SitOutReason.ASKED if entrant.away else None
        self._add(
            games.order_seat(
                table_id=table_id,
                player=event.player,
                seat=event.seat,
                chips=entrant.stack,
                key=self._subkey("to"),
                away=away,
            )
        )
        self._order_what_is_left(event.player)

    def _player_out(self, event: ev.PlayerOut) -> None:
        """Take a player away; the table itself frees the seats of bust players unless it keeps seats for more chips."""
        if self._t.players[event.player].table and (
            event.why is not OutReason.BUST or seats_kept_when_broke(self._t.setup)
        ):
            self._add(
                games.order_take_away(table_id=self._table_id_of(event.player), player=event.player, key=self._key)
            )

    # Chips

    def _chips_added(self, event: ev.ChipsAdded) -> None:
        self._add(
            games.order_add_chips(
                table_id=self._table_id_of(event.player), player=event.player, chips=event.chips, key=self._key
            )
        )

    def _chips_removed(self, event: ev.ChipsRemoved) -> None:
        """Set the stack after a penalty; for all other reasons the player leaves the table (T14)."""
        if event.why is RemovalReason.PENALTY:
            entrant = self._t.players[event.player]
            self._add(
                games.order_set_chips(
                    table_id=self._table_id_of(event.player),
                    player=event.player,
                    chips=entrant.stack,
                    why="penalty",
                    key=self._key,
                )
            )

    def _chips_raced(self, event: ev.ChipsRaced) -> None:
        self._add(
            games.order_race(
                table_id=self.table_ids[event.table],
                chip=event.chip,
                into=event.into,
                cards=event.cards,
                won=event.won,
                saved=event.saved,
                stacks=event.stacks,
                key=self._key,
            )
        )

    # Hands

    def _button_drawn(self, event: ev.ButtonDrawn) -> None:
        self._button_draws[event.table] = event.cards

    def _setup_changed(self, event: ev.SetupChanged) -> None:
        """Have each table's rules sent again with its next hand, with the director's reason (section Y)."""
        self._rules_reason = event.why
        self._sent_settings = {number: (0, *sent[1:]) for number, sent in self._sent_settings.items()}

    def _hand_released(self, event: ev.HandReleased) -> None:
        """Send changed rules and hand-for-hand before the hand, with the director's reasons (T4, T9)."""
        table_id, settings = self.table_ids[event.table], (event.level, event.game, event.hand_for_hand)
        sent = self._sent_settings.get(event.table, (0, 0, False))
        if settings[:2] != sent[:2]:
            rules = rules_of(self._t.setup, tournament_id=self._id, level=event.level, turn=event.game)
            why = self._t.clock.why if 0 < sent[0] != event.level else ""
            if event.table in self._sent_settings and not sent[0]:
                why = self._rules_reason
            self._add(games.order_rules(table_id=table_id, rules=rules, why=why, key=self._subkey("rules")))
        if settings[2] != sent[2] or event.table not in self._sent_settings:
            self._add(
                games.order_hold(
                    table_id=table_id,
                    held=True,
                    together=event.hand_for_hand,
                    why=self._t.hand_for_hand_reason,
                    key=self._subkey("hold"),
                )
            )
        self._sent_settings[event.table] = settings
        self._add(
            games.order_deal(
                table_id=table_id,
                key=self._key,
                button=event.button,
                small=event.small,
                big=event.big,
                dealt=event.dealt,
                button_draw=self._button_draws.pop(event.table, ()),
                dead=event.dead,
            )
        )

    def _paused(self, event: ev.Paused) -> None:
        """Pause idle tables; the others finish their released hands and are paused afterwards."""
        for number, table_id in self._all_tables():
            if number in self._t.idle:
                self._add(games.order_pause(table_id=table_id, why=event.why, key=self._subkey(number)))

    def _void_requested(self, event: ev.VoidRequested) -> None:
        self._add(games.order_void(table_id=self.table_ids[event.table], hand=event.hand, why=event.why, key=self._key))

    def _hand_voided(self, event: ev.HandVoided) -> None:
        """Send the penalty hands again, as the void hand did not count (T14).

        If the hand had already ended, the table has to undo it.
        """
        if event.undone:
            table_id, key = self.table_ids[event.table], self._subkey("void")
            self._add(games.order_void(table_id=table_id, hand=event.hand, why=event.why, last=True, key=key))
        self._correct_moved_stacks(event)
        self._hand_over(event)
        for player in self._t.tables[event.table].players:
            if self._t.players[player].penalty_hands:
                self._order_penalty(player, self._subkey(player))

    def _correct_moved_stacks(self, event: ev.HandVoided) -> None:
        """Set the stacks of players of the void hand who have moved to other tables since (T6)."""
        for player, _ in event.undone:
            entrant = self._t.players[player]
            if entrant.table not in (0, event.table):
                self._add(
                    games.order_set_chips(
                        table_id=self.table_ids[entrant.table],
                        player=player,
                        chips=entrant.stack,
                        why="void",
                        key=self._subkey(f"stack{player}"),
                    )
                )

    def _bust_undone(self, event: ev.BustUndone) -> None:
        """Seat a player again who had left the table, once it has undone the hand."""
        if self._was_out:
            entrant = self._t.players[event.player]
            away = SitOutReason.ASKED if entrant.away else SitOutReason.ABSENT
            self._add(
                games.order_seat(
                    table_id=self.table_ids[event.table],
                    player=event.player,
                    seat=event.seat,
                    chips=event.chips,
                    key=self._key,
                    away=SitOutReason.BARRED if entrant.played_on else away,
                )
            )
            self._order_what_is_left(event.player)

    def _about_to_undo_bust(self, event: ev.BustUndone) -> None:
        self._was_out = self._t.players[event.player].out or not seats_kept_when_broke(self._t.setup)

    def _hand_over(self, event: ev.HandPlayed | ev.HandVoided) -> None:
        if self._t.paused:
            self._add(games.order_pause(table_id=self.table_ids[event.table], why=self._t.pause_reason, key=self._key))

    def _resumed(self, event: ev.Resumed) -> None:
        for number, table_id in self._all_tables():
            self._add(games.order_resume(table_id=table_id, why=event.why, key=self._subkey(number)))

    def _tournament_over(self, event: ev.Ended | ev.Cancelled) -> None:
        for number, table_id in self._all_tables():
            self._add(games.order_close(table_id=table_id, key=self._subkey(number)))

    # Players

    def _marked_away(self, event: ev.MarkedAway) -> None:
        self._add(
            games.order_absent(
                table_id=self._table_id_of(event.player), player=event.player, absent=True, key=self._key
            )
        )

    def _marked_back(self, event: ev.MarkedBack) -> None:
        self._add(
            games.order_absent(
                table_id=self._table_id_of(event.player), player=event.player, absent=False, key=self._key
            )
        )

    def _disqualified(self, event: ev.PlayerDisqualified) -> None:
        if event.played_on:
            self._add(
                games.order_absent(
                    table_id=self._table_id_of(event.player),
                    player=event.player,
                    absent=True,
                    barred=True,
                    key=self._key,
                )
            )

    def _tables_told(self, event: ev.TablesTold) -> None:
        for number, table_id in self._all_tables():
            if event.table in (0, number):
                self._add(games.order_announce(table_id=table_id, text=event.text, key=self._subkey(number)))

    def _penalised(self, event: ev.Penalised) -> None:
        """Send the hands to be folded; those within a penalty in minutes are named with each hand (T14)."""
        self._order_penalty(event.player, self._key)
        if event.time:
            self._order_penalty_clock(event.player)

    def _penalty_timed(self, event: ev.PenaltyTimed) -> None:
        if self._t.players[event.player].table:
            self._order_penalty_clock(event.player)

    def _order_what_is_left(self, player: int) -> None:
        """Send the penalty that a player takes along to a new seat, also with another entry (T14)."""
        if self._t.players[player].penalty_hands:
            self._order_penalty(player, self._subkey("sits"))
        if player in self._t.timed_penalties:
            self._order_penalty_clock(player)

    def _order_penalty(self, player: int, key: str) -> None:
        hands = self._t.players[player].penalty_hands
        self._add(games.order_penalty(table_id=self._table_id_of(player), player=player, hands=hands, key=key))

    def _order_penalty_clock(self, player: int) -> None:
        """Have the time of a penalty shown at the seat, or its end (T14)."""
        timed = self._t.timed_penalties.get(player, PenaltyTime())
        self._add(
            games.order_penalty_clock(
                table_id=self._table_id_of(player),
                player=player,
                until=timed.ends,
                left=timed.left,
                key=self._subkey("time"),
            )
        )


# Any: every method takes the event it is listed for.
Senders: TypeAlias = Mapping[type, Callable[[TableOrders, Any], None]]

_BEFORE: Senders = {
    ev.Moved: TableOrders._moved_away,
    ev.PlayerOut: TableOrders._player_out,
    ev.BustUndone: TableOrders._about_to_undo_bust,
}
"""Orders that depend on where the players were before the event."""
_AFTER: Senders = {
    ev.SetupChanged: TableOrders._setup_changed,
    ev.TableOpened: TableOrders._table_opened,
    ev.TableClosed: TableOrders._table_closed,
    ev.Seated: TableOrders._seated,
    ev.Moved: TableOrders._moved_in,
    ev.ChipsAdded: TableOrders._chips_added,
    ev.ChipsRemoved: TableOrders._chips_removed,
    ev.ChipsRaced: TableOrders._chips_raced,
    ev.ButtonDrawn: TableOrders._button_drawn,
    ev.HandReleased: TableOrders._hand_released,
    ev.HandPlayed: TableOrders._hand_over,
    ev.HandVoided: TableOrders._hand_voided,
    ev.BustUndone: TableOrders._bust_undone,
    ev.VoidRequested: TableOrders._void_requested,
    ev.Paused: TableOrders._paused,
    ev.Resumed: TableOrders._resumed,
    ev.Ended: TableOrders._tournament_over,
    ev.Cancelled: TableOrders._tournament_over,
    ev.MarkedAway: TableOrders._marked_away,
    ev.MarkedBack: TableOrders._marked_back,
    ev.PlayerDisqualified: TableOrders._disqualified,
    ev.Penalised: TableOrders._penalised,
    ev.PenaltyTimed: TableOrders._penalty_timed,
    ev.TablesTold: TableOrders._tables_told,
}
