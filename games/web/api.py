"""The parts of `games.web` that other packages may use to build their own pages and sockets."""

from games.messaging.messages import FLOOR
from games.money.escrow import (
    AmountError,
    AmountField,
    CurrencyField,
    amount_text,
    currency,
    decimal_sign,
    default_currency,
    money_text,
    number_text,
    parse_amount,
    plain_text,
    set_currency,
    use_chosen_currency,
)
from games.operations.room_tournaments import (
    RoomTournaments,
    RunningTournament,
    TournamentConduct,
    register_room_tournaments,
)
from games.web.floor.calls.fragment import calls_fragment
from games.web.floor.permissions import can_answer_calls
from games.web.floor.routing import floor_routes
from games.web.forms import set_choices
from games.web.html.compiled_templates import TEMPLATES, CompiledTemplates
from games.web.html.digests import digests_of_fragments, digests_of_rows
from games.web.html.listed_rows import listed_rows
from games.web.html.squeeze import squeeze_html
from games.web.lobby.session_bar import session_context
from games.web.lobby.waiting import best_game_url
from games.web.security.client_address import same_site_path
from games.web.security.rate_limits import (
    exceeds_address_rate_limit,
    exceeds_rate_limit,
    reaches_address_rate_limit,
)
from games.web.security.requests import Visitor
from games.web.sockets.feed import Feed
from games.web.sockets.lists.list_socket import ListSocket
from games.web.sockets.lists.watched_list import Page, Reading, Viewer, WatchedList
from games.web.sockets.push_socket import PushSocket, in_thread
from games.web.sockets.readers import after_all, together_after_all, together_as_newcomers
from games.web.sockets.routing import socket_routes
from games.web.sockets.scope import query_value
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.tournament_part import TournamentPart, TournamentViewer
from games.web.table.tournament_links import register_tournament_urls
from games.web.text.rules import clock_sentences, rule_rows

__all__ = [
    "FLOOR",
    "TEMPLATES",
    "AmountError",
    "AmountField",
    "CompiledTemplates",
    "CurrencyField",
    "Feed",
    "ListSocket",
    "Page",
    "PushSocket",
    "Reading",
    "RoomTournaments",
    "RunningTournament",
    "SentFragments",
    "TournamentConduct",
    "TournamentPart",
    "TournamentViewer",
    "Viewer",
    "Visitor",
    "WatchedList",
    "after_all",
    "amount_text",
    "best_game_url",
    "calls_fragment",
    "can_answer_calls",
    "clock_sentences",
    "currency",
    "decimal_sign",
    "default_currency",
    "digests_of_fragments",
    "digests_of_rows",
    "exceeds_address_rate_limit",
    "exceeds_rate_limit",
    "floor_routes",
    "in_thread",
    "listed_rows",
    "money_text",
    "number_text",
    "parse_amount",
    "plain_text",
    "query_value",
    "reaches_address_rate_limit",
    "register_room_tournaments",
    "register_tournament_urls",
    "rule_rows",
    "same_site_path",
    "session_context",
    "set_choices",
    "set_currency",
    "socket_routes",
    "squeeze_html",
    "together_after_all",
    "together_as_newcomers",
    "use_chosen_currency",
]
