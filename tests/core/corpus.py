"""The corpus: derivations that a checker must accept, and others that it must reject, whoever wrote the checker.

`good/*.der*` are accepted. A row of `bad.jsonl` is [what is wrong, reason, lines ...]: behind the lines of
`good/base.der` all lines but the last are accepted, and the last is rejected; the reason is this core's. Answers are
`accept`, `reject` and `decline` (a limit of the checker).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attnverify.verify.core import schemas
from attnverify.verify.core.files import Checker, Result, Section, read, row
from attnverify.verify.core.terms import Refused

FOLDER = Path(__file__).parent
BASE = read(FOLDER / "good" / "base.der")[0]
GOOD = [section for path in sorted((FOLDER / "good").iterdir()) for section in read(path)]
BAD = [json.loads(line) for line in (FOLDER / "bad.jsonl").read_text("ascii").splitlines()]

Answerer = Callable[[Section], str]


def result(section: Section, *others: Section) -> Result:
    """What the core answers, the others at hand for citing."""
    return Checker([section, *others]).result(section.id)


def derivation(lines: Sequence[str | bytes], name: str = "test") -> Section:
    """A derivation of these lines, head included."""
    return Section("derivation", name, "test", tuple(x.encode() if isinstance(x, str) else x for x in lines))


def behind_base(lines: Sequence[str]) -> Section:
    return derivation([*BASE.lines, *lines])


def damaged(lines: Sequence[bytes], rng: random.Random) -> list[bytes]:
    """The lines of a derivation with one change: a reference, a text, a place, a line or its order."""
    out = list(lines)
    k = rng.randrange(1, len(out))
    line = json.loads(out[k])
    kind = rng.randrange(7)
    if kind == 0:
        del out[k]
    elif kind == 1 and k > 1:
        out[k - 1], out[k] = out[k], out[k - 1]
    elif kind == 2:
        out[k] = out[rng.randrange(1, len(out))]
    else:
        place, inner = rng.randrange(len(line)), line
        while isinstance(inner[place], list) and inner[place]:
            inner = inner[place]
            place = rng.randrange(len(inner))
        old = inner[place]
        if isinstance(old, int):
            inner[place] = rng.choice((old + 1, max(0, old - 1), rng.randrange(len(out))))
        elif isinstance(old, str):
            other = json.loads(out[rng.randrange(1, len(out))])
            literals = ("0", "1", "-1", "2", "R", "N", "I:token", "I:head", "V:E")
            inner[place] = rng.choice((other[0], *literals, *schemas.SCHEMAS)[: 8 + rng.randrange(300)])
        else:
            inner[place] = rng.choice((0, "1", []))
        out[k] = json.dumps(line, separators=(",", ":")).encode()
    return out


def faults(answer: Answerer) -> Iterator[str]:
    """What a checker answers wrongly, in the order of the corpus."""
    for section in GOOD:
        if answer(section) == "reject":
            yield f"rejected: {section.name}"
    for what, _, *lines in BAD:
        if answer(behind_base(lines[:-1])) == "reject":
            yield f"rejected before its last line: {what}"
        if answer(behind_base(lines)) == "accept":
            yield f"accepted: {what}"


def accepts_all(section: Section) -> str:
    return "accept"


def rejects_all(section: Section) -> str:
    return "reject"


def parses_only(section: Section) -> str:
    try:
        for line in section.lines:
            row(line)
    except Refused:
        return "reject"
    return "accept"
