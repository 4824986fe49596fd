"""The rules of inference, as data. LOGIC is sound by inspection; THEOREMS are those of analysis, each with a reference.

letters : schema letters with sort and level. A `moving` letter is locally absolutely continuous: the node that uses the
    rule proves it. `measurable` letters may be anything at the moment where the rule is used.
premises : "moment: new x: sort; fact; fact |- goal". Without a moment the premise is proved where the rule stands;
    "ae:" is almost every time, "every:" every time, "start:" the time 0, "timeless:" no moment.
sides : conditions that are computed (`verify/kernel/conditions.py`).
almost : the goal holds at almost every time only.

A rule over RANGE exists once for every kind of range; MEMBER[x] says what it means that x is in it, and SORT what x is.
"""

from __future__ import annotations

from typing import Any

from attnverify.verify.kernel.function_rules import FUNCTIONS
from attnverify.verify.kernel.order_rules import ORDER
from attnverify.verify.kernel.theorems import THEOREMS

__all__ = ["LOGIC", "RANGES", "THEOREMS"]

# suffix: more letters, sort of an element, the range, what membership means
RANGES: dict[str, tuple[list[str], str, str, str]] = {
    "tokens": ([], "token", "token", ""),
    "before": (["i: token"], "token", "before(i)", "x < i"),
    "upto": (["i: token"], "token", "upto(i)", "x <= i"),
    "heads": ([], "head", "heads", ""),
    "group": ([], "token G", "G", ""),
    "directions": ([], "direction E2", "direction E2", ""),
}
LOGIC: dict[str, dict[str, Any]] = {**ORDER, **FUNCTIONS}
