"""The acts of the floor at one table and about one player: what each asks for, what it will do, and how it is done."""
