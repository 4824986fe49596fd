"""The largest eigenvalue of the auto-regressive linearisation at a consensus: steps of CON-B5.rate."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.consensus_spectrum import ALL, EIGEN, OF
from proofs_checks.consensus.proofs.linearised import AT
from proofs_checks.lemmas.column_sums import COUNTED
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

LARGEST: dict[str, Any] = {
    "letters": ["w: vector; second: number; f, last: token; pos[token]: size"],
    "given": [
        "dot(v, w) == 0",
        "eigenvalue(S, v, second)",
        "forall m in number: eigenvalue(S, v, m) => m <= second",
        "forall i: f <= i",
        "forall i: i <= last",
        COUNTED,
    ],
}
_EARLY, _LATE = "((second - lam)/root)", "((second/(pos[last] + 1) - lam)/root)"
IDENTITY = "(forall h in heads, a in vector: U[h](a) == a)"
S = "sum(h in heads: 1)/root"
_TANGENT = "(forall i: dot(v, d[i]) == 0)"
SHOWN = [
    f"second >= 0 => {EIGEN(_EARLY)} and (forall r in number: {EIGEN('r')} => r <= {_EARLY})",
    f"second < 0 => {EIGEN(_LATE)} and (forall r in number: {EIGEN('r')} => r <= {_LATE})",
    f"lam < 0 and (forall r in number: {EIGEN('r')} => r < 0) => second < (pos[last] + 1)*lam",
    f"lam < 0 and second < (pos[last] + 1)*lam => (forall r in number: {EIGEN('r')} => r < 0)",
    f"{IDENTITY} => (forall r in number: {EIGEN('r')} => r == 0 or r <= -{S}/2)",
    f"{IDENTITY} => (forall d in state: {_TANGENT} and (forall i: {AT('causal', 'd')} == 0*d[i])"
    " => (forall i: d[i] == d[f]))",
    f"{IDENTITY} => (forall i: {AT('causal', 'fn(j: pos[j]*w)')} == -{S}/2*(pos[i]*w))",
]
_IMAGES = [re.sub(r"\bmu\b", "second", re.sub(r"\bw\b", "u", text)) for text in ALL]
_ALL = " and ".join(f"({text})" for text in _IMAGES)
PLACES = "forall k, i1: i1 < k => sum(l in upto(i1): 1) + 1 <= sum(l in upto(k): 1)"
WHERE = "pos[{0}] == sum(j in before({0}): 1)".format


def known(then: Tree) -> Tree:
    """With the spectrum and the places of the tokens."""
    return have(
        [
            (_SECOND, unfold("eigenvalue(S, v, second)", KNOWN)),
            (PLACES, lemma("LEM-positions")),
        ],
        obtain(_SECOND, "u", have([(_ALL, lemma("CON-B5.causal", w="u", mu="second"))], then)),
    )


_SECOND = "exists u in vector: u != 0 and dot(v, u) == 0 and S(u) == second*u"
_START = (
    "pos[f] == 0",
    have(
        [
            WHERE("f"),
            (
                "sum(j in before(f): 1) == sum(j in before(f): 0)",
                rule(
                    "equal sums, before",
                    rule("tokens in order", i="q", j="f", C="1 == 0"),
                    e="fn(j: 1)",
                    f="fn(j: 0)",
                    i="f",
                    new={"x": "q"},
                ),
            ),
        ],
        leaf(f"eq 1: {WHERE('f')}", "eq 1: sum(j in before(f): 1) == sum(j in before(f): 0)"),
    ),
)


def placed(low: str, high: str) -> Tree:
    """pos[low] + 1 <= pos[high], where low comes before high."""
    later = f"sum(l in upto({low}): 1) + 1 <= sum(l in upto({high}): 1)"
    facts: Steps = [(later, take(PLACES, [high, low], KNOWN)), WHERE(low), WHERE(high)]
    return have(facts, leaf(f"1: {later}", use=[WHERE(low), WHERE(high)]))


_BELOW_LAST = (
    "pos[m] <= pos[last]",
    split(
        "m < last or last <= m",
        have([("pos[m] + 1 <= pos[last]", placed("m", "last"))], leaf("1:", "1: pos[m] + 1 <= pos[last]")),
        rule("same token", KNOWN, KNOWN, KNOWN, i="last", j="m", P="fn(i: pos[i] <= pos[last])"),
    ),
)

SOME = f"exists nu in number, m: eigenvalue(S, v, nu) and r == {OF('nu', 'm')}"


def _bounded(bound: str, why: Tree) -> Tree:
    """Every eigenvalue is an `OF` of a token m and some nu <= second."""
    value = f"r == {OF('nu', 'm')}"
    return intro(
        ["r", ""],
        have(
            [SOME],
            obtain(
                SOME,
                "nu,m",
                have(
                    [("nu <= second", KNOWN), ("1/(pos[m] + 1) > 0", KNOWN), _BELOW_LAST, (bound, why)],
                    leaf(f"1: {bound}", use=[value]),
                ),
            ),
        ),
    )


HERE = AT("causal", "d").removesuffix("i)") + "p)"
_OLD, _NEW = OF("second", "f") + "*d[p]", f"{_EARLY}*d[p]"
_SAME = have(
    [f"{HERE} == {_OLD}", (f"{_OLD} == {_NEW}", leaf(use=["pos[f] == 0"]))],
    lemma("LEM-same-vector", u=HERE, w=_OLD, z=_NEW),
)
_FIRST_ONE = have(
    [_START, (EIGEN(OF("second", "f")), KNOWN)],
    both(
        obtain(EIGEN(OF("second", "f")), "d", witness("d", both(KNOWN, KNOWN, intro("p", _SAME)))),
        _bounded(
            f"{OF('nu', 'm')} <= {_EARLY}",
            leaf(
                "1: nu <= second; 1/(pos[m] + 1) > 0; 1/root > 0",
                "1: second >= 0; pos[m] >= 0; 1/(pos[m] + 1) > 0; 1/root > 0",
            ),
        ),
    ),
)
_LAST_ONE = both(
    KNOWN,
    _bounded(
        f"{OF('nu', 'm')} <= {_LATE}",
        leaf(
            "1: nu <= second; 1/(pos[m] + 1) > 0; 1/root > 0",
            "1: second < 0; pos[m] <= pos[last]; 1/(pos[m] + 1) > 0; 1/(pos[last] + 1) > 0; 1/root > 0",
        ),
    ),
)
FIRST_IF, LAST_IF = intro("", known(_FIRST_ONE)), intro("", known(_LAST_ONE))
_LATE_NEGATIVE = f"{_LATE} < 0"
ONLY_IF = intro(
    "",
    have(
        [(SHOWN[0], FIRST_IF), (SHOWN[1], LAST_IF)],
        cases(
            "second",
            have(
                [EIGEN(_EARLY), f"{_EARLY} < 0"],
                absurd(leaf(f"1: {_EARLY} < 0; root > 0; 1/(-lam) > 0", "1: second >= 0; 1/(-lam) > 0")),
            ),
            have([EIGEN(_LATE), _LATE_NEGATIVE], leaf(f"1: {_LATE_NEGATIVE}; root > 0; pos[last] + 1 > 0")),
        ),
    ),
)
IF = intro(
    "",
    have(
        [
            (SHOWN[1], LAST_IF),
            ("second < 0", leaf("1: second < (pos[last] + 1)*lam", "1: lam < 0; pos[last] + 1 > 0")),
            (_LATE_NEGATIVE, leaf("1: second < (pos[last] + 1)*lam; 1/root > 0; 1/(pos[last] + 1) > 0")),
        ],
        intro(["r", ""], have([f"r <= {_LATE}"], leaf(f"1: r <= {_LATE}", f"1: {_LATE_NEGATIVE}"))),
    ),
)
