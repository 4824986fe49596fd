"""POW-N2.flip: a state that satisfies every other condition of the classification and has the eigenvalue -20/19.

V = diag(1/2, -2, -5/2) in the orthonormal basis u, w, v of a space of dimension three, tanh a = -1/2, alpha = 3.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT
from proofs_checks.power_method.proofs.models import ATTENTION, BASIS, P, V, logits, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    groups,
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

SIZES = ["p == 1", "q == 1"]
VALUES = ["lam == -5/2", "alpha == 3", "tanh(a) == -1/2"]
FRAME = [
    *("V(u) == 1/2*u", "V(w) == -2*w", "dot(u, u) == 1", "dot(w, w) == 1"),
    *("dot(u, w) == 0", "dot(u, v) == 0", "dot(v, w) == 0"),
    "forall y in vector: y == dot(u, y)*u + dot(w, y)*w + dot(v, y)*v",
]
TANH = "tanh(a) == (exp(2*a) - 1)/(exp(2*a) + 1)"
THIRD = "E == 1/3"
KNOWN_E = [(TANH, rule("tanh")), (THIRD, leaf(f"eq -E - 1: {TANH}", "eq E + 1: tanh(a) == -1/2", times=["3/2"]))]
ROOT = "exp(a) == sqrt(1/3)"
STATE = [
    *KNOWN_E,
    (
        ROOT,
        rule(
            "antisymmetry",
            rule("below the square", KNOWN, leaf(f"eq 1: {THIRD}"), a="exp(a)", b="sqrt(1/3)"),
            rule("below the square", KNOWN, leaf(f"eq -1: {THIRD}"), a="sqrt(1/3)", b="exp(a)"),
            a="exp(a)",
            b="sqrt(1/3)",
        ),
    ),
]
AT = [*SIZES, *VALUES[:2], ROOT]
"""The number that e^a is; with it every quantity of the state is rational."""
SLOPE = "D(attention, bipartite, fn(h: w), i) == (-20/19)*w"
EXISTS = "exists y in vector: y != 0 and dot(v, y) == 0 and V(y) == m*y"
ALONG_U, ALONG_W = "dot(u, V(x)) == dot(u, m*x)", "dot(w, V(x)) == dot(w, m*x)"
LENGTH = "dot(x, x) == dot(x, dot(u, x)*u + dot(w, x)*w + dot(v, x)*v)"
ABOVE = take(
    FRAME[-1],
    ["x"],
    have(
        [
            ("dot(x, x) > 0", rule("positive square", u="x")),
            (ALONG_U, lemma("LEM-same-dot", u="V(x)", w="m*x", z="u")),
            (ALONG_W, lemma("LEM-same-dot", u="V(x)", w="m*x", z="w")),
            (LENGTH, lemma("LEM-same-dot", u="x", w="dot(u, x)*u + dot(w, x)*w + dot(v, x)*v", z="x")),
        ],
        leaf(
            "1/2: dot(x, x) > 0",
            "5/2: sq dot(u, x)",
            f"eq dot(u, x): {ALONG_U}",
            f"eq dot(w, x): {ALONG_W}",
            f"eq -(m + 2): {LENGTH}",
            use=["V(u) == 1/2*u", "V(w) == -2*w", "lam == -5/2", "dot(v, x) == 0"],
            times=["dot(x, x)"],
        ),
    ),
)
"""An eigenvector x of m lies in the plane of u and w, so that (m + 2)|x|^2 = 5/2 (u.x)^2."""


def slope() -> Tree:
    """The derivative along w at a token."""
    use = [*POINT, *AT, "V(w) == -2*w", "dot(v, w) == 0"]
    return intro("t", leaf(use=use, norms=["19/4"]))


FIXED = unfold("goal", groups(*[intro("t", leaf(use=[*POINT, *AT], norms=["19/4"]))] * 2))
HERE = {
    "tokens": {"A": 1, "B": 1},
    "dim": 3,
    "letters": {
        "v": BASIS[2],
        "u": BASIS[0],
        "w": BASIS[1],
        "lam": "-5/2",
        "alpha": 3,
        "a": "-log(3)/2",
        "V": symmetric("1/2", -2, "-5/2"),
        "P": logits(p22=("-1/2", "3"), p20=("1", "5")),
    },
}

formal(
    "POW-N2.flip",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "letters": ["u, w: vector"],
            "where": ["F := 1/E", "r := p/q", "H := (F - r)*(F - 1/r)/(F^2 - 1)"],
            "given": [*SIZES, *VALUES, *FRAME],
            "show": [
                "E == 1/3",
                "a < 0",
                "forall m in number: eigenvalue(V, v, m) => lam < m",
                "1/F < r and r < F and (1/2)/abs(lam) < H",
                "c1 > 0 and c2 > 0",
                f"(forall i in A: {SLOPE}) and (forall i in B: {SLOPE})",
                "not lyapunov(attention, bipartite)",
            ],
        },
    ),
    proof=[
        have(KNOWN_E, KNOWN),
        cases(
            "a",
            absurd(
                have(
                    [("1 + a <= exp(a)", rule("exp tangent"))],
                    leaf(
                        "3/2: 1 + a <= exp(a); exp(a) + 1 > 0",
                        "3/2: a >= 0; exp(a) + 1 > 0",
                        f"eq 3/2: {THIRD}",
                    ),
                )
            ),
            KNOWN,
        ),
        intro("m,", unfold("eigenvalue(V, v, m)", obtain(EXISTS, "x", ABOVE))),
        have(STATE, both(*[leaf(use=AT)] * 3)),
        have(STATE, both(leaf(use=AT), leaf(use=AT))),
        have(STATE, both(slope(), slope())),
        have(
            [*STATE, (f"forall i: {SLOPE}", groups(*[intro("t", KNOWN)] * 2))],
            rule(
                "indirect method, unstable",
                FIXED,
                rule(
                    "outside, eigenvector",
                    FIXED,
                    groups(intro("t", leaf(use=["dot(v, w) == 0"])), intro("t", leaf(use=["dot(v, w) == 0"]))),
                    rule(
                        "some element",
                        witness("s", rule("nonzero vector", leaf(use=["dot(w, w) == 1"]), u="w")),
                        C="exists i: w != 0",
                        new={"x": "s"},
                    ),
                    KNOWN,
                    leaf(),
                    F="attention",
                    S="bipartite",
                    d="fn(h: w)",
                    m="-20/19",
                ),
                F="attention",
                S="bipartite",
            ),
        ),
    ],
    instance=HERE,
    twin=Variant("the eigenvalue -1", {"-20/19": "-1"}, HERE),
)
