"""A battery of lemmas: verdict, seconds and certificate size of each. `--held_out` takes the table of that name."""

import statistics
import sys
import tomllib
from pathlib import Path

from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search.deciding import Decided, decide_lemma

LEMMAS = Path(__file__).parents[1] / "tests" / "verify" / "search" / "lemmas.toml"


def main() -> None:
    """Decide every lemma, or those named, and print one line for each."""
    arguments = sys.argv[1:]
    table = next((a[2:] for a in arguments if a.startswith("--")), "battery")
    names = [a for a in arguments if not a.startswith("--")]
    counts: dict[tuple[bool, str], int] = {}
    seconds: dict[bool, list[float]] = {True: [], False: []}
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for name, row in tomllib.loads(LEMMAS.read_text(encoding="utf-8"))[table].items():
        if names and name not in names:
            continue
        truth = row["truth"]
        try:
            found = decide_lemma(lemma({key: row[key] for key in ("letters", "given", "show") if key in row}, name))
        except Rejected as error:
            found = Decided("REFUSED", None, str(error))
        line = f"{name:28} {truth!s:6} {found.verdict:10} {found.seconds:6.1f} s {found.size:6} bytes"
        print(line, flush=True)
        counts[truth, found.verdict] = counts.get((truth, found.verdict), 0) + 1
        if found.data is not None:
            seconds[truth].append(found.seconds)
            sizes[truth].append(found.size)
    for (truth, verdict), count in sorted(counts.items()):
        print(f"{'true' if truth else 'false'}, {verdict}: {count}")
    for truth, word in ((True, "true, decided"), (False, "false, decided")):
        if len(sizes[truth]) > 1:
            middle, most = statistics.median(seconds[truth]), statistics.quantiles(seconds[truth], n=10)[-1]
            size, large = statistics.median(sizes[truth]), statistics.quantiles(sizes[truth], n=10)[-1]
            print(f"{word}: {middle:.1f} s median, {most:.1f} s 90 %, {max(seconds[truth]):.1f} s most;", end=" ")
            print(f"{size:.0f} bytes median, {large:.0f} 90 %, {max(sizes[truth])} most")


if __name__ == "__main__":
    main()
