"""False or dishonest nodes: the frame of the walk, the shape of the goal, moments; refused where they are wrong."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.walking import Refused
from verify.tactics.build import KNOWN, both, enter, groups, have, intro, leaf, split, take, witness

from .cases import FAMILY, TWO, W, X, attack

NODES: list[dict[str, Any]] = [
    attack("no proof at all", "x == x", None, "a node of a proof is an object", **X),
    attack("a text for a proof", "x == x", "known", "a node of a proof is an object", **X),
    attack("a list of proofs inside one", "x == x", {"have": "0 <= 1", "by": [KNOWN], "then": KNOWN}, "is an object",
        **X),
    attack("an empty node", "x == x", {}, "a node has one of", **X),
    attack("two kinds in one node", "x == x", {"known": True, "leaf": "arithmetic"}, "a node has one of", **X),
    attack("a kind that does not exist", "x == x", {"trust me": True}, "a node has one of", **X),
    attack("a field that does not exist", "x == x", {"known": True, "because": "clear"}, "no field 'because'", **X),
    attack("a field of another kind", "x == x", {"leaf": "arithmetic", "then": KNOWN}, "no field 'then'", **X),
    attack("a field of a term beside a leaf", "x == x", {"leaf": "arithmetic", "facts": []}, "no field 'facts'", **X),
    attack("a leaf that does not exist", "x == x", {"leaf": "oracle"}, "no leaf 'oracle'", **X),
    attack("two proofs for one goal", "x == x", [leaf(), leaf()], "2 proofs for 1 goals", **X),
    attack("what is not known", "x == y", KNOWN, "not known here", **X),
    attack("a fact about another letter", "x > 0", KNOWN, "not known here", "y > 0", **X),
    attack("the converse of a fact", "x > 0 => y > 0", KNOWN, "not known here", "y > 0 => x > 0", **X),
    attack("a conditional fact without its condition", "x > 0", KNOWN, "not known here", "y > 0 => x > 0", **X),
    attack("one side of an alternative", "x > 0", KNOWN, "not known here", "x > 0 or y > 0", **X),
    attack("a strict fact from a weak one", "x < y", KNOWN, "not known here", "x <= y", **X),
    attack("half of a conjunction", "x > 0 and y > 0", both(KNOWN, KNOWN), "part 2/known", "x > 0", **X),
    attack("a fact of all from one of some", "forall j: c[j] > 0", KNOWN, "not known here", "c[k] > 0", **FAMILY),
    attack("an existence from nothing", "exists x in number: x > x", witness("0", leaf()), "not evident"),
    attack("a general fact about tokens at something that is none", "c[q[k]] > 0",
        take("forall j: c[j] > 0", ["q[k]"], KNOWN), "no letter of the range", "forall j: c[j] > 0",
        letters="c[token]: number; q[token]: token; k: token"),
    attack("a general fact about numbers at a vector", "x > 0", take("forall s in number: s > 0", ["u"], KNOWN),
        "wanted number", "forall s in number: s > 0", letters="x: number; u: vector"),
    attack("more values than letters", "x > 0", take("forall s in number: s > 0", ["x", "x"], KNOWN), "more values",
        "forall s in number: s > 0", **X),
    attack("no values", "x > 0", take("forall s in number: s > 0", [], KNOWN), "is a list of texts",
        "forall s in number: s > 0", **X),
    attack("a general fact that is not known", "x > 0", take("forall s in number: s > 0", ["x"], KNOWN),
        "not known here", **X),
    attack("a general fact whose condition is not known", "x > 0",
        take("forall s in number: s >= 1 => s > 0", ["x"], have(["x > 0"], KNOWN)), "not known here",
        "forall s in number: s >= 1 => s > 0", **X),
    attack("a general fact about a range beyond it", "f(n) > 0", take("forall k in 0..m: f(k) > 0", ["n"], KNOWN),
        "a condition is not known", "forall k in 0..m: f(k) > 0", letters="f(size): number; n, m: size"),
    attack("a general fact at a moving value that it reads over time", "always(w >= 0)",
        enter("every", take("forall s in number: s <= 0 or start(s) >= 0", ["w"], KNOWN)), "reads it over time",
        "forall s in number: s <= 0 or start(s) >= 0", **W),
    # intro
    attack("nothing to introduce", "x >= 0", intro("j", KNOWN), "nothing to introduce", **X),
    attack("a name for an assumption", "x > 0 => x > 0", intro("h", KNOWN), "an assumption has no name", **X),
    attack("a name for an assumption of the contrary", "not x > 0", intro("h", KNOWN), "an assumption has no name",
        **X),
    attack("a name that is taken", "forall j: c[j] > 0", intro("k", KNOWN), "declared twice", "c[k] > 0", **FAMILY),
    attack("no name", "forall j: c[j] > 0", intro("", KNOWN), "'' is no name", "c[k] > 0", **FAMILY),
    attack("a number for a name", "forall j: c[j] > 0", {"intro": [7], "then": KNOWN}, "a name is needed", **FAMILY),
    attack("a word for a name", "forall j: c[j] > 0", intro("rate", KNOWN), "word of the language", **FAMILY),
    attack("nothing after it", "forall j: c[j] == c[j]", {"intro": ["j"]}, "'then' is missing", **FAMILY),
    attack("membership in a range that is not known", "forall j: c[j] > 0",
        intro("j", take("forall j0 in before(k): c[j0] > 0", ["j"], KNOWN)), "a condition is not known",
        "forall j in before(k): c[j] > 0", **FAMILY),
    # both, groups, left, right
    attack("parts of what has none", "x > 0", both(KNOWN, KNOWN), "1 parts", "x > 0", **X),
    attack("one proof for two parts", "x > 0 and y > 0", both(KNOWN), "2 parts", "x > 0", "y > 0", **X),
    attack("three proofs for two parts", "x > 0 and y > 0", both(KNOWN, KNOWN, KNOWN), "2 parts", "x > 0", "y > 0",
        **X),
    attack("one group left out", "forall j: c[j] > 0", groups(KNOWN), "one proof for each", "forall j in A: c[j] > 0",
        **FAMILY, **TWO),
    attack("the second group not shown", "forall j: c[j] > 0", groups(KNOWN, KNOWN), "group B/known",
        "forall j in A: c[j] > 0", **FAMILY, **TWO),
    attack("groups where none are declared", "forall j: c[j] > 0", groups(KNOWN), "no groups are declared", **FAMILY),
    attack("groups of heads", "forall h in heads: 0 < 0", groups(KNOWN, KNOWN), "no goal about all tokens", **TWO),
    attack("the other side", "x > 0 or y > 0", {"right": KNOWN}, "right/known", "x > 0", **X),
    attack("the other side, left", "x > 0 or y > 0", {"left": KNOWN}, "left/known", "y > 0", **X),
    attack("a side of what has none", "x > 0", {"left": KNOWN}, "no alternative", "x > 0", **X),
    attack("a right side of what has none", "x > 0", {"right": KNOWN}, "no alternative", "x > 0", **X),
    # enter
    attack("a moment that does not exist", "always(w*w >= 0)", enter("soon", KNOWN), "no moment 'soon'", **W),
    attack("always proved almost always", "always(w >= 0)", enter("ae", KNOWN), "proved at the moment 'every'",
        "almost_always(w >= 0)", **W),
    attack("always proved at the start", "always(w >= 0)", enter("start", KNOWN), "proved at the moment 'every'",
        "at_start(w >= 0)", **W),
    attack("at the start proved almost always", "at_start(w >= 0)", enter("ae", KNOWN), "proved at the moment 'start'",
        "almost_always(w >= 0)", **W),
    attack("almost always proved at every time, where rates do not exist", "almost_always(rate(w) >= 0)",
        enter("every", KNOWN), "proved at the moment 'ae'", "almost_always(rate(w) >= 0)", **W),
    attack("a fact of almost every time at every time", "always(w >= 0)", enter("every", KNOWN), "not known here",
        "almost_always(w >= 0)", **W),
    attack("a fact of the start at every time", "always(w >= 0)", enter("every", KNOWN), "not known here",
        "at_start(w >= 0)", **W),
    attack("a fact of almost every time at the start", "at_start(w >= 0)", enter("start", KNOWN), "not known here",
        "almost_always(w >= 0)", **W),
    attack("another moment inside one", "always(w >= 0)", enter("every", enter("ae", KNOWN)),
        "no other one can be entered", "almost_always(w >= 0)", **W),
    attack("out of the moment with what speaks of it", "always(w >= 0 => w >= 0)",
        enter("every", intro("", enter("timeless", KNOWN))), "the goal speaks of this moment", **W),
    attack("a fact of the moment kept outside", "always(w >= 0 => 1 <= 0)",
        enter("every", intro("", have([("1 <= 0", enter("timeless", KNOWN))], KNOWN))), "timeless|not known here", **W),
    attack("a fact of one moment at another", "always(w >= 0) or not always(w >= 0)",
        split("w >= 0 or w < 0", KNOWN, KNOWN), "no moment was entered", **W),
    attack("a moment without an operator of time", "exists s in number: s == w", enter("every", witness("w", leaf())),
        "speaks of a moment", **W),
    attack("a rate at every time", "always(w >= w)", enter("every", have(["rate(w) == rate(w)"], leaf())),
        "almost every time only", **W),
]  # fmt: skip


@pytest.mark.parametrize("case", NODES, ids=lambda case: case["says"])
def test_a_dishonest_node_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


def test_a_refusal_comes_from_another_process_as_it_is() -> None:
    refused = pickle.loads(pickle.dumps(Refused(("goal 1", "leaf"), "no certificate")))
    assert (str(refused), refused.place) == ("goal 1/leaf: no certificate", ("goal 1", "leaf"))
