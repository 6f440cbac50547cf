"""What people look at: pages, lobby, floor, reports and the history of hands, with a small client and a bare server."""
