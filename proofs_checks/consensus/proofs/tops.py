"""Hemispheres and heights in the metric W: their tops, the two families of hemispheres, and consensus equilibria."""

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE, Values, diagonal, state
from proofs_checks.consensus.proofs.setting import ANY_VALUES
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    absurd,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
    split,
    take,
)

HEIGHTS_OF = {
    "letters": ["W: operator; v, z: vector; C: number; y[token]: vector"],
    "given": [
        "positive_definite(W)",
        "W(z) == v",
        "C > 0",
        "C^2 == dot(v, z)",
        "forall i: dot(y[i], W(y[i])) == 1",
        "dot(v, W(v)) == 1",
    ],
}
_OFF = "dot(y[p] - z/C, W(y[p] - z/C))"
_USE = ["W(z) == v", "forall i: dot(y[i], W(y[i])) == 1"]
_FAR = f"C - dot(v, y[p]) == C/2*{_OFF}"
_LEVEL: Values = {
    "tokens": 3,
    "dim": 4,
    "letters": {
        "W": METRIC,
        "v": [1, 0, 0, 0],
        "z": [1, 0, 0, 0],
        "C": 1,
        "y": [ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]],
    },
}


def _equal(a: str, b: str, nothing: object) -> object:
    """Two points are one where their distance in the metric W is not positive, by `nothing`."""
    form = f"dot({a} - {b}, W({a} - {b}))"
    return split(
        f"{a} == {b} or {a} != {b}",
        KNOWN,
        have(
            [(f"{form} > 0", rule("positive form", W="W", u=f"{a} - {b}")), (f"{form} <= 0", nothing)],
            absurd(leaf(f"1: 1/({form}) > 0; {form} <= 0")),
        ),
    )


formal(
    "CON-T3.2.g.repaired",
    statement=model(
        HEIGHTS_OF,
        {
            "show": [
                "forall i: C - dot(v, y[i]) == C/2*dot(y[i] - z/C, W(y[i] - z/C))",
                "forall i: dot(v, y[i]) <= C",
                "forall i: (dot(v, y[i]) == C => y[i] == z/C) and (y[i] == z/C => dot(v, y[i]) == C)",
                "(z/C == v => W(v) == v/C) and (W(v) == v/C => z/C == v)",
                "forall i: 1 - dot(v, W(y[i])) == dot(y[i] - v, W(y[i] - v))/2",
            ]
        },
    ),
    proof=[
        intro("p", leaf("eq 1/(2*C): C^2 == dot(v, z)", use=_USE)),
        intro(
            "p",
            have(
                [(f"{_OFF} >= 0", rule("nonnegative form", W="W", u="y[p] - z/C")), _FAR],
                leaf(f"1/2: C > 0; {_OFF} >= 0", f"eq -1: {_FAR}"),
            ),
        ),
        intro(
            "p",
            both(
                intro("", _equal("y[p]", "z/C", have([_FAR], leaf(f"eq -2/C: {_FAR}", "eq -2/C: dot(v, y[p]) == C")))),
                intro("", leaf("eq -1/C: C^2 == dot(v, z)", use=["y[p] == z/C"])),
            ),
        ),
        both(
            intro(
                "",
                have(
                    [
                        ("v == z/C", KNOWN),
                        ("z == C*v", leaf(use=["v == z/C"])),
                        ("W(z) == C*W(v)", leaf(use=["z == C*v"])),
                        ("C*W(v) == v", lemma("LEM-both-equal", a="W(z)", b="C*W(v)", c="v")),
                    ],
                    lemma("LEM-divided", k="C", u="W(v)", w="v"),
                ),
            ),
            intro("", _equal("z/C", "v", leaf(use=["W(z) == v", "W(v) == v/C"]))),
        ),
        intro("p", leaf(use=["forall i: dot(y[i], W(y[i])) == 1", "dot(v, W(v)) == 1"])),
    ],
    instance=_LEVEL,
    twin=Variant(
        "the top at twice the height",
        {"C^2 == dot(v, z)": "C^2 == 4*dot(v, z)"},
        {**_LEVEL, "letters": {**_LEVEL["letters"], "C": 2}},
    ),
)

