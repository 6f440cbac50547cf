"""The rules of a table as immutable data: game, stakes, house rules, rake and positions."""
