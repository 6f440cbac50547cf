"""Tournaments in the database: decisions, orders, entries, money and the orders to tables. No rules."""
