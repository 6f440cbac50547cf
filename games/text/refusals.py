"""The sentence for every code of `IllegalAction`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, overload

from django.utils.translation import gettext_lazy as _

from games.models.names import NO_NAME

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

AmountText: TypeAlias = Callable[[int], str]
"""Minor units as text: `AmountFormat.text` of the table's currency."""

SENTENCES: "dict[str, StrPromise | str]" = {
    # the turn
    "not_your_turn": _("It is not your turn."),
    "stale_turn": _("Too late: the turn has moved on."),
    "price_changed": _("The price has changed: look again before you act."),
    "your_turn_now": _("It is your turn now."),
    "hand_over": _("The hand is over."),
    "hand_not_begun": _("The hand has not begun yet."),
    "void_short": _("%(name)s has left with chips of that hand and is short of %(missing)s, so the hand stands."),
    "void_closed": _("This table is closed, and everybody has left with their chips: its last hand stands."),
    "void_next": _("The next hand has begun, so the one before it stands."),
    "void_already": _("This hand is void already."),
    "plays_here": _("You play at this table: another member of staff has to decide."),
    "plays_with": _("You play with this player, or it is you: another member of staff has to decide."),
    "played_lately": _(
        "You have played at this table or with one of these players in the last %(count)s hours:"
        " another member of staff has to decide."
    ),
    "reviewed_lately": _(
        "You have seen hidden cards of this table less than %(count)s hours ago: play at another one."
    ),
    "reviewed_tournament_lately": _(
        "You have seen hidden cards of this tournament less than %(count)s hours ago: play in another one."
    ),
    "plays_in_room": _("You play at a table of this room: another member of staff has to decide."),
    "seats_frozen": _("No new seats are given at the moment: %(why)s"),
    "seats_frozen_already": _("The room already gives no new seats."),
    "seats_not_frozen": _("The room already gives new seats."),
    "call_taken": _("%(name)s is coming to this call."),
    "call_answered": _("%(name)s has answered this call."),
    "no_such_call": _("There is no such call."),
    "nothing_changes": _("It is already like that: nothing would change."),
    "penalty_length": _("Enter the length of the penalty, from 1 to 1,000."),
    "closes_for_merge": _("This table closes because its players move to another one: take that decision back."),
    "moves_already": _("This player is moving to another table already."),
    "move_not_allowed": _(
        "This player may not sit at that table now: they sit there, are barred, or play at too many."
    ),
    "not_waiting": _("This player does not wait for the table any more."),
    "called_already": _("This player has been called to a seat already."),
    "until_is_over": _("This time has passed: choose a later one, or none."),
    "admitted_already": _("This player is barred from this table or invited to it already."),
    "apart_already": _("These two players are kept apart already."),
    "two_people": _("Choose two different players."),
    "undo_money": _("Chips have moved: this cannot be taken back."),
    "undo_change": _("Change the settings back on the page of the table."),
    "undo_heard": _("A warning has been heard: it stands."),
    "undo_new": _("Make a new decision instead."),
    "undo_rooms": _("The room did this by itself."),
    "undone_already": _("This has been taken back."),
    "undo_refused": _("The table refused this: there is nothing to take back."),
    "undo_over": _("This is no longer in force: there is nothing to take back."),
    "why_needed": _("Give a reason: it is kept with the decision."),
    "no_blind_due": _("You owe no blind at the moment."),
    "no_blinds_to_wait_for": _("There are no blinds in this game."),
    "no_straddle": _("There are no straddles at this table."),
    "cannot_call_time": _("You can't call time now."),
    # the amount
    "cannot_check": _("You can't check: there is a bet to call."),
    "nothing_to_call": _("There is nothing to call: you may check."),
    "raise_too_small": _("The amount must be from %(min)s to %(max)s."),
    "raise_too_big": _("The amount must be from %(min)s to %(max)s."),
    "raise_not_in_chips": _("The amount must be a multiple of %(unit)s, from %(min)s to %(max)s."),
    "not_a_multiple": _("The amount must be a multiple of %(unit)s."),
    "no_raise_allowed": _("You can't raise here."),
    "not_a_bet_size": _("In fixed limit it is %(min)s or %(max)s and nothing in between."),
    "bring_in_due": _("You have to bring it in for %(call)s or more."),
    "must_open": _("Nobody may check before the draw here: bet or fold."),
    # cards
    "cannot_show": _("You can't show cards now."),
    "no_rabbit": _("There are no more cards to see."),
    "bad_discard": _("Those are not your cards."),
    "too_many_discards": _("You may exchange at most %(most)s cards."),
    # the seat
    "not_seated": _("You are not seated at this table."),
    "no_such_seat": _("There is no such seat."),
    "seat_taken": _("This seat is taken."),
    "table_full": _("The table is full."),
    "already_seated": _("You are already seated at this table."),
    "leaving": _("You are leaving this table."),
    "too_many_tables": _(
        "Too many tables at once: at most %(count)s, tournaments included. Leave another table first."
    ),
    "banned": _("You are banned from this room."),
    "not_approved": _("Staff approve accounts before their first game here. Ask at the desk or write to the room."),
    "wrong_password": _("That is not this table's password."),
    "too_many_guesses": _("Too many passwords were tried. Wait a few minutes, or ask for the link."),
    "not_at_this_table": _("You can't sit at this table. Please choose another."),
    "seat_kept": _("The free seat is kept for somebody from the waiting list. You may join the list."),
    "seat_is_free": _("There is a free seat: sit down, there is no need to wait."),
    "too_many_lists": _("You can't be on more than %(count)s waiting lists."),
    "no_chips": _("You have no chips: add some first."),
    "short_stack": _("You need at least %(min)s to be dealt in here: add chips first."),
    "sign_in_first": _("Sign in or press “Play now” to take part."),
    "no_seat_there": _("There is no free seat at that table any more."),
    "another_game": _("Another game or other stakes are played there."),
    "must_move": _("You are being moved to another table. You may leave, but you can't stay here."),
    "moving_there": _("You are being moved here after your hand: you need not buy in."),
    "seat_for_feeder": _("Seats here go to the players of the must-move table: sit down there, or join the list."),
    # must-move tables and tables that are merged
    "feeds_itself": _("A table can't be its own must-move table."),
    "feeds_closed": _("The main table is closed or is a tournament table."),
    "feeds_another_game": _("The main table must have the same game, stakes and currency."),
    "feeds_chain": _("The main table is a must-move table itself: choose the table that it feeds."),
    "is_fed": _("This table has a must-move table of its own, so it can't be one."),
    "feeder_differs": _("This table's must-move table plays the same stakes: remove it first, then change them."),
    "merge_itself": _("Choose a table other than the one being merged."),
    "merge_no_room": _("Too few free seats there: %(seats)s. Players who move: %(count)s."),
    # the table
    "no_such_table": _("There is no such table."),
    "no_hand": _("There is no such hand."),
    "no_such_report": _("There is no such report."),
    "report_judged": _("%(name)s has judged this report already."),
    "no_such_mute": _("There is no such mute."),
    "mute_over": _("The end must be after the beginning."),
    "hand_not_finished": _("This hand is not over: its cards can be reviewed once it has a result."),
    "too_many_reviews": _(
        "You have reviewed %(count)s hands within an hour, as many as one person may: the next in %(minutes)s min. "
        "Another member of staff may look at once."
    ),
    "cards_unreadable": _("The cards of this hand cannot be read: none of the room's keys opens them."),
    "table_closed": _("This table is closed."),
    "table_frozen": _("This table is stopped until the floor has checked it."),
    "name_missing": NO_NAME,
    "name_too_long": _("With its number the name is longer than 40 characters: choose a shorter one."),
    "rule_without_effect": _("This rule has no effect on the game of this table."),
    "no_such_template": _("There is no such template in use."),
    "template_name_taken": _("There is already a template with this name."),
    "currency_stays": _(
        "A table keeps its currency, in which its hands were played and its ledger is kept: open a copy instead."
    ),
    "nothing_changed": _("Nothing was changed."),
    "changed_meanwhile": _(
        "Somebody has changed this table since you opened this page: nothing was saved. Open the page again to see "
        "the table as it is now."
    ),
    "alike_must_move": _("A must-move table opens no others: its players go on to its main table."),
    "alike_opened_for": _("This table was opened because %(name)s was full: set it there."),
    "no_such_schedule": _("There is no such schedule any more."),
    "schedule_name_taken": _("There is a schedule of this name already."),
    "template_scheduled": _("A schedule opens tables from this template: change or retire the schedule first."),
    "closing_time_over": _("This time has passed: choose a later one, or leave the field empty."),
    "table_not_empty": _("Somebody sits at this table."),
    "name_taken": _("There is already a table with this name."),
    "own_tables_off": _("Players can't open tables of their own in this room."),
    "too_many_own_tables": _("You can't have more than %(count)s open tables of your own."),
    "too_many_players_tables": _("Players already have as many tables open as the room allows. Try again later."),
    "game_not_offered": _("This game is not offered at players' own tables."),
    "stakes_out_of_range": _("Stakes must be from %(min)s to %(max)s."),
    "buy_in_out_of_range": _("Buy-ins must be from %(min)s to %(max)s."),
    "not_your_table": _("Only the player who opened this table can do that."),
    "no_free_bot": _("No house bot is free."),
    # tournaments
    "tournament_table": _("This is a tournament table: the director assigns its seats and chips."),
    "no_leave_here": _("Chips can't be taken away from a tournament: sit out, and your blinds are posted for you."),
    "room_plays": _("The room plays this hand for you."),
    "not_for_tournaments": _("These rules are not for tournaments."),
    "no_tournament": _("This is not a tournament table."),
    "hand_running": _("A hand is in progress."),
    "chips_differ": _("The stack has changed in the meantime."),
    "bad_race": _("This chip race doesn't add up."),
    "not_held": _("This table starts its own hands."),
    "hand_released": _("A hand has been released already."),
    "key_used": _("Another order already used this key."),
    # money
    "buy_in_too_small": _("Buy in for %(min)s to %(max)s."),
    "buy_in_too_big": _("Buy in for %(min)s to %(max)s."),
    "buy_in_not_in_chips": _("Buy in for a multiple of %(unit)s, from %(min)s to %(max)s."),
    "return_exact": _("You left these stakes with %(amount)s a short time ago: buy in for exactly that."),
    "no_top_up": _("No chips may be added at this table."),
    "top_up_when_broke": _("At this table you may add chips only when you have none left."),
    "top_up_too_small": _("You may add %(min)s to %(max)s."),
    "top_up_too_big": _("You may add %(min)s to %(max)s."),
    "top_up_not_in_chips": _("You may add a multiple of %(unit)s, from %(min)s to %(max)s."),
    "refill_below_wrong": _("The stack at which you top up must be from %(min)s to %(max)s."),
    "at_most": _("You already have the most this table allows."),
    "returned": _("%(returned)s went back to your wallet: you have the most this table allows."),
    "not_enough_money": _("You are short of %(missing)s."),
    # A sentence about the player's own limit comes with the refusal.
    "play_limit": "%(sentence)s",
    "away_by_choice": _("You have chosen not to play for a time."),
    "bad_amount": _("This is not an amount."),
    # the rules of a table
    "chip_unit_too_small": _("The smallest chip must be worth more than zero."),
    "raise_cap_out_of_range": _("The cap on raises must be from 2 to 5, or none."),
    "structure_not_played": _("This game is not played with that structure."),
    "too_many_seats": _("This game can't be played with so many seats."),
    "negative_rule": _("This can't be negative."),
    "too_few_tables": _("A player must be allowed at least one table."),
    "run_it_out_of_range": _("A board is run once, twice or three times."),
    "blinds_wrong": _("The small blind must be above zero and not above the big blind."),
    "limit_blinds_wrong": _("In fixed limit the small blind is half the lower limit: %(small)s."),
    "limit_wrong": _("The lower limit must be above zero."),
    "no_blinds_here": _("This game has no blinds: leave the small blind empty."),
    "no_bring_in_here": _("This game has no bring-in: leave it empty."),
    "ante_wrong": _("The ante must not be negative and not above the big blind."),
    "ante_out_of_range": _("The ante must be a sixth to a third of the lower limit: %(min)s to %(max)s."),
    "ante_each_here": _("Without a big blind everybody posts the ante."),
    "bring_in_out_of_range": _("The bring-in must be half to two thirds of the lower limit: %(min)s to %(max)s."),
    "straddle_needs_three": _("A straddle needs three players, and this table has two seats."),
    "buy_in_below_stack": _("A player needs a big blind to be dealt in: the minimum buy-in must be at least %(min)s."),
    "seats_out_of_range": _("This game is played with %(least)s to %(most)s seats."),
    "too_many_bots": _("There is room for at most %(seats)s house bots at this table."),
    "money_too_precise": _("The currency of this table has no such small amounts."),
    "buy_in_bounds_wrong": _("The maximum buy-in must not be below the minimum."),
    "max_buy_in_too_small": _("The maximum buy-in must be at least %(min)s, or nobody could buy in."),
    "clock_wrong": _("The time for a turn must be above zero."),
    "call_time_too_short": _("When time is called, the player must have at least ten seconds left."),
    "currency_not_in_use": _("This currency is not in use: choose another."),
    "preset_too_fine": _("This preset counts in amounts that the currency does not have: choose another preset."),
    "rake_wrong": _("The rake must be at least 0% and less than 100%, and its unit of rounding above zero."),
    "rake_share_wrong": _("The share of the pots must be at least 0% and less than 100%."),
    "rake_cap_wrong": _("A cap must be an amount or a part of the big blind, for a game that is played so."),
    "rake_cap_twice": _("Two caps are for the same game, structure, stakes and players: keep one of them."),
    "rake_unknown": _("There is no such rake profile."),
    "rake_retired": _("This rake profile is retired: choose another."),
    "rake_other_currency": _("This rake profile is for tables in another currency."),
    "rake_not_yet": _("No version of this rake profile is valid yet."),
    "rake_not_in_chips": _("The caps and the rounding of the rake must be multiples of the smallest chip, %(unit)s."),
    "rabbit_fee_without_hunt": _("There is a fee for cards that are never shown: allow showing them, or take no fee."),
    "protection_never": _("All-in protection must be allowed at least once a day."),
    "straddle_fills_cap": _("With a straddle the cap must be three bets or more, or the straddler could never raise."),
    "mix_stakes_kept": _("The stakes of this rotation can't be changed here: open another table."),
    "mix_of_one": _("A rotation needs at least two games."),
    "mix_differs": _("A rotation must begin with its first game."),
    # messages and chat
    "bad_message": _("The table didn't understand that."),
    "slow_down": _("Slow down a little."),
    "muted": _("You can't chat for now, minutes left: %(count)s. The floor: %(why)s"),
    "no_links": _("Links are not allowed in the chat of this room."),
    "chat_too_fast": _("You write too fast: at most %(count)s lines in %(times)s seconds. Wait a moment."),
    "no_talk_in_hand": _("There is no chat during a hand at this table."),
    "held_back": _("Your message is about cards: it will be shown when the hand is over."),
    "calls_pending": _("The floor already has your calls: please wait for an answer."),
    "no_answer": _("The table does not respond. Trying again…"),
    "table_busy": _("The table is busy: try again in a moment."),
}
UNKNOWN_REFUSAL = _("That is not possible now.")

