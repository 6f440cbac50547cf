"""One module for each management command of the back office."""
