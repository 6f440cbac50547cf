"""Tests of the table log and what is stored with it: projections, leases, sealed cards, results, void hands."""
