"""The poster's 0 < |tau|: hemispheres are kept by positive steps and left by negative ones; the block; the displays."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.layer import CONCLUSIONS
from proofs_checks.consensus.proofs.poster import ANY_STEP, LOW
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, obtain, rule, witness

_STATE: dict[str, Any] = {
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
_EXISTS = f"exists i, j: {_LOW('i', 'j')}"
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

formal(
    "CON-P.c.R1.repaired",
    statement=model(
        ANY_STEP,
        _STATE,
        {
            "show": [
                f"tau > 0 => ({_KEPT})",
                f"tau < 0 and ({_NO_LOGITS}) and ({_EXISTS}) => (exists i: dot(v, layer(Y, i)) < 0)",
            ]
        },
    ),
    proof=[
        intro(",p", have([(CONCLUSIONS, lemma("CON-B2"))], KNOWN)),
        intro(
            "",
            obtain(
                _EXISTS,
                "p,q",
                have(
                    [
                        ("H > 0", leaf("1: sum(h in heads: 1) > 0", "eq -1: H == sum(h in heads: 1)")),
                        ("N > 0", leaf("1: sum(j: 1) > 0", "eq -1: N == sum(j: 1)")),
                        (
                            "sum(j: dot(v, Y[j])) >= dot(v, Y[q])",
                            rule("term of a positive sum", leaf(), e="fn(j: dot(v, Y[j]))", y="q", new={"x": "r"}),
                        ),
                        (
                            f"{_HEIGHT} == dot(v, Y[p]) + tau*H/(N*root)*sum(j: dot(v, Y[j]))",
                            leaf(use=[_NO_LOGITS, "H == sum(h in heads: 1)", "N == sum(j: 1)"]),
                        ),
                        ("-tau*H/(N*root) > 0", leaf("1: tau < 0; H > 0; 1/N > 0; 1/root > 0")),
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
                    witness("p", leaf(f"1: {_HEIGHT} < 0; 1/sqrt({_SQUARE}) > 0")),
                ),
            ),
        ),
    ],
    instance={**LOW, "letters": {**LOW["letters"], "H": 1, "N": 2}},
    twin=Variant(
        "tau > -1/5 instead of tau > 0",
        {"tau > 0 =>": "tau > -1/5 =>"},
        {**LOW, "letters": {**LOW["letters"], "H": 1, "N": 2}},
    ),
)