_ONE_AMOUNT = {
    "raise": _("The only amount possible is %(min)s."),
    "buy_in": _("Buy in for exactly %(min)s."),
    "top_up": _("You may add exactly %(min)s."),
}
_NO_LARGEST = {
    "buy_in_too_small": _("Buy in for at least %(min)s."),
    "buy_in_not_in_chips": _("Buy in for a multiple of %(unit)s, at least %(min)s."),
    "top_up_too_small": _("You may add %(min)s or more."),
    "top_up_not_in_chips": _("You may add a multiple of %(unit)s, at least %(min)s."),
}
"""The sentences of a refused amount if only one is possible, by the code's beginning, and if there is no largest."""

_COUNTS = {"times", "count", "cap", "seat", "seats", "least", "most", "hand", "turn"}


@overload
def refusal_text(code: str) -> str: ...


@overload
def refusal_text(code: str, detail: Mapping[str, int | str], *, amount: AmountText) -> str: ...


def refusal_text(code: str, detail: Mapping[str, int | str] | None = None, *, amount: AmountText = str) -> str:
    """The sentence for a refusal in the active language; `amount` formats the amounts in `detail`."""
    shown = {
        key: str(value) if key in _COUNTS or isinstance(value, str) else amount(value)
        for key, value in (detail or {}).items()
    }
    try:
        return str(_sentence(code, detail or {})) % shown
    except (KeyError, ValueError, TypeError):
        return str(UNKNOWN_REFUSAL)


def _sentence(code: str, detail: Mapping[str, int | str]) -> "StrPromise | str":
    if code in _NO_LARGEST and "max" not in detail:
        return _NO_LARGEST[code]
    if "min" in detail and detail["min"] == detail.get("max"):
        for begins, sentence in _ONE_AMOUNT.items():
            if code.startswith(begins):
                return sentence
    return SENTENCES.get(code, UNKNOWN_REFUSAL)
