"""The gain rho/lambda of Theorem 4.5 (CON-X6): as a bound on tangents, and attained by two tokens in a plane.

The second token is drawn by the first alone, which is held at the tangent m: the tangent of the second obeys
r' = a (b_1/b_2) (mu m - lambda r), so it rests at r = (mu/lambda) m.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import TOP, causal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.consensus.proofs.theorem_4_5 import CASCADE, SPECTRUM
from proofs_checks.lemmas.causal import HEIGHTS, SIZE
from proofs_checks.lemmas.causal_limit import GAIN, SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

_ALL = (f"({CASCADE}) and ({GAIN}) and ({SMALL})", lemma("CON-B4"))
_LIMSUP = (
    "forall i: forall R in number: R >= 0 and"
    f" (forall j in before(i): limsup_at_most({SIZE('j')}, R)) => limsup_at_most({SIZE('i')}, rho/lam*R)"
)
_HELD = {
    "letters": ["w, x: vector; z: moving vector; a: measurable number; m, mu: number"],
    "where": ["r := dot(w, z)/dot(v, z)"],
    "given": [
        "U(w) == mu*w",
        "dot(w, x) == m*dot(v, x)",
        "always(dot(v, z) > 0)",
        "almost_always(rate(z) == a*U(x) - dot(z, a*U(x))*z)",
    ],
}
_SLOPE = "rate(r) == a*dot(v, x)/dot(v, z)*(mu*m - lam*r)"
_FLOW = "rate(z) == a*U(x) - dot(z, a*U(x))*z"
_PULL = [
    ("dot(v, rate(z)) == a*lam*dot(v, x) - dot(z, a*U(x))*dot(v, z)", leaf(use=[_FLOW, "U(v) == lam*v"])),
    (
        "dot(w, rate(z)) == a*mu*m*dot(v, x) - dot(z, a*U(x))*dot(w, z)",
        leaf("eq a*mu: dot(w, x) == m*dot(v, x)", use=[_FLOW, "U(w) == mu*w"]),
    ),
]
_MOVES = have(
    _PULL,
    leaf(f"eq 1/dot(v, z): {_PULL[1][0]}", f"eq -dot(w, z)/dot(v, z)^2: {_PULL[0][0]}"),
)
_SOON = f"exists T in number: always(time >= T => abs({SIZE('p')} - 0) < q)"
_NEAR = have(
    [
        f"abs({SIZE('p')} - 0) < q",
        (f"{SIZE('p')} <= abs({SIZE('p')} - 0)", rule("absolute above", e=f"{SIZE('p')} - 0")),
    ],
    leaf(f"1: abs({SIZE('p')} - 0) < q", f"1: {SIZE('p')} <= abs({SIZE('p')} - 0)", "1: rho >= 0; 1/lam > 0; R >= 0"),
)
_BELOW = intro(
    ["p", "R", ""],
    have(
        [(f"tends({SIZE('p')}, 0)", lemma("LEM-small.tends", z=SIZE("p")))],
        unfold(
            f"tends({SIZE('p')}, 0)",
            unfold(
                "goal",
                intro(
                    ["q", ""],
                    take(
                        f"forall z1 in number: z1 > 0 => ({_SOON.replace('q)', 'z1)')})",
                        ["q"],
                        obtain(_SOON, "T", witness("T", enter("every", intro("", _NEAR)))),
                    ),
                ),
            ),
        ),
    ),
)
_VALUES: dict[str, Any] = {"g": "1/2", "rho": 4, "w": [0, 0, 0, 1], "x": TOP, "z": TOP, "a": 1, "m": 0, "mu": 1}

_VALUE = [[2, 0, 0, 0], [0, -3, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]

formal(
    "CON-X6",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        SPECTRUM,
        _HELD,
        {
            "given": ["lam > 0", "g > 0"],
            "show": [
                GAIN,
                _LIMSUP,
                f"almost_always({_SLOPE})",
                "almost_always(r == mu/lam*m => rate(r) == 0)",
            ],
        },
    ),
    proof=[
        have([_ALL], KNOWN),
        have([_ALL, (HEIGHTS, lemma("CON-T4.5.e"))], unfold("solves(causal, y)", _BELOW)),
        enter("ae", _MOVES),
        enter(
            "ae",
            intro(
                "", have([(_SLOPE, _MOVES)], leaf(f"eq 1: {_SLOPE}", "eq -a*dot(v, x)/dot(v, z)*lam: r == mu/lam*m"))
            ),
        ),
    ],
    instance=causal(**_VALUES, U=_VALUE),
    twin=Variant("no pull back", {"mu*m - lam*": "mu*m - lam + 0*"}, causal(**_VALUES, U=_VALUE)),
)
