"""Remark 4.7 without slowness (CON-H.14), and from far away (CON-R4.7.c.R1): the first token loses the eigenvector.

In R^4 with one token, U = g v v^T: b = v^T y falls to 0, or below it, so that b stays in no ball around 1 without 0.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.models import CAUSAL_SOLUTION, TURNING
from proofs_checks.consensus.proofs.plane_motions import frame
from verify.claim import Source
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, obtain, rule, split, take, unfold

NAMES = ["e1", "e2", "e3", "e4"]
FRAME = frame(NAMES)
_B = "dot(v, y[f])"
_BALL = "exists q in number: q < 1 and limsup_at_most(1 - {0}, q)".format
FIRST: dict[str, Any] = {
    "letters": ["f: token; g: number"],
    "given": [
        "forall i: f <= i",
        "g > 0",
        "almost_always(forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b))",
        f"at_start({_B} > 0)",
    ],
    "show": [_BALL(_B)],
}
_CLOSE = "exists T in number: always(time >= T => 1 - {0} < q + (1 - q)/2)".format
_EVERY = "forall e in number: e > 0 => (exists T in number: always(time >= T => 1 - {0} < q + e))".format


def leaves(b: str, late: str, by: Tree) -> Tree:
    """From b > (1 - q)/2 > 0 at all late times a contradiction; `by` proves time < late at such a time."""
    return intro(
        "",
        obtain(
            _BALL(b),
            "q",
            unfold(
                f"limsup_at_most(1 - {b}, q)",
                have(
                    [("(1 - q)/2 > 0", leaf("1/2: q < 1"))],
                    take(
                        _EVERY(b),
                        ["(1 - q)/2"],
                        obtain(
                            _CLOSE(b),
                            "T",
                            rule(
                                "time goes on",
                                enter(
                                    "every",
                                    split(
                                        "time < T or T <= time",
                                        have(
                                            [(f"T <= max(T, {late})", rule("maximum above first", a="T", b=late))],
                                            leaf(f"1: T <= max(T, {late})", "1: time < T"),
                                        ),
                                        have(
                                            [
                                                f"1 - {b} < q + (1 - q)/2",
                                                (f"time < {late}", by),
                                                (
                                                    f"{late} <= max(T, {late})",
                                                    rule("maximum above second", a="T", b=late),
                                                ),
                                            ],
                                            leaf(f"1: {late} <= max(T, {late})", f"1: time < {late}"),
                                        ),
                                    ),
                                ),
                                T=f"max(T, {late})",
                                C="1 <= 0",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )


def alone(where: list[str], letters: dict[str, Any], first: list[Any], more: list[Tree], show: Tree) -> dict[str, Any]:
    """One token and no logits; U = g v v^T in the direction v."""
    return {
        "frame": NAMES,
        "tokens": 1,
        "where": where,
        "letters": {
            "U": [["pull", "v", "v"]],
            "P": [],
            "v": "v",
            "lam": "pull",
            "root": "2",
            "y": ["y"],
            "f": 0,
            "g": "pull",
            **letters,
        },
        "first": first,
        "given": [
            enter("ae", leaf(use=FRAME)),
            enter("every", leaf(use=FRAME)),
            leaf(),
            leaf(),
            both(enter("every", leaf(use=FRAME)), enter("ae", leaf(use=FRAME))),
            KNOWN,
            leaf(),
            enter("ae", intro(["b", ""], leaf("eq pull*dot(v, b): dot(v, b) == 0"))),
            enter("start", leaf(use=FRAME)),
            *more,
        ],
        "show": show,
    }


# s g = 1: v turns ahead of y, and the angle between them has the tangent x = e^t.
_AWAY = "dot(v, y)"
_BEHIND = have(
    [
        ("1 + time <= x", rule("exp tangent", a="time")),
        (f"{_AWAY} == 1/sqrt(1 + x^2)", leaf(use=FRAME)),
        (
            "x/sqrt(1 + x^2) <= 1",
            rule(
                "below the square",
                leaf(),
                leaf("1: 1/sqrt(1 + x^2) > 0; 1/sqrt(1 + x^2) > 0"),
                a="x/sqrt(1 + x^2)",
                b="1",
            ),
        ),
        ("1/sqrt(1 + x^2) > (1 - q)/2", leaf(f"1: 1 - {_AWAY} < q + (1 - q)/2", f"eq 1: {_AWAY} == 1/sqrt(1 + x^2)")),
        "time >= 0",
        "2/(1 - q) > 0",
    ],
    leaf(
        "1: 2/(1 - q) > 0; x/sqrt(1 + x^2) <= 1",
        "1: 2/(1 - q) > 0; 1/sqrt(1 + x^2) > 0; 1 + time <= x",
        "1: 2/(1 - q) > 0; 1/sqrt(1 + x^2) > (1 - q)/2; time >= 0",
        "1: 2/(1 - q) > 0; 1/sqrt(1 + x^2) > (1 - q)/2",
        "1:",
    ),
)

formal(
    "CON-H.14",
    sentence=(
        r"b tends to 1, or to a ball around 1, also when v(t) moves fast, from every b(0) > 0 and with a constant gap"
        r" of U(t). (With a gap that tends to 0: CON-R4.7.b.)"
    ),
    reading="a ball around 1: of a radius below 1",
    statement=model(TURNING, CAUSAL_SOLUTION, FIRST),
    refuted={
        "motion": alone(
            ["x := exp(time)", "pull := 2", "v := ((1 - x^2)*e1 + 2*x*e2)/(1 + x^2)", "y := (e1 + x*e2)/sqrt(1 + x^2)"],
            {},
            [["always(time >= 0)", rule("time passes")]],
            [],
            leaves(_AWAY, "2/(1 - q)", _BEHIND),
        )
    },
)

# v turns with the speed 2 < g/(2 root) = 5/2; beside it y is (1 - w/2, w/4 - 2), w = e^(3t), up to a factor.
_BESIDE = "((1 - w/2)*v + (w/4 - 2)*side)/sqrt(length)"
_SLOW: dict[str, Any] = {
    "letters": ["omega: number"],
    "given": ["almost_always(norm(rate(v)) <= omega)", "omega < g/(2*root)"],
}
_SPEED = enter("ae", rule("below the square", leaf(), leaf(use=FRAME), a="norm(rate(v))", b="2"))
_PASSED = have(
    [
        ("1 + 3*time <= w", rule("exp tangent", a="3*time")),
        ("dot(v, y) > 0", leaf("1: 1 - dot(v, y) < q + (1 - q)/2", "1: (1 - q)/2 > 0")),
    ],
    leaf("2/3: dot(v, y) > 0; sqrt(length) > 0", "1/3: 1 + 3*time <= w", use=FRAME),
)

_PASSES = alone(
    [
        "w := exp(3*time)",
        "pull := 10",
        "length := (1 - w/2)^2 + (w/4 - 2)^2",
        "v := cos(2*time)*e1 + sin(2*time)*e2",
        "side := -sin(2*time)*e1 + cos(2*time)*e2",
        f"y := {_BESIDE}",
    ],
    {"omega": "2"},
    [["always(length > 0)", enter("every", leaf("5/16: sq w - 16/5", "9/5:"))]],
    [_SPEED, leaf()],
    leaves("dot(v, y)", "1/3", _PASSED),
)

# As printed: for v varying slowly, from everywhere in the domain ]0, 1] that the remark names for e = 0.
formal(
    "CON-R4.7.c",
    title="Input-to-state stability of equation (8)",
    sentence=(
        r"For v varying slowly, b converges to a ball around 1 whose radius is an increasing function of $\sup|e|$, $e"
        r" = \dot v^Ty$."
    ),
    source=Source(PAPER, "Remark 4.7"),
    kind="stability",
    reading="slowly: slower than half the gap allows; from every b(0) in ]0, 1], the domain named for e = 0; a ball"
    " around 1: of a radius below 1",
    statement=model(TURNING, CAUSAL_SOLUTION, FIRST, _SLOW),
    refuted={"motion": _PASSES},
)
formal(
    "CON-R4.7.c.R1",
    sentence=(
        r"For a gap of at least g > 0 above the other eigenvalues and v varying slowly, $|\dot v| \le \omega <"
        r" g/(2\sqrt{n+1})$, b converges to a ball around 1 from every $b(0) \in \,]0, 1]$."
    ),
    reading="global: slow eigenvectors, but every initial value with b(0) > 0; a ball around 1: of a radius below 1",
    statement=model(TURNING, CAUSAL_SOLUTION, FIRST, _SLOW),
    refuted={"motion": _PASSES},
)
