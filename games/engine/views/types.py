"""What viewers may see, as values; `TableView` has no field that could hold a hidden card.

Amounts are minor units, in a tournament chips; times are ms since the epoch; seats and places count from 0.
"""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.evaluation.names import HandName
from games.engine.events.kinds import PreAction, StopPlan, WaitKind
from games.engine.rules.tournament import ChipRace
from games.engine.table.rabbit_hunt import RabbitOption
from games.engine.views.kinds import Blind, LastAction, LineCode, Preset, SeatState, TablePhase


class SeatView(NamedTuple):
    """One seat as everybody sees it.

    `bet` is the bet in front of the player (B17). `face_down` counts cards dealt face down, `face_up` are cards dealt
    face up, `shown` are tabled cards (-1 for a card not shown); `name_of_hand` and `low_name` name a fully shown hand.
    `cards_drawn` is how many cards the seat exchanged in the last draw, -1 before its first. `won` is what the finished
    hand paid, `winning_cards` are the shown cards that won it. `away` marks a tournament player who sits out while the
    room plays the stack (T13). `penalty_hands` are still to be sat out, or folded in a tournament, or the penalty
    ends at `penalty_until`, or `penalty_left` after play goes on (ms; T14). `equity` is the share of the pot that a
    face-up all-in hand wins on average, in thousandths, -1 if it is not shown (H5); `sampled` if it is an estimate.
    """

    seat: int
    state: SeatState = SeatState.EMPTY
    player: int = 0
    name: str = ""
    bot: bool = False
    stack: int = 0
    bet: int = 0
    face_down: int = 0
    face_up: tuple[Card, ...] = ()
    cards_drawn: int = -1
    shown: tuple[Card, ...] = ()
    name_of_hand: HandName | None = None
    low_name: HandName | None = None
    last_action: LastAction = LastAction.NONE
    won: int = 0
    button: bool = False
    blind: Blind = Blind.NONE
    connected: bool = True
    leaving: bool = False
    winning_cards: tuple[Card, ...] = ()
    equity: int = -1
    sampled: bool = False
    away: bool = False
    penalty_hands: int = 0
    penalty_until: int = 0
    penalty_left: int = 0


