"""What each viewer may see of a table, as values; nothing here renders or sends them."""
