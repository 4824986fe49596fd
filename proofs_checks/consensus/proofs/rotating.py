"""A complex dominant pair (CON-H.9.complex): U = alpha I + omega J with a rotation J by right angles turns a consensus.

x(t) is any common place of all tokens; where x' = (omega/root) J x, all tokens at x(t) solve the model, whatever P is.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE
from proofs_checks.consensus.proofs.models import CAUSAL
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, enter, have, intro, leaf, rule

_ROTATION = {
    **CAUSAL,
    "letters": [
        "U, J: matrix; P: measurable matrix; root, alpha, omega: number; x: moving vector; f: token; Y[token]: vector",
    ],
    "given": [
        "root > 0",
        "root^2 == dim(E)",
        "forall i: f <= i",
        "forall a in vector: U(a) == alpha*a + omega*J(a)",
        "forall a in vector: dot(a, J(a)) == 0",
        "forall a in vector: dot(J(a), J(a)) == dot(a, a)",
        "omega != 0",
        "always(dot(x, x) == 1)",
        "dot(Y[f], Y[f]) == 1",
    ],
}
_PARTS = "forall a in vector: U(a) == alpha*a + omega*J(a)"
_SPEED = "omega/root*J({0})".format
_FIELD = "causal(fn(k: x), i)"
_HERE = _FIELD.replace(", i)", ", p)")
_USED = [_PARTS, "dot(x, x) == 1", "dot(x, J(x)) == 0"]
_SQUARE = f"dot({_HERE}, {_HERE}) == (omega/root)^2"
_SQUARED = leaf(use=[*_USED, "dot(J(x), J(x)) == dot(x, x)"])


def _nothing(term: str, zero: str, kind: str) -> tuple[str, Tree]:
    """A sum over the tokens before the first one."""
    return (
        f"sum(k in before(f): {term}) == sum(k in before(f): {zero})",
        rule(
            f"equal {kind}, before",
            rule("tokens in order", i="q", j="f", C=f"{term} == {zero}".replace("k]", "q]").replace("k)", "q)")),
            e=f"fn(k: {term})",
            f=f"fn(k: {zero})",
            i="f",
            new={"x": "q"},
        ),
    )


_SUMS = [
    _nothing("e(Y, f, k)", "0", "sums"),
    _nothing("e(Y, f, k)*Y[k]", "0*Y[k]", "vector sums"),
    _nothing("e(Y, f, k)*J(Y[k])", "0*Y[k]", "vector sums"),
]
_UNIT = ["dot(Y[f], Y[f]) == 1", "dot(Y[f], J(Y[f])) == 0"]
_J = [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]]
_VALUES = {
    "tokens": 3,
    "dim": 4,
    "letters": {
        "U": [[2, -3, 0, 0], [3, 2, 0, 0], [0, 0, 2, -3], [0, 0, 3, 2]],
        "J": _J,
        "P": LOGITS[0],
        "root": 2,
        "alpha": 2,
        "omega": 3,
        "x": ON_SPHERE,
        "Y": [ON_SPHERE, [1, 0, 0, 0], [0, 0, 1, 0]],
        "f": 0,
    },
}

formal(
    "CON-H.9.complex",
    statement=model(
        _ROTATION,
        {
            "show": [
                f"almost_always(forall i: {_FIELD} == {_SPEED('x')})",
                f"almost_always(forall i: dot({_FIELD}, {_FIELD}) == (omega/root)^2)",
                f"almost_always(forall i: {_FIELD} != 0)",
                f"almost_always(causal(Y, f) == {_SPEED('Y[f]')})",
            ]
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=_USED))),
        enter("ae", intro("p", _SQUARED)),
        enter(
            "ae",
            intro(
                "p",
                have(
                    [(_SQUARE, _SQUARED), ("(omega/root)^2 > 0", leaf())],
                    rule("nonzero vector", leaf(f"eq -1: {_SQUARE}", "1: (omega/root)^2 > 0"), u=_HERE),
                ),
            ),
        ),
        enter(
            "ae",
            have(
                _SUMS,
                leaf(use=[_PARTS, *_UNIT, *(fact for fact, _ in _SUMS)]),
            ),
        ),
    ],
    instance=_VALUES,
    twin=Variant("the speed omega", {_SPEED("x"): "omega*J(x)"}, _VALUES),
)
