"""The watch list: finds flags in stored hands, aside from play, and what staff do with them (F7)."""
