"""One normalised step of the attention map near an equilibrium: its tangent part to first order, with a remainder."""

from __future__ import annotations

from typing import Any

from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from proofs_checks.power_method.proofs.near_equilibrium import C1, NEARBY
from proofs_checks.power_method.proofs.near_image import C2, C3, C4, HALF, SEES
from proofs_checks.power_method.proofs.near_step import LINEAR, QUOTIENT, R, off_short
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

LENGTH = "(1 + alpha*nu)"
SMALL = f"2*{C2}*r <= {LENGTH}"
_Y = f"(Y[o] + alpha*{SEES})"
_GAP = f"({_Y} - {LENGTH}*S[o])"
_MEAN = f"forall w in vector: dot(w, {SEES} - nu*S[o]) <= v*(24*p + 4)*r*norm(w)"
_SPREAD = f"({LENGTH}*alpha*{C3} + {C2}*(1 + alpha*{C4}))"
REMAINDER = f"2/{LENGTH}^2*{_SPREAD}"
_FIRST = "(off(o) + alpha*linear)"
_OFF = f"(across(unit({_Y})) - 1/{LENGTH}*{_FIRST})"
_LONG = f"{REMAINDER}*r^2"


def _at(fact: str, w: str) -> tuple[str, Tree]:
    return fact.partition(": ")[2].replace("(w", f"({w}"), take(fact, [w], KNOWN)


_CLOSE = intro(
    "z",
    have(
        [
            ("dot(z, Y[o] - S[o]) <= norm(z)*norm(Y[o] - S[o])", rule("Cauchy-Schwarz", u="z", w="Y[o] - S[o]")),
            (f"dot(z, {SEES} - nu*S[o]) <= v*(24*p + 4)*r*norm(z)", KNOWN),
        ],
        leaf(
            "1: dot(z, Y[o] - S[o]) <= norm(z)*norm(Y[o] - S[o])",
            "1: norm(z) >= 0; norm(Y[o] - S[o]) <= r",
            f"1: alpha > 0; dot(z, {SEES} - nu*S[o]) <= v*(24*p + 4)*r*norm(z)",
        ),
    ),
)
_BACK = f"(-{_GAP})"
_UP = f"norm({LENGTH}*S[o] + {_GAP}) <= norm({LENGTH}*S[o]) + norm({_GAP})"
_DOWN = f"norm({_Y} + {_BACK}) <= norm({_Y}) + norm({_BACK})"
_LENGTHS: Steps = [
    R,
    ("v*p >= 0", leaf("1: v >= 0; p >= 0")),
    (f"{C2} >= 0", leaf("1:", "24: alpha > 0; v*p >= 0", "4: alpha > 0; v >= 0")),
    (f"{C2}*r >= 0", leaf(f"1: {C2} >= 0; r >= 0")),
    (_MEAN, lemma("LEM-near-equilibrium.mean")),
    (f"norm({_GAP}) <= {C2}*r", lemma("LEM-short-by-products", KNOWN, _CLOSE, u=_GAP, b=f"{C2}*r")),
    "dot(S[o], S[o]) == 1",
    (f"norm({LENGTH}*S[o]) == {LENGTH}", leaf(norms=[LENGTH], use=["dot(S[o], S[o]) == 1"])),
    (_UP, rule("triangle", u=f"{LENGTH}*S[o]", w=_GAP)),
    (_DOWN, rule("triangle", u=_Y, w=_BACK)),
    (
        f"norm({_Y}) - {LENGTH} <= {C2}*r",
        leaf(f"1: {_UP}", f"1: norm({_GAP}) <= {C2}*r", f"eq 1: norm({LENGTH}*S[o]) == {LENGTH}"),
    ),
    (
        f"{LENGTH} - norm({_Y}) <= {C2}*r",
        leaf(f"1: {_DOWN}", f"1: norm({_GAP}) <= {C2}*r", f"eq -1: norm({LENGTH}*S[o]) == {LENGTH}"),
    ),
    (f"2*norm({_Y}) - {LENGTH} >= 0", leaf(f"2: {LENGTH} - norm({_Y}) <= {C2}*r", f"1: {SMALL}")),
    (f"norm({_Y}) > 0", leaf(f"1/2: 2*norm({_Y}) - {LENGTH} >= 0", f"1/2: {LENGTH} > 0")),
]
_ALONG = f"dot(-S[o], {_GAP}) <= norm(-S[o])*norm({_GAP})"
_SIDE = have(
    [
        *_LENGTHS,
        (_ALONG, rule("Cauchy-Schwarz", u="-S[o]", w=_GAP)),
        ("norm(S[o]) == 1", leaf(norms=["1"], use=["dot(S[o], S[o]) == 1"])),
        (
            f"dot(S[o], {_Y}) > 0",
            leaf(
                f"1: {_ALONG}",
                f"1: norm({_GAP}) <= {C2}*r",
                f"1/2: {SMALL}",
                f"1/2: {LENGTH} > 0",
                use=["norm(S[o]) == 1", "dot(S[o], S[o]) == 1"],
            ),
        ),
    ],
    leaf(f"1: dot(S[o], {_Y}) > 0; 1/norm({_Y}) > 0"),
)


