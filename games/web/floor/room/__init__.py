"""Acts on the whole room, each with what it does to which table shown before (F1)."""
