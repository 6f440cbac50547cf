"""Tests of a tournament's tables: orders to them and reports from them."""
