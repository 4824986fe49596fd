"""The table of speed: every workload of `benchmarks/workloads` against the plain way to do it, in one run.

`python benchmarks/speed.py [NAME ...]`, or `make bench-speed`. A workload is a module of that folder with a function
`rows()` that yields `measure.Row`; a new file there joins the table. Times are process times; the limit is what the
arithmetic of a workload costs at the speed that this machine shows for matrix products and exponentials.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in (Path(__file__).parent / "workloads").glob("[!_]*.py"))
HEAD = f"{'workload':58} {'plain':>10} {'ours':>10} {'ratio':>8} {'goal':>8} {'limit':>9} {'share':>6}  accuracy"


def main(chosen: list[str]) -> int:
    """Print the rows as they are measured; 1 if a goal is missed."""
    missed = 0
    print(HEAD, flush=True)
    for name in chosen:
        for row in import_module(f"workloads.{name}").rows():
            print(row.text(), flush=True)
            missed += row.missed
    return int(missed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measured speed of the numerical workloads, beside the plain way.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all by default")
    given = parser.parse_args().names or NAMES
    unknown = sorted(set(given) - set(NAMES))
    if unknown:
        parser.error(f"{', '.join(unknown)}: allowed are {', '.join(NAMES)}")
    sys.exit(main(given))
