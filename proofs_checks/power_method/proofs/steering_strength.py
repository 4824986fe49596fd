"""Section 3.3 and the Discussion: one line for all steered tokens, and the side they take."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, lemma, rule, take

SINES = "forall i: norm(x[i] - dot(u, x[i])*u) <= s"
REST = "x[{0}] - dot(u, x[{0}])*u"
ALONG = "dot(u, x[k])*dot(u, x[l])"
_K, _L = REST.format("k"), REST.format("l")
AHEAD = f"dot({_K}, {_L}) <= norm({_K})*norm({_L})"
BEHIND = f"dot(-({_K}), {_L}) <= norm(-({_K}))*norm({_L})"
SMALL = f"norm({_K})*norm({_L}) <= s^2"
UNITS = ["dot(u, u) == 1", "forall i: dot(x[i], x[i]) == 1"]
CLOSE = {"u": [1, 0], "s": "3/5", "x": [["4/5", "3/5"], ["-4/5", "3/5"]]}
formal(
    "POW-S5",
    statement={
        "letters": ["x[token]: vector", "u: vector", "s: number"],
        "given": ["dot(u, u) == 1", "forall i: dot(x[i], x[i]) == 1", "s < 1", SINES],
        "show": "forall i, j: abs(dot(x[i], x[j])) >= 1 - 2*s^2",
    },
    proof=intro(
        "k,l",
        take(
            SINES,
            ["k"],
            take(
                SINES,
                ["l"],
                have(
                    [
                        (AHEAD, rule("Cauchy-Schwarz", u=REST.format("k"), w=REST.format("l"))),
                        (BEHIND, rule("Cauchy-Schwarz", u=f"-({REST.format('k')})", w=REST.format("l"))),
                        ("s >= 0", leaf(f"1: norm({REST.format('k')}) <= s", f"1: norm({REST.format('k')}) >= 0")),
                        (
                            SMALL,
                            leaf(
                                f"1: norm({REST.format('k')}) <= s; s >= 0",
                                f"1: norm({REST.format('l')}) <= s; norm({REST.format('k')}) >= 0",
                            ),
                        ),
                        *(
                            (
                                f"dot(u, x[{i}])^2 >= 1 - s^2",
                                leaf(
                                    f"1: norm({REST.format(i)}) <= s; s >= 0",
                                    f"1: norm({REST.format(i)}) <= s; norm({REST.format(i)}) >= 0",
                                    use=UNITS,
                                ),
                            )
                            for i in "kl"
                        ),
                        ("1 - s^2 >= 0", leaf("1: s < 1; s >= 0", "1: s < 1")),
                        (f"abs({ALONG})^2 == ({ALONG})^2", rule("absolute square", e=ALONG)),
                        (
                            f"1 - s^2 <= abs({ALONG})",
                            rule(
                                "below the square",
                                leaf(),
                                leaf(
                                    "1: dot(u, x[k])^2 >= 1 - s^2; dot(u, x[l])^2 >= 0",
                                    "1: dot(u, x[l])^2 >= 1 - s^2; 1 - s^2 >= 0",
                                    f"eq -1: abs({ALONG})^2 == ({ALONG})^2",
                                ),
                                a="1 - s^2",
                                b=f"abs({ALONG})",
                            ),
                        ),
                        ("dot(x[k], x[l]) <= abs(dot(x[k], x[l]))", rule("absolute above", e="dot(x[k], x[l])")),
                        ("-dot(x[k], x[l]) <= abs(dot(x[k], x[l]))", rule("absolute above minus", e="dot(x[k], x[l])")),
                    ],
                    cases(
                        ALONG,
                        leaf(
                            "1: dot(x[k], x[l]) <= abs(dot(x[k], x[l]))",
                            f"1: 1 - s^2 <= abs({ALONG})",
                            f"1: {BEHIND}",
                            f"1: {SMALL}",
                            use=["dot(u, u) == 1"],
                        ),
                        leaf(
                            "1: -dot(x[k], x[l]) <= abs(dot(x[k], x[l]))",
                            f"1: 1 - s^2 <= abs({ALONG})",
                            f"1: {AHEAD}",
                            f"1: {SMALL}",
                            use=["dot(u, u) == 1"],
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance=plane(CLOSE, tokens=2),
    twin=Variant("at least 1 - s^2", {"1 - 2*s^2": "1 - s^2"}, plane(CLOSE, tokens=2)),
)


def side(sign: str) -> Tree:
    """All tokens lie on the side that the common part of their scalars names."""
    return intro(
        ",k",
        have(
            [
                ("g[k] == common + e[k]", KNOWN),
                ("abs(e[k]) <= delta", KNOWN),
                ("e[k] <= abs(e[k])", rule("absolute above", e="e[k]")),
                ("-e[k] <= abs(e[k])", rule("absolute above minus", e="e[k]")),
                (
                    f"{sign}g[k] > 0",
                    leaf(
                        "1: delta < abs(common)",
                        "1: abs(e[k]) <= delta",
                        f"1: {'-' if not sign else ''}e[k] <= abs(e[k])",
                        f"eq {'1' if sign else '-1'}: g[k] == common + e[k]",
                    ),
                ),
                ("alpha*rho*abs(g[k]) > norm(y[k])", KNOWN),
                (
                    f"dot({sign}u, unit(y[k] + ({sign}alpha*rho*g[k])*({sign}u))) > 0",
                    lemma(
                        "LEM-pushed.side",
                        leaf(use=["dot(u, u) == 1"]),
                        leaf("1: alpha*rho*abs(g[k]) > norm(y[k])"),
                        u=f"{sign}u",
                        y="y[k]",
                        k=f"{sign}alpha*rho*g[k]",
                    ),
                ),
            ],
            leaf(f"1: dot({sign}u, unit(y[k] + ({sign}alpha*rho*g[k])*({sign}u))) > 0"),
        ),
    )


formal(
    "POW-S5.R1.repaired",
    statement={
        "letters": ["y[token], u: vector", "g[token], e[token]: number", "common, delta, alpha, rho: number"],
        "where": ["out(i) := unit(y[i] + alpha*rho*g[i]*u)"],
        "given": [
            "dot(u, u) == 1",
            "forall i: g[i] == common + e[i]",
            "forall i: abs(e[i]) <= delta",
            "delta < abs(common)",
            "forall i: alpha*rho*abs(g[i]) > norm(y[i])",
        ],
        "show": [
            "common > 0 => (forall i: dot(u, out(i)) > 0)",
            "common < 0 => (forall i: dot(u, out(i)) < 0)",
        ],
    },
    proof=[side(""), side("-")],
    instance=plane(
        {
            "y": [[1, 0], [0, 1]],
            "u": [1, 0],
            "g": ["3/10", "3/4"],
            "e": ["-1/5", "1/4"],
            "common": "1/2",
            "delta": "1/4",
            "alpha": 1,
            "rho": 4,
        },
        tokens=2,
    ),
    twin=Variant(
        "the pushes do not dominate",
        {"alpha*rho*abs(g[i]) > norm(y[i])": "alpha*rho*abs(g[i]) > 0"},
        plane(
            {
                "y": [[-3, 0], [0, 1]],
                "u": [1, 0],
                "g": ["3/10", "3/4"],
                "e": ["-1/5", "1/4"],
                "common": "1/2",
                "delta": "1/4",
                "alpha": 1,
                "rho": 4,
            },
            tokens=2,
        ),
    ),
)
