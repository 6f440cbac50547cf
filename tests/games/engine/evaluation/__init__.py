"""Tests of hand rankings and their names, compared with worked examples, counts and brute force."""
