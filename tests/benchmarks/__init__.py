"""Tests of the benchmarks: what they reckon, not what they measure."""