_CONSENSUS = "sum(h in heads: U[h](z)) - dot(z, W(sum(h in heads: U[h](z))))*z"

_FIELD = "force(fn(k: z), {0}) - dot(z, W(force(fn(k: z), {0})))*z".format
_DOTTED = (
    f"almost_always({_FIELD('p')} == 0 => dot({_CONSENSUS}, {_FIELD('p')}) == dot({_CONSENSUS}, 0*z))",
    lemma("LEM-same-dot.now", u=_FIELD("p"), w="0*z", z=_CONSENSUS),
)
_BACK_DOT = f"dot({_FIELD('p')}, {_CONSENSUS}) == dot({_FIELD('p')}, 0*z)"
_BACK = (
    f"almost_always({_CONSENSUS} == 0 => dot({_FIELD('p')}, {_CONSENSUS}) == dot({_FIELD('p')}, 0*z))",
    lemma("LEM-same-dot.now", u=_CONSENSUS, w="0*z", z=_FIELD("p")),
)

formal(
    "CON-E9.c.R1.repaired",
    statement=model(
        ANY_VALUES,
        {
            "letters": ["z: vector"],
            "show": [
                f"almost_always((forall i: {_FIELD('i')} == 0) => {_CONSENSUS} == 0)",
                f"almost_always({_CONSENSUS} == 0 => (forall i: {_FIELD('i')} == 0))",
                "almost_always(dot(z, W(z)) == 1 and (forall h in heads: U[h](z) == z)"
                " => (forall i: force(fn(k: z), i) - dot(z, W(force(fn(k: z), i)))*z == 0))",
            ],
        },
    ),
    proof=[
        rule(
            "some element",
            have(
                [_DOTTED],
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [
                                (f"{_FIELD('p')} == 0", take(f"forall i: {_FIELD('i')} == 0", ["p"], KNOWN)),
                                f"dot({_CONSENSUS}, {_FIELD('p')}) == dot({_CONSENSUS}, 0*z)",
                            ],
                            rule(
                                "equal vectors",
                                leaf(f"eq root: dot({_CONSENSUS}, {_FIELD('p')}) == dot({_CONSENSUS}, 0*z)"),
                                u=_CONSENSUS,
                                w="0*z",
                            ),
                        ),
                    ),
                ),
            ),
            new={"x": "p"},
            C=f"almost_always((forall i: {_FIELD('i')} == 0) => {_CONSENSUS} == 0)",
        ),
        have(
            [
                (
                    f"forall i: almost_always({_CONSENSUS} == 0 => {_FIELD('i')} == 0)",
                    intro(
                        "p",
                        have(
                            [_BACK],
                            enter(
                                "ae",
                                intro(
                                    "",
                                    have(
                                        [_BACK_DOT],
                                        rule(
                                            "equal vectors",
                                            leaf(f"eq 1/root: {_BACK_DOT}"),
                                            u=_FIELD("p"),
                                            w="0*z",
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                )
            ],
            enter("ae", intro(["", "p"], take(f"forall i: {_CONSENSUS} == 0 => {_FIELD('i')} == 0", ["p"], KNOWN))),
        ),
        enter(
            "ae",
            intro(["", "p"], leaf(use=["dot(z, W(z)) == 1", "forall h in heads: U[h](z) == z"])),
        ),
    ],
    instance=state({"U": [diagonal(1, 1, 1, 1)] * 2, "z": ON_ELLIPSE}, without="v"),
    twin=Variant(
        "for every direction",
        {f"{_CONSENSUS} == 0 => ": "0 <= 0 => "},
        state({"U": LOGITS, "z": ON_ELLIPSE}, without="v"),
    ),
)
