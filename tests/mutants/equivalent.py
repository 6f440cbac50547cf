"""Planted changes that no test can catch, because the room behaves the same with them."""

from typing import NamedTuple


class Equivalent(NamedTuple):
    """A change that is no bug: where it is, the expression before and after it, and why nothing changes."""

    file: str
    function: str
    before: str
    after: str
    reason: str


EQUIVALENT = (
    Equivalent(
        "cashier/cage/vouchers.py",
        "issue_voucher",
        "True",
        "False",
        "A new voucher has no number yet, so it is inserted either way.",
    ),
    Equivalent(
        "cashier/web/cage/drawer_pages.py",
        "was_sent",
        "Drawer.objects.filter(token=form.cleaned_data['token'])",
        "Drawer.objects.all()",
        "A form that is taken for one sent before is carried out without its preview, and checked there again.",
    ),
    Equivalent(
        "games/engine/table/dealer.py",
        "time_up",
        "0",
        "1",
        "Without a disconnection the grace has ended long before now, in whichever millisecond of 1970.",
    ),
    Equivalent(
        "games/engine/watch_list/chip_dumping.py",
        "odd_decisions",
        "0",
        "1",
        "All decisions of this way are in one group of situations, whatever its number.",
    ),
    Equivalent(
        "games/engine/watch_list/sampling.py",
        "_share",
        "1",
        "2",
        "More deals only make a share more exact, and without unknown cards all deals are the same.",
    ),
    Equivalent(
        "games/engine/hand/betting.py",
        "blind",
        "full > self.high",
        "full >= self.high",
        "A blind as high as the highest one sets what that has set.",
    ),
    Equivalent(
        "games/web/html/compiled_templates.py",
        "_join_outputs",
        "_join_outputs(child)",
        "None",
        "A template gives the same text in more pieces.",
    ),
    Equivalent(
        "games/engine/views/equity.py",
        "_every",
        "min(suits)",
        "max(suits)",
        "Which way all boards are gone through makes no difference to their shares.",
    ),
    Equivalent(
        "tournaments/engine/state/random_source.py",
        "_word",
        "1",
        "2",
        "Every other block of the same stream is as random, and draws are kept as events.",
    ),
    Equivalent(
        "games/engine/history/text_summary.py",
        "__init__",
        "1",
        "2",
        "How many pots there are is known before any of them is named.",
    ),
    Equivalent(
        "games/engine/history/phh_replay.py",
        "intended_raise",
        "hand.betting.high < to == max(rivals) < legal.min_to",
        "hand.betting.high < to == max(rivals) <= legal.min_to",
        "A raise to exactly the smallest one stands for itself.",
    ),
    Equivalent(
        "games/engine/hand/pots.py",
        "build_pots",
        "paid[seat] > below",
        "paid[seat] >= below",
        "A seat that paid exactly the level below adds zero to this pot.",
    ),
    Equivalent(
        "games/engine/rules/rake.py",
        "rake_shares",
        "main <= pots[0]",
        "main < pots[0]",
        "When the main pot's share equals the pot, there is nothing left over to spread.",
    ),
    Equivalent(
        "games/live/seat_tasks.py",
        "_start",
        "self._tasks.add(task)",
        "None",
        "Only keeps the task from the garbage collector, which the thread's future does as long as the task waits.",
    ),
    Equivalent(
        "games/live/seat_tasks.py",
        "_start",
        "task.add_done_callback(self._tasks.discard)",
        "None",
        "Only frees the memory of tasks that are done.",
    ),
    Equivalent(
        "games/store/audit.py",
        "_decisions_since_snapshot",
        "Decision.objects.filter(table=table, number__gt=table.snapshot_number)",
        "Decision.objects.filter(table=table, number__gt=table.snapshot_number)",
        "Decisions of one table are in the order of their numbers without it too, only with a join of the tables.",
    ),
    Equivalent(
        "games/store/projections.py",
        "_hand_events",
        "Decision.objects.filter(table=self.table, hand=number).order_by('numbe",
        "Decision.objects.filter(table=self.table, hand=number).all()",
        "Decisions of one table are in the order of their numbers without it too, only with a join of the tables.",
    ),
    Equivalent(
        "games/store/table_log.py",
        "load",
        "Decision.objects.filter(table_id=table_id, number__gt=number).order_by",
        "Decision.objects.filter(table_id=table_id, number__gt=number).all()",
        "Decisions of one table are in the order of their numbers without it too, only with a join of the tables.",
    ),
    Equivalent(
        "games/live/bots/runner.py",
        "_asked",
        "own.rabbit_option == 'agree'",
        "own.rabbit_option != 'agree'",
        "Decisions are only compared with each other, and two that differ in this still differ.",
    ),
    Equivalent(
        "games/web/learn/lesson_text.py",
        "_runs_out",
        "variant.max_players * variant.hole_cards + burns > len(variant.deck)",
        "variant.max_players * variant.hole_cards + burns >= len(variant.deck)",
        "No game needs exactly as many cards as its deck has.",
    ),
    Equivalent(
        "games/web/learn/ranking_text.py",
        "ladder",
        "0",
        "1",
        "Every example has a value; the constant is there for the type.",
    ),
    Equivalent(
        "games/web/learn/examples.py",
        "_value",
        "0",
        "1",
        "Both hands without a low get it, and any low is worth more.",
    ),
    Equivalent(
        "games/web/history/results.py",
        "_game",
        "0",
        "1",
        "The name of a game and its stakes does not depend on the table.",
    ),
    Equivalent(
        "games/seating/sit_down.py",
        "_roomiest",
        "0",
        "1",
        "With nobody seated every seat is equally far from taken ones, however far that is.",
    ),
    Equivalent(
        "cashier/pools.py",
        "pool_money",
        "Account.objects.filter(code__in=codes)",
        "Account.objects.all()",
        "Only the two accounts are taken from what was read; the filter spares reading all others.",
    ),
)
