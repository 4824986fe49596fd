"""Tokens on an ellipsoid, led by matrices with common eigenvectors: those with w^T y_i > 0 converge to v/|v|_W.

w is a left eigenvector of every matrix and v a right one; the weights are bounded from below and have equal row sums.
On the complement of w no matrix exceeds its eigenvalue in the form G, and their sum lies below by g.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.led import HEIGHTS, LARGEST
from verify.formal import formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, obtain, rule

FORCE = "sum(h in heads, j in upto(i): a[h, i, j]*U[h](y[j]))"
PULL = f"dot(y[i], W({FORCE}))"
FLOW = f"forall i: rate(y[i]) == {FORCE} - {PULL}*y[i]"
UNIT = "forall i: dot(y[i], W(y[i])) == 1"
ROWS = "forall h in heads, i: sum(j in upto(i): a[h, i, j]) == s"
BELOW = "forall h in heads, i: forall j in upto(i): a[h, i, j] >= delta"
EIGEN = [
    "dot(w, v) == 1",
    "forall h in heads: U[h](v) == lam[h]*v",
    "forall h in heads, b in vector: dot(w, U[h](b)) == lam[h]*dot(w, b)",
    "forall h in heads: lam[h] >= 0",
]
_GAPS = "sum(h in heads: lam[h]*dot(b, G(b)) - dot(b, G(U[h](b))))"
GAP = [
    "positive_definite(G)",
    "forall h in heads, b in vector: dot(w, b) == 0 => dot(b, G(U[h](b))) <= lam[h]*dot(b, G(b))",
    f"forall b in vector: dot(w, b) == 0 => {_GAPS} >= g*dot(b, G(b))",
]
LED = {
    "letters": [
        "W: operator; U[head]: matrix; v, w: vector; lam[head]: number; y[token]: moving vector",
        "a[head, token, token]: measurable number; s, delta: number",
    ],
    "given": [
        "positive_definite(W)",
        f"always({UNIT})",
        f"almost_always({FLOW})",
        f"almost_always({ROWS})",
        "delta > 0",
        f"almost_always({BELOW})",
        "at_start(forall i: dot(w, y[i]) > 0)",
        *EIGEN[2:],
    ],
}
LEFT = model(LED, {"letters": ["G: operator; g: number"], "given": [*EIGEN[:2], *GAP]})
_FORM = "forall b in vector, c in vector: 2*dot(b, {2}({0}(c))) <= {1}*(dot(b, {2}(b)) + dot(c, {2}(c)))".format
_W_BOUND = f"exists K in number: forall h in heads: K >= 0 and ({_FORM('U[h]', 'K', 'W')})"
G_BOUND = f"exists R in number: forall h in heads: R >= 0 and ({_FORM('U[h]', 'R', 'G')})"
_NONNEGATIVE = (
    "almost_always(forall h in heads, i: forall j in upto(i): a[h, i, j] >= 0)",
    enter("ae", intro("h1,p,q", have(["a[h1, p, q] >= delta"], leaf("1: a[h1, p, q] >= delta", "1: delta > 0")))),
)
_SPARE = "sum(j in upto(p): a[{0}, p, j]*(K - dot(y[p], W(U[{0}](y[j])))))".format
_LEFT_OVER = "K*s - sum(j in upto(p): a[h, p, j]*dot(y[p], W(U[h](y[j]))))"
_PAIRED = "2*dot(y[p], W(U[h1](y[q]))) <= K*(dot(y[p], W(y[p])) + dot(y[q], W(y[q])))"
_PULL_BOUND = (
    f"almost_always(forall i: {PULL} <= K*s*sum(h in heads: 1))",
    enter(
        "ae",
        intro(
            "p",
            have(
                [
                    (
                        f"sum(h in heads: {_LEFT_OVER}) >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                [
                                    (
                                        f"{_SPARE('h1')} >= 0",
                                        rule(
                                            "positive sum, upto",
                                            have(
                                                ["a[h1, p, q] >= 0", _PAIRED],
                                                leaf(f"1/2: a[h1, p, q] >= 0; {_PAIRED}", use=[UNIT]),
                                            ),
                                            i="p",
                                            new={"x": "q"},
                                            e="fn(j: a[h1, p, j]*(K - dot(y[p], W(U[h1](y[j])))))",
                                        ),
                                    ),
                                    "sum(j in upto(p): a[h1, p, j]) == s",
                                ],
                                leaf(f"1: {_SPARE('h1')} >= 0", "eq K: sum(j in upto(p): a[h1, p, j]) == s"),
                            ),
                            new={"x": "h1"},
                            e=f"fn(h in heads: {_LEFT_OVER})",
                        ),
                    )
                ],
                leaf(f"1: sum(h in heads: {_LEFT_OVER}) >= 0"),
            ),
        ),
    ),
)
_GAPPED = "sum(h in heads: (a[h, p, p] - delta)*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b)))))"
_KAPPA = (
    "almost_always(forall i, b in vector: dot(w, b) == 0 =>"
    " sum(h in heads: a[h, i, i]*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b))))) >= g*delta*dot(b, G(b)))",
    enter(
        "ae",
        intro(
            ["p", "b", ""],
            have(
                [
                    (
                        f"{_GAPPED} >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                ["a[x, p, p] >= delta", "dot(b, G(U[x](b))) <= lam[x]*dot(b, G(b))"],
                                leaf("1: a[x, p, p] >= delta; dot(b, G(U[x](b))) <= lam[x]*dot(b, G(b))"),
                            ),
                            e="fn(h in heads: (a[h, p, p] - delta)*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b)))))",
                        ),
                    ),
                    f"{_GAPS} >= g*dot(b, G(b))",
                ],
                leaf(f"1: {_GAPPED} >= 0", f"1: delta > 0; {_GAPS} >= g*dot(b, G(b))"),
            ),
        ),
    ),
)
ARGUMENTS: dict[str, Any] = {"pull": f"fn(i: {PULL})", "K": "K*s*sum(h in heads: 1)", "kappa": "g*delta"}


def bounded(then: object, own: bool = True) -> object:
    """With the pull of the ellipsoid bounded, and the own decay from below unless only heights are asked for."""
    return have(
        [_NONNEGATIVE, (_W_BOUND, lemma("LEM-form-bound", G="W"))],
        obtain(_W_BOUND, "K", have([_PULL_BOUND, _KAPPA] if own else [_PULL_BOUND], then)),
    )


BOXES = {
    "letters": ["rho[head], B[token]: number"],
    "given": [
        "forall h in heads: rho[h] >= 0",
        "forall h in heads, b in vector, c in vector: dot(w, b) == 0 and dot(w, c) == 0"
        " => 2*dot(b, G(U[h](c))) <= rho[h]*(dot(b, G(b)) + dot(c, G(c)))",
        "forall i: B[i] > 0",
        "almost_always(forall i: forall j in before(i): sum(h in heads: a[h, i, j]*(lam[h]*B[i] - rho[h]*B[j])) >= 0)",
    ],
}

formal(
    "LEM-left.heights",
    title="Heights over a common left eigenvector stay positive on an ellipsoid",
    statement=model(LED, {"show": [HEIGHTS]}),
    proof=bounded(lemma("LEM-led.heights", **{name: ARGUMENTS[name] for name in ("pull", "K")}), own=False),
)

formal(
    "LEM-left.decay",
    title="Projected tokens converge on an ellipsoid, with an explicit rate",
    statement=model(LEFT, BOXES, {"show": [f"decays({LARGEST}, 2*g*delta)"]}),
    proof=bounded(lemma("LEM-led.decay", **ARGUMENTS)),
)
