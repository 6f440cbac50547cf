"""Planted one-line bugs that the tests of their package must catch (`make mutants`)."""
