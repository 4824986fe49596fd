"""Every equilibrium of the Oja map but the principal consensus has an eigenvalue above 1, for odd N or lambda_2 > 0."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, TOKENS
from proofs_checks.power_method.proofs.local_diffeomorphism import BOUND
from proofs_checks.power_method.proofs.models import Part, V
from proofs_checks.power_method.proofs.oja_ascent import SHORT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, have, leaf, lemma, rule, split, take, unfold, witness

TOP, EIGEN_V1, UNIT_V1 = ASSUMPTION["given"][0], "V(v1) == lam1*v1", "dot(v1, v1) == 1"
PRINCIPAL = "l == lam1 and (u == v1 or u == -v1)"
ACROSS = "l < lam1 and dot(v1, u) == 0"
C = "dot(v1, u)"
LINE = f"u == {C}*v1"
ON_TOP = have(
    [
        (LINE, lemma("LEM-top-line", v="u")),
        (f"dot(u, u) == dot(u, {C}*v1)", lemma("LEM-same-dot", u="u", w=f"{C}*v1", z="u")),
        (f"{C}^2 == 1", leaf(f"eq -1: dot(u, u) == dot(u, {C}*v1)", use=["dot(u, u) == 1"])),
    ],
    split(
        f"{C} >= 0 or {C} < 0",
        {
            "left": have(
                [(f"{C} + 1 > 0", leaf(f"1: {C} >= 0", "1:")), (f"{C} == 1", leaf(f"eq 1/({C} + 1): {C}^2 == 1"))],
                rule("equal vectors", leaf(f"eq -2: {C} == 1", use=["dot(u, u) == 1", UNIT_V1]), u="u", w="v1"),
            )
        },
        {
            "right": have(
                [(f"1 - {C} > 0", leaf(f"1: {C} < 0", "1:")), (f"{C} == -1", leaf(f"eq -1/(1 - {C}): {C}^2 == 1"))],
                rule("equal vectors", leaf(f"eq 2: {C} == -1", use=["dot(u, u) == 1", UNIT_V1]), u="u", w="-v1"),
            )
        },
    ),
)
BY_U, BY_V1 = "dot(v1, V(u)) == dot(v1, l*u)", "dot(u, V(v1)) == dot(u, lam1*v1)"
OTHER = have(
    [
        (BY_U, lemma("LEM-same-dot", u="V(u)", w="l*u", z="v1")),
        (BY_V1, lemma("LEM-same-dot", u="V(v1)", w="lam1*v1", z="u")),
        (
            f"(lam1 - l)*{C} == 0",
            leaf("eq 1: dot(v1, V(u)) == dot(v1, l*u)", "eq -1: dot(u, V(v1)) == dot(u, lam1*v1)"),
        ),
        (f"{C} == 0", leaf(f"eq 1/(lam1 - l): (lam1 - l)*{C} == 0")),
        ("u != 0", rule("nonzero vector", leaf("1:", use=["dot(u, u) == 1"]), u="u")),
        ("eigenvalue(V, v1, l)", unfold("goal", witness("u", both(KNOWN, KNOWN, KNOWN)))),
    ],
    both(KNOWN, KNOWN),
)
formal(
    "LEM-top-or-across",
    title="A unit eigenvector is one of the simple top eigenvalue, or across it with a smaller eigenvalue",
    statement={
        "letters": ["V: operator", "v1, u: vector", "lam1, l: number"],
        "given": [TOP, "V(u) == l*u", "dot(u, u) == 1"],
        "show": [f"({PRINCIPAL}) or ({ACROSS})"],
    },
    proof=unfold(
        TOP,
        split(
            "l == lam1 or l != lam1",
            {"left": have([("V(u) == lam1*u", leaf(use=["V(u) == l*u", "l == lam1"]))], both(KNOWN, ON_TOP))},
            {"right": OTHER},
        ),
    ),
)

formal(
    "LEM-eigenvalue-below",
    title="For alpha |V| < 1 an eigenvalue times alpha is between -1 and 1",
    statement=model(
        V,
        SHORT,
        {
            "letters": ["v: vector", "l: number"],
            "given": ["V(v) == l*v", "dot(v, v) == 1"],
            "show": ["1 + alpha*l > 0", "1 - alpha*l > 0"],
        },
    ),
    proof=[
        have(
            [
                (
                    "l*l <= L*L",
                    take(
                        BOUND, ["v"], leaf("1: dot(V(v), V(v)) <= L^2*dot(v, v)", use=["V(v) == l*v", "dot(v, v) == 1"])
                    ),
                ),
                (f"{sign}l <= L", rule("below the square", KNOWN, leaf("1: l*l <= L*L"), a=f"{sign}l", b="L")),
            ],
            leaf(f"1: alpha > 0; {sign}l <= L", "1: alpha*L < 1"),
        )
        for sign in ("-", "")
    ],
)

ASSUMED: Part = {"letters": ASSUMPTION["letters"], "given": ASSUMPTION["given"]}
SOME = "exists m in number: eigenvalue(V, v1, m)"
ODD = "exists n in size: sum(j: 1) == 2*n + 1"
SECOND = "exists m in number: eigenvalue(V, v1, m) and m > 0"
"""There are two dimensions at least; the number of tokens is odd, or V has a second positive eigenvalue."""
NOT_PRINCIPAL = "not ((forall i: x[i] == v1) or (forall i: x[i] == -v1))"
UNIT = TOKENS["given"][0]

POSITIVE = "exists z in vector: dot(y, z) == 0 and dot(z, V(z)) > 0"
PAIR = "dot(y, w)^2 + dot(y, v1)^2"
IMAGES = [EIGEN_V1, UNIT_V1, "V(w) == m*w", "dot(v1, w) == 0"]
TURNED = "(dot(y, w)*v1 - dot(y, v1)*w)"
formal(
    "LEM-positive-across",
    title="Of two positive eigenvalues some eigenvector combination is across a given vector",
    statement={
        "letters": ["V: operator", "v1, w, y: vector", "lam1, m: number"],
        "given": [EIGEN_V1, UNIT_V1, "lam1 > 0", "V(w) == m*w", "dot(v1, w) == 0", "w != 0", "m > 0"],
        "show": [POSITIVE],
    },
    proof=have(
        [("dot(w, w) > 0", rule("positive square", u="w"))],
        split(
            f"{PAIR} <= 0 or {PAIR} > 0",
            witness(
                "v1",
                both(
                    rule("square zero", leaf(f"1: {PAIR} <= 0", "1: sq dot(y, w)"), a="dot(y, v1)"),
                    leaf("1: lam1 > 0", use=[EIGEN_V1, UNIT_V1]),
                ),
            ),
            witness(
                TURNED,
                both(
                    leaf(),
                    split(
                        "dot(y, w) == 0 or dot(y, w) != 0",
                        leaf(f"1: m > 0; dot(w, w) > 0; {PAIR} > 0", use=["dot(y, w) == 0", *IMAGES]),
                        have(
                            [("dot(y, w)*dot(y, w) > 0", leaf())],
                            leaf(
                                "1: lam1 > 0; dot(y, w)*dot(y, w) > 0",
                                "1: m > 0; dot(w, w) > 0; sq dot(y, v1)",
                                use=IMAGES,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