class LogLine(NamedTuple):
    """One line of the hand log, which the web layer puts into the viewer's language.

    `name` is the player's. `amount` is what the player put in or was paid, `to` the total of a bet or raise. Other
    fields by `code`:

    - HAND: `amount` is the hand's number; of a rotation `kind` is the game and `other` its structure, as of NEXT_GAME.
    - POST: `kind` is the post. STREET: `kind` is its name, `cards` its board cards.
    - UP: a card dealt face up. DRAW: `amount` cards exchanged, `cards` an ace that was kept. COMMUNITY: the shared card
      of a stud hand.
    - TIME_CALLED: by `name` on `other`. PROTECTED: for the `amount`-th time today, 0 if not known (B15).
    - AGREES: to `amount` boards. RUN: board number `run`, from 1 (H6).
    - WINS: `pot` counts from the main pot 0; `kind` is all, high or low; `run` is the board that decided it, 0 if there
      was only one.
    - VOID: `amount` is the hand's number, `other` the reason, or "fault" (F5).
    - RABBIT: the cards that would have come. MOVED: to seat `to`.
    - What the house did, `other` is its reason: PAUSED, RESUMED, CLOSING, with `amount` 1 after this orbit, RULES,
      followed by a CHANGE for each setting with `kind`, `before` and `after` (see `games.engine.rules.changes`);
      REMOVED, STACK_SET from `amount` to `to`.
    - ANNOUNCED: `kind` about `name`. SEAT_LOST and SEAT_OUT: `kind` is why. MUST_MOVE: to table `other`. TOGETHER: hand
      for hand with `amount` 1, over with 0.
    - What the floor did about `name`, `other` is its reason: WARNED; SITS_OUT with `amount` 1, plays again with 0;
      PENALTY of `amount` hands or minutes, see `PenaltyKind`. KEPT_OPEN: a closing was called off.
    - RACE: chips of `amount` become chips of `to`; RACE_CARDS, RACE_WON, RACE_SAVED: its draw and results (T11).
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
    before: str = ""
    after: str = ""


class Turn(NamedTuple):
    """The turn of a seat, numbered within the hand: it ends at `deadline` and lasts `total` ms (B14)."""

    seat: int
    number: int
    deadline: int
    total: int
    on_time_bank: bool
    time_called: bool = False


class Prompt(NamedTuple):
    """What the table waits for other than a turn, until `deadline`: `kind` is SHOW, POST, or AGREE (then seat -1)."""

    kind: WaitKind
    seat: int
    deadline: int


class TableView(NamedTuple):
    """The whole table as a spectator sees it; `version` counts the table's decisions.

    `game` and `structure` are set only where the table's games rotate. `big_blind` lets a viewer read amounts in big
    blinds; a finished hand still on show is read in its own, `hand_big_blind`, where another is in force (else 0).
    `pots` are the pots so far, `pot` is their total with all bets, where the total is shown (B17). `boards` are
    the finished boards if more than one is dealt (H6). `button_draw` are the cards drawn for the first button, as
    (seat, card). `rabbit_cards` are the cards that would have come, once somebody paid to see them (H7). `log` is that
    of the current hand, or of the last one until the next begins. `tournament` is its id, 0 at a cash table. `orders`
    are the house's orders in force, a pause and a closing; `changes` counts the changes of the table's settings.
    """

    table: int
    version: int
    seats: tuple[SeatView, ...]
    phase: TablePhase = TablePhase.WAITING
    hand: int = 0
    street: str = ""
    board: tuple[Card, ...] = ()
    boards: tuple[tuple[Card, ...], ...] = ()
    pots: tuple[int, ...] = ()
    pot: int = 0
    turn: Turn | None = None
    next_hand_at: int = 0
    button_draw: tuple[tuple[int, Card], ...] = ()
    log: tuple[LogLine, ...] = ()
    game: str = ""
    structure: str = ""
    big_blind: int = 0
    hand_big_blind: int = 0
    rabbit_cards: tuple[Card, ...] = ()
    prompt: Prompt | None = None
    tournament: int = 0
    chip_race: ChipRace | None = None
    orders: tuple[LogLine, ...] = ()
    changes: int = 0


class Choices(NamedTuple):
    """The actions open to the player to act, and their prices (B1-B8, B17); raise amounts are totals for the street.

    `min_to` and `max_to` bound a bet or raise, both 0 if none is allowed; it goes in steps of `step`. `presets` are
    (name, total). `call_is_bring_in`: the call is the forced bring-in, which cannot be folded (G14).
    `completes_bring_in`: the smallest raise makes the bring-in a full lower limit. With neither a call nor a check, the
    player must bet or fold (G12).
    """

    call: int
    call_is_all_in: bool
    can_check: bool
    min_to: int
    max_to: int
    is_first_bet: bool
    step: int
    presets: tuple[tuple[Preset, int], ...]
    call_is_bring_in: bool = False
    completes_bring_in: bool = False


class SeatSettings(NamedTuple):
    """What the player has arranged for the seat; all at their defaults in a tournament.

    `seat_held_until` is when a player who sits out loses the seat (D11), 0 if no clock runs. `out_of_chips`: the seat
    is held for a re-buy. `stop_plan` is when the player means to stop; `has_blinds` is False where no big blind ever
    comes to wait for. `target_table` is the table they move to, 0 for none; with `must_move` they cannot take it back
    (K8). `refill_to`, `refill_below` and `auto_rebuy` say which chips are bought without asking, `may_add_chips`
    whether chips may be added at all (K5). `entry_price_dead` is the dead part of `OwnView.entry_price` (D6, D7).
    """

    seat_held_until: int = 0
    out_of_chips: bool = False
    stop_plan: StopPlan = StopPlan.NONE
    has_blinds: bool = True
    target_table: int = 0
    target_table_name: str = ""
    must_move: bool = False
    refill_to: int = 0
    refill_below: int = 0
    auto_rebuy: bool = False
    may_add_chips: bool = True
    entry_price_dead: int = 0


class OwnView(NamedTuple):
    """What only the seat's player sees, for the same `version` as the public view.

    `cards` are the player's cards, face up or down; `name_of_hand` and `low_name` name what they make with the board.
    `draw_limit` is how many cards may be exchanged now, -1 if it is not the seat's draw; `may_draw_four` if four may go
    when an ace is kept (G13). `pre_actions` are those on offer, `pre_action` the chosen one; `pre_action_price` is what
    a queued call would cost.

    `may_show`: the player may show cards of the last hand (H4). `asked_to_show`: it is the player's turn to show or
    muck (H2). `asked_to_post`: a blind is due and is not posted automatically (D12). `max_boards` is the most boards
    the player can agree to, 0 if that is not asked (H6). What is asked ends at `deadline`.

    `entry_price` is what entering the next hand costs, 0 for nothing, -1 if the button has to pass first; `posts_now`
    if the player chose to pay it (D6, D7). `free_seats` are those the player may change to, `wanted_seat` the one asked
    for, -1 for none (D8). `rabbit_option` is what the player can do about a rabbit hunt at `rabbit_fee` (H7).
    `time_bank` is ms. `chips_returned` are chips above the table's maximum that went back to the wallet, until the next
    hand begins (K5). `tournament` is as in the public view. `room_plays`: the room acts for the seat; `penalty_hands`,
    `penalty_until` and `penalty_left` are as in the seat's public view; `barred`: the player never comes back (T3,
    T13, T14).
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
    draw_limit: int = -1
    may_draw_four: bool = False
    turn: int = 0
    deadline: int = 0
    time_bank: int = 0
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
    auto_muck: bool = False
    auto_post: bool = True
    max_boards: int = 0
    entry_price: int = 0
    posts_now: bool = False
    straddles: bool = False
    may_straddle: bool = False
    may_call_time: bool = False
    wanted_seat: int = -1
    free_seats: tuple[int, ...] = ()
    rabbit_option: RabbitOption = RabbitOption.NONE
    rabbit_fee: int = 0
    chips_returned: int = 0
    settings: SeatSettings = SeatSettings()
    tournament: int = 0
    room_plays: bool = False
    penalty_hands: int = 0
    penalty_until: int = 0
    penalty_left: int = 0
    barred: bool = False
