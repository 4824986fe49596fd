"""Theorem 4.5 for any value matrix and any metric: the hemisphere of the left eigenvector converges (CON-H.9).

The tangents y_i/(w^T y_i) - v stay in the complement of the left eigenvector w, where U lies below lam by the gap g in
the metric of a form G. For U symmetric, or self-adjoint for W, that form is the given one.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, TOP, diagonal
from proofs_checks.consensus.proofs.models import MOVING
from proofs_checks.lemmas.form_bound import FORM
from proofs_checks.lemmas.led import HEIGHTS, LARGEST
from proofs_checks.lemmas.left_limit import NONZERO
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
    witness,
)

ANY_METRIC: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; U: matrix; P: measurable matrix; v: vector; lam, root: number"],
    "where": [
        "e(X, i, j) := exp(dot(X[i], P(X[j])))",
        "att(X, i, j) := e(X, i, j)/(root*sum(k in upto(i): e(X, i, k)))",
        "force(X, i) := sum(j in upto(i): att(X, i, j)*U(X[j]))",
    ],
    "flows": [
        "causal(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"
    ],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)"],
}
_LOGITS = "forall a in vector, b in vector: dot(a, W(a)) == 1 and dot(b, W(b)) == 1 => -M <= dot(a, P(b)) <= M"
BOUNDED = {
    "letters": ["M, N: number"],
    "given": [f"almost_always({_LOGITS})", "N == sum(j: 1)"],
}
DOMINANT = {
    "letters": ["w: vector; G: operator; g: number"],
    "given": [
        "U(v) == lam*v",
        "forall a in vector: dot(w, U(a)) == lam*dot(w, a)",
        "dot(w, v) == 1",
        "lam > 0",
        "positive_definite(G)",
        "g > 0",
        "forall a in vector: dot(w, a) == 0 => dot(a, G(U(a))) <= (lam - g)*dot(a, G(a))",
    ],
}
LIMIT = "v/sqrt(dot(v, W(v)))"
_KAPPA = "2*g*exp(-2*M)/(N*root)"
_CROSS = (
    "forall b in vector, c in vector: dot(w, b) == 0 and dot(w, c) == 0"
    " => 2*dot(b, G(U(c))) <= R*(dot(b, G(b)) + dot(c, G(c)))"
)
SHOWN = [
    f"almost_always(forall i: causal(fn(k: {LIMIT}), i) == 0)",
    HEIGHTS,
    f"exists R in number: R >= 0 and ({FORM('U', 'R')})",
    f"forall R in number: R >= 0 and ({_CROSS}) and (forall i: B[i] > 0)"
    f" and (forall i: forall j in before(i): R*B[j] <= lam*B[i]) => decays({LARGEST}, {_KAPPA})",
    f"forall i: exponentially_small(norm(y[i] - {LIMIT}))",
]

# one head in the place of several equal ones, which share its weights
_H = "sum(m in heads: 1)"
_ROW = "exp(dot(y[p], P(y[{0}])))/sum(k in upto(p): exp(dot(y[p], P(y[k]))))".format
_LENGTH = "sum(k in upto(p): 1)"
_WEIGHTS: Steps = [
    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
    (f"{_H} > 0", KNOWN),
    (
        f"almost_always(forall i: rate(y[i]) == sum(h in heads, j in upto(i): att(y, i, j)/{_H}*U(y[j]))"
        f" - dot(y[i], W(sum(h in heads, j in upto(i): att(y, i, j)/{_H}*U(y[j]))))*y[i])",
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"]))),
    ),
    (
        f"almost_always(forall h in heads, i: sum(j in upto(i): att(y, i, j)/{_H}) == 1/(root*{_H}))",
        enter("ae", intro("h1,p", leaf())),
    ),
    (
        "forall i: almost_always(forall j in upto(i): exp(-2*M)/sum(k in upto(i): 1)"
        " <= e(y, i, j)/sum(k in upto(i): e(y, i, k)) <= 1)",
        intro(
            "p",
            lemma(
                "LEM-softmax.row",
                enter("ae", intro("q", take(_LOGITS, ["y[p]", "y[q]"], KNOWN))),
                l="fn(j: dot(y[p], P(y[j])))",
                i="p",
            ),
        ),
    ),
    (
        f"almost_always(forall h in heads, i: forall j in upto(i): att(y, i, j)/{_H} >= exp(-2*M)/(N*root*{_H}))",
        enter(
            "ae",
            intro(
                "h1,p,q",
                have(
                    [
                        f"exp(-2*M)/{_LENGTH} <= {_ROW('q')}",
                        (f"{_LENGTH} <= sum(j: 1)", rule("part of a positive sum", leaf(), e="fn(k: 1)", i="p")),
                        f"{_LENGTH} > 0",
                    ],
                    leaf(
                        f"1: exp(-2*M)/{_LENGTH} <= {_ROW('q')}; 1/root > 0; 1/{_H} > 0",
                        f"1: {_LENGTH} <= sum(j: 1); exp(-2*M) > 0; 1/N > 0; 1/{_LENGTH} > 0; 1/root > 0; 1/{_H} > 0",
                        use=["N == sum(j: 1)"],
                    ),
                ),
            ),
        ),
    ),
]
_GAPS: Steps = [
    ("forall h in heads: U(v) == lam*v", intro("h1", KNOWN)),
    ("forall h in heads, b in vector: dot(w, U(b)) == lam*dot(w, b)", intro("h1,b", KNOWN)),
    ("forall h in heads: lam >= 0", intro("h1", leaf("1: lam > 0"))),
    (f"g*{_H} > 0", leaf(f"1: g > 0; {_H} > 0")),
    (
        "forall h in heads, b in vector: dot(w, b) == 0 => dot(b, G(U(b))) <= lam*dot(b, G(b))",
        intro(
            ["h1", "b", ""],
            have(
                [
                    "dot(b, G(U(b))) <= (lam - g)*dot(b, G(b))",
                    ("dot(b, G(b)) >= 0", rule("nonnegative form", W="G", u="b")),
                ],
                leaf("1: dot(b, G(U(b))) <= (lam - g)*dot(b, G(b))", "1: g > 0; dot(b, G(b)) >= 0"),
            ),
        ),
    ),
    (
        "forall b in vector: dot(w, b) == 0 =>"
        f" sum(h in heads: lam*dot(b, G(b)) - dot(b, G(U(b)))) >= g*{_H}*dot(b, G(b))",
        intro(
            ["b", ""],
            have(
                ["dot(b, G(U(b))) <= (lam - g)*dot(b, G(b))"],
                leaf(f"1: {_H} > 0; dot(b, G(U(b))) <= (lam - g)*dot(b, G(b))"),
            ),
        ),
    ),
]
_FAMILY: dict[str, Any] = {
    "U": "fn(h in heads: U)",
    "lam": "fn(h in heads: lam)",
    "a": f"fn(h in heads, i, j: att(y, i, j)/{_H})",
    "s": f"1/(root*{_H})",
    "delta": f"exp(-2*M)/(N*root*{_H})",
    "g": f"g*{_H}",
}
_DELTA = (f"exp(-2*M)/(N*root*{_H}) > 0", leaf(f"1: exp(-2*M) > 0; 1/N > 0; 1/root > 0; 1/{_H} > 0"))


def _led(then: Any) -> Any:
    return unfold("solves(causal, y)", have([*_WEIGHTS, _DELTA, *_GAPS], then))


_COMMON = f"forall h in heads: K >= 0 and ({FORM('U', 'K')})"
_SOME_BOUND = have(
    [(f"exists K in number: {_COMMON}", lemma("LEM-form-bound", U="fn(h in heads: U)"))],
    obtain(
        f"exists K in number: {_COMMON}",
        "K",
        rule("some element, heads", take(_COMMON, ["x"], witness("K", KNOWN)), C=SHOWN[2]),
    ),
)
_IN_BOXES = intro(
    ["R", ""],
    _led(
        have(
            [
                ("forall h in heads: R >= 0", intro("h1", KNOWN)),
                (f"forall h in heads, {_CROSS[len('forall ') :]}", intro(["h1", "b", "c", ""], KNOWN)),
                (
                    "almost_always(forall i: forall j in before(i):"
                    f" sum(h in heads: att(y, i, j)/{_H}*(lam*B[i] - R*B[j])) >= 0)",
                    enter(
                        "ae",
                        intro(
                            "p,q",
                            have(
                                ["R*B[q] <= lam*B[p]", "att(y, p, q) > 0"],
                                leaf("1: att(y, p, q) > 0; R*B[q] <= lam*B[p]"),
                            ),
                        ),
                    ),
                ),
            ],
            lemma("LEM-left.decay", **_FAMILY, rho="fn(h in heads: R)"),
        )
    ),
)

_SKEWED = [[1, "3/4", 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def values_of(**letters: Any) -> dict[str, Any]:
    """Tokens at the right eigenvector of a matrix that is not symmetric, in the usual metric of R^4."""
    values = {
        "W": METRIC,
        "U": _SKEWED,
        "P": LOGITS[0],
        "v": TOP,
        "lam": 1,
        "root": 2,
        "M": 6,
        "N": 3,
        "w": [1, "3/4", 0, 0],
        "G": diagonal(1, 1, 1, 1),
        "g": "1/2",
        "y": [TOP] * 3,
        "B": [1, 4, 16],
        **letters,
    }
    return {"tokens": 3, "dim": 4, "letters": values}


formal(
    "CON-H.9.repaired",
    statement=model(
        ANY_METRIC,
        BOUNDED,
        DOMINANT,
        MOVING,
        {
            "letters": ["B[token]: number"],
            "given": ["solves(causal, y)", "at_start(forall i: dot(w, y[i]) > 0)"],
            "show": SHOWN,
        },
    ),
    proof=[
        have(NONZERO, enter("ae", intro("p", leaf(use=["U(v) == lam*v"])))),
        _led(lemma("LEM-left.heights", **{name: text for name, text in _FAMILY.items() if name != "g"})),
        _SOME_BOUND,
        _IN_BOXES,
        _led(
            have(
                [
                    (f"1/(root*{_H}) > 0", leaf(f"1: 1/root > 0; 1/{_H} > 0")),
                    ("sum(m in heads: lam) > 0", leaf(f"1: lam > 0; {_H} > 0")),
                ],
                lemma("LEM-left.limit", **_FAMILY),
            )
        ),
    ],
    instance=values_of(),
    twin=Variant(
        "the hemisphere of the right eigenvector",
        {"at_start(forall i: dot(w, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) > 0)"},
        values_of(W=diagonal(1, 1, 1, 1), y=[["3/5", "-4/5", 0, 0]] * 3),
    ),
)
