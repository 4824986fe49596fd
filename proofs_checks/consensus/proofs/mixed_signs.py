"""CON-H.10.repaired: the linearisation of the auto-regressive model where every token is at v or at -v.

Its block of the tokens i, j is alpha_ij U, less lam sum_j alpha_ij eps_i eps_j where i = j: block triangular.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.models import CAUSAL
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

MIXED = "fn(l: eps[l]*v)"
SIGNED: dict[str, Any] = {
    **CAUSAL,
    "letters": ["U: operator; P: matrix; v: vector; lam, low, root: number; eps[token]: number"],
    "where": [
        *CAUSAL["where"],
        f"weight(i, j) := att({MIXED}, i, j)",
        "level(i) := lam*sum(j in upto(i): weight(i, j)*eps[i]*eps[j])",
        "own(i, mu) := weight(i, i)*mu - level(i)",
    ],
    "given": [
        *CAUSAL["given"],
        "lam > 0",
        "forall m in number: eigenvalue(U, v, m) => m < lam",
        "forall i: eps[i] == 1 or eps[i] == -1",
    ],
}
UNIT, TOP = "dot(v, v) == 1", "U(v) == lam*v"
TANGENT = "forall o: dot(v, d[o]) == 0"
BLOCKS = (
    f"D(causal, {MIXED}, d, {{0}}) == sum(j in upto({{0}}): weight({{0}}, j)*U(d[j])) - level({{0}})*d[{{0}}]".format
)
MODE = (
    f"exists d in state: (exists k: d[k] != 0) and ({TANGENT})"
    f" and (forall k: D(causal, {MIXED}, d, k) == own({{0}}, mu)*d[k])"
).format
SQUARE = "exp(2*dot(v, P(v)))"
EARLIER = "sum(j in before({0}): 1)".format
FIRST = "(forall j in before({0}): eps[j] == -eps[{0}])".format
VALUE = f"own(i, mu) == ({EARLIER('i')}*lam - {SQUARE}*(lam - mu))/(root*({SQUARE} + {EARLIER('i')}))"
SMALL = f"{SQUARE}*(lam - mu) < {EARLIER('i')}*lam"
BELOW = "(forall m in number: eigenvalue(U, v, m) => m <= low)"
ALL_NEGATIVE = "(forall i: forall m in number: eigenvalue(U, v, m) => own(i, m) < 0)"
PAIR = f"sum(j: 1) == 2 and (exists i: eps[i] == 1) and (exists i: eps[i] == -1) and eigenvalue(U, v, low) and {BELOW}"
ABOVE = f"{SQUARE}*(lam - low) > lam"
COMPLEX = (
    "(forall k: dot(v, a[k]) == 0 and dot(v, b[k]) == 0) and (exists k: a[k] != 0 or b[k] != 0)"
    f" and (forall k: D(causal, {MIXED}, a, k) == s*a[k] - t*b[k])"
    f" and (forall k: D(causal, {MIXED}, b, k) == t*a[k] + s*b[k])"
)
LATER = "exists j: j < i"
ONE_OF = "exists i: exists mu in number: eigenvalue(U, v, mu) and s == own(i, mu)"
SHOW = [
    f"forall i: causal({MIXED}, i) == 0",
    f"forall d in state: ({TANGENT}) => (forall i: {BLOCKS('i')})",
    f"forall i: forall mu in number: eigenvalue(U, v, mu) => ({MODE('i')})",
    f"forall i: forall mu in number: {FIRST('i')} => {VALUE}",
    f"forall i: forall mu in number: {FIRST('i')} and {SMALL} => own(i, mu) > 0",
    f"forall i: forall mu in number: ({LATER}) and eigenvalue(U, v, mu) and dot(v, P(v)) <= 0 and mu > 0 => {SMALL}",
    f"forall a in state, b in state, s in number, t in number: ({COMPLEX}) => t == 0 and ({ONE_OF})",
    f"({PAIR}) => ({ALL_NEGATIVE} => {ABOVE}) and ({ABOVE} => {ALL_NEGATIVE})",
]
PARTS = [f"eps[p] == {s}1" for s in ("", "-")]


def by_sign(*use: str) -> Tree:
    """Both signs of the token p."""
    return have(
        ["eps[p] == 1 or eps[p] == -1"],
        split("eps[p] == 1 or eps[p] == -1", *[leaf(use=[sign, UNIT, TOP, *use]) for sign in PARTS]),
    )


AT_REST, BLOCK = intro("p", by_sign()), intro("d,,p", by_sign(TANGENT))
OWN = "sum(j in before({0}): weight({0}, j)*mu*d[j]) + own({0}, mu)*d[{0}] == own({1}, mu)*d[{0}]".format
FOUND = (
    "exists d in state: (exists k: d[k] != 0) and (forall k: dot(v, d[k]) == 0 and U(d[k]) == mu*d[k])"
    f" and (forall k: {OWN('k', 'r')})"
)
SUMMED = BLOCKS("q").split(" == ")[1]
ALONG = (
    "sum(j in upto(q): weight(q, j)*U(d[j])) == sum(j in upto(q): weight(q, j)*(mu*d[j]))",
    rule(
        "equal vector sums, upto",
        have(["U(d[s]) == mu*d[s]"], leaf(use=["U(d[s]) == mu*d[s]"])),
        i="q",
        e="fn(j: weight(q, j)*U(d[j]))",
        f="fn(j: weight(q, j)*(mu*d[j]))",
        new={"x": "s"},
    ),
)
LEFT, RIGHT = ALONG[0].split(" == ")
COMBINED = f"1*{LEFT} + (-level(q))*d[q] == 1*{RIGHT} + (-level(q))*d[q]"
STATED = "sum(j in before(q): weight(q, j)*mu*d[j]) + own(q, mu)*d[q]"

ACROSS = "exists w in vector: w != 0 and dot(v, w) == 0 and U(w) == mu*w"
DERIVATIVE, MULTIPLE = f"D(causal, {MIXED}, d, q)", "own(r, mu)*d[q]"
PARTED = f"1*{RIGHT} + (-level(q))*d[q]"
DRIVE, DIAGONAL = "fn(k, j: weight(k, j)*mu)", "fn(k: own(k, mu))"
EACH: Steps = [
    BLOCKS("q"),
    ALONG,
    (COMBINED, lemma("LEM-same-combination", u=LEFT, w=RIGHT, z="d[q]", k="1", l="-level(q)")),
    (f"{PARTED} == {STATED}", leaf()),
    (f"{SUMMED} == {STATED}", lemma("LEM-same-chain", u=SUMMED, w=PARTED, z=STATED)),
    OWN("q", "r"),
    (f"{SUMMED} == {MULTIPLE}", lemma("LEM-same-chain", u=SUMMED, w=STATED, z=MULTIPLE)),
]
MODE_OF = have(
    [(TANGENT, intro("q", KNOWN))],
    witness(
        "d",
        both(
            KNOWN,
            KNOWN,
            intro("q", have(EACH, lemma("LEM-same-chain", u=DERIVATIVE, w=SUMMED, z=MULTIPLE))),
        ),
    ),
)
MODES = intro(
    "r,mu,",
    unfold(
        "eigenvalue(U, v, mu)",
        obtain(
            ACROSS,
            "w",
            have(
                [(SHOW[1], BLOCK), (FOUND, lemma("LEM-triangular-eigenvector", i="r", a=DRIVE, b=DIAGONAL))],
                obtain(FOUND, "d", MODE_OF),
            ),
        ),
    ),
)
