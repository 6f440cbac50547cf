"""What viewers may see, as values; `TableView` has no field that could hold a hidden card."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.evaluation.names import HandName
from games.engine.events.kinds import PreAction, StopPlan, WaitKind
from games.engine.rules.tournament import ChipRace
from games.engine.table.rabbit_hunt import RabbitOption
from games.engine.views.kinds import LastAct, LineCode, SeatState


class SeatView(NamedTuple):
    """One seat as everybody sees it; amounts are minor units, or chips in a tournament.

    `bet` is the bet in front of the player (B17). `down` counts face-down cards, `up` are cards dealt face up, `shown`
    are tabled cards (-1 for a place not shown), which make `name_of_hand` and `low_name`. `did` is the last act of
    the round. `drew` is how many cards were exchanged in the last draw, -1 before it. `won` is what the finished hand
    paid, `plays` the shown cards that won it.
    `blind` is "", small, big. `there` is False while the line is lost. `away` when the room plays on for who sits
    out of a tournament (T13).
    `chance` is the share of the pot an all-in hand that lies open wins on average, in thousandths, -1 where none is
    told (H5); `sampled` when it was drawn and not worked out.
    """

    seat: int
    state: SeatState = SeatState.EMPTY
    player: int = 0
    name: str = ""
    bot: bool = False
    stack: int = 0
    bet: int = 0
    down: int = 0
    up: tuple[Card, ...] = ()
    drew: int = -1
    shown: tuple[Card, ...] = ()
    name_of_hand: HandName | None = None
    low_name: HandName | None = None
    did: LastAct = LastAct.NONE
    won: int = 0
    button: bool = False
    blind: str = ""
    connected: bool = True
    leaving: bool = False
    plays: tuple[Card, ...] = ()
    equity: int = -1
    sampled: bool = False
    away: bool = False


class LogLine(NamedTuple):
    """One line of the hand log, still without words; the web layer words it in the viewer's language.

    `code` is hand (`amount` its number), post (`kind` says which), street (`kind` its name, `cards` dealt), fold,
    check, call, bet, raise, bring_in, up (a card dealt up), draw (`amount` cards exchanged, `cards` an ace kept),
    community (a stud card for all), timeout, time_called (by `name` on `other`), protected (`amount` times today, 0 if
    not known: B15), returned, shows, mucks, agrees (to `amount` boards, H6), run (`run` its number), wins (`pot`
    numbered from the main pot 0; `kind` all, high or low; `run` the board that decided it, from 1, where there were
    several), void (`amount` the hand's number, `other` why, or fault: F5), rake, rabbit_asked, rabbit (`cards` that
    would have come), moved (to the seat numbered `to`), or of a chip race race (`amount` changed for `to`), race_cards,
    race_won and race_saved (T11). `amount` is what the act put in or paid, `to` where a raise stands.
    """

    code: LineCode
    name: str = ""
    kind: str = ""
    amount: int = 0
    to: int = 0
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    name_of_hand: HandName | None = None
    low_name: HandName | None = None
    pot: int = 0
    run: int = 0
    other: str = ""


class Turn(NamedTuple):
    """The turn of a seat, until `deadline` (ms) of `total` ms; on the time `bank`, or with time `called` (B14)."""

    seat: int
    number: int
    deadline: int
    total: int
    bank: bool
    called: bool = False


class Prompt(NamedTuple):
    """What the table waits for besides a turn, until `deadline` (ms): `kind` is show, post, or agree (seat -1)."""

    kind: WaitKind
    seat: int
    deadline: int


class TableView(NamedTuple):
    """The whole table as a watcher sees it; `version` counts the table's decisions.

    `boards` are finished ones where the board is run more than once (H6). `phase` is waiting (for players), between
    (hands), betting, agreeing (on how many boards), dealing (an all-in run-out), showdown, paused or closed; in a
    tournament also race (T11), rebuy (T12) or together, while other tables finish their hands (T9). `pot` is
    all in the middle and before players. `log` is the whole hand so far; the last hand's stays until the next begins.
    `button_draw` are the cards of a draw for the button, (seat, card). `game` and `structure` say what is played
    where the table's games change, empty elsewhere. `big_blind` is what amounts are measured by
    when a viewer likes them so. `rabbit` are cards that would have come and count for nothing, none before they are
    shown (H7). `answer` is what is asked of a player besides a turn. `tournament` is what the table plays for,
    0 for money; amounts are chips then. `race` is the chip race on show.
    """

    table: int
    version: int
    seats: tuple[SeatView, ...]
    phase: str = "waiting"
    hand: int = 0
    street: str = ""
    board: tuple[Card, ...] = ()
    boards: tuple[tuple[Card, ...], ...] = ()
    pots: tuple[int, ...] = ()
    pot: int = 0
    turn: Turn | None = None
    next_at: int = 0
    button_draw: tuple[tuple[int, Card], ...] = ()
    log: tuple[LogLine, ...] = ()
    game: str = ""
    structure: str = ""
    big_blind: int = 0
    rabbit: tuple[Card, ...] = ()
    prompt: Prompt | None = None
    tournament: int = 0
    race: ChipRace | None = None


class Choices(NamedTuple):
    """What the seat may do on its turn, and at which price (B1-B8, B17); raise amounts are totals for the street.

    `call` is what a call costs; `min_to` and `max_to` bound a bet or raise, both 0 when none is allowed; `bet`
    when it would be the first bet. `presets` are (name, amount to): min, half, three_quarters, pot, max.
    Amounts go in steps of `step`. `bring_in` when the call is the forced bring-in, which cannot be folded (G14),
    `completes` when the smallest raise makes a bring-in the full lower limit. No call and no check: bet or fold (G12).
    """

    call: int
    call_is_all_in: bool
    can_check: bool
    min_to: int
    max_to: int
    bet: bool
    step: int
    presets: tuple[tuple[str, int], ...]
    bring_in: bool = False
    completes: bool = False


class SeatSettings(NamedTuple):
    """How a player stays: until `until` (ms) the seat is held while sitting out (D11), when `broke` for a re-buy.

    `plan` is how they mean to stop (`engine.seat`), `blind_plans` whether a big blind ever comes; `target_table` the
    table they change to and its name, `must_move` when they can't take it back (K8). `refill_*` and `rebuys` are what
    is bought without asking (K5); `top_up` whether chips may be added at all. `entry_dead` is the part of the
    price of coming in that goes dead to the pot (D6, D7).
    """

    until: int = 0
    broke: bool = False
    plan: StopPlan = StopPlan.NONE
    blind_plans: bool = True
    target_table: int = 0
    target_table_name: str = ""
    must_move: bool = False
    refill_to: int = 0
    refill_below: int = 0
    rebuys: bool = False
    top_up: bool = True
    entry_dead: int = 0


class OwnView(NamedTuple):
    """What only the seat's player sees, for the same `version` as the public view.

    `cards` are all its own cards, face up or down, `name_of_hand` what they make with the board.
    `low_name` is its low hand where lows count. `may_draw` is how many cards may be exchanged now, -1 when it is not
    the moment; `draw_four` when four may go if an ace is kept (G13). `ahead` is the queued
    pre-action, `pre_action_price` the amount a queued call would cost, `aheads` those on offer. `may_show` when the
    show-cards button is live (H4). `asked_to_show` when the player may muck or show now (H2),
    `asked_to_post` when a blind is due and not posted by itself (D12); both until `deadline`.
    `asked_to_run` is the most boards this all-in may have, 0 when it is not the moment (H6). `entry_price` is what
    coming in at once costs, 0 if nothing, -1 when the button has to pass first; `posts_now` when the player chose to
    pay it (D6, D7). `may_straddle` where the table plays it, `straddles` when the player does (D9).
    `may_call_time` on the player whose time bank runs (B14). `moves` are the free seats to change to, `wanted_seat` the
    one asked for, -1 none (D8). `rabbit` is what the player can do about the cards that would have come: ask for
    `rabbit_fee`, agree, or nothing but wait (H7). `returned` are chips that passed the most allowed and went back to
    the wallet, until the next hand begins (K5). `settings` is how the player stays. `tournament` is as in the
    public view; `room_plays` when the room acts for the seat, `penalty` hands to be folded yet, and `barred` who
    never comes back (T3, T13, T14).
    """

    table: int
    version: int
    seat: int
    player: int
    hand: int = 0
    cards: tuple[Card, ...] = ()
    name_of_hand: HandName | None = None
    low_name: HandName | None = None
    choices: Choices | None = None
    may_draw: int = -1
    draw_four: bool = False
    turn: int = 0
    deadline: int = 0
    bank: int = 0
    pre_actions: tuple[PreAction, ...] = ()
    pre_action: PreAction = PreAction.NONE
    pre_action_price: int = 0
    may_show: bool = False
    asked_to_show: bool = False
    sitting_out: bool = False
    sits_out_next: bool = False
    leaving: bool = False
    asked_to_post: bool = False
    stack: int = 0
    queued: int = 0
    auto_muck: bool = True
    auto_post: bool = True
    asked_to_run: int = 0
    entry_price: int = 0
    posts_now: bool = False
    straddles: bool = False
    may_straddle: bool = False
    may_call_time: bool = False
    wanted_seat: int = -1
    moves: tuple[int, ...] = ()
    rabbit: RabbitOption = RabbitOption.NONE
    rabbit_fee: int = 0
    returned: int = 0
    settings: SeatSettings = SeatSettings()
    tournament: int = 0
    room_plays: bool = False
    penalty: int = 0
    barred: bool = False
