"""Tests of the table page: its fragments, forms and views, and the floor page of a table."""
