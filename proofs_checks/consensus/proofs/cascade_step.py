"""The cascade step of Theorem 4.2, repaired (CON-T4.2.d.repaired): its region, its gain, and the two limits."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER, UNIT, WEIGHT, WEIGHTS, bounded, weighted
from proofs_checks.lemmas.cascade import C
from proofs_checks.lemmas.cascade_limit import COMES
from proofs_checks.lemmas.cascade_region import NEAR, REGION
from proofs_checks.lemmas.limits import soon
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

_S = "sum(h in heads: 1)/root"
_A = f"sum(j in before(g): {WEIGHT('g', 'j')})"
_GIVEN = " and ".join(f"({text})" if ":" in text else text for text in REGION["given"])
_GAIN = f"limsup_at_most(1 - {C}, 1 - r)"
FIRST, AWAY = "tends(norm(y[g] - y[f]), 0)", "tends(norm(y[g] + y[f]), 0)"
_RHO = f"(r - {C})/(r + {C})"
_FALLS = f"almost_always(({NEAR}) and r > 0 and -r < {C} and {C} < r => rate({_RHO}) <= -2*r*{_A}*{_RHO})"
_U = "exp(-time)"
_INPUT = f"(-{_U} - b*(1 - ({_U} - 1)^2))"
_HELD = (
    f"forall b in number: b > 0 => tends({_INPUT}, 0) and tends({_U} - 1, -1)"
    f" and almost_always(rate({_U} - 1) == b*(1 - ({_U} - 1)^2) + {_INPUT})"
)
_LETTERS = {**REGION, "letters": ["g: token; T, r, c0: number"], "given": ["f < g"]}
_WITH: dict[str, Any] = {"a": WEIGHTS, "delta": LOWER("g"), "S": _S}


def drawn(then: Tree) -> Tree:
    """The weights of token g: at most the sum of all, and enough of them on the tokens before it."""
    total = (
        f"{_A} >= {WEIGHT('g', 'f')}",
        rule(
            "term of a positive sum, before",
            KNOWN,
            KNOWN,
            i="g",
            y="f",
            e=f"fn(j: {WEIGHT('g', 'j')})",
            new={"x": "p"},
        ),
    )
    return weighted(
        bounded(
            have(
                [
                    (
                        f"almost_always(forall j in before(g): {WEIGHT('g', 'j')} <= {_S})",
                        enter("ae", intro("p", KNOWN)),
                    ),
                    (
                        f"almost_always({_A} >= {LOWER('g')})",
                        enter(
                            "ae",
                            have(
                                [total, f"{LOWER('g')} <= {WEIGHT('g', 'f')}"],
                                leaf(f"1: {total[0]}", f"1: {LOWER('g')} <= {WEIGHT('g', 'f')}"),
                            ),
                        ),
                    ),
                    (f"{LOWER('g')} > 0", leaf()),
                ],
                then,
            )
        )
    )


EITHER = (f"tends({C}, 1) or tends({C}, -1)", lemma("LEM-cascade.either", **_WITH))
MEETS = lemma("LEM-cosine-limit", enter("every", KNOWN), enter("every", KNOWN), KNOWN, u="y[f]", w="y[g]")

PARTS = lemma(
    "LEM-cosine-limit",
    enter("every", leaf(use=[UNIT])),
    enter("every", KNOWN),
    lemma("LEM-tends.opposite", KNOWN, z="dot(-y[f], y[g])", c="-1"),
    u="-y[f]",
    w="y[g]",
)
_LATE = "max(T5, T6)"
_GAINED = "exists T5 in number: always(time >= T5 => 1 - dot(y[f], y[g]) < 1 - r + r/2)"
_EVERY_GAIN = (
    "forall e5 in number: e5 > 0 => (exists T5 in number: always(time >= T5 => 1 - dot(y[f], y[g]) < 1 - r + e5))"
)
_CLASH = absurd(
    have(
        [("r/2 > 0", leaf("1/2: r > 0"))],
        unfold(
            _GAIN,
            take(
                _EVERY_GAIN,
                ["r/2"],
                obtain(
                    _GAINED,
                    "T5",
                    soon(
                        C,
                        "-1",
                        "r/2",
                        "T6",
                        KNOWN,
                        rule(
                            "time goes on",
                            enter(
                                "every",
                                cases(
                                    f"time - {_LATE}",
                                    have(
                                        [
                                            (f"T5 <= {_LATE}", rule("maximum above first", a="T5", b="T6")),
                                            (f"T6 <= {_LATE}", rule("maximum above second", a="T5", b="T6")),
                                            ("time >= T5", leaf(f"1: time - {_LATE} >= 0", f"1: T5 <= {_LATE}")),
                                            ("time >= T6", leaf(f"1: time - {_LATE} >= 0", f"1: T6 <= {_LATE}")),
                                            f"1 - {C} < 1 - r + r/2",
                                            f"abs({C} - (-1)) < r/2",
                                            (f"{C} - (-1) <= abs({C} - (-1))", rule("absolute above", e=f"{C} - (-1)")),
                                        ],
                                        absurd(
                                            leaf(
                                                f"1: 1 - {C} < 1 - r + r/2",
                                                f"1: abs({C} - (-1)) < r/2",
                                                f"1: {C} - (-1) <= abs({C} - (-1))",
                                            )
                                        ),
                                    ),
                                    leaf(f"1: time - {_LATE} < 0"),
                                ),
                            ),
                            T=_LATE,
                            C="1 <= 0",
                        ),
                    ),
                ),
            ),
        ),
    )
)
_REACHES = intro(
    "",
    have(
        [(_GAIN, lemma("LEM-cascade.region", **_WITH)), EITHER],
        split(EITHER[0], MEETS, _CLASH),
    ),
)
_SHRINKS = have(
    [
        (
            f"almost_always(({NEAR}) => rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2)))",
            lemma("LEM-cascade.rate", a=WEIGHTS, q="1 - r^2"),
        )
    ],
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    f"rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2))",
                    (f"r + {C} > 0", leaf(f"1: -r < {C}")),
                ],
                leaf(f"2: r > 0; 1/(r + {C}) > 0; 1/(r + {C}) > 0; rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2))"),
            ),
        ),
    ),
)


def _vanishes(z: str, bound: str, positive: Tree, up: Tree, down: Tree) -> list[tuple[str, Tree]]:
    """What is at most a multiple of exp(-t) tends to 0."""
    below = enter("every", have([_NOW], rule("absolute at most", up, down, e=z, b=f"{bound}*exp(-1*time)")))
    small = unfold("goal", witness(bound, witness("1", both(positive, leaf("1:"), below))))
    return [(f"exponentially_small({z})", small), (f"tends({z}, 0)", lemma("LEM-small.tends", z=z))]


_NOW = (f"{_U} <= exp(0)", rule("exp monotone", leaf("1: time >= 0"), a="-time", b="0"))
_HELD_THERE = intro(
    ["b", ""],
    have(
        [
            ("always(time >= 0)", rule("time passes")),
            *_vanishes(
                _INPUT,
                "(1 + 2*b)",
                leaf("1:", "2: b > 0"),
                leaf(f"1: b > 0; {_U} > 0; {_U} <= exp(0)", f"2: {_U} > 0", f"3: b > 0; {_U} > 0"),
                leaf(f"1: b > 0; {_U} > 0; {_U} > 0"),
            ),
            *_vanishes(_U, "1", leaf("1:"), leaf(), leaf(f"2: {_U} > 0")),
        ],
        both(
            KNOWN,
            lemma("LEM-tends.same", KNOWN, enter("every", leaf()), a=_U, b=f"{_U} - 1", c="0", d="-1"),
            enter("ae", leaf()),
        ),
    ),
)
_REST: dict[str, Any] = {"g": 2, "K": 6, "T": 0, "r": "1/2", "c0": 1}

formal(
    "CON-T4.2.d.repaired",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        _LETTERS,
        {
            "show": [
                f"{_GIVEN} => {_GAIN}",
                f"({COMES}) and {_GIVEN} => {FIRST}",
                f"({COMES}) => ({FIRST}) or ({AWAY})",
                _FALLS,
                _HELD,
            ]
        },
    ),
    proof=[
        drawn(intro("", lemma("LEM-cascade.region", **_WITH))),
        drawn(_REACHES),
        drawn(intro("", have([EITHER], split(EITHER[0], {"left": MEETS}, {"right": PARTS})))),
        weighted(_SHRINKS),
        _HELD_THERE,
    ],
    instance=heads(**_REST),
    twin=Variant(
        "every later token comes to the first one",
        {f"({FIRST}) or ({AWAY})": f"({FIRST})"},
        heads(**_REST, y=[TOP, TOP, OPPOSITE]),
    ),
)
