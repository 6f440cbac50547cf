"""Who sits where: draws, balancing, breaking tables, the final table, and the blinds of the next hand."""
