"""Tokens of the plane that turn: the Hessian of the energy on the circle, from the field of USA."""

from __future__ import annotations

from proofs_checks.lemmas.cut_pair import GAIN
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.models import USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, rule, split, take

PLACED = "forall i: x[i] == c[i]*a + s[i]*b"
ON_CIRCLE = "forall i: c[i]^2 + s[i]^2 == 1"
PRODUCT = "c[{0}]*c[{1}] + s[{0}]*s[{1}]".format
TURN = "v[{0}]*(c[{0}]*b - s[{0}]*a)".format
_ONE = f"dot(D(usa, x, fn(k1: {TURN('k1')}), {{0}}), {TURN('{0}')})".format
_PAIR = f"v[{{0}}]*(v[{{0}}] - v[{{1}}])*({GAIN('beta', PRODUCT('{0}', '{1}'))})".format
HESSIAN = f"sum(i: {_ONE('i')}) == -1/n*sum(i, j: {_PAIR('i', 'j')})"
_Z, _CROSS = PRODUCT("{0}", "{1}"), "(c[{0}]*s[{1}] - s[{0}]*c[{1}])"
_TURNED = f"v[{{0}}]*(v[{{0}}] - v[{{1}}])*(({_Z}) - beta*{_CROSS}^2)*exp(beta*({_Z}))".format
_WEIGHT = f"v[p]^2/n*sum(j: ({PRODUCT('p', 'j')})*exp(beta*({PRODUCT('p', 'j')})))"
_ROW = f"{_ONE('p')} == -1/n*sum(j: {_TURNED('p', 'j')})"
_SAME_ROW = f"sum(j: {_TURNED('p', 'j')}) == sum(j: {_PAIR('p', 'j')})"
_SQUARES = f"{_CROSS.format('p', 'q')}^2 == 1 - ({_Z.format('p', 'q')})^2"
_EACH = have(
    [
        (
            _SQUARES,
            leaf("eq 1: c[p]^2 + s[p]^2 == 1", "eq c[p]^2 + s[p]^2: c[q]^2 + s[q]^2 == 1"),
        )
    ],
    leaf(f"eq -v[p]*(v[p] - v[q])*beta*exp(beta*({_Z.format('p', 'q')})): {_SQUARES}"),
)

formal(
    "LEM-circle-hessian",
    title="The Hessian of the energy on the circle, along speeds of the tokens",
    statement=model(
        WEIGHTS,
        USA,
        {
            "letters": ["x[token]: vector; a, b: vector; c[token], s[token], v[token]: number"],
            "given": [*FRAME, PLACED, ON_CIRCLE],
            "show": [HESSIAN],
        },
    ),
    proof=have(
        [
            (
                f"sum(i: {_ONE('i')}) == sum(i: -1/n*sum(j: {_PAIR('i', 'j')}))",
                rule(
                    "equal sums",
                    have(
                        [
                            (
                                _ROW,
                                define(
                                    [f"weight := {_WEIGHT}"],
                                    leaf("eq -weight: c[p]^2 + s[p]^2 == 1", use=[PLACED, *FRAME]),
                                ),
                            ),
                            (
                                _SAME_ROW,
                                rule(
                                    "equal sums",
                                    _EACH,
                                    e=f"fn(j: {_TURNED('p', 'j')})",
                                    f=f"fn(j: {_PAIR('p', 'j')})",
                                    new={"x": "q"},
                                ),
                            ),
                        ],
                        leaf(f"eq 1: {_ROW}", f"eq -1/n: {_SAME_ROW}"),
                    ),
                    e=f"fn(i: {_ONE('i')})",
                    f=f"fn(i: -1/n*sum(j: {_PAIR('i', 'j')}))",
                    new={"x": "p"},
                ),
            )
        ],
        leaf(f"eq 1: sum(i: {_ONE('i')}) == sum(i: -1/n*sum(j: {_PAIR('i', 'j')}))"),
    ),
)

FLAT = "forall d in state: (forall i: dot(x[i], d[i]) == 0) => sum(i: dot(D(usa, x, d, i), d[i])) <= 0"
"""The Hessian of the energy, times the number of tokens, is at most 0: the field of USA is its gradient."""
SET = "forall i: v[i] == 0 or v[i] == 1"
_GAIN = GAIN("beta", PRODUCT("{0}", "{1}"))
_CUT = f"v[{{0}}]*(1 - v[{{1}}])*({_GAIN})".format
_BINARY = have(
    ["v[p] == 0 or v[p] == 1"],
    split("v[p] == 0 or v[p] == 1", leaf(use=["v[p] == 0"]), leaf(use=["v[p] == 1"])),
)
_SAME = f"sum(i, j: {_PAIR('i', 'j')}) == sum(i, j: {_CUT('i', 'j')})"
_LOWEST = leaf(
    "1/2: sq c[p] + c[q]",
    "1/2: sq s[p] + s[q]",
    "eq 1/2: c[p]^2 + s[p]^2 == 1",
    "eq 1/2: c[q]^2 + s[q]^2 == 1",
)
NEAR_PAIR = f"exists i1, j1: v[i1] == 1 and v[j1] == 0 and {PRODUCT('i1', 'j1')} >= z"

formal(
    "LEM-circle-cut",
    title="Tokens of the plane at which the Hessian is at most 0: across every cut some pair is near",
    statement=model(
        WEIGHTS,
        USA,
        {
            "letters": ["x[token]: vector; a, b: vector; c[token], s[token], v[token], z: number; k, l: token"],
            "given": [
                *FRAME,
                PLACED,
                ON_CIRCLE,
                "beta > 0",
                "z >= 0",
                "beta*(1 - z^2) == z",
                FLAT,
                SET,
                "v[k] == 1",
                "v[l] == 0",
            ],
            "show": [NEAR_PAIR],
        },
    ),
    proof=have(
        [
            (
                f"sum(i: {_ONE('i')}) <= 0",
                have(
                    [(f"forall i: dot(x[i], {TURN('i')}) == 0", intro("q", leaf(use=[PLACED, *FRAME])))],
                    take(FLAT, [f"fn(k1: {TURN('k1')})"], KNOWN),
                ),
            ),
            (HESSIAN, lemma("LEM-circle-hessian")),
            (
                _SAME,
                rule(
                    "equal sums",
                    rule(
                        "equal sums",
                        _BINARY,
                        e=f"fn(j: {_PAIR('p', 'j')})",
                        f=f"fn(j: {_CUT('p', 'j')})",
                        new={"x": "q"},
                    ),
                    e=f"fn(i: sum(j: {_PAIR('i', 'j')}))",
                    f=f"fn(i: sum(j: {_CUT('i', 'j')}))",
                    new={"x": "p"},
                ),
            ),
        ],
        lemma(
            "LEM-cut-pair",
            KNOWN,
            KNOWN,
            KNOWN,
            intro(["p", "q"], _LOWEST),
            KNOWN,
            KNOWN,
            KNOWN,
            leaf(f"1: sum(i: {_ONE('i')}) <= 0", f"eq -1: {HESSIAN}", f"eq 1/n: {_SAME}", times=["1/n"]),
            chi="v",
            s="z",
            c=f"fn(i, j: {PRODUCT('i', 'j')})",
        ),
    ),
)
