"""The page of the currencies: staff add, rename, reorder and retire them (M4)."""
