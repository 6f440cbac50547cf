"""The parts of `games.web` that other packages may use to build their own pages and sockets."""

from games.money.escrow import (
    AmountError,
    AmountField,
    CurrencyField,
    amount_text,
    decimal_sign,
    default_currency,
    money_text,
    number_text,
    parse_amount,
    set_currency,
    use_chosen_currency,
)
from games.web.forms import set_choices
from games.web.html.squeeze import squeeze_html
from games.web.lobby.session_bar import session_context
from games.web.lobby.waiting import best_game_url
from games.web.security.client_address import same_site_path
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import Visitor
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import PushSocket, in_thread
from games.web.sockets.routing import socket_routes
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.tournament_part import TournamentPart
from games.web.table.tournament_links import register_tournament_urls
from games.web.text.rules import clock_sentences

__all__ = [
    "AmountError",
    "AmountField",
    "CurrencyField",
    "Feed",
    "PushSocket",
    "SentFragments",
    "TournamentPart",
    "Visitor",
    "amount_text",
    "best_game_url",
    "clock_sentences",
    "decimal_sign",
    "default_currency",
    "exceeds_rate_limit",
    "in_thread",
    "money_text",
    "number_text",
    "parse_amount",
    "register_tournament_urls",
    "same_site_path",
    "session_context",
    "set_choices",
    "set_currency",
    "socket_routes",
    "squeeze_html",
    "use_chosen_currency",
]
