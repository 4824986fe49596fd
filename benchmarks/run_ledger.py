"""Time of cold and warm full runs, of the report, of `list` and of `--help`, and the memory of the largest process.

Run with `make bench`, on a machine that does nothing else. Not part of the tests: no test looks at a clock.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

TARGETS = {"cold run": 60.0, "warm run": 1.2, "report": 8.0, "list": 0.3, "--help": 0.3}


def seconds(*arguments: str, cache: str) -> float:
    """How long `attnverify` takes with `arguments`; raises CalledProcessError when it cannot run at all."""
    command = [sys.executable, "-m", "attnverify", *arguments]
    start = time.perf_counter()
    environment = {**os.environ, "ATTNVERIFY_CACHE": cache}
    result = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    if result.returncode not in (0, 1):
        raise subprocess.CalledProcessError(result.returncode, command)
    return time.perf_counter() - start


def main() -> None:
    """Print seconds, the ratio to the target, and the peak memory of the largest process."""
    with tempfile.TemporaryDirectory() as cache:
        measured = {"cold run": seconds("run", cache=cache)}
        # Kibibytes on Linux; of the largest single descendant, so times the number of workers for an upper bound.
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        measured["warm run"] = min(seconds("run", cache=cache) for _ in range(3))
        report = ("run", "--html", os.path.join(cache, "report"))
        seconds(*report, cache=cache)  # draws the pictures
        measured["report"] = min(seconds(*report, cache=cache) for _ in range(2))
        measured["list"] = min(seconds("list", cache=cache) for _ in range(5))
        measured["--help"] = min(seconds("--help", cache=cache) for _ in range(5))
    for name, found in measured.items():
        print(f"{name:10} {found:8.2f} s   {found / TARGETS[name]:5.2f} of the target")
    print(f"{'memory':10} {memory:8.0f} MiB in the largest process, {os.cpu_count()} workers")
    print(f"cold / warm {measured['cold run'] / measured['warm run']:.1f}")


if __name__ == "__main__":
    main()
