"""The battery of lemmas: verdict, seconds and certificate size of each, and the medians."""

import statistics
import tomllib
from pathlib import Path

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma

BATTERY = Path(__file__).parents[1] / "tests" / "verify" / "deciding" / "battery.toml"
WORDS = ("name", "truth", "source")


def main() -> None:
    """Decide every lemma and print one line for each."""
    seconds: dict[bool, list[float]] = {True: [], False: []}
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for entry in tomllib.loads(BATTERY.read_text(encoding="utf-8"))["lemma"]:
        made = lemma({key: value for key, value in entry.items() if key not in WORDS}, entry["name"])
        found = decide_lemma(made)
        print(f"{entry['name']:28} {entry['truth']!s:6} {found.verdict:10} {found.seconds:6.1f} s {found.size:6} bytes")
        if found.data is not None:
            seconds[entry["truth"]].append(found.seconds)
            sizes[entry["truth"]].append(found.size)
    for truth, word in ((True, "true, decided"), (False, "false, decided")):
        middle, size = statistics.median(seconds[truth]), statistics.median(sizes[truth])
        print(f"{word}: {len(sizes[truth])}, median {middle:.1f} s, {size:.0f} bytes, most {max(sizes[truth])}")


if __name__ == "__main__":
    main()
