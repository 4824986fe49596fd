"""Two tokens with scalar value matrices u I (CON-G5.2.h.repaired): the sign of u decides, not P.

The cosine g obeys g' = u (b + c) (1 - g^2) with weights that are bounded from below where P is bounded.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import LOGITS, ON_ELLIPSE
from proofs_checks.consensus.proofs.two_tokens import ANY_LOGITS, PAIR, instance
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule

_LOGITS = " and ".join(f"-M <= logit(h, {p}, {q}) <= M" for p, q in (("y", "y"), ("y", "z"), ("z", "y"), ("z", "z")))
_SCALAR: dict[str, Any] = {
    "letters": ["u, M: number"],
    "where": ["valued(h, x) := u*x"],
    "given": [f"almost_always(forall h in heads: {_LOGITS})"],
}
_BRACKET = "sum(h in heads: b(h) + c(h))"
_DELTA = "sum(h in heads: exp(-2*M)/root)"
_EQUATION = f"rate(g) == u*{_BRACKET}*(1 - g^2)"
_RATES = ["rate(y) == forcey - dot(y, W(forcey))*y", "rate(z) == forcez - dot(z, W(forcez))*z"]
_UNITS = ["dot(y, W(y)) == 1", "dot(z, W(z)) == 1"]


def _share(own: str, other: str, weight: str, logits: tuple[str, str]) -> Tree:
    """A weight is at least exp(-2M)/(2 root)."""
    first, second = (f"exp({logit})" for logit in logits)
    factor = f"1/({own} + {other}) > 0"
    return have(
        [
            (f"exp(-M) <= {first}", rule("exp monotone", a="-M", b=logits[0])),
            (f"{first} <= exp(M)", rule("exp monotone", a=logits[0], b="M")),
            (f"{second} <= exp(M)", rule("exp monotone", a=logits[1], b="M")),
        ],
        leaf(
            f"1: exp(-M) <= {first}; 1/root > 0; {factor}",
            f"1/2: exp(-2*M) > 0; {first} <= exp(M); 1/root > 0; {factor}",
            f"1/2: exp(-2*M) > 0; {second} <= exp(M); 1/root > 0; {factor}",
        ),
    )


_HALF = "exp(-2*M)/(2*root)"
_BELOW = (
    f"almost_always({_BRACKET} >= {_DELTA})",
    enter(
        "ae",
        have(
            [
                (
                    "sum(h in heads: b(h) + c(h) - exp(-2*M)/root) >= 0",
                    rule(
                        "positive sum, heads",
                        have(
                            [
                                _LOGITS.replace("(h, ", "(x, "),
                                (
                                    f"b(x) >= {_HALF}",
                                    _share(
                                        "odds(x, y, y)", "odds(x, y, z)", "b(x)", ("logit(x, y, z)", "logit(x, y, y)")
                                    ),
                                ),
                                (
                                    f"c(x) >= {_HALF}",
                                    _share(
                                        "odds(x, z, y)", "odds(x, z, z)", "c(x)", ("logit(x, z, y)", "logit(x, z, z)")
                                    ),
                                ),
                            ],
                            leaf(f"1: b(x) >= {_HALF}", f"1: c(x) >= {_HALF}"),
                        ),
                        e="fn(h in heads: b(h) + c(h) - exp(-2*M)/root)",
                    ),
                )
            ],
            leaf("1: sum(h in heads: b(h) + c(h) - exp(-2*M)/root) >= 0"),
        ),
    ),
)
_COSINE = [
    ("almost_always(" + _EQUATION + ")", enter("ae", leaf(use=[*_RATES, *_UNITS]))),
    _BELOW,
    (f"{_DELTA} > 0", leaf()),
]


def _within(sign: str) -> tuple[str, Tree]:
    """The cosine is at most 1 in size."""
    vector = f"y {'-' if sign == '' else '+'} z"
    return (
        f"always({sign}g <= 1)",
        enter(
            "every",
            have(
                [(f"dot({vector}, W({vector})) >= 0", rule("nonnegative form", W="W", u=vector))],
                leaf(f"1/2: dot({vector}, W({vector})) >= 0", use=_UNITS),
            ),
        ),
    )


def _apart(sign: str) -> tuple[str, Tree]:
    """At first the tokens are not at the other end."""
    vector = f"y {'+' if sign == '' else '-'} z"
    return (
        f"at_start({sign}g > -1)",
        enter(
            "start",
            have(
                [(f"dot({vector}, W({vector})) > 0", rule("positive form", W="W", u=vector))],
                leaf(f"1/2: dot({vector}, W({vector})) > 0", use=_UNITS),
            ),
        ),
    )


def _drawn(sign: str) -> Tree:
    """sign*g tends to 1, where sign*u > 0."""
    vector = f"y {'-' if sign == '' else '+'} z"
    strength = f"{sign}u*{_BRACKET}"
    return intro(
        "",
        have(
            [
                *_COSINE,
                _within(sign),
                _apart(sign),
                (
                    f"almost_always(rate({sign}g) == {strength}*(1 - ({sign}g)^2))",
                    enter("ae", leaf(f"eq {sign}1: {_EQUATION}")),
                ),
                (
                    f"always(1 + {sign}g > 0) and decays((1 - {sign}g)/(1 + {sign}g), 2*({sign}u*{_DELTA}))"
                    f" and exponentially_small(1 - {sign}g)",
                    lemma(
                        "LEM-cosine",
                        leaf(f"1: {sign}u > 0; {_DELTA} > 0"),
                        KNOWN,
                        enter("ae", leaf(f"1: {sign}u > 0; {_BRACKET} >= {_DELTA}")),
                        KNOWN,
                        KNOWN,
                        z=f"{sign}g",
                        a=strength,
                        delta=f"{sign}u*{_DELTA}",
                    ),
                ),
            ],
            lemma(
                "LEM-small.below",
                KNOWN,
                leaf(),
                enter(
                    "every",
                    have(
                        [(f"dot({vector}, W({vector})) >= 0", rule("nonnegative form", W="W", u=vector))],
                        rule(
                            "absolute at most",
                            leaf(use=_UNITS),
                            leaf(f"2: dot({vector}, W({vector})) >= 0", use=_UNITS),
                            e=f"dot({vector}, W({vector}))",
                            b=f"2*(1 - {sign}g)",
                        ),
                    ),
                ),
                z=f"dot({vector}, W({vector}))",
                r=f"1 - {sign}g",
                c="2",
            ),
        ),
    )


_KEPT = intro(
    "",
    have(
        [
            _COSINE[0],
            ("always(g >= start(g))", rule("monotone", leaf(f"eq -1: {_EQUATION}", use=["u == 0"]), z="g")),
            ("always(-g >= start(-g))", rule("monotone", leaf(f"eq 1: {_EQUATION}", use=["u == 0"]), z="-g")),
        ],
        enter("every", rule("antisymmetry", leaf("1: -g >= start(-g)"), leaf("1: g >= start(g)"), a="g", b="start(g)")),
    ),
)
_TOGETHER: dict[str, Any] = {"P": LOGITS, "u": 2, "M": 6, "y": ON_ELLIPSE, "z": [0, "-1/2", 0, 0]}

formal(
    "CON-G5.2.h.repaired",
    statement=model(
        ANY_LOGITS,
        _SCALAR,
        PAIR,
        {
            "given": ["positive_definite(W)", "at_start(y + z != 0)", "at_start(y - z != 0)"],
            "show": [
                f"almost_always({_EQUATION})",
                "u > 0 => exponentially_small(dot(y - z, W(y - z)))",
                "u == 0 => always(g == start(g))",
                "u < 0 => exponentially_small(dot(y + z, W(y + z)))",
            ],
        },
    ),
    proof=[_COSINE[0][1], _drawn(""), _KEPT, _drawn("-")],
    instance=instance(2, {**_TOGETHER, "u": 0, "z": ["3/5", "2/5", 0, 0]}),
    twin=Variant(
        "an antipodal pair",
        {"at_start(y + z != 0)": "at_start(y != 0)"},
        instance(2, _TOGETHER),
    ),
)
