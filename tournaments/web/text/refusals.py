"""The sentences for refusals of tournaments by code; codes shared with tables use the tables' sentences."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.text import refusals
from games.text.amounts import TOURNAMENT_CHIPS, AmountFormat
from games.web.api import number_text
from tournaments.web.text.labels import chips

SENTENCES = {
    # Entering
    "no_such_tournament": _("There is no such tournament."),
    "already_entered": _("You are already in this tournament."),
    "tournament_full": _("The tournament is full."),
    "entries_closed": _("Registration is over."),
    "too_few_left": _("Too few players are left: nobody can enter any more."),
    "no_more_entries": _("You have used all your entries."),
    "too_many_tournaments": _("You are in as many tournaments as this room allows at once: %(tournaments)s."),
    "not_in_tournament": _("You are not in this tournament."),
    "wrong_password": _("That is not this tournament's password."),
    "already_ordered": _("You have already asked for this: the director will answer in a moment."),
    "price_changed": _("The price has changed: look again."),
    "no_ticket": _("You have no ticket for this tournament."),
    "already_started": _("The tournament has begun already."),
    "too_few_players": _("At least two players must have registered."),
    "currency_kept": _("A tournament keeps its currency: announce another one."),
    "price_paid": _("Somebody has paid already: the prices can no longer be changed."),
    "frozen": _("This tournament is frozen until an operator has checked it."),
    # Chips
    "no_rebuy": _("You can't re-buy now."),
    "no_add_on": _("There is no add-on now."),
    # The director
    "plays_in_it": _("You play in this tournament: somebody else has to direct it."),
    "not_running": _("The tournament is not running."),
    "already_over": _("The tournament is over."),
    "no_such_table": _("There is no such table."),
    "seat_taken": _("There is no free seat there."),
    "no_chips_to_move": _("%(name)s has no chips left: only players with chips are moved."),
    "last_table": _("This table can't be broken."),
    "no_room": _("The other tables do not have enough free seats."),
    "last_level": _("This is the last level."),
    "first_level": _("This is the first level."),
    "other_level": _("The level has changed meanwhile: look again."),
    "chips_raced": _("The small chips are gone: there is no way back to that level."),
    "no_hand": _("No hand is in progress at this table, and none has just ended."),
    "other_hand": _("Another hand has begun meanwhile: look again."),
    "void_broken": _("Table %(table)s has been broken since, and its players sit elsewhere: its last hand stands."),
    "void_deal": _("A deal is being discussed or made: the hand stands."),
    "void_out": _("%(name)s, who played that hand, has left the tournament since: the hand stands."),
    "void_moved": _("%(name)s has moved to table %(table)s since and has played there: the hand stands."),
    "void_chips": _("%(name)s lacks %(chips)s of the chips won in that hand: the hand stands."),
    "void_bought": _("%(name)s, who was knocked out in that hand, has bought chips again since: the hand stands."),
    "void_seat": _("%(name)s was knocked out in that hand, and the seat is taken or barred since: the hand stands."),
    "void_bounty": _("%(name)s won a bounty in that hand and has lost it since: the hand stands."),
    "one_table": _("Hand-for-hand needs at least two tables."),
    "not_all_seated": _("Everybody who has registered needs exactly one line."),
    "no_break": _("There is no break to end."),
    "no_end": _("There is no announced end to take back."),
    "no_change": _("These rules are played already."),
    "leave_kept": _("What becomes of a player who leaves cannot be changed while the tournament runs."),
    "no_penalty": _("This player has no penalty to lift."),
    "bad_break": _("A break lasts from 1 to 1,440 minutes, and no other break may be on."),
    "bad_penalty": _(
        "Enter hands, rounds, minutes or chips: at most %(most)s hands in all, rounds included,"
        " and %(minutes)s minutes."
    ),
    "bad_penalty_chips": _("Chips can be taken in multiples of %(unit)s, from %(min)s to %(max)s."),
    "no_penalty_chips": _("No chips can be taken: this player must keep the last one."),
    "disqualified": _("A disqualified player cannot come back."),
    "entries_open": _("The prize pool can be paid to the remaining players only when registration is over."),
    "why_needed": _("Give a reason: it is kept with the decision."),
    # Deals
    "no_deal_now": _("No deal is being discussed now."),
    "hands_running": _("Wait until the current hands are over."),
    "no_proposal": _("Nothing is proposed yet."),
    "other_proposal": _("The proposal has changed meanwhile: look again."),
    "not_all_agreed": _("Not everybody has agreed."),
    "bad_kept": _("From 0 to %(max)s can be left to play for."),
    "leaves_out_a_player": _("A deal must have a share for everybody who is left."),
    "shares_not_whole": _("The shares must add up to %(rest)s."),
    "bad_deal": _("This kind of deal is only for up to %(most)s players."),
    "chip_chop_above_first": _("By chips the chip leader would get more than for winning. Propose ICM or own figures."),
    # The announcement
    "no_levels": _("There must be levels and a starting stack."),
    "bad_level": _("Level %(level)s: blinds must be above zero, the small blind not larger than the big blind."),
    "bad_limit_blinds": _("Level %(level)s: in fixed limit the small blind is half the lower limit."),
    "bad_length": _("Level %(level)s: a level lasts from 1 to 1,440 minutes."),
    "break_too_long": _("The break after level %(level)s lasts from 1 to 1,440 minutes."),
    "blinds_fall": _("Level %(level)s: the blinds must not be smaller than in the level before."),
    "bad_ante": _("Level %(level)s: the ante must not be larger than the big blind."),
    "ante_not_payable": _(
        "Level %(level)s: in this game the ante is a sixth to a third of the limit, and no such ante can be paid with "
        "the chips in play."
    ),
    "bring_in_not_payable": _("Level %(level)s: the bring-in must be half to two thirds of the limit."),
    "level_number": _("Level %(level)s: enter whole numbers of at most 13 digits."),
    "too_many_levels": _("At most %(levels)s levels are possible."),
    "bad_bring_in": _("Level %(level)s: the bring-in must be smaller than the limit."),
    "chip_too_large": _("Level %(level)s: not every amount can be paid with the chips in play."),
    "bad_chips": _("Chip values must rise, each to at most five times the one before: check %(small)s and %(large)s."),
    "bad_chip_list": _("Write the values in rising order, with commas: 25, 100, 500."),
    "bad_race_list": _("Write each race as level and chip, with commas: 7:100, 15:500."),
    "bad_races": _("A chip race must name a chip of the list."),
    "race_without_level": _("A chip race must name a level of the structure."),
    "races_fall": _("Chip races must rise: each at a later level, and to a larger chip, than the one before."),
    "bad_clock": _("A turn must have time."),
    "stack_too_small": _("The starting stack must be at least one big blind of the first level."),
    "stack_not_payable": _("The starting stack can't be paid with the chips in play."),
    "late_without_level": _("There are only %(levels)s levels."),
    "rebuy_without_level": _("There are only %(levels)s levels."),
    "addon_without_level": _("There are only %(levels)s levels."),
    "late_not_payable": _("The starting stack can't be paid with the chips in play at that level."),
    "rebuy_not_payable": _("These chips can't be paid with the chips in play at that level."),
    "addon_not_payable": _("These chips can't be paid with the chips in play at that level."),
    "bad_seats": _("This game is played with 2 to %(most)s seats."),
    "bad_final_seats": _("This game is played with 2 to %(most)s seats."),
    "bad_betting": _("This game is not played with that betting."),
    "no_start": _("Enter a start time, or the number of players with which it starts."),
    "bad_players": _("The number of players is too small: at least %(least)s."),
    "min_players_too_small": _("A tournament needs at least two players."),
    "negative_price": _("A price can't be negative."),
    "shootout_closed": _("A shootout has no late registration, re-buys or add-ons."),
    "rows_not_ascending": _("The payout table must rise by the number of entries."),
    "bad_payout_entries": _("Each line of the payout table needs a number of entries above zero."),
    "payout_not_whole": _(
        "The shares for up to %(entries)s entries add up to %(percent)s%%: they must add up to 100%%."
    ),
    "bad_shares": _(
        "The shares for up to %(entries)s entries must all be above zero, none larger than the one before."
    ),
    "bad_payout_line": _("Write each line as “18: 50 30 20”: the entries, a colon, and the shares in percent."),
    "no_payout_table": _("Enter your payout table."),
    "no_fixed_prizes": _("Enter the fixed amounts."),
    "bad_fixed_prizes": _("Each fixed amount must be above zero and no larger than the one before."),
    "no_ticket_value": _("Enter what a ticket is worth."),
    "negative_prize": _("A prize can't be negative."),
    "past": _("The start must be in the future."),
    "end_past": _("The end must be in the future."),
    "ends_before_start": _("The end must be after the start."),
    "again_has_times": _(
        "A tournament that is announced again and again starts when it is full: give it no start and no end."
    ),
}
NOTHING: Mapping[str, int | str] = {}
_COUNT_KEYS = {"level", "levels", "least", "entries", "tournaments", "table"}
_PERCENT_KEYS = {"percent"}
_CHIP_KEYS = {"unit", "small", "large"}
_CODES_ABOUT_PLAYERS = {"bad_seats", "bad_final_seats", "bad_deal"}
_CODES_ABOUT_CHIPS = {"bad_penalty", "bad_penalty_chips", "void_chips"}


def refusal_text(code: str, detail: Mapping[str, int | str] = NOTHING, *, currency: str = "") -> str:
    """The sentence for a refusal in the active language.

    `detail` holds names, counts, chips, hundredths of a percent or minor units of `currency`.
    """
    amounts = AmountFormat.of_currency(currency) if currency else TOURNAMENT_CHIPS
    if code not in SENTENCES:
        return refusals.refusal_text(code, detail, amount=amounts.text)
    values = {}
    for key, value in detail.items():
        if isinstance(value, str) or key in _COUNT_KEYS or code in _CODES_ABOUT_PLAYERS:
            values[key] = str(value)
        elif key in _PERCENT_KEYS:
            values[key] = number_text(f"{value / 100:g}")
        else:
            values[key] = chips(value) if key in _CHIP_KEYS or code in _CODES_ABOUT_CHIPS else amounts.text(value)
    try:
        return str(SENTENCES[code]) % values
    except (KeyError, ValueError, TypeError):
        return refusals.refusal_text("")
