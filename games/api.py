"""The public interface of the card room: open and run tables, sit down, add chips, run tournament tables.

Functions that act on tables are keyword-only; amounts are minor units. A function that moves chips holds them in escrow
and puts the order into the table's inbox in one transaction, then wakes the table's host. Refusals raise
IllegalAction(code); `games.text.refusals.refusal_text` formats them.
"""

from games.engine.rules.usual_stakes import usual_stakes
from games.lobby.player_reports import PlayerReport, reports_of_tournament
from games.lobby.queries import PlayerSeat, seats_of
from games.messaging.messages import Hint, notify, reports_group
from games.messaging.notices import delete_read_notices
from games.money.play_limits import check_not_away, players_away
from games.operations.impartiality import check_no_opponent
from games.operations.merge_tables import merge_tables
from games.operations.own_data import forget_player, remarks_of, results_of_hands, reviews_of_hands
from games.operations.removal import give_up_seats, stop_after_hand, take_seats_away
from games.operations.tables import (
    change_table,
    close_table,
    name_taken,
    open_table,
)
from games.operations.watch_list.access import Access, register_access
from games.seating.approval import check_approved, is_approved, last_approval, set_approval
from games.seating.bans import banned_players, check_not_banned, check_saw_no_cards_of_tournament
from games.seating.must_move import check_must_move_link, send_to_main_table
from games.seating.play_time import check_may_play
from games.seating.sit_down import seat_bot, take_seat, top_up
from games.seating.stay import least_top_up, move_player, record_failed_move, refill, set_refill, tables_to_move_to
from games.store.audit import chips_of_tournament
from games.tournament_tables.api import (
    TournamentTable,
    disconnected_players,
    frozen_tables,
    is_refused,
    open_tournament_table,
    order_absent,
    order_add_chips,
    order_announce,
    order_close,
    order_deal,
    order_hold,
    order_pause,
    order_penalty,
    order_penalty_clock,
    order_race,
    order_resume,
    order_rules,
    order_seat,
    order_set_chips,
    order_take_away,
    order_void,
    reports_after,
    retry_order,
    send_orders,
    tables_of_tournament,
)
from games.tournament_tables.orders import TableOrder
from games.tournament_tables.reports import ReportLine

__all__ = [
    "Access",
    "Hint",
    "PlayerReport",
    "PlayerSeat",
    "ReportLine",
    "TableOrder",
    "TournamentTable",
    "banned_players",
    "change_table",
    "check_approved",
    "check_may_play",
    "check_must_move_link",
    "check_no_opponent",
    "check_not_away",
    "check_not_banned",
    "check_saw_no_cards_of_tournament",
    "chips_of_tournament",
    "close_table",
    "delete_read_notices",
    "disconnected_players",
    "forget_player",
    "frozen_tables",
    "give_up_seats",
    "is_approved",
    "is_refused",
    "last_approval",
    "least_top_up",
    "merge_tables",
    "move_player",
    "name_taken",
    "notify",
    "open_table",
    "open_tournament_table",
    "order_absent",
    "order_add_chips",
    "order_announce",
    "order_close",
    "order_deal",
    "order_hold",
    "order_pause",
    "order_penalty",
    "order_penalty_clock",
    "order_race",
    "order_resume",
    "order_rules",
    "order_seat",
    "order_set_chips",
    "order_take_away",
    "order_void",
    "players_away",
    "record_failed_move",
    "refill",
    "register_access",
    "remarks_of",
    "reports_after",
    "reports_group",
    "reports_of_tournament",
    "results_of_hands",
    "retry_order",
    "reviews_of_hands",
    "seat_bot",
    "seats_of",
    "send_orders",
    "send_to_main_table",
    "set_approval",
    "set_refill",
    "stop_after_hand",
    "tables_of_tournament",
    "tables_to_move_to",
    "take_seat",
    "take_seats_away",
    "top_up",
    "usual_stakes",
]
