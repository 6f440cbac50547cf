"""The message by which the handler of pages has the server break off a file."""

CUT = "room.http.response.cut"
"""The file cannot be made to its end: its line is closed, so that a browser sees that it is not whole."""
