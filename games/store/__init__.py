"""The log of tables and what is written with each decision; leases of rows. Nothing here decides anything."""
