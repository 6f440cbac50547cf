"""What a decision changes besides the log: seats, money, the finished hand, the table's row and its snapshot."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from backoffice import plain_sql
from games.engine import events as ev
from games.engine.history.player_stats import PlayerStats, player_stats
from games.engine.rules.rake import Attribution
from games.engine.rules.rake_attribution import attributed
from games.engine.table.decide import Decision as Decided
from games.engine.table.seat import NO_CARRIED_BLINDS
from games.messaging import codec, messages, notices
from games.models import Decision, Hand, HandPlayer, Order, Seat, Table
from games.models.play_time import Sitting
from games.money import escrow
from games.seating import move_stack, reserved_seats, return_rule, waiting_calls
from games.store import averages, hourly_results, hourly_sums, tournament_games, void_hand
from games.store.card_sealing import public_events
from games.store.hand_summary import second_street_permille, summarize_hand

MOVE_KEY = "move:"
"""The prefix of the keys of orders that bring a player from another table (K8)."""

STAND_UP_NOTICES = {"idle": "stood_up_idle", "broke": "stood_up_broke", "closed": "table_closed"}
"""The notice for a player who is stood up, by the reason (D11, K5)."""

TOLD_IN_STRIPS = (ev.RulesChanged, ev.Paused, ev.Resumed)
"""What the strip of a player's tables shows on every page."""

PROJECTED_EVENTS: frozenset[type] = frozenset(
    {
        ev.SeatTaken,
        ev.SeatLeft,
        ev.ChipsReturned,
        ev.SeatChanged,
        ev.RabbitShown,
        ev.HandEnded,
        ev.HandVoided,
        ev.RulesChanged,
        ev.Paused,
        ev.Resumed,
        ev.Closing,
        ev.KeptOpen,
        ev.Closed,
        ev.RemovalCalledOff,
    }
)
"""Events that change more than the log."""

FIGURE_EVENTS: frozenset[type] = frozenset(
    {ev.ChipsReturned, ev.RabbitShown, ev.HandEnded, ev.HandVoided, ev.RemovalCalledOff}
)
"""Those of them that change no seat and no state of the table, as far as anybody else sees."""

LARGE_FIELDS = frozenset({"snapshot", "next_snapshot", "rules_data"})
"""Fields of a table that hardly a decision reads."""

MONEY_EVENTS = (ev.SeatLeft, ev.ChipsReturned, ev.RabbitShown, ev.HandEnded, ev.HandVoided)
"""Events that move money at a cash table."""


