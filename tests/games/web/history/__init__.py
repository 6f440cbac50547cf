"""Tests of the pages of hands, results, the replayer and shared links."""
