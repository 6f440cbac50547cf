"""The running tournament: entries, levels, hands, hand-for-hand, chip races and the director's commands."""
