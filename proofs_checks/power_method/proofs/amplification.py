"""Section 2.1.1: one step brings a token closer to the principal line, without and with the skip connection.

G = beta + alpha F. l bounds the moduli of the eigenvalues of G on the complement of v; then |G w| <= l |w| there.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import AXES, plane
from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

MODULI = "forall m in number: eigenvalue(F, v, m) => -l <= beta + alpha*m and beta + alpha*m <= l"
STEP: Part = {
    "letters": ["F: operator", "v: vector", "lam, l, alpha, beta: number"],
    "where": ["G(z) := beta*z + alpha*F(z)"],
    "given": ["F(v) == lam*v", MODULI, "l > 0"],
}
PLUS, MINUS = "w + 1/l*G(w)", "w - 1/l*G(w)"
UPPER = f"alpha*dot({PLUS}, F({PLUS})) <= (l - beta)*dot({PLUS}, {PLUS})"
LOWER = f"-alpha*dot({MINUS}, F({MINUS})) <= (l + beta)*dot({MINUS}, {MINUS})"


def rayleigh(u: str, s: str, limit: str, bound: str) -> Tree:
    """The bound of the form at a vector made of w and F(w), which is orthogonal to v."""
    return rule(
        "Rayleigh",
        KNOWN,
        leaf(use=["F(v) == lam*v", "dot(v, w) == 0"]),
        intro("y,", take(MODULI, ["y"], leaf(f"1: {bound}"))),
        V="F",
        s=s,
        l=limit,
        u=u,
    )


DOUBLED = {"F": [[3, 0], [0, -2]], "v": AXES[0], "lam": 3, "l": 2, "alpha": 1, "beta": 0}
formal(
    "POW-2.1.amp.bound",
    title="What one step does to the part of a token that is orthogonal to an eigenvector",
    sentence=r"F symmetric, $Fv = \lambda v$, $w \perp v$, $|\beta + \alpha\mu| \le l$, l > 0, for the eigenvalues"
    r" $\mu$ of F on $v^\perp$: $\|(\beta I + \alpha F)w\|^2 \le l^2\|w\|^2$.",
    statement=model(
        STEP,
        {
            "letters": ["w: vector"],
            "given": ["dot(v, w) == 0"],
            "show": "dot(G(w), G(w)) <= l^2*dot(w, w)",
        },
    ),
    proof=have(
        [
            (UPPER, rayleigh(PLUS, "alpha", "l - beta", "beta + alpha*y <= l")),
            (LOWER, rayleigh(MINUS, "-alpha", "l + beta", "-l <= beta + alpha*y")),
        ],
        leaf(f"1/2: {UPPER}; l > 0", f"1/2: {LOWER}; l > 0"),
    ),
    instance=plane({**DOUBLED, "w": AXES[1]}),
    twin=Variant("half the bound", {"<= l^2*dot": "<= l^2/4*dot"}, plane({**DOUBLED, "w": AXES[1]})),
)

FIRST, SECOND = "dot(v, x)", "dot(v, unit(G(x)))"
REST = f"(x - {FIRST}*v)"
FACT = f"dot(G({REST}), G({REST})) <= l^2*dot({REST}, {REST})"
USE = ["F(v) == lam*v", "dot(v, v) == 1", "dot(x, x) == 1"]
TOKEN: Part = {
    "letters": ["x: vector"],
    "given": ["dot(v, v) == 1", "dot(x, x) == 1", "dot(v, x) != 0", "abs(dot(v, x)) < 1"],
}


def bounded(which: str) -> Tree:
    """Twice the margin is at most either of the two numbers."""
    a, b = "alpha*(lam - high)", "2 + alpha*(low + lam)"
    fact = f"min({a}, {b}) <= {a if which == 'first' else b}"
    return have([(fact, rule(f"minimum below {which}", a=a, b=b))], leaf(f"1: {fact}"))


def square(e: str) -> tuple[str, Tree]:
    """The square of a modulus."""
    return f"abs({e})^2 == ({e})^2", rule("absolute square", e=e)


formal(
    "POW-2.1.amp.step",
    title="One step brings a token closer to the line of the eigenvector with the largest factor",
    sentence=(
        r"Let F be symmetric, $Fv = \lambda v$, and $|\beta + \alpha\mu| \le l < |\beta + \alpha\lambda|$, l > 0, for"
        r" every eigenvalue $\mu$ of F on $v^\perp$: for unit v and a unit token x with $0 < |v^Tx| < 1$ the unit"
        r" vector along $(\beta I + \alpha F)x$ has a larger $|v^T\cdot|$ than x."
    ),
    statement=model(
        STEP,
        TOKEN,
        {"given": ["l < abs(beta + alpha*lam)"], "show": f"abs({SECOND}) > abs({FIRST})"},
    ),
    proof=have(
        [
            (FACT, lemma("POW-2.1.amp.bound", KNOWN, KNOWN, KNOWN, leaf(use=["dot(v, v) == 1"]), w=REST)),
            square("beta + alpha*lam"),
            square(FIRST),
            (f"{FIRST}^2 > 0", leaf()),
            (
                "(beta + alpha*lam)^2 > l^2",
                leaf(
                    "1: l < abs(beta + alpha*lam); l < abs(beta + alpha*lam)",
                    "2: l < abs(beta + alpha*lam); l > 0",
                    f"eq: {square('beta + alpha*lam')[0]}",
                ),
            ),
            (
                f"1 - {FIRST}^2 > 0",
                leaf(
                    f"1: abs({FIRST}) < 1",
                    f"1: abs({FIRST}) < 1; abs({FIRST}) >= 0",
                    f"eq -1: {square(FIRST)[0]}",
                ),
            ),
            (
                "dot(G(x), G(x)) < (beta + alpha*lam)^2",
                leaf(f"1: (beta + alpha*lam)^2 > l^2; 1 - {FIRST}^2 > 0", f"1: {FACT}", use=USE),
            ),
            (
                "norm(G(x)) > 0",
                rule(
                    "strictly below the square",
                    leaf(),
                    leaf(
                        f"1: sq norm(G({REST}))",
                        f"1: (beta + alpha*lam)^2 > l^2; {FIRST}^2 > 0",
                        f"1: sq l*{FIRST}",
                        use=USE,
                    ),
                    a="0",
                    b="norm(G(x))",
                ),
            ),
            (
                f"{FIRST}^2 < {SECOND}^2",
                leaf(times=["norm(G(x))", "norm(G(x))"], use=["F(v) == lam*v"]),
            ),
            square(SECOND),
        ],
        rule(
            "strictly below the square",
            leaf(),
            leaf(f"1: {FIRST}^2 < {SECOND}^2", f"eq: {square(FIRST)[0]}", f"eq -1: {square(SECOND)[0]}"),
            a=f"abs({FIRST})",
            b=f"abs({SECOND})",
        ),
    ),
    instance=plane({**DOUBLED, "x": ["3/5", "4/5"]}),
    twin=Variant(
        "the factor of v is not the largest",
        {"l < abs(beta + alpha*lam)": "l < 2*abs(beta + alpha*lam)"},
        plane({**DOUBLED, "F": [[2, 0], [0, -3]], "lam": 2, "l": 3, "x": ["3/5", "4/5"]}),
    ),
)

WITHOUT = "abs(dot(v, unit(F(x)))) > abs(dot(v, x))"
BY_MODULUS = "forall k in number: eigenvalue(F, v, k) => -l <= k and k <= l"
formal(
    "POW-2.1.amp",
    statement={
        "letters": ["F: operator", "v, x, w: vector", "lam, l, m: number"],
        "given": [
            "F(v) == lam*v",
            BY_MODULUS,
            "l > 0",
            *TOKEN["given"],
            "l < abs(lam)",
            "F(w) == m*w",
        ],
        "show": ["dot(w, F(x)) == m*dot(w, x)", WITHOUT],
    },
    proof=[
        leaf(use=["F(w) == m*w"]),
        have(
            [
                (
                    "abs(dot(v, unit(0*x + 1*F(x)))) > abs(dot(v, x))",
                    lemma(
                        "POW-2.1.amp.step",
                        KNOWN,
                        intro("y,", take(BY_MODULUS, ["y"], both(KNOWN, KNOWN))),
                        KNOWN,
                        KNOWN,
                        KNOWN,
                        KNOWN,
                        KNOWN,
                        leaf("1: l < abs(lam)"),
                        alpha="1",
                        beta="0",
                    ),
                )
            ],
            leaf("1: abs(dot(v, unit(0*x + 1*F(x)))) > abs(dot(v, x))"),
        ),
    ],
    instance=plane(
        {"F": [[-3, 0], [0, 2]], "v": AXES[0], "lam": -3, "l": 2, "x": ["3/5", "4/5"], "w": AXES[1], "m": 2}
    ),
    twin=Variant(
        "the correlation doubles",
        {"> abs(dot(v, x))": "> 2*abs(dot(v, x))"},
        plane({"F": [[-3, 0], [0, 2]], "v": AXES[0], "lam": -3, "l": 2, "x": ["4/5", "3/5"], "w": AXES[1], "m": 2}),
    ),
)

OTHERS = "forall m in number: eigenvalue(F, v, m) => low <= m and m <= high"
MARGIN = "min(alpha*(lam - high), 2 + alpha*(low + lam))/2"
LARGEST = f"(1 + alpha*lam - {MARGIN})"
formal(
    "POW-2.1.amp.R1.repaired",
    statement={
        "letters": ["F: operator", "v, x: vector", "lam, low, high, alpha: number"],
        "given": [
            "F(v) == lam*v",
            OTHERS,
            "low <= high",
            "high < lam",
            "lam > 0",
            "alpha > 0",
            "alpha*(-low - lam) < 2",
            *TOKEN["given"],
        ],
        "show": "abs(dot(v, unit(x + alpha*F(x)))) > abs(dot(v, x))",
    },
    proof=have(
        [
            (f"2*{MARGIN} <= alpha*(lam - high)", bounded("first")),
            (f"2*{MARGIN} <= 2 + alpha*(low + lam)", bounded("second")),
            (
                "0 < min(alpha*(lam - high), 2 + alpha*(low + lam))",
                rule(
                    "minimum strictly above",
                    leaf("1: alpha > 0; high < lam"),
                    leaf("1: alpha*(-low - lam) < 2"),
                    c="0",
                    a="alpha*(lam - high)",
                    b="2 + alpha*(low + lam)",
                ),
            ),
            (f"{MARGIN} > 0", leaf("1/2: 0 < min(alpha*(lam - high), 2 + alpha*(low + lam))")),
            ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; lam > 0")),
            (
                "abs(dot(v, unit(1*x + alpha*F(x)))) > abs(dot(v, x))",
                lemma(
                    "POW-2.1.amp.step",
                    KNOWN,
                    intro(
                        "y,",
                        take(
                            OTHERS,
                            ["y"],
                            both(
                                leaf(
                                    f"1: 2*{MARGIN} <= 2 + alpha*(low + lam)",
                                    f"1: {MARGIN} > 0",
                                    "1: alpha > 0; low <= y",
                                ),
                                leaf(
                                    f"1: 2*{MARGIN} <= alpha*(lam - high)",
                                    f"1: {MARGIN} > 0",
                                    "1: alpha > 0; y <= high",
                                ),
                            ),
                        ),
                    ),
                    leaf(
                        f"1/2: 2*{MARGIN} <= 2 + alpha*(low + lam)",
                        f"1/2: 2*{MARGIN} <= alpha*(lam - high)",
                        f"1: {MARGIN} > 0",
                        "1/2: alpha > 0; low <= high",
                    ),
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    leaf(f"1: {MARGIN} > 0"),
                    l=LARGEST,
                    beta="1",
                ),
            ),
        ],
        leaf("1: abs(dot(v, unit(1*x + alpha*F(x)))) > abs(dot(v, x))"),
    ),
    instance=plane(
        {"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "low": -2, "high": -2, "alpha": "1/2", "x": ["4/5", "3/5"]}
    ),
    twin=Variant(
        "up to alpha(-lambda_j - lambda_1) < 3",
        {"< 2": "< 3"},
        plane(
            {"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "low": -2, "high": -2, "alpha": "5/2", "x": ["4/5", "3/5"]}
        ),
    ),
)
