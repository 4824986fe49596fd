"""Theorem 2: the tangent eigenvector of a bipartite point that belongs to the real eigenvalue above 1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.balanced_pair import POINT
from proofs_checks.power_method.proofs.bipartite_unstable import BLOCK, LARGER, PRINCIPAL, REAL
from proofs_checks.power_method.proofs.outside_formulas import BALANCED, SOME_OTHER, ZERO, across, turned
from proofs_checks.power_method.proofs.principal_line import TOP, inner
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    define,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

SECOND = "(exists l in number: eigenvalue(V, v, l) and l > 0)"
CAUSE = f"p != q or not {PRINCIPAL} or {SECOND}"
LARGEST = f"lam > 0 and {PRINCIPAL} or {LARGER}"
ANOTHER = "exists l in number: eigenvalue(V, v, l)"
WANTED = f"({LARGEST}) and ({ANOTHER}) and ({CAUSE})"
IS_TOP = have(
    [
        *BALANCED[3:],
        ("lam > 0", leaf("1: lam1 > 0", "eq -1: lam == lam1")),
        (PRINCIPAL, intro("m,", have([turned("v", "v1"), "m < lam1"], leaf("1: m < lam1", "eq -1: lam == lam1")))),
        (ANOTHER, obtain(SOME_OTHER, "m", have([turned("v1", "v")], witness("m", KNOWN)))),
        (
            CAUSE,
            split(
                "condition",
                split(
                    "p != q or lam != lam1",
                    {"left": {"left": KNOWN}},
                    rule("contradiction", P="lam == lam1", C=CAUSE),
                ),
                {
                    "right": obtain(
                        "exists m in number: eigenvalue(V, v1, m) and m > 0",
                        "m",
                        have([turned("v1", "v")], witness("m", both(KNOWN, KNOWN))),
                    )
                },
            ),
        ),
    ],
    both({"left": both(KNOWN, KNOWN)}, KNOWN, KNOWN),
)
ROWS_AT = [inner("V(v)", "lam*v", "v1"), inner("V(v1)", "lam1*v1", "v")]


def orthogonal(first: str, second: str, gap: str) -> Tree:
    """Eigenvectors of different eigenvalues are orthogonal."""
    return leaf(f"eq {first}: {ROWS_AT[0][0]}", f"eq {second}: {ROWS_AT[1][0]}", times=[gap])


NOT_TOP = unfold(
    TOP,
    have(
        [
            *ROWS_AT,
            (
                "dot(v, v1) == 0",
                split("lam != lam1", orthogonal("1", "-1", "lam1 - lam"), orthogonal("-1", "1", "lam - lam1")),
            ),
            ("dot(v1, v) == 0", KNOWN),
            ("v != 0", rule("nonzero vector", leaf(use=["dot(v, v) == 1"]), u="v")),
            ("v1 != 0", rule("nonzero vector", leaf(use=["dot(v1, v1) == 1"]), u="v1")),
            ("eigenvalue(V, v1, lam)", unfold("goal", witness("v", both(KNOWN, KNOWN, KNOWN)))),
            ("eigenvalue(V, v, lam1)", unfold("goal", witness("v1", both(KNOWN, KNOWN, KNOWN)))),
            ("lam < lam1", KNOWN),
            (LARGER, witness("lam1", both(KNOWN, KNOWN, KNOWN))),
            (ANOTHER, witness("lam1", KNOWN)),
            (
                f"not {PRINCIPAL}",
                intro(
                    "",
                    have(
                        ["lam1 < lam"],
                        lemma("LEM-two-signs", leaf("1: lam < lam1"), leaf("1: lam1 < lam"), a="lam1 - lam"),
                    ),
                ),
            ),
        ],
        both({"right": KNOWN}, KNOWN, {"left": {"right": KNOWN}}),
    ),
)
SOME_ROOT = f"exists l in number: eigenvalue(V, v, l) and {REAL('l')}"
UNSTABLE = f"({SOME_ROOT}) and outside_disc(oja, bipartite) and not lyapunov(oja, bipartite)"
ROOT = "(b11(l) - r)*(b22(l) - r) - b12(l)*b21(l) == 0"
NUMBERS = {"A": "b12(l)", "B": "(r - b11(l))"}
GROUPED = f"fn(h: (({NUMBERS['A']} + {NUMBERS['B']})/2 + ({NUMBERS['A']} - {NUMBERS['B']})/2*dot(v, bipartite[h]))*z)"
"""b12 z at v and (r - b11) z at -v."""
L_USE = [*POINT, "V(z) == l*z", "dot(v, z) == 0"]


def scaled(group: str) -> Tree:
    """The derivative at a token of one group is r times the vector there."""
    row = {"A": "b11(l)*{A} + b12(l)*{B}", "B": "b21(l)*{A} + b22(l)*{B}"}[group].format(**NUMBERS)
    found, wanted = f"({row})*z", f"r*{GROUPED}[t] - 0*(0*v)"
    excess = f"({row} - r*{NUMBERS[group]})*dot(z, z)"
    moved = f"D(oja, bipartite, {GROUPED}, t)"
    return intro(
        "t",
        have(
            [
                (f"{found} == {moved}", leaf(use=L_USE, norms=["1 + u" if group == "A" else "1 - u"])),
                (
                    f"{found} == {wanted}",
                    rule("equal vectors", leaf(f"eq -{excess}: {ROOT}", use=POINT[1:]), u=found, w=wanted),
                ),
            ],
            lemma("LEM-both-equal", a=found, b=moved, c=wanted),
        ),
    )


SOMEWHERE = rule(
    "some element, group",
    witness(
        "t",
        {
            "left": have(
                [
                    ("l*l > 0", split("l != 0", leaf("1: l < 0; l < 0"), leaf("1: 0 < l; 0 < l"))),
                    ("dot(z, z) > 0", rule("positive square", u="z")),
                ],
                rule(
                    "nonzero vector",
                    leaf(
                        "1: alpha > 0; alpha > 0; l*l > 0; q > 0; q > 0; dot(z, z) > 0",
                        use=POINT[1:],
                        times=["N", "N", "1 + u", "1 + u"],
                    ),
                    u=f"{GROUPED}[t]",
                ),
            )
        },
    ),
    C=f"exists k: {GROUPED}[k] != 0 or 0*v != 0",
    new={"x": "t"},
    spaces={"G": "A"},
)
TURNING = both(
    leaf("1: r > 1; r > 1", "2: r > 1"),
    SOMEWHERE,
    groups(intro("t", leaf(use=L_USE)), intro("t", leaf(use=L_USE))),
    groups(intro("t", leaf()), intro("t", leaf())),
    groups(scaled("A"), scaled("B")),
    groups(intro("t", leaf(use=L_USE, norms=["1 + u"])), intro("t", leaf(use=L_USE, norms=["1 - u"]))),
)
FORCED = intro(
    "",
    define(
        BLOCK["where"],
        have(
            [
                (WANTED, split("lam == lam1 or lam != lam1", unfold(TOP, IS_TOP), NOT_TOP)),
                (UNSTABLE, lemma("POW-L5.R3.repaired")),
            ],
            obtain(
                SOME_ROOT,
                "l",
                have(
                    [("l != 0", lemma("LEM-no-zero-eigenvalue", m="l"))],
                    obtain(
                        REAL("l"),
                        "r",
                        unfold(
                            "eigenvalue(V, v, l)",
                            obtain(
                                across("v", "l"),
                                "z",
                                witness(GROUPED, witness(ZERO, witness("r", witness("0", TURNING)))),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
