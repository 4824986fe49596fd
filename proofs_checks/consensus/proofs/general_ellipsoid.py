"""Theorem 4.5 on a general ellipsoid (CON-H.13): U symmetric, or self-adjoint for W, by its left eigenvector."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, VALUE, diagonal
from proofs_checks.consensus.proofs.left_eigenvectors import ANY_METRIC, BOUNDED, SHOWN, values_of
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule


def _renamed(texts: list[str], names: dict[str, str]) -> list[str]:
    """The texts with other letters in the place of some."""
    return [re.sub(r"\b(" + "|".join(names) + r")\b", lambda m: names[m[0]], text) for text in texts]


_SYMMETRIC: dict[str, Any] = {"w": "v", "G": "I"}
_SELF_ADJOINT = {"U": "S", "v": "u", "w": "W(u)", "G": "W", "y": "z", "causal": "adjoint", "force": "pull"}
_FLOW = ANY_METRIC["where"][2:] + ANY_METRIC["flows"]
_PULL, _ADJOINT = _renamed(_FLOW, _SELF_ADJOINT)


def _both(names: dict[str, str]) -> str:
    return " and ".join(f"({text})" for text in _renamed(SHOWN, names))


_OWN, _ONE = ["U(v) == lam*v"], ["forall a in vector: I(a) == a"]
_BELOW = "dot(b, U(b)) <= (lam - g)*dot(b, b)"


def _ellipsoid(**letters: Any) -> dict[str, Any]:
    """Both value matrices at their equilibria."""
    values = {name: value for name, value in values_of()["letters"].items() if name not in ("G", "w")}
    own = {"U": VALUE, "S": diagonal(2, 0, 0, 0), "lam": 2, "u": TOP, "I": diagonal(1, 1, 1, 1), "z": [TOP] * 3}
    return {"tokens": 3, "dim": 4, "letters": {**values, **own, **letters}}


formal(
    "CON-H.13",
    statement=model(
        ANY_METRIC,
        {
            "letters": ["S: matrix; u: vector; I: operator; g: number"],
            "where": [_PULL],
            "flows": [_ADJOINT],
            "given": [
                "lam > 0",
                "g > 0",
                "forall a in vector: I(a) == a",
                "forall a in vector, b in vector: dot(a, U(b)) == dot(U(a), b)",
                "U(v) == lam*v",
                "dot(v, v) == 1",
                "forall a in vector: dot(v, a) == 0 => dot(a, U(a)) <= (lam - g)*dot(a, a)",
                "forall a in vector, b in vector: dot(a, W(S(b))) == dot(S(a), W(b))",
                "S(u) == lam*u",
                "dot(u, W(u)) == 1",
                "forall a in vector: dot(u, W(a)) == 0 => dot(a, W(S(a))) <= (lam - g)*dot(a, W(a))",
            ],
        },
        BOUNDED,
        {
            "letters": ["y[token], z[token]: moving vector; B[token]: number"],
            "given": [
                "solves(causal, y)",
                "solves(adjoint, z)",
                "at_start(forall i: dot(v, y[i]) > 0)",
                "at_start(forall i: dot(u, W(z[i])) > 0)",
            ],
            "show": [_both(_SYMMETRIC), _both(_SELF_ADJOINT)],
        },
    ),
    proof=[
        have(
            [
                (
                    "forall a in vector: dot(v, U(a)) == lam*dot(v, a)",
                    intro(
                        "b",
                        have(["dot(v, U(b)) == dot(U(v), b)"], leaf("eq 1: dot(v, U(b)) == dot(U(v), b)", use=_OWN)),
                    ),
                ),
                (
                    "positive_definite(I)",
                    rule(
                        "positive definite",
                        have([("dot(b, b) > 0", rule("positive square", u="b"))], leaf("1: dot(b, b) > 0", use=_ONE)),
                        W="I",
                        new={"u": "b"},
                    ),
                ),
                (
                    "forall a in vector: dot(v, a) == 0 => dot(a, I(U(a))) <= (lam - g)*dot(a, I(a))",
                    intro(["b", ""], have([_BELOW], leaf(f"1: {_BELOW}", use=_ONE))),
                ),
            ],
            lemma("CON-H.9.repaired", **_SYMMETRIC),
        ),
        have(
            [
                (
                    "forall a in vector: dot(W(u), S(a)) == lam*dot(W(u), a)",
                    intro(
                        "b",
                        have(
                            ["dot(u, W(S(b))) == dot(S(u), W(b))"],
                            leaf("eq 1: dot(u, W(S(b))) == dot(S(u), W(b))", use=["S(u) == lam*u"]),
                        ),
                    ),
                ),
                ("dot(W(u), u) == 1", leaf("eq 1: dot(u, W(u)) == 1")),
                (
                    "forall a in vector: dot(W(u), a) == 0 => dot(a, W(S(a))) <= (lam - g)*dot(a, W(a))",
                    intro(
                        ["b", ""],
                        have(
                            [
                                ("dot(u, W(b)) == 0", leaf("eq 1: dot(W(u), b) == 0")),
                                "dot(b, W(S(b))) <= (lam - g)*dot(b, W(b))",
                            ],
                            KNOWN,
                        ),
                    ),
                ),
            ],
            lemma("CON-H.9.repaired", U="S", v="u", w="W(u)", G="W", y="z"),
        ),
    ],
    instance=_ellipsoid(),
    twin=Variant(
        "the ellipsoid without a hemisphere",
        {"at_start(forall i: dot(u, W(z[i])) > 0)": "at_start(forall i: dot(u, W(z[i])) != 0)"},
        _ellipsoid(z=[TOP, OPPOSITE, TOP]),
    ),
)
