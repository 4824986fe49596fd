"""Lemma 5: which bipartite equilibria of the Oja map have a real eigenvalue above 1, for every step size."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_steps import fixed, two_groups
from proofs_checks.power_method.proofs.false_linearisations import BIPARTITE
from proofs_checks.power_method.proofs.models import BASIS, OJA, Part, V, eigen, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

BLOCK: Part = {
    "where": [
        "b11(l) := (1 + alpha*l*p/N)/(1 + u)",
        "b12(l) := alpha*l*q/N/(1 + u)",
        "b21(l) := alpha*l*p/N/(1 - u)",
        "b22(l) := (1 + alpha*l*q/N)/(1 - u)",
    ]
}
"""The quotient matrix B at the eigenvalue l."""
LETTERS: Part = {
    "F": "oja",
    "S": "bipartite",
    "a": "fn(l: b11(l))",
    "b": "fn(l: b12(l))",
    "c": "fn(l: b21(l))",
    "e": "fn(l: b22(l))",
    "r": "1/(1 + u)",
    "s": "1/(1 - u)",
}


LENGTHS = ("1 + u", "1 - u")


def spectrum_proof() -> Tree:
    """The tangent spectrum, from the derivative of the map."""
    return two_groups(
        fixed(eigen(), LENGTHS),
        eigen(),
        LENGTHS,
        F="oja",
        r="1/(1 + u)",
        s="1/(1 - u)",
        kaa="alpha/(N*(1 + u))",
        kab="alpha/(N*(1 + u))",
        kba="alpha/(N*(1 - u))",
        kbb="alpha/(N*(1 - u))",
        p="p",
        q="q",
    )


ONE_EIGENVALUE: Part = {
    "letters": ["m: number"],
    "given": ["eigenvalue(V, v, m)", "m > 0 or p != q and lam > 0 and m < lam"],
}
"""The eigenvalue of another eigenvector that shows the instability."""

DETERMINANT = "(b11({0})*b22({0}) - b12({0})*b21({0}))".format
TRACE = "(b11({0}) + b22({0}))".format
REAL = "(exists r in number: r > 1 and (b11({0}) - r)*(b22({0}) - r) - b12({0})*b21({0}) == 0)".format
D, T = DETERMINANT("m"), TRACE("m")
OUTSIDE = ["outside_disc(oja, bipartite)", "not lyapunov(oja, bipartite)"]
FAR = f"(1 - {T} + {D} < 0) or ({D} > 1 and {T} > 0)"
BEYOND = f"abs({T}) > 1 + {D} or {D} > 1"
SIDES = ["1 + u", "1 - u"]
LARGE = have(
    [
        (f"{D} > 1", leaf("1: alpha > 0; m > 0", "1: sq u", times=SIDES)),
        ("b11(m) > 0", leaf("1:", "1: alpha > 0; m > 0; p > 0; 1/N > 0", times=["1 + u"])),
        ("b22(m) > 0", leaf("1:", "1: alpha > 0; m > 0; q > 0; 1/N > 0", times=["1 - u"])),
        (f"{T} > 0", leaf("1: b11(m) > 0", "1: b22(m) > 0")),
    ],
    {"right": both(KNOWN, KNOWN)},
)
UNEQUAL = have(
    [("(p - q)^2 > 0", split("p != q", leaf("1: p < q; p < q"), leaf("1: q < p; q < p")))],
    {"left": leaf("1: alpha > 0; alpha > 0; lam > 0; m < lam; (p - q)^2 > 0", times=["N", "N", *SIDES])},
)
IS_FAR = (FAR, split(ONE_EIGENVALUE["given"][1], LARGE, UNEQUAL))
IS_BEYOND = (
    BEYOND,
    split(
        FAR,
        {
            "left": have(
                [(f"{T} <= abs({T})", rule("absolute above", e=T))],
                leaf(f"1: {T} <= abs({T})", f"1: 1 - {T} + {D} < 0"),
            )
        },
        {"right": KNOWN},
    ),
)
OFF_SIGN = ("b12(m)*b21(m) >= 0", leaf("1: p > 0; q > 0; sq alpha*m", times=["N", "N", *SIDES]))
OUT = rule("outside, two groups", spectrum_proof(), KNOWN, {"left": {"left": KNOWN}}, m="m", p="p", q="q", **LETTERS)
SIX: Part = {
    "tokens": {"A": 3, "B": 2},
    "dim": 3,
    "letters": {"V": symmetric(2, -1, -3), "v": BASIS[0], "lam": 2, "alpha": "1/4"},
}
EVEN: Part = {
    "tokens": {"A": 1, "B": 1},
    "dim": 3,
    "letters": {"V": symmetric(2, -1, -3), "v": BASIS[0], "lam": 2, "alpha": "1/8"},
}

formal(
    "POW-L5.block",
    title="An eigenvalue of another eigenvector that makes a bipartite equilibrium of the Oja map unstable",
    sentence=(
        r"Oja map, V symmetric, $\alpha > 0$, p tokens at the unit eigenvector $v_k$ and q at $-v_k$, both factors $1"
        r" \pm u$ positive: if $\lambda_j$, an eigenvalue of V on $v_k^\perp$, is positive, or $p \ne q$ and $\lambda_j"
        r" < \lambda_k$, $\lambda_k > 0$, then $B_j$ has a real eigenvalue above 1, the Jacobian an eigenvalue outside"
        " the closed unit disc, and the state is not Lyapunov stable."
    ),
    role="extension",
    statement=model(V, OJA, BIPARTITE, BLOCK, ONE_EIGENVALUE, {"show": [REAL("m"), *OUTSIDE]}),
    proof=[
        have([IS_FAR, OFF_SIGN], lemma("LEM-real-root", a="b11(m)", b="b12(m)", c="b21(m)", e="b22(m)")),
        have([IS_FAR, IS_BEYOND], OUT),
        rule("indirect method, unstable", fixed(eigen(), LENGTHS), KNOWN, F="oja", S="bipartite"),
    ],
    instance={**SIX, "letters": {**SIX["letters"], "m": -1}},
    twin=Variant(
        "groups of one size as well",
        {"m > 0 or p != q and lam > 0 and m < lam": "m > 0 or lam > 0 and m < lam"},
        {**EVEN, "letters": {**EVEN["letters"], "m": -1}},
    ),
)

PRINCIPAL = "(forall l in number: eigenvalue(V, v, l) => l < lam)"
LARGER = "(exists l in number: eigenvalue(V, v, l) and l > lam and l > 0)"
SECOND = "(exists l in number: eigenvalue(V, v, l) and l > 0)"
SOME = "exists l in number: eigenvalue(V, v, l)"
LARGEST_POSITIVE = f"lam > 0 and {PRINCIPAL} or {LARGER}"
CONDITION = f"p != q or not {PRINCIPAL} or {SECOND}"
SPECTRUM: Part = {"given": [SOME, LARGEST_POSITIVE, CONDITION]}
"""There is another eigenvector (d >= 2); the largest eigenvalue is positive, and simple if it is that of v (k = 1).
Then: p and q differ, or v is not principal, or a second eigenvalue is positive."""
GOAL = [f"exists l in number: eigenvalue(V, v, l) and {REAL('l')}", *OUTSIDE]
ALL = f"({REAL('m')}) and ({OUTSIDE[0]}) and ({OUTSIDE[1]})"


def by_eigenvalue(goal: str) -> Tree:
    """The eigenvalue that every one of the cases supplies."""
    found = have(
        [(ALL, lemma("POW-L5.block", m="m"))],
        witness("m", both(KNOWN, KNOWN)) if goal.startswith("exists") else KNOWN,
    )
    principal = split(
        CONDITION,
        split(
            f"p != q or not {PRINCIPAL}",
            obtain(SOME, "m", take(PRINCIPAL, ["m"], found)),
            rule("contradiction", P=PRINCIPAL, C=goal),
        ),
        obtain(SECOND, "m", found),
    )
    principal = have(["lam > 0", (PRINCIPAL, intro("z,", KNOWN))], principal)
    return split(LARGEST_POSITIVE, principal, obtain(LARGER, "m", found))


formal(
    "POW-L5.R3.repaired",
    statement=model(V, OJA, BIPARTITE, BLOCK, SPECTRUM, {"show": GOAL}),
    proof=[by_eigenvalue(goal) for goal in GOAL],
    instance=SIX,
    twin=Variant("whatever the sizes and the eigenvalues", {CONDITION: f"{CONDITION} or lam > 0"}, EVEN),
)
