"""Where the derivative of the attention map contracts at an equilibrium, its eigenvalues are in the unit disc."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attracting import SMALL
from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.near_contracts import EQUILIBRIUM
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, define, have, intro, leaf, lemma, obtain, rule, take, witness

PAIR = ("one", "two")
SLOPE = "D(attention, {0}, {1}, i)".format


def eigenvalue(S: str) -> Part:
    """re + i im is a tangent eigenvalue at S, by a pair of tangent states that the derivative turns and stretches."""
    return {
        "letters": ["one[token], two[token]: vector; re, im: number"],
        "given": [
            *[f"forall i: dot({S}[i], {d}[i]) == 0" for d in PAIR],
            "exists i: one[i] != 0 or two[i] != 0",
            f"forall i: {SLOPE(S, 'one')} == re*one[i] - im*two[i]",
            f"forall i: {SLOPE(S, 'two')} == im*one[i] + re*two[i]",
        ],
    }


_SEEN = "V(sum(j: weight(S, t, j)*S[j]))"
_AT = ["dot(S[t], S[t]) == 1", f"{_SEEN} == nu[t]*S[t]", "1 + alpha*nu[t] > 0"]


def _slope(d: str) -> tuple[str, Tree]:
    """The derivative of the map in a tangent direction is what contracts."""
    lin = f"(dot({d}[t], P(S[{{0}}])) + dot(S[t], P({d}[{{0}}])))".format
    turned = f"turned := sum(k: weight(S, t, k)*{lin('k')})"
    moved = f"({d}[t] + alpha*V(sum(j: weight(S, t, j)*(({lin('j')} - turned)*S[j] + {d}[j]))))"
    image = f"(S[t] + alpha*{_SEEN})"
    whole = f"1/norm{image}*({moved} - (1/norm{image})^2*dot({image}, {moved})*{image})"
    part = f"1/(1 + alpha*nu[t])*({moved} - dot(S[t], {moved})*S[t])"
    slope = SLOPE("S", d).replace("i)", "t)")
    along = [f"dot({_SEEN}, {z}) == dot(nu[t]*S[t], {z})" for z in ("z", "S[t]")]
    return (
        f"forall i: {SLOPE('S', d)} == derived({d}, i)",
        intro(
            "t",
            define(
                [turned],
                have(
                    [
                        *_AT,
                        f"dot(S[t], {d}[t]) == 0",
                        (along[1], lemma("LEM-same-dot", u=_SEEN, w="nu[t]*S[t]", z="S[t]")),
                        (
                            f"norm({image}) > 0",
                            lemma(
                                "LEM-direction.length",
                                leaf(f"eq alpha/(1 + alpha*nu[t]): {along[1]}", use=_AT[:1]),
                                l="1/(1 + alpha*nu[t])*S[t]",
                                u=image,
                            ),
                        ),
                        (f"{slope} == {whole}", leaf()),
                        (
                            f"{whole} == {part}",
                            lemma("LEM-unit-derivative", s="S[t]", u=_SEEN, e=moved, k="alpha", r="nu[t]"),
                        ),
                        (
                            f"{part} == derived({d}, t)",
                            lemma(
                                "LEM-same-products",
                                intro(
                                    "z",
                                    have(
                                        [(along[0], lemma("LEM-same-dot", u=_SEEN, w="nu[t]*S[t]", z="z"))],
                                        leaf(
                                            "eq -alpha*turned/(1 + alpha*nu[t]): " + along[0],
                                            "eq alpha*turned*dot(z, S[t])/(1 + alpha*nu[t]): " + along[1],
                                            use=["dot(S[t], S[t]) == 1", f"dot(S[t], {d}[t]) == 0"],
                                        ),
                                    ),
                                ),
                                u=part,
                                w=f"derived({d}, t)",
                            ),
                        ),
                        (f"{slope} == {part}", lemma("LEM-same-chain", u=slope, w=whole, z=part)),
                    ],
                    lemma("LEM-same-chain", u=slope, w=part, z=f"derived({d}, t)"),
                ),
            ),
        ),
    )


_BOUND = "exists z in number: forall j: norm(one[j]) + norm(two[j]) <= z"
_STEPS: Steps = [
    *[_slope(d) for d in PAIR],
    (
        _BOUND,
        rule(
            "common bound",
            witness("norm(one[t]) + norm(two[t])", KNOWN),
            leaf("1: norm(one[t]) + norm(two[t]) <= y", "1: y <= z"),
            P="fn(j, z in number: norm(one[j]) + norm(two[j]) <= z)",
            new={"x": "t", "s": "y", "t": "z"},
        ),
    ),
]
_EACH = "norm(one[t]) + norm(two[t]) <= most"
_LINEAR = intro("X1,X2,X3,c1,d1,", intro("t", leaf(use=["forall i: X3[i] == c1*X1[i] + d1*X2[i]"])))
_INTO = intro("X1,,t", have([_AT[0], "dot(S[t], X1[t]) == 0"], leaf(use=[_AT[0], "dot(S[t], X1[t]) == 0"])))
formal(
    "LEM-attracting.inside",
    title="Where the derivative of the attention map contracts at an equilibrium, its eigenvalues are in the unit disc",
    statement=model(EQUILIBRIUM, eigenvalue("S"), {"given": [SMALL], "show": ["re^2 + im^2 < 1"]}),
    proof=have(
        _STEPS,
        obtain(
            _BOUND,
            "most",
            have(
                [
                    *[
                        (
                            f"forall i: norm({d}[i]) <= most",
                            intro("t", have([_EACH], leaf(f"1: {_EACH}", f"1: norm({o}[t]) >= 0"))),
                        )
                        for d, o in (PAIR, PAIR[::-1])
                    ],
                    (
                        "most >= 0",
                        rule(
                            "some element",
                            have([_EACH], leaf(f"1: {_EACH}", "1: norm(one[t]) >= 0", "1: norm(two[t]) >= 0")),
                            C="most >= 0",
                            new={"x": "t"},
                        ),
                    ),
                    *[(f"B(W*most, {d})", take(SMALL, ["most", d], KNOWN)) for d in PAIR],
                    ("W*most >= 0", leaf("1: W >= 0; most >= 0")),
                ],
                lemma(
                    "LEM-contracted-pairs",
                    _LINEAR,
                    _INTO,
                    *[KNOWN] * 9,
                    intro(
                        "t",
                        both(
                            *[
                                lemma("LEM-both-equal", a=SLOPE("S", d).replace("i)", "t)"), b=f"derived({d}, t)", c=z)
                                for d, z in zip(PAIR, ("re*one[t] - im*two[t]", "im*one[t] + re*two[t]"), strict=True)
                            ]
                        ),
                    ),
                    KNOWN,
                    a="one",
                    b="two",
                    k="W*most",
                    L="fn(Q in state, i: derived(Q, i))",
                ),
            ),
        ),
    ),
)
