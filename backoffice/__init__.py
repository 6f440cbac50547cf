"""What the pages of staff share in every app: the log of staff acts, lists, searches, settings of the room."""
