"""Remark 4.7 without extra term, repaired: the first token finds v(t) where the gap has an infinite integral G.

The tangent of the angle shrinks at least by the factor exp(-G/root). With -v in the place of v this is what it says of
tokens with b < 0.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import OPPOSITE, causal
from proofs_checks.consensus.proofs.models import CAUSAL_SOLUTION, TURNING
from proofs_checks.consensus.proofs.tracking import EIGHT, FIRST_TOKEN, ROW, SIDE, SIZE, TANGENT, TURN, UNIT, B, first
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

_ACROSS = "dot(rate(v), y[f]) == 0"
_GAP: dict[str, Any] = {
    "letters": ["g: measurable number; G: moving number"],
    "given": [
        "almost_always(g >= 0)",
        "almost_always(forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b))",
        "almost_always(rate(G) == g)",
        "at_start(G == 0)",
        f"at_start({B} > 0)",
        f"almost_always({_ACROSS})",
    ],
}
_ENDLESS = "forall K in number: exists T in number: always(time >= T => G >= K)"
_SHRINKS = f"always({SIZE} <= start({SIZE})*exp(-G/root))"
_SLOPE = f"rate({SIZE}) <= -(g/root*{SIZE})"


def _beside(vector: str) -> list[tuple[str, Tree]]:
    """What U does to a vector across v."""
    return [
        (f"dot(v, {vector}) == 0", leaf(use=UNIT)),
        (f"dot({vector}, U({vector})) <= (lam - g)*dot({vector}, {vector})", KNOWN),
    ]


_BENT = f"dot(({SIDE}), U(({SIDE}))) <= (lam - g)*dot(({SIDE}), ({SIDE}))"
_ABOVE = have(
    [
        (f"almost_always({EIGHT})", lemma("CON-R4.7.a")),
        (f"start({B}) > 0", enter("start", KNOWN)),
        (
            f"always({B} >= start({B}))",
            lemma(
                "LEM-barrier",
                enter("start", leaf()),
                KNOWN,
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            _beside(f"({SIDE})"),
                            leaf(
                                f"1: 1/root > 0; {B} > 0; {_BENT}",
                                f"1: 1/root > 0; {B} > 0; g >= 0; dot(({SIDE}), ({SIDE})) >= 0",
                                f"eq -1: {EIGHT}",
                                use=["U(v) == lam*v", *UNIT, _ACROSS],
                            ),
                        ),
                    ),
                ),
                z=B,
                m=f"start({B})",
                l="0",
            ),
        ),
    ],
    enter("every", leaf(f"1: {B} >= start({B})", f"1: start({B}) > 0")),
)
_FALLS = lemma(
    "LEM-norm",
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    ("rate(dot(v, v)) == rate(1)", rule("differentiate", a="dot(v, v)", b="1")),
                    (TURN, leaf("eq 1/2: rate(dot(v, v)) == rate(1)")),
                    *_beside(f"({TANGENT})"),
                ],
                leaf(
                    f"1: 1/root > 0; dot(({TANGENT}), U(({TANGENT}))) <= (lam - g)*dot(({TANGENT}), ({TANGENT}))",
                    use=[ROW, "U(v) == lam*v", *UNIT, TURN, _ACROSS],
                ),
            ),
        ),
    ),
    enter("ae", intro("", leaf(f"eq g/root: {SIZE} == 0"))),
    p=TANGENT,
    b=f"-(g/root*{SIZE})",
)
_SCALED = f"-({SIZE}*exp(G/root))"
_SMALLER = first(
    have(
        [
            (f"almost_always({_SLOPE})", _FALLS),
            (
                f"always({_SCALED} >= start({_SCALED}))",
                rule("monotone", leaf(f"1: {_SLOPE}; exp(G/root) > 0", use=["rate(G) == g"]), z=_SCALED),
            ),
            ("start(G) == 0", enter("start", leaf("eq 1: G == 0"))),
        ],
        enter("every", leaf(f"1: {_SCALED} >= start({_SCALED})", use=["start(G) == 0"], times=["exp(G/root)"])),
    )
)
_BOUND = f"root*start({SIZE})^2/(2*q)"
_LATE = f"exists T in number: always(time >= T => G >= {_BOUND})"
_GROWN = f"start({SIZE})^2 + q <= q*exp(2*G/root)"
_CLOSE = f"{SIZE}^2 <= start({SIZE})^2*exp(-2*G/root)"
_NEAR = have(
    [
        f"G >= {_BOUND}",
        ("1 + 2*G/root <= exp(2*G/root)", rule("exp tangent", a="2*G/root")),
        (_GROWN, leaf("1: q > 0; 1 + 2*G/root <= exp(2*G/root)", f"2: q > 0; 1/root > 0; G >= {_BOUND}")),
        f"{SIZE} <= start({SIZE})*exp(-G/root)",
        (
            _CLOSE,
            leaf(
                f"1: {SIZE} <= start({SIZE})*exp(-G/root); {SIZE} >= 0",
                f"1: {SIZE} <= start({SIZE})*exp(-G/root); start({SIZE}) >= 0; exp(-G/root) > 0",
            ),
        ),
        (f"{SIZE}^2 < q", leaf(f"1: {_CLOSE}", f"1: {_GROWN}; exp(-2*G/root) > 0", "1: q > 0; exp(-2*G/root) > 0")),
        (f"1 - {B} >= 0", leaf("1/2: dot(y[f] - v, y[f] - v) >= 0", use=UNIT)),
    ],
    rule(
        "absolute",
        leaf("1: q > 0", f"1: 1 - {B} >= 0"),
        leaf(
            f"1: {SIZE}^2 < q",
            f"1: 1 - {B} >= 0; {B} > 0; sq {SIZE}",
            f"1: 1 - {B} >= 0; sq {SIZE}",
            f"1: 1 - {B} >= 0; {B} > 0",
            use=UNIT,
        ),
        e=f"{B} - 1",
        b="q",
    ),
)

formal(
    "CON-R4.7.b.repaired",
    statement=model(
        TURNING,
        CAUSAL_SOLUTION,
        FIRST_TOKEN,
        _GAP,
        {"show": [f"always({B} > 0)", _SHRINKS, f"({_ENDLESS}) => tends({B}, 1)"]},
    ),
    proof=[
        unfold("solves(causal, y)", _ABOVE),
        _SMALLER,
        intro(
            "",
            unfold(
                "goal",
                intro(
                    ["q", ""],
                    take(
                        _ENDLESS,
                        [_BOUND],
                        obtain(
                            _LATE,
                            "T",
                            witness(
                                "T",
                                unfold("solves(causal, y)", enter("every", intro("", _NEAR))),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance=causal(f=0, g=0, G=0),
    twin=Variant(
        "tokens in the opposite hemisphere",
        {f"at_start({B} > 0)": f"at_start({B} != 0)"},
        causal(f=0, g=0, G=0, y=[OPPOSITE] * 3),
    ),
)
