"""The rules of inference, read from two tables: LOGIC, which is sound by inspection, and THEOREMS of analysis.

letters : schema letters with sort and level. A `moving` letter is locally absolutely continuous: the node that uses the
    rule proves it. `measurable` letters may be anything at the moment where the rule is used.
premises : "moment: new x: sort; fact; fact |- goal". Without a moment the premise is proved where the rule stands;
    "ae:" is almost every time, "every:" every time, "start:" the time 0, "timeless:" no moment.
sides : conditions that are computed (`verify/kernel/conditions.py`).
almost : the goal holds at almost every time only.

A rule over RANGE exists once for every kind of range; MEMBER[x] says what it means that x is in it, and SORT what x is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

# suffix: more letters, sort of an element, the range, what membership means
RANGES: dict[str, tuple[list[str], str, str, str]] = {
    "tokens": ([], "token", "token", ""),
    "before": (["i: token"], "token", "before(i)", "x < i"),
    "upto": (["i: token"], "token", "upto(i)", "x <= i"),
    "heads": ([], "head", "heads", ""),
    "group": ([], "token G", "G", ""),
    "directions": ([], "direction E2", "direction E2", ""),
}


def table(text: str) -> dict[str, dict[str, Any]]:
    """The rules of a table by name. A rule begins at the margin, its fields are indented, what goes on stands deeper.

    Raises ValueError where a rule stands twice, and where a field is none.
    """
    rules: dict[str, dict[str, Any]] = {}
    rule: dict[str, Any] = {}
    for line in re.sub(r"\n {11}", " ", text).splitlines():
        key, _, said = line.strip().partition(" ")
        said = said.strip()
        if line[:1] not in ("", "#", " "):
            if line in rules:
                raise ValueError(f"rule {line!r} stands twice")
            rule = rules[line] = {}
        elif key in ("letters", "given"):
            rule.setdefault("premises" if key == "given" else key, []).append(said)
        elif key == "where":
            rule["sides"] = said.split("; ")
        elif key in ("show", "almost"):
            rule |= {"goal": said, "almost": key == "almost"}
        elif key == "over":
            rule["ranges"] = said.split(", ")
        elif key in ("source", "read"):
            rule["cites" if key == "source" else key] = said
        elif key and key[0] != "#":
            raise ValueError(f"{key!r} is no field of a rule")
    return rules


LOGIC, THEOREMS = (table(Path(__file__).with_name(f"{name}.txt").read_text("ascii")) for name in ("logic", "theorems"))
