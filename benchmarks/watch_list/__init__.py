"""The planted schemes and the honest room in which the benchmark of the watch list looks for them."""
