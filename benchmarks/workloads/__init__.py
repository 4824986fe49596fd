"""The workloads of `benchmarks/speed.py`: each module has a function `rows()`."""
