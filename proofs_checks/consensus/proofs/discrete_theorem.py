"""Theorem 3.2 for the map (1), put together (CON-X3): which steps keep hemispheres, how fast consensus is reached.

P and Y are of one layer; R and y are the matrices and the tokens of layer after layer.
"""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.contraction import DECLINE, STARTED
from proofs_checks.consensus.proofs.instances import LOGITS, ON_ELLIPSE, TOP, diagonal
from proofs_checks.consensus.proofs.layer import CONCLUSIONS
from proofs_checks.consensus.proofs.layer_factor import SIZE, derived
from proofs_checks.consensus.proofs.layer_sequences import AT_REST, STEPS
from proofs_checks.consensus.proofs.no_skip import NO_SKIP, NORMS, SHOWN
from proofs_checks.consensus.proofs.poster import ANY_STEP, LOW
from proofs_checks.consensus.proofs.poster_steps import SIGNS, STATE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, rule, take

_V, _NEXT_V = "max(o: 1 - dot(v, Y[o]))", "max(o: 1 - dot(v, layer(Y, o)))"
_SIGNS = [re.sub(r"\bz\b", "w", text) for text in SIGNS]  # z is a letter here, and tau
_SHOWN = [re.sub(r"\btau\b", "t", text) for text in SHOWN]
_KEPT = f"tau >= 0 => (forall i: dot(v, layer(Y, i)) > 0) and {_NEXT_V} <= {_V}"
_LEFT = _SIGNS[1].replace("dot(v, layer(Y, i)) < 0)", f"dot(v, layer(Y, i)) < 0 and {_NEXT_V} > {_V})")
_LOST = "tau*H/root == -1 => (forall a in vector: dot(a, W(a)) == 1 => (forall i: moved(fn(k: a), i) == 0))"
_GEOMETRIC = f"tau > 0 => {DECLINE}"
_D = "D(layer, fn(j: x), d, {0})".format
_FACTOR = f"tau > 0 => (forall i, k: {_D('i')} - {_D('k')} == (d[i] - d[k])/{SIZE})"


def _renamed(text: str) -> str:
    """A text on layers, with the matrices R."""
    for name in ("e", "att", "moved"):
        text = text.replace(f"{name}(n,", f"later_{name}(n,")
    return text.replace("P[", "R[")


_LATER: dict[str, Any] = {
    "letters": ["R[step, head]: matrix; y[step, token]: vector; M[head], f: number"],
    "where": [_renamed(text) for text in STEPS["where"]],
    "given": [*map(_renamed, STEPS["given"][4:8]), STARTED],
}
_LINEAR = {
    "letters": ["x: vector; d[token]: vector"],
    "given": ["dot(x, W(x)) == 1", "forall i: dot(x, W(d[i])) == 0"],
}
_TOP = "dot(v, layer(Y, {0}))".format


def _risen(token: str) -> Tree:
    """V is no larger where no height is below the least one."""
    return have(
        [f"{_TOP(token)} >= min(k: dot(v, Y[k]))"],
        rule(
            "attained least",
            have(
                [(f"1 - dot(v, Y[s]) <= {_V}", rule("below the greatest", e="fn(i: 1 - dot(v, Y[i]))", y="s"))],
                leaf(
                    f"1: {_TOP(token)} >= min(k: dot(v, Y[k]))",
                    f"1: 1 - dot(v, Y[s]) <= {_V}",
                    use=["min(k: dot(v, Y[k])) == dot(v, Y[s])"],
                ),
            ),
            e="fn(k: dot(v, Y[k]))",
            C=f"1 - {_TOP(token)} <= {_V}",
            new={"x": "s"},
        ),
    )


def _conjunction(texts: list[str]) -> str:
    return " and ".join(f"({text})" for text in texts)


