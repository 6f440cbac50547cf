"""How the kinds of events change a table: seats, the floor, tournaments, void hands; `state` puts them together."""
