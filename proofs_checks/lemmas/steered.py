"""An eigenvector s u + n of F + rho u u^T, n orthogonal to u, with an eigenvalue within m >= |F| of rho > 2 m."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, cases, have, leaf, lemma, rule, take

BOUND = "forall z in vector: dot(F(z), F(z)) <= m^2*dot(z, z)"
EQUATION = "s*F(u) + F(n) + rho*s*u == ell*(s*u + n)"
USE = ["dot(u, u) == 1", "dot(u, n) == 0"]
ALONG = "dot(u, s*F(u) + F(n) + rho*s*u) == dot(u, ell*(s*u + n))"
ACROSS = "dot(n, s*F(u) + F(n) + rho*s*u) == dot(n, ell*(s*u + n))"


def bounded(w: str, z: str, length: str, size: str) -> tuple[str, Tree]:
    """w.F z <= length m size where |w| <= length and |z| = size."""
    proof = have(
        [
            (f"dot({w}, F({z})) <= norm({w})*norm(F({z}))", rule("Cauchy-Schwarz", u=w, w=f"F({z})")),
            (
                f"norm(F({z})) <= m*norm({z})",
                take(
                    BOUND,
                    [z],
                    rule(
                        "below the square",
                        leaf(f"1: m > 0; norm({z}) >= 0"),
                        leaf(f"1: dot(F({z}), F({z})) <= m^2*dot({z}, {z})"),
                        a=f"norm(F({z}))",
                        b=f"m*norm({z})",
                    ),
                ),
            ),
            (
                f"norm({w}) <= {length}",
                rule(
                    "below the square",
                    KNOWN,
                    leaf(*SQUARES[w], use=USE),
                    a=f"norm({w})",
                    b=length,
                ),
            ),
        ],
        leaf(
            f"1: dot({w}, F({z})) <= norm({w})*norm(F({z}))",
            f"1: norm(F({z})) <= m*norm({z}); norm({w}) >= 0",
            f"1: norm({w}) <= {length}; m > 0" + ("; norm(n) >= 0" if z == "n" else ""),
            use=USE,
        ),
    )
    return f"dot({w}, F({z})) <= {length}*m*{size}", proof


SQUARE = "abs(s)^2 == s^2"
SQUARES = {
    "n": [],
    "s*n": [f"eq -dot(n, n): {SQUARE}"],
    "s*u": [f"eq -1: {SQUARE}"],
    "-s*u": [f"eq -1: {SQUARE}"],
}
CLOSE = "norm(n)*(rho - 2*m) <= m*abs(s)"
REST = "(ell - rho - dot(u, F(u)))"
STEPS = [
    (SQUARE, rule("absolute square", e="s")),
    (ALONG, lemma("LEM-same-dot", u="s*F(u) + F(n) + rho*s*u", w="ell*(s*u + n)", z="u")),
    (ACROSS, lemma("LEM-same-dot", u="s*F(u) + F(n) + rho*s*u", w="ell*(s*u + n)", z="n")),
]


def side(w: str, sign: str) -> Tree:
    """One side of the bound of the rest, times s^2 (rho - 2 m)."""
    fact, proof = bounded(w, "n", "abs(s)", "norm(n)")
    return have(
        [(fact, proof)],
        leaf(
            f"1: {fact}; rho > 2*m",
            f"1: {CLOSE}; m > 0; abs(s) >= 0",
            f"eq {sign}s*(rho - 2*m): {ALONG}",
            f"eq m^2: {SQUARE}",
            use=USE,
            times=["s^2", "rho - 2*m"],
        ),
    )


formal(
    "LEM-steered",
    title="An eigenvector near u, and its eigenvalue to second order",
    statement={
        "letters": ["F: matrix; u, n: vector; rho, m, ell, s: number"],
        "given": [*USE, BOUND, "m > 0", "rho > 2*m", EQUATION, "abs(ell - rho) <= m", "dot(n, n) + s^2 > 0"],
        "show": [CLOSE, "s^2 > 0", f"abs({REST}) <= m^2/(rho - 2*m)"],
    },
    proof=[
        have(
            [
                *STEPS,
                bounded("n", "n", "norm(n)", "norm(n)"),
                bounded("s*n", "u", "abs(s)*norm(n)", "1"),
                ("-(ell - rho) <= abs(ell - rho)", rule("absolute above minus", e="ell - rho")),
                ("ell - rho + m >= 0", leaf("1: -(ell - rho) <= abs(ell - rho)", "1: abs(ell - rho) <= m")),
            ],
            cases(
                "-norm(n)",
                leaf("1: -norm(n) >= 0; rho > 2*m", "1: m > 0; abs(s) >= 0"),
                leaf(
                    "1: dot(n, F(n)) <= norm(n)*m*norm(n)",
                    "1: dot(s*n, F(u)) <= abs(s)*norm(n)*m*1",
                    "1: ell - rho + m >= 0; sq norm(n)",
                    f"eq -1: {ACROSS}",
                    use=USE,
                    times=["norm(n)"],
                ),
            ),
        ),
        have(
            [
                (SQUARE, rule("absolute square", e="s")),
                ("m^2 + (rho - 2*m)^2 > 0", leaf("1: m > 0; m > 0", "1: sq rho - 2*m")),
            ],
            leaf(
                f"1: {CLOSE}; m > 0; abs(s) >= 0",
                f"1: {CLOSE}; norm(n) >= 0; rho > 2*m",
                "1: dot(n, n) + s^2 > 0; rho > 2*m; rho > 2*m",
                f"eq m^2: {SQUARE}",
                times=["m^2 + (rho - 2*m)^2"],
            ),
        ),
        have(
            STEPS[:2],
            rule("absolute at most", side("s*u", "-"), side("-s*u", ""), e=REST, b="m^2/(rho - 2*m)"),
        ),
    ],
)