_SAME = "forall i: dot(v, layer(Y, i)) == dot(v, Y[i])"
_STILL = intro("p", leaf(use=["tau == 0", "forall i: dot(Y[i], W(Y[i])) == 1"]))
_KEEPS = intro(
    "",
    cases(
        "-tau",
        have(
            [
                ("tau == 0", rule("antisymmetry", leaf("1: -tau >= 0"), KNOWN, a="tau", b="0")),
                (_SAME, _STILL),
                (
                    "forall i: dot(v, layer(Y, i)) >= min(k: dot(v, Y[k]))",
                    intro(
                        "p",
                        have(
                            [
                                (
                                    "min(k: dot(v, Y[k])) <= dot(v, Y[p])",
                                    rule("above the least", e="fn(k: dot(v, Y[k]))", y="p"),
                                )
                            ],
                            leaf(
                                "1: min(k: dot(v, Y[k])) <= dot(v, Y[p])",
                                "eq -1: dot(v, layer(Y, p)) == dot(v, Y[p])",
                            ),
                        ),
                    ),
                ),
            ],
            both(
                intro("p", leaf("1: dot(v, Y[p]) > 0", "eq -1: dot(v, layer(Y, p)) == dot(v, Y[p])")),
                rule("greatest", _risen("q"), e="fn(i: 1 - dot(v, layer(Y, i)))", b=_V, new={"x": "q"}),
            ),
        ),
        have(
            [("tau > 0", leaf("1: -tau < 0")), (CONCLUSIONS, lemma("CON-B2"))],
            both(KNOWN, rule("greatest", _risen("q"), e="fn(i: 1 - dot(v, layer(Y, i)))", b=_V, new={"x": "q"})),
        ),
    ),
)
_LEAVES = intro(
    "",
    have(
        [
            (_conjunction(_SIGNS), lemma("CON-P.c.R1.repaired")),
            (_SIGNS[1].split(" => ", 1)[0], both(KNOWN, KNOWN)),
        ],
        intro(
            "p,q,",
            have(
                [
                    ("dot(v, layer(Y, p)) < 0", take(_SIGNS[1], ["p", "q"], KNOWN)),
                    (
                        f"1 - dot(v, layer(Y, p)) <= {_NEXT_V}",
                        rule("below the greatest", e="fn(i: 1 - dot(v, layer(Y, i)))", y="p"),
                    ),
                    (
                        f"{_V} < 1",
                        rule(
                            "greatest, strict",
                            have(["dot(v, Y[s]) > 0"], leaf("1: dot(v, Y[s]) > 0")),
                            e="fn(i: 1 - dot(v, Y[i]))",
                            b="1",
                            new={"x": "s"},
                        ),
                    ),
                ],
                both(
                    KNOWN,
                    leaf(
                        f"1: 1 - dot(v, layer(Y, p)) <= {_NEXT_V}",
                        f"1: {_V} < 1",
                        "1: dot(v, layer(Y, p)) < 0",
                    ),
                ),
            ),
        ),
    ),
)
_RATIO = "tau == -root/sum(h in heads: 1)"
_NOTHING = intro(
    ["", "a", "", "p"],
    have(
        [
            ("sum(h in heads: 1) > 0", leaf()),
            (
                _RATIO,
                leaf("eq root/H: tau*H/root == -1", use=["H == sum(h in heads: 1)"]),
            ),
        ],
        leaf(use=["dot(a, W(a)) == 1", _RATIO]),
    ),
)
_DIFFERS = intro(
    "",
    have(
        [
            (f"{SIZE} > 0", leaf("1: tau > 0; sum(h in heads: 1) > 0; 1/root > 0", "1:")),
        ],
        intro("p,q", derived(SIZE)),
    ),
)
_VALUES: dict[str, Any] = {
    **LOW["letters"],
    "H": 1,
    "N": 2,
    "K": 0,
    "mu": 1,
    "L": 1,
    "C": 1,
    "z": TOP,
    "M": [0],
    "x": TOP,
    "d": [[0, 0, 1, 0]] * 2,
    "R": {"always": [diagonal(0, 0, 0, 0)]},
    "y": {"always": [TOP] * 2},
}
_RISING: dict[str, Any] = {
    **{name: value for name, value in AT_REST["letters"].items() if name != "P"},
    "P": LOGITS,
    "Y": [ON_ELLIPSE, TOP],
    "H": 2,
    "K": 6,
    "mu": 1,
    "L": 2,
    "C": "sqrt(5)/2",
    "x": TOP,
    "d": [[0, 2, 1, 0], [0, -1, 0, 3]],
    "R": {"always": LOGITS},
    "f": "1 - exp(-12)/(2*sqrt(5))",
}
"""Two heads with logits of either sign in a metric; the layers after the first one rest at a consensus."""

_STATED = model(
    ANY_STEP,
    {"maps": NO_SKIP["maps"]},
    {"letters": ["K, mu, L, C: number; z: vector"], "given": NORMS["given"][:-2]},
    STATE,
    _LATER,
    _LINEAR,
    {"show": [_KEPT, _LEFT, _SIGNS[2], _LOST, _GEOMETRIC, _FACTOR, *_SHOWN[2:]]},
)
_WITHOUT = have([(_conjunction(_SHOWN), lemma("CON-B2.infinity"))], KNOWN)

formal(
    "CON-X3",
    statement=_STATED,
    proof=[
        _KEEPS,
        _LEAVES,
        have([(_conjunction(_SIGNS), lemma("CON-P.c.R1.repaired"))], KNOWN),
        _NOTHING,
        intro(
            "",
            have(
                [
                    ("C^2 >= dot(v, z)", leaf(use=["C^2 == dot(v, z)"])),
                    (DECLINE, lemma("CON-B2.contraction", P="fn(n in size, h in heads: R[n, h])")),
                ],
                KNOWN,
            ),
        ),
        _DIFFERS,
        _WITHOUT,
        _WITHOUT,
    ],
    instance={**AT_REST, "letters": _RISING},
    twin=Variant(
        "tau > -1/5 instead of tau >= 0",
        {"tau >= 0 =>": "tau > -1/5 =>"},
        {**LOW, "letters": {**_VALUES, "f": "20/19"}},
    ),
)
