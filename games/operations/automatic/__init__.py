"""What the room does to tables by itself, without anybody of the staff: each act is in the log as one of the room."""
