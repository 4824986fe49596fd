"""Where the lines are: tracked lines by room, lines of text a claim, lines that hold brackets only, long unnamed facts.

`python benchmarks/lines.py`, or `make bench-lines`.
"""

import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONG = 300


def main() -> None:
    """Count what git tracks."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    lines = {name: read(ROOT / name) for name in names if name and not (ROOT / name).is_symlink()}
    rooms = Counter[str]()
    for name, found in lines.items():
        kind = f", {Path(name).suffix}" if name.startswith("proofs_checks") else ""
        rooms[(name.partition("/")[0] if "/" in name else "the top") + kind] += len(found)
    for room, count in rooms.most_common():
        print(f"{count:8}  {room}")
    print(f"{sum(rooms.values()):8}  in all")
    texts = [line for name, found in lines.items() if name.endswith(".proof") for line in found]
    claims = sum(bool(re.match(r"(claim|lemma) ", line)) for line in texts)
    print(f"{len(texts) / claims:8.1f}  lines of text a claim or lemma, of {claims}")
    brackets = sum(not set(line.strip()) - set("()[]{},;") and bool(line.strip()) for line in texts)
    print(f"{brackets:8}  lines of text that hold brackets only")
    print(f"{sum(map(unnamed, facts(texts))):8}  facts of more than {LONG} characters without a name")


def read(path: Path) -> list[str]:
    """The lines of a file; those of a binary one do not count."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except ValueError:
        return []


def facts(texts: list[str]) -> list[str]:
    """The lines of the texts, each with those that go on with it, which are 4 or more deeper."""
    found: list[str] = []
    for line in texts:
        deeper = len(line) - len(line.lstrip())
        if found and line.strip() and deeper >= len(found[-1]) - len(found[-1].lstrip()) + 4:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def unnamed(fact: str) -> bool:
    """Whether a fact is long and has neither a label nor the place of a named part of a statement."""
    return len(fact.strip()) > LONG and not re.match(r"\s*(- )?[a-z_]\w*( |:)", fact)


if __name__ == "__main__":
    main()
