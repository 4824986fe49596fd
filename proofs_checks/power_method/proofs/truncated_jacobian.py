"""Lemmas 2 and 10: the Jacobians with the truncated inverse norm are right up to the third order, and no further.

K is any bound of the common pull s and of its derivative ds, neither of which contains alpha.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.attention_derivative import MATRICES, plane
from proofs_checks.power_method.proofs.inverse_norms import OJA_EXPANDED, WEIGHTED, expanded
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES, Part
from proofs_checks.power_method.proofs.truncated_step import difference
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma

MOVED: Part = {
    "letters": ["x[token], d[token]: vector", "K: number"],
    "given": [
        "forall i: dot(x[i], x[i]) == 1",
        "forall i: dot(x[i], d[i]) == 0",
        "forall i: norm(d[i]) <= 1",
        "alpha > 0",
        "K > 0",
        "alpha*K <= 1/2",
    ],
}
UNIT, TANGENT = MOVED["given"][:2]
PULL, SPEED = "V(sum(j: x[j])/sum(j: 1))", "V(sum(j: d[j])/sum(j: 1))"
ONE: Part = {
    "where": [
        f"s := {PULL}",
        "tau := dot(s, s)",
        "sigma(i) := dot(x[i], s)",
        "y(i) := x[i] + alpha*s",
        "n(i) := 1 - alpha*sigma(i) + alpha^2*(3/2*sigma(i)^2 - tau/2)",
        "leading(i) := 5*sigma(i)^3 - 3*sigma(i)*tau",
        "rest(i) := -15/4*sigma(i)^4 + 9/2*sigma(i)^2*tau - 3/4*tau^2"
        " + alpha*(9/2*sigma(i)^5 - 6*sigma(i)^3*tau + 3/2*sigma(i)*tau^2) + alpha^2*tau*(3/2*sigma(i)^2 - tau/2)^2",
    ],
}
TOGETHER: Part = {
    "letters": ["v, w: vector; lam, m: number"],
    "where": ["consensus := fn(i: v)"],
    "given": ["V(v) == lam*v", "V(w) == m*w", "dot(v, v) == 1", "dot(v, w) == 0", "1 + alpha*lam > 0"],
}
EIGEN = TOGETHER["given"][:4]
GAP = "norm(D(truncated, x, d, i) - D({0}, x, d, i)) <= 56*(alpha*K)^3".format


def long(pull: str) -> Steps:
    """A token and its pull do not cancel."""
    y = f"x[t] + alpha*{pull}"
    return [
        "dot(x[t], x[t]) == 1",
        (f"alpha*norm({pull}) <= 1/2", leaf(f"1: alpha > 0; norm({pull}) <= K", "1: alpha*K <= 1/2")),
        (f"dot({y}, {y}) >= 1/4", lemma("LEM-short-push", x="x[t]", s=pull)),
        (f"norm({y}) > 0", KNOWN),
    ]


def near(map_: str, pull: str, speed: str) -> Tree:
    """The bound at a token, by the lemma at its pull and the derivative of its pull."""
    known = ["dot(x[t], x[t]) == 1", "dot(x[t], d[t]) == 0", f"norm({pull}) <= K", f"norm({speed}) <= K"]
    by, found = difference("x[t]", "d[t]", pull, speed), f"D(truncated, x, d, t) - D({map_}, x, d, t)"
    return intro(
        "t",
        have(
            [
                *known,
                *long(pull),
                (
                    f"norm({by}) <= 56*(alpha*K)^3",
                    lemma("LEM-truncated-step", x="x[t]", delta="d[t]", s=pull, ds=speed),
                ),
                (f"{found} == {by}", leaf(use=known[:2])),
                (f"norm({found}) == norm({by})", lemma("LEM-same-norm", u=found, w=by)),
            ],
            leaf(f"1: norm({by}) <= 56*(alpha*K)^3", f"eq 1: norm({found}) == norm({by})"),
        ),
    )


SQUARE = "n(i)^2*norm(y(i))^2 == 1 + alpha^3*(leading(i) + alpha*rest(i))"
AT = SQUARE.replace("(i)", "(t)")
VALUES = {
    "V": [[1, 0], [0, "1/2"]],
    "alpha": "1/4",
    "x": [[1, 0], [0, 1], ["3/5", "4/5"]],
    "d": [[0, 1], [1, 0], ["-4/5", "3/5"]],
    "K": 2,
}
TURNED = VALUES | {"v": [1, 0], "w": [0, 1], "lam": 1, "m": "1/2"}
SMALL = {
    "V": [[1, 0], [0, 1]],
    "P": [[0, 0], [0, 0]],
    "alpha": "1/1000",
    "x": [[1, 0]] * 3,
    "d": [[0, 1]] * 3,
    "K": 1,
}
formal(
    "POW-L2.R3.repaired",
    statement=model(
        {"letters": ["V: matrix", "alpha: number"]},
        OJA_EXPANDED,
        MOVED,
        ONE,
        TOGETHER,
        {
            "given": [f"norm({PULL}) <= K", f"norm({SPEED}) <= K"],
            "show": [
                f"forall i: {SQUARE}",
                "forall i: n(i) > 0 => n(i)*y(i) - value(oja, x, i)"
                " == alpha^3*(leading(i) + alpha*rest(i))/(1 + n(i)*norm(y(i)))*value(oja, x, i)",
                f"forall i: {GAP('oja')}",
                "forall i: D(truncated, consensus, fn(h: w), i) - D(oja, consensus, fn(h: w), i)"
                " == alpha^3*lam^3*(1 + alpha*m)/(1 + alpha*lam)*w",
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[UNIT])),
        intro(
            "t,",
            have(
                [*long(PULL), (AT, leaf(use=[UNIT]))],
                lemma(
                    "LEM-truncated-direction",
                    leaf(f"eq -1: {AT}"),
                    y=f"x[t] + alpha*{PULL}",
                    n="n(t)",
                    E="alpha^3*(leading(t) + alpha*rest(t))",
                ),
            ),
        ),
        near("oja", PULL, SPEED),
        intro("t", leaf(use=EIGEN, norms=["1 + alpha*lam"])),
    ],
    instance=plane(TURNED),
    twin=Variant("4 sigma^3 instead of 5 sigma^3 in the leading term", {"5*sigma(i)^3": "4*sigma(i)^3"}, plane(TURNED)),
)

SEEN = WEIGHTED.replace("X[", "x[").replace("(X,", "(x,")
formal(
    "POW-L10.jac.R3.repaired",
    statement=model(
        MATRICES,
        ATTENTION,
        MOVED,
        {
            "maps": [expanded("truncated", WEIGHTED), f"pulled(X, i) = {WEIGHTED} on {SPHERES}"],
            "given": [f"forall i: norm({SEEN}) <= K", "forall i: norm(D(pulled, x, d, i)) <= K"],
            "show": f"forall i: {GAP('attention')}",
        },
    ),
    proof=near("attention", SEEN.replace("x, i", "x, t"), "D(pulled, x, d, t)"),
    instance=plane({"P": [["log(2)", "log(3)"], [0, 0]], **VALUES}),
    twin=Variant("with sigma^2/2 in the place of 3 sigma^2/2", {"3/2*dot(": "1/2*dot("}, plane(SMALL)),
)
