"""The web pages and sockets of the card room; the rules, the database and the running tables are in other packages."""
