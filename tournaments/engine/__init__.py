"""The rules of tournaments as pure functions: commands in, events out. No database, no clock."""
