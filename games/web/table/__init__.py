"""The table's page, its HTML pieces, dialogs and floor view; the socket that sends them is in `games.web.sockets`."""
