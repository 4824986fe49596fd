"""The factor sqrt(n + 1) outside and inside of the exponent (CON-A2): which of them divides the velocity."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import METRIC, VALUE, diagonal
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, have, intro, leaf, lemma, rule, split

_RATIO = "exp(a/root)/exp(b/root) != exp(a)/exp(b)"
_EQUAL = "exp(a/root)/exp(b/root) == exp(a)/exp(b)"


def _ordered(low: str, high: str, cofactor: str) -> Tree:
    """The quotients differ: high/root - low/root is less than high - low."""
    inner, outer = f"{high}/root - {low}/root", f"{high} - {low}"
    return have(
        [
            (f"{inner} < {outer}", leaf(f"1: {low} < {high}; root > 1; 1/root > 0")),
            (f"exp({inner}) < exp({outer})", rule("exp strictly monotone", a=inner, b=outer)),
        ],
        split(
            f"{_EQUAL} or {_RATIO}",
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(f"eq {cofactor.format(inner=inner, outer=outer)}: {_EQUAL}"),
                    KNOWN,
                    a=f"exp({inner}) - exp({outer})",
                )
            ),
            KNOWN,
        ),
    )


_HERE: dict[str, Any] = {
    "tokens": 2,
    "heads": 1,
    "dim": 4,
    "letters": {"W": METRIC, "U": [VALUE], "P": [diagonal(1, 0, 0, 0)], "root": 2},
}

formal(
    "CON-A2.velocity",
    title="The factor sqrt(n+1) divides the velocity; inside the exponent it changes the ratios of the weights",
    sentence=(
        r"With $r = \sqrt{n + 1}$ the velocity of (6) is that of the model with row-stochastic weights, divided by r,"
        r" at every state and for all W, P and U. A factor inside the exponent, $\exp(y_i^TPy_j/r)$, changes the"
        " quotient of two weights of a row wherever it is not 1."
    ),
    source=Source(PAPER, "Section 2.3, definition of Z"),
    kind="identity",
    role="extension",
    statement={
        "spaces": ["E"],
        "letters": ["W: operator; U[head], P[head]: matrix; root: number"],
        "where": [
            "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
            "row(h, X, i, j) := e(h, X, i, j)/sum(k: e(h, X, i, k))",
            "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
            "plain(X, i) := sum(h in heads, j: row(h, X, i, j)*U[h](X[j]))",
            "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        ],
        "flows": [
            "six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
            "rows(X, i) = plain(X, i) - dot(X[i], W(plain(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
        ],
        "given": ["root > 0", "root^2 == dim(E)", "dim(E) >= 2"],
        "show": [
            "forall X in state, i: six(X, i) == 1/root*rows(X, i)",
            f"forall a in number, b in number: a != b => {_RATIO}",
        ],
    },
    proof=[
        intro("X,p", leaf()),
        intro(
            ["a", "b", ""],
            have(
                [
                    (
                        "root > 1",
                        rule(
                            "strictly below the square",
                            leaf("1: root > 0"),
                            leaf("1: dim(E) >= 2", "1:", "eq -1: root^2 == dim(E)"),
                            a="1",
                            b="root",
                        ),
                    )
                ],
                split(
                    "a < b or b <= a",
                    _ordered("a", "b", "exp({inner})*exp({outer})"),
                    split(
                        "b < a or a <= b",
                        _ordered("b", "a", "-1"),
                        have(
                            [("a == b", rule("antisymmetry", a="a", b="b"))],
                            rule("contradiction", P="a == b", C=_RATIO),
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance=_HERE,
    twin=Variant("the velocity undivided", {"== 1/root*rows(X, i)": "== rows(X, i)"}, _HERE),
)
