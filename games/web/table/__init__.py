"""The table's page, its fragments, dialogs and floor view; the socket that sends them is in `games.web.sockets`."""
