"""What do we run on the house itself? Checks, generated pages, the tour and the benchmarks."""