class Projections:
    """Writes what follows from one decision, inside the transaction that writes the decision."""

    def __init__(self, row: Decision, decision: Decided) -> None:
        self.row = row
        self.after = decision.table
        self.moving = {event.seat: event for event in decision.events if isinstance(event, ev.MovedToTable)}
        # Tables are locked in order and before any account, as in every buy-in, so that no two transactions deadlock.
        wanted = [row.table_id, *(event.to for event in self.moving.values())]
        tables = plain_sql.select(Table, "id", wanted, order="id", without=LARGE_FIELDS, lock=True)
        self.tables = {table.pk: table for table in tables}
        self.table = self.tables[row.table_id]
        self.seats = {seat.seat: seat for seat in plain_sql.select(Seat, "table_id", [row.table_id], order="seat")}
        self.changes: dict[str, object] = {}
        # People come after the tables and before the order.
        voided = [event for event in decision.events if isinstance(event, ev.HandVoided)]
        self.deleted = void_hand.lock_departed(voided) if self.table.tournament is None else set()

    def write(self, events: tuple[ev.TableEvent, ...]) -> None:
        """Writes everything that follows from the events; money and log are committed together (M3, X1)."""
        if self.table.tournament is None:
            self._lock_accounts(events)
        for event in events:
            match event:
                case ev.SeatTaken():
                    self._seat_taken(event)
                case ev.SeatLeft():
                    self._seat_left(event)
                case ev.ChipsReturned():
                    self._chips_returned(event)
                case ev.SeatChanged():
                    self._seat_changed(event)
                case ev.RabbitShown():
                    self._rabbit_shown(event)
                case ev.HandEnded():
                    self._hand_ended(event)
                case ev.HandVoided():
                    self._hand_voided(event)
                case ev.RulesChanged():
                    self.changes.update(rules_data=event.rules)
                    if event.seats:
                        self.changes.update(seats=event.seats)
                case ev.Paused():
                    self.changes.update(is_paused=True)
                case ev.Resumed():
                    self.changes.update(is_paused=False)
                case ev.Closing():
                    self.changes.update(is_open=False)
                case ev.KeptOpen():
                    self.changes.update(is_open=True)
                case ev.Closed():
                    self.changes.update(is_open=False, closed_at=self.row.created_at)
                case ev.RemovalCalledOff():
                    player, name = self.seats[event.seat].player_id, self.table.name
                    notices.write_notice(player, self.table.pk, "seat_kept", table=name, why=event.reason)
        if any(isinstance(event, TOLD_IN_STRIPS) for event in events):
            self._notify_seated()
        if self.changes:
            plain_sql.update(Table, self.table.pk, self.changes)

    def _notify_seated(self) -> None:
        """Has the pages of the table's players reload what they show about their tables."""
        players = [seat.player_id for seat in self.seats.values() if not seat.bot]
        transaction.on_commit(partial(messages.notify_seats_changed, *players))

    def _lock_accounts(self, events: tuple[ev.TableEvent, ...]) -> None:
        """Locks the accounts of a decision that moves money more than once, after the waiting list it may end (M2)."""
        moving = [event for event in events if isinstance(event, MONEY_EVENTS)]
        if any(isinstance(event, ev.Closed) for event in events):
            waiting_calls.end_for_tables([self.table.pk])
        players = {number: seat.player_id for number, seat in self.seats.items()}
        paid = {event.seat for event in moving if isinstance(event, ev.SeatLeft | ev.ChipsReturned)}
        wallets = {players[number] for number in paid if number in players}
        voided = [event for event in moving if isinstance(event, ev.HandVoided)]
        wallets |= {player for event in voided for player, _ in event.departed}
        if len(moving) < 2 and not voided:
            return
        escrow.lock_accounts(
            table_id=self.table.pk,
            seats=sorted({*players.values(), *void_hand.players_of(self.table, events)}),
            wallets=sorted(wallets),
            owed=sorted(self.deleted),
            to=sorted(self.tables.keys() - {self.table.pk}),
            currency=self.table.currency,
            house=bool(voided) or any(isinstance(event, ev.RabbitShown) for event in moving),
        )

    def _hand_voided(self, event: ev.HandVoided) -> None:
        changes = void_hand.write(
            self.row, event, table=self.table, seats=self.seats, after=self.after, deleted=self.deleted
        )
        self.changes.update(changes)

    def _seat_taken(self, event: ev.SeatTaken) -> None:
        seat = self.seats[event.seat] = Seat(
            table=self.table,
            seat=event.seat,
            player_id=event.player,
            name=event.name,
            bot=event.bot,
            seated_at=self.row.created_at,
        )
        plain_sql.insert([seat])
        if not event.bot:
            plain_sql.insert([Sitting(table=self.table, player_id=event.player, began_at=self.row.created_at)])
            self.changes.update(no_people_since=None)
        self.changes.update(empty_since=None)
        if self.table.tournament is not None:
            return
        waiting_calls.end_for_seat(self.table, event.player)
        moves = Order.objects.filter(table=self.table, decision=self.row.number, key__startswith=MOVE_KEY)
        if not moves.exists():
            # Chips that came from another seat fulfil nothing that is due from the wallet (K7).
            return_rule.mark_returned(player=event.player, table=self.table, at=self.row.created_at)

    def _seat_left(self, event: ev.SeatLeft) -> None:
        seat = self.seats.pop(event.seat)
        seat.delete()
        sitting = Sitting.objects.filter(table=self.table, player=event.player, ended_at=None)
        sitting.update(ended_at=self.row.created_at)
        if not self.seats:
            self.changes.update(empty_since=self.row.created_at)
        if not seat.bot and all(one.bot for one in self.seats.values()):
            self.changes.update(no_people_since=self.row.created_at)
        if self.table.tournament is not None:
            return
        hourly_sums.add_stay(seat, self.table, self.row.created_at)
        if not self.seats and not self.after.closing:
            move_stack.close_if_merged(self.table)
        for table in reserved_seats.linked_tables(self.table.pk):
            transaction.on_commit(partial(messages.notify_host_and_lobby, table))
        if moved := self.moving.pop(event.seat, None):
            key = f"{MOVE_KEY}{self.table.pk}:{self.row.number}:{event.seat}"
            move_stack.carry_stack(self.table, self.tables.get(moved.to), seat, moved, event, key=key)
            return
        reserved_seats.end_move(self.table.pk, event.player, reserved_seats.Ended.LEFT)
        if not seat.bot:
            gone = self.after.departed.get(event.player)
            return_rule.record_departure(
                player=event.player,
                table=self.table,
                chips=event.chips,
                at=self.row.created_at,
                carried=gone.carried if gone else NO_CARRIED_BLINDS,
            )
            if event.reason in STAND_UP_NOTICES:
                code = STAND_UP_NOTICES[event.reason]
                notices.write_notice(
                    event.player,
                    self.table.pk,
                    code,
                    table=self.table.name,
                    amount=event.chips,
                    currency=self.table.currency,
                )
        escrow.release(
            key=f"leave:{self.table.pk}:{self.row.number}:{event.seat}",
            user_id=event.player,
            table_id=self.table.pk,
            amount=event.chips,
            currency=self.table.currency,
            cause="leave",
            label=self.table.name,
        )

    def _chips_returned(self, event: ev.ChipsReturned) -> None:
        escrow.release(
            key=f"over:{self.table.pk}:{self.row.number}:{event.seat}",
            user_id=self.seats[event.seat].player_id,
            table_id=self.table.pk,
            amount=event.chips,
            currency=self.table.currency,
            cause="refused",
            label=self.table.name,
        )

    def _seat_changed(self, event: ev.SeatChanged) -> None:
        seat = self.seats[event.to] = self.seats.pop(event.seat)
        seat.seat = event.to
        seat.save(update_fields=["seat"])

    def _rabbit_shown(self, event: ev.RabbitShown) -> None:
        escrow.charge_rabbit_fee(
            key=f"rabbit:{self.table.pk}:{self.row.number}",
            user_id=self.seats[event.seat].player_id,
            table_id=self.table.pk,
            amount=event.fee,
            currency=self.table.currency,
            label=self.table.name,
        )

    def _hand_ended(self, event: ev.HandEnded) -> None:
        table = self.table
        if table.tournament is None:
            escrow.settle_hand(
                table_id=table.pk,
                hand=event.number,
                changes={self.seats[seat].player_id: won for seat, won in event.changes},
                rake=event.rake,
                currency=table.currency,
                label=table.name,
                at=self.row.created_at,
            )
        events = self._hand_events(event.number)
        summary = summarize_hand(events)
        ended = self.after.hand
        rules = ended.rules if ended else self.after.rules
        hand = Hand(
            table=table,
            number=event.number,
            began_at=datetime.fromtimestamp(summary.began_at / 1000, UTC),
            ended_at=self.row.created_at,
            pot=summary.pot,
            rake=event.rake,
            players=summary.players,
            second_street_players=summary.second_street_players,
            board=summary.board,
            results=[
                [seat, self.seats[seat].player_id, self.seats[seat].name, won] for seat, won in sorted(event.changes)
            ],
            game=rules.variant.code,
            structure=rules.stakes.structure.value,
            small_blind=rules.stakes.small_blind,
            big_blind=rules.stakes.big_blind,
            rules_data=rules._replace(mix=(), mix_rakes=()).to_data(),
        )
        self._write_hand(hand, player_stats(events), rules.rake.attribution)
        hands = table.hands + 1
        gap = hand.ended_at - table.last_hand_at if table.last_hand_at else None
        self.changes.update(
            hands=hands,
            average_pot=averages.with_value(table.average_pot, summary.pot, hands=hands),
            average_second_street_permille=averages.with_value(
                table.average_second_street_permille, second_street_permille(hand), hands=hands
            ),
            average_hand_ms=0 if gap is None else averages.with_gap(table.average_hand_ms, gap, hands=hands),
            last_hand_at=self.row.created_at,
            snapshot=plain_sql.ValueOf("next_snapshot"),
            snapshot_number=plain_sql.ValueOf("next_snapshot_number"),
            next_snapshot=codec.state_to_data(self.after.snapshot()),
            next_snapshot_number=self.row.number,
        )

    def _hand_events(self, number: int) -> Sequence[ev.TableEvent]:
        """The public events of the hand that has just ended, from its HandBegan on."""
        told = self.after.public_events
        for place, event in enumerate(told):
            if isinstance(event, ev.HandBegan) and event.number == number:
                return told[place:]
        rows = Decision.objects.filter(table=self.table, hand=number).order_by("number")
        return public_events(rows.values_list("events", flat=True))

    def _write_hand(self, hand: Hand, stats: list[PlayerStats], attribution: Attribution) -> None:
        """Writes the hand and each player's part in it and in its rake, for histories and statistics (R5)."""
        shares = attributed(hand.rake, {one.seat: one.invested for one in stats}, attribution)
        hand.bots_rake = sum(shares[one.seat] for one in stats if self.seats[one.seat].bot)
        plain_sql.insert([hand])
        rows = []
        for one in stats:
            seat = self.seats[one.seat]
            if seat.bot:
                continue
            parts = {name: getattr(one, name) for name in PlayerStats.__slots__}
            rows.append(
                HandPlayer(
                    hand=hand, player_id=seat.player_id, seated_at=seat.seated_at, rake=shares[one.seat], **parts
                )
            )
        plain_sql.insert(rows)
        hourly_sums.add_players(hand, rows)
        if self.table.tournament is None:
            hourly_results.add(hand, rows)
            hourly_sums.add_hand(hand, self.table)
        else:
            tournament_games.add(hand, rows)