def _first(sign: str) -> tuple[str, Tree]:
    z = f"{sign}z"
    cauchy = f"dot({z}, off(o)) <= norm({z})*norm(off(o))"
    return (
        f"dot({z}, {_FIRST}) <= (1 + alpha*{C4})*r*norm(z)",
        have(
            [_at(LINEAR, z), (cauchy, rule("Cauchy-Schwarz", u=z, w="off(o)"))],
            leaf(
                f"1: {cauchy}",
                "1: norm(z) >= 0; norm(off(o)) <= r",
                f"1: alpha > 0; {_at(LINEAR, z)[0].replace('norm(z)', f'norm({z})')}",
            ),
        ),
    )


_TIGHT = intro(
    "z",
    have(
        [
            _at(QUOTIENT, "z"),
            _first(""),
            _first("-"),
            (f"{_SPREAD}*r^2*norm(z) >= 0", leaf(f"1: {_SPREAD} >= 0; sq r; norm(z) >= 0")),
        ],
        leaf(
            f"1: {LENGTH} > 0; alpha > 0; {_at(QUOTIENT, 'z')[0]}",
            f"1/2: norm({_Y}) - {LENGTH} <= {C2}*r; dot(z, {_FIRST}) <= (1 + alpha*{C4})*r*norm(z)",
            f"1/2: {LENGTH} - norm({_Y}) <= {C2}*r; dot(-z, {_FIRST}) <= (1 + alpha*{C4})*r*norm(z)",
            f"1: 1/{LENGTH} > 0; 2*norm({_Y}) - {LENGTH} >= 0; {_SPREAD}*r^2*norm(z) >= 0",
            times=[f"norm({_Y})", LENGTH],
        ),
    ),
)
_NORMALISED = have(
    [
        *_LENGTHS,
        *off_short("o"),
        *HALF,
        (LINEAR, lemma("LEM-near-equilibrium.linear")),
        (QUOTIENT, lemma("LEM-near-equilibrium.quotient")),
        ("v*p^2 >= 0", leaf("1: v*p >= 0; p >= 0")),
        (f"{C1} >= 0", leaf("18: v*p^2 >= 0", "8: v*p >= 0", "1: v >= 0")),
        (f"{C4} >= 0", leaf("2: v*p >= 0", "1: v >= 0")),
        (f"{C3} >= 0", leaf(f"2: {C1} >= 0", f"12: p >= 0; {C4} >= 0")),
        (
            f"{_SPREAD} >= 0",
            leaf(f"1: {LENGTH} > 0; alpha > 0; {C3} >= 0", f"1: {C2} >= 0", f"1: {C2} >= 0; alpha > 0; {C4} >= 0"),
        ),
        (f"{_LONG} >= 0", leaf(f"2: 1/{LENGTH} > 0; 1/{LENGTH} > 0; {_SPREAD} >= 0; sq r")),
    ],
    lemma("LEM-short-by-products", KNOWN, _TIGHT, u=_OFF, b=_LONG),
)
STEP: dict[str, Any] = model(
    V,
    P,
    {"where": ATTENTION["where"]},
    NEARBY,
    {"given": ["alpha > 0", f"{LENGTH} > 0", SMALL]},
)

formal(
    "LEM-near-equilibrium",
    title="One step of the attention map near an equilibrium, to first order in the tangent parts",
    statement=model(STEP, {"show": [f"norm({_Y}) > 0", f"dot(S[o], unit({_Y})) > 0", f"norm({_OFF}) <= {_LONG}"]}),
    proof=[have(_LENGTHS, KNOWN), _SIDE, _NORMALISED],
)
