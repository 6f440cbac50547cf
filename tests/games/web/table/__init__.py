"""Tests of the table page: its pieces, forms and views, and the floor page of a table."""
