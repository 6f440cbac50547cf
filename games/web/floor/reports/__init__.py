"""Reports of players: the queue, one report with the chat around it, and its judgement (F6)."""
