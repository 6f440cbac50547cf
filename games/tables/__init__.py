"""What kind of table a table is and whether its settings fit together. Nothing here changes a table."""
