"""Planted rule bugs: the suite of the engine has to notice them (`make mutants`)."""
