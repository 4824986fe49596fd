"""The poster's 0 < |tau|: hemispheres are kept by positive steps and left by negative ones; the block; the displays."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.layer import CONCLUSIONS
from proofs_checks.consensus.proofs.poster import ANY_STEP, LOW
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule

STATE: dict[str, Any] = {
    "letters": ["Y[token]: vector; H, N: number"],
    "given": [
        "on(layer, Y)",
        "forall i: dot(v, Y[i]) > 0",
        "H == sum(h in heads: 1)",
        "N == sum(j: 1)",
    ],
}
_KEPT = "forall i: dot(v, layer(Y, i)) > 0"
_LOW = "dot(v, Y[{0}]) < -tau*H/(N*root)*dot(v, Y[{1}])".format
_NO_LOGITS = "forall h in heads, a in vector: P[h](a) == 0"
_HEIGHT = "dot(v, moved(Y, p))"
_SQUARE = "dot(moved(Y, p), W(moved(Y, p)))"

_BELOW = "forall u in vector: dot(v, u) < 0 => u != 0"
_SHARE = "2*dot(v, u)/(dot(v, v) + 1)"
_IS_SOME = intro(
    ["u", ""],
    rule(
        "nonzero vector",
        leaf(
            f"1: dot({_SHARE}*v - u, {_SHARE}*v - u) >= 0",
            "4: dot(v, u) < 0; dot(v, u) < 0; 1/(dot(v, v) + 1) > 0; 1/(dot(v, v) + 1) > 0",
        ),
        u="u",
    ),
)

# a token as low as one wishes, between one of height 0 and a higher one
_BETWEEN = "dot(v, u) == 0 and dot(u, W(u)) == 1 and dot(v, z) > 0 and dot(z, W(z)) == 1"
_LOWER = "exists a in vector: dot(a, W(a)) == 1 and dot(v, a) > 0 and dot(v, a) < -tau*H/(N*root)*dot(v, z)"
_COUNTS = [
    ("H > 0", leaf("1: sum(h in heads: 1) > 0", "eq -1: H == sum(h in heads: 1)")),
    ("N > 0", leaf("1: sum(j: 1) > 0", "eq -1: N == sum(j: 1)")),
    ("-tau*H/(N*root) > 0", leaf("1: tau < 0; H > 0; 1/N > 0; 1/root > 0")),
]

SIGNS = [
    f"tau > 0 => ({_KEPT})",
    f"tau < 0 and ({_NO_LOGITS}) => (forall i, j: {_LOW('i', 'j')} => dot(v, layer(Y, i)) < 0)",
    f"tau < 0 => (forall u in vector, z in vector: {_BETWEEN} => ({_LOWER}))",
]

formal(
    "CON-P.c.R1.repaired",
    sentence=(
        r"For U = I the map (1) keeps every hemisphere $v^Ty_i > 0$ for every $\tau > 0$, and, with $\ell \ge 2$"
        r" tokens, for no $\tau < 0$: with P = 0 a token of height $v^Ty_i < |\tau|h v^Ty_j/(\ell\sqrt{n+1})$ for some"
        " j leaves it in one step, and on an ellipsoid with a point of height 0 there is such a token below every token"
        " of the hemisphere."
    ),
    statement=model(
        ANY_STEP,
        STATE,
        {"show": SIGNS},
    ),
    proof=[
        intro(",p", have([(CONCLUSIONS, lemma("CON-B2"))], KNOWN)),
        intro(
            "",
            intro(
                "p,q,",
                have(
                    [
                        *_COUNTS,
                        (
                            "sum(j: dot(v, Y[j])) >= dot(v, Y[q])",
                            rule("term of a positive sum", leaf(), e="fn(j: dot(v, Y[j]))", y="q", new={"x": "r"}),
                        ),
                        (
                            f"{_HEIGHT} == dot(v, Y[p]) + tau*H/(N*root)*sum(j: dot(v, Y[j]))",
                            leaf(use=[_NO_LOGITS, "H == sum(h in heads: 1)", "N == sum(j: 1)"]),
                        ),
                        (
                            f"{_HEIGHT} < 0",
                            leaf(
                                f"1: {_LOW('p', 'q')}",
                                "1: -tau*H/(N*root) > 0; sum(j: dot(v, Y[j])) >= dot(v, Y[q])",
                                f"eq 1: {_HEIGHT} == dot(v, Y[p]) + tau*H/(N*root)*sum(j: dot(v, Y[j]))",
                            ),
                        ),
                        (_BELOW, _IS_SOME),
                        "moved(Y, p) != 0",
                        (f"{_SQUARE} > 0", rule("positive form", W="W", u="moved(Y, p)")),
                    ],
                    leaf(f"1: {_HEIGHT} < 0; 1/sqrt({_SQUARE}) > 0"),
                ),
            ),
        ),
        intro("", intro("u,z,", have(_COUNTS, lemma("LEM-lower-point", c="-tau*H/(N*root)")))),
    ],
    instance={**LOW, "letters": {**LOW["letters"], "H": 1, "N": 2}},
    twin=Variant(
        "tau > -1/5 instead of tau > 0",
        {"tau > 0 =>": "tau > -1/5 =>"},
        {**LOW, "letters": {**LOW["letters"], "H": 1, "N": 2}},
    ),
)
