"""The text of every house rule: its label, its values for the operator and its sentences for players.

The rules of each section are read in this order.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rules import house_rules as hr
from games.text.house_rules import sentences
from games.text.house_rules.rule_text import FormGroup, Label, RulesSection, RuleText

ON_OFF: Final[Mapping[object, Label]] = {True: _("on"), False: _("off")}

HOUSE_RULE_TEXTS: Final[Mapping[str, RuleText]] = {
    "chip_unit": RuleText(_("Smallest chip"), FormGroup.GENERAL),
    "timeout_action": RuleText(
        _("Out of time"),
        FormGroup.CLOCK,
        RulesSection.CLOCK,
        {hr.TimeoutAction.CHECK_OR_FOLD: _("check, otherwise fold"), hr.TimeoutAction.FOLD: _("fold")},
        {
            hr.TimeoutAction.CHECK_OR_FOLD: _("If you run out of time, you check, or fold to a bet."),
            hr.TimeoutAction.FOLD: _("If you run out of time, you fold."),
        },
    ),
    "call_time": RuleText(
        _("Opponents may call time"), FormGroup.CLOCK, RulesSection.CLOCK, ON_OFF, sentences.call_time
    ),
    "disconnect": RuleText(
        _("A player is disconnected when it is their turn"),
        FormGroup.CLOCK,
        RulesSection.CLOCK,
        {
            hr.Disconnect.CHECK_OR_FOLD: _("check, otherwise fold"),
            hr.Disconnect.ALL_IN_PROTECTION: _("check, otherwise all-in for what is already in the pot"),
        },
        sentences.disconnect,
    ),
    "protections_a_day": RuleText(_("All-in protections per player and day"), FormGroup.CLOCK),
    "min_bet": RuleText(
        _("Minimum bet"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {hr.MinBet.BIG_BLIND: _("one big blind"), hr.MinBet.STREET: _("two big blinds on the turn and the river")},
        sentences.min_bet,
    ),
    "min_raise": RuleText(
        _("Minimum raise"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {
            hr.MinRaise.LAST_RAISE: _("by the last bet or raise"),
            hr.MinRaise.DOUBLE: _("to twice the bet"),
            hr.MinRaise.BIG_BLIND: _("by one big blind"),
        },
        {
            hr.MinRaise.LAST_RAISE: _("A raise must be at least as big as the bet or raise before it."),
            hr.MinRaise.DOUBLE: _("A raise must be to at least twice the bet before it."),
            hr.MinRaise.BIG_BLIND: _("A raise must be at least one big blind more."),
        },
    ),
    "raise_cap": RuleText(
        _("Bets per round, raises included"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {0: _("no cap")},
        sentences.raise_cap,
    ),
    "uncapped_heads_up": RuleText(
        _("The cap on raises"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {
            hr.HeadsUpCap.OFF: _("always applies"),
            hr.HeadsUpCap.TWO_LEFT: _("is lifted once two players are left"),
            hr.HeadsUpCap.ROUND_START: _("is lifted when only two players begin the round"),
        },
        sentences.uncapped_heads_up,
    ),
    "open_pair": RuleText(
        _("Open pair on fourth street"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {
            hr.OpenPair.ANYONE: _("anyone may bet the upper limit"),
            hr.OpenPair.HOLDER: _("the player showing it may bet the upper limit"),
            hr.OpenPair.OFF: _("changes nothing"),
        },
        {
            hr.OpenPair.ANYONE: _("When a pair shows on fourth street, anyone may bet the upper limit there."),
            hr.OpenPair.HOLDER: _("A player who shows a pair on fourth street may bet the upper limit there."),
        },
    ),
    "short_raise": RuleText(
        _("A raise that is too small"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {
            hr.ShortRaise.REJECT: _("is refused"),
            hr.ShortRaise.COMPLETE_AT_HALF: _("is completed from half a raise on, otherwise a call"),
        },
        {hr.ShortRaise.COMPLETE_AT_HALF: _("Half a raise or more is completed to a full raise; less is a call.")},
    ),
    "show_pot": RuleText(
        _("Pot total"),
        FormGroup.BETTING,
        values={hr.ShowPot.ALWAYS: _("always shown"), hr.ShowPot.POT_LIMIT_ONLY: _("shown in pot limit only")},
    ),
    "draw_open": RuleText(
        _("Before the draw"),
        FormGroup.BETTING,
        RulesSection.BETTING,
        {hr.DrawOpen.CHECK_ALLOWED: _("checking is allowed"), hr.DrawOpen.BET_OR_FOLD: _("bet or fold")},
        {hr.DrawOpen.BET_OR_FOLD: _("Before the draw nobody may check: until somebody bets, you must bet or fold.")},
    ),
    "showdown_order": RuleText(
        _("First to show"),
        FormGroup.SHOWDOWN,
        RulesSection.SHOWDOWN,
        {
            hr.ShowdownOrder.LAST_AGGRESSOR: _("the last to bet or raise"),
            hr.ShowdownOrder.FIRST_BETTOR: _("the first to bet"),
        },
        {
            hr.ShowdownOrder.LAST_AGGRESSOR: _("The last player to bet or raise shows first."),
            hr.ShowdownOrder.FIRST_BETTOR: _("The first player to bet shows first."),
        },
    ),
    "auto_muck": RuleText(
        _("Beaten hands"),
        FormGroup.SHOWDOWN,
        RulesSection.SHOWDOWN,
        {hr.AutoMuck.PLAYER: _("the player shows or mucks"), hr.AutoMuck.SYSTEM: _("are mucked at once")},
        {
            hr.AutoMuck.PLAYER: _("A beaten player may show or muck."),
            hr.AutoMuck.SYSTEM: _("Beaten hands are mucked at once."),
        },
    ),
    "all_in_show": RuleText(
        _("Hands turned up when everybody is all-in"),
        FormGroup.SHOWDOWN,
        RulesSection.SHOWDOWN,
        ON_OFF,
        {True: _("When everybody is all-in, the hands are turned up.")},
    ),
    "run_it": RuleText(
        _("Boards dealt in an all-in"),
        FormGroup.SHOWDOWN,
        RulesSection.SHOWDOWN,
        {1: _("one"), 2: _("up to two"), 3: _("up to three")},
        {
            2: _("If all agree, the rest of the board is then dealt twice."),
            3: _("If all agree, the rest of the board is then dealt two or three times."),
        },
    ),
    "rabbit_hunt": RuleText(
        _("Cards that would have come may be shown"),
        FormGroup.SHOWDOWN,
        RulesSection.SHOWDOWN,
        ON_OFF,
        {
            True: _(
                "After a hand that ended early, the players who put chips into it may all agree to see the cards "
                "that would have come."
            )
        },
    ),
    "rabbit_fee": RuleText(
        _("Fee for showing them"), FormGroup.SHOWDOWN, RulesSection.SHOWDOWN, sentences=sentences.rabbit_fee
    ),
    "suit_order": RuleText(
        _("Order of suits, where suits decide"),
        FormGroup.GENERAL,
        RulesSection.SHOWDOWN,
        {hr.SuitOrder.SHDC: "♠ > ♥ > ♦ > ♣", hr.SuitOrder.SHCD: "♠ > ♥ > ♣ > ♦"},
        sentences.suit_order,
    ),
    "button": RuleText(
        _("Button"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.BUTTON,
        {hr.ButtonRule.DEAD: _("may stay on an empty seat"), hr.ButtonRule.MOVING: _("moves to the next player")},
        {
            hr.ButtonRule.DEAD: _("The blinds move one seat each hand; the button may stay on an empty seat."),
            hr.ButtonRule.MOVING: _("The button moves to the next player."),
        },
    ),
    "first_button": RuleText(
        _("First button"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.BUTTON,
        {hr.FirstButton.HIGH_CARD: _("the highest card"), hr.FirstButton.FIRST_PLAYER: _("the first player")},
        {
            hr.FirstButton.HIGH_CARD: _("The player dealt the highest card has the first button."),
            hr.FirstButton.FIRST_PLAYER: _("The first player at the table has the first button."),
        },
    ),
    "min_stack_to_play": RuleText(
        _("Minimum stack to be dealt in"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.BUY_IN,
        {hr.MinStack.NONE: _("any"), hr.MinStack.BIG_BLIND: _("one big blind")},
        sentences.min_stack_to_play,
    ),
    "entry": RuleText(
        _("New players"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.COMING_IN,
        {hr.EntryRule.FREE: _("come in without posting"), hr.EntryRule.POST: _("post a big blind or wait for it")},
        {
            hr.EntryRule.FREE: _("A new player is dealt in at once and posts nothing."),
            hr.EntryRule.POST: _("A new player posts a big blind, or waits for the button or a blind."),
        },
    ),
    "enter_between": RuleText(
        _("New players between button and big blind"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.COMING_IN,
        {
            hr.EnterBetween.PAY_BOTH: _("post both blinds"),
            hr.EnterBetween.WAIT_BUTTON: _("wait for the button to pass"),
            hr.EnterBetween.BIG_BLIND: _("post a big blind"),
        },
        {
            hr.EnterBetween.PAY_BOTH: _("Between the button and the big blind, a new player posts both blinds."),
            hr.EnterBetween.WAIT_BUTTON: _(
                "Between the button and the big blind, a new player waits until the button has passed."
            ),
            hr.EnterBetween.BIG_BLIND: _("Between the button and the big blind, a new player posts a big blind."),
        },
    ),
    "missed_blinds": RuleText(
        _("Missed blinds"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.COMING_IN,
        {
            hr.MissedBlinds.BOTH: _("are both posted, the small blind dead"),
            hr.MissedBlinds.BIG_BLIND: _("cost one big blind"),
            hr.MissedBlinds.OWED: _("are posted as they were missed"),
        },
        {
            hr.MissedBlinds.BOTH: _(
                "A player who missed blinds posts both, the small blind dead, or waits for the big blind."
            ),
            hr.MissedBlinds.BIG_BLIND: _(
                "A player who missed blinds posts them (once the button has passed, just one big blind), or waits."
            ),
            hr.MissedBlinds.OWED: _("A player who missed blinds posts exactly those, or waits for the big blind."),
        },
    ),
    "straddle": RuleText(
        _("Straddles"),
        FormGroup.BUTTON_AND_BLINDS,
        RulesSection.COMING_IN,
        ON_OFF,
        {True: _("After the big blind, players may straddle, each for twice the last blind.")},
    ),
    "top_up": RuleText(
        _("Chips may be added"),
        FormGroup.CHIPS_AND_SEAT,
        RulesSection.ADDING_CHIPS,
        {
            hr.TopUp.BETWEEN_HANDS: _("between hands"),
            hr.TopUp.WHEN_BROKE: _("when a player has none left"),
            hr.TopUp.NEVER: pgettext_lazy("adding chips", "never"),
        },
        {
            hr.TopUp.BETWEEN_HANDS: _("Chips may be added between hands."),
            hr.TopUp.WHEN_BROKE: _("Chips may be added only when you have none left."),
            hr.TopUp.NEVER: _("No chips may be added at this table."),
        },
    ),
    "top_up_min": RuleText(
        _("Minimum top-up"),
        FormGroup.CHIPS_AND_SEAT,
        RulesSection.ADDING_CHIPS,
        {
            hr.TopUpMin.NONE: _("any amount"),
            hr.TopUpMin.HALF: _("to at least half the minimum buy-in"),
            hr.TopUpMin.FULL: _("the minimum buy-in for a player with no chips left"),
        },
        sentences.top_up_min,
    ),
    "return_hours": RuleText(
        _("Hours within which a returning player must bring what they left with"),
        FormGroup.CHIPS_AND_SEAT,
        RulesSection.RETURNING,
        {0: _("off")},
        sentences.return_hours,
    ),
    "tables_per_player": RuleText(
        _("Tables at once for a player"),
        FormGroup.CHIPS_AND_SEAT,
        RulesSection.RETURNING,
        {},
        sentences.tables_per_player,
    ),
    "staff_approval": RuleText(
        _("Staff approve accounts before their first game"),
        FormGroup.CHIPS_AND_SEAT,
        RulesSection.BUY_IN,
        ON_OFF,
        {True: _("Staff approve an account before it plays here for the first time.")},
    ),
    "chat_in_hand": RuleText(
        _("Chat during a hand"),
        FormGroup.CHAT,
        RulesSection.CHAT,
        {
            hr.ChatInHand.ALL: _("everything"),
            hr.ChatInHand.NO_CARDS_TALK: _("messages about cards wait until it is over"),
            hr.ChatInHand.NONE: _("nothing"),
        },
        {
            hr.ChatInHand.ALL: _("Everybody may chat at any time."),
            hr.ChatInHand.NO_CARDS_TALK: _("Messages about cards are shown when the hand is over."),
            hr.ChatInHand.NONE: _("There is no chat during a hand."),
        },
    ),
    "fault": RuleText(
        _("A hand during which the room stopped"),
        FormGroup.GENERAL,
        RulesSection.SHOWDOWN,
        {hr.FaultRule.RESUME: _("goes on with the same cards"), hr.FaultRule.VOID: _("is void")},
        {
            hr.FaultRule.VOID: _(
                "If the room stops during a hand, the hand is void: all chips go back to where they were when it"
                " began, and a new hand is dealt with the same button and blinds."
            )
        },
    ),
}
