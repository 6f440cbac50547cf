"""Tests of what each viewer sees of a table, and of equities."""
