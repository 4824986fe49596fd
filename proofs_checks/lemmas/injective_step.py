"""The step of `step_deviations` loses no direction: what the lemmas there give together."""

from __future__ import annotations

import re

from proofs_checks.lemmas.step_deviations import (
    CONTRACTED,
    DEVIATIONS,
    LIPSCHITZ,
    STEP,
    SUMMED,
    TANGENT,
    UNIT,
)
from verify.formal import formal
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule, take


def every(facts: list[str]) -> str:
    """What a lemma shows, as one fact."""
    return " and ".join(f"({fact})" for fact in facts)


def contracted(**letters: str) -> str:
    """What LEM-contracted says of these vectors."""
    return re.sub(r"\b[cegx]\b(?!\()", lambda found: f"({letters.get(found[0], found[0])})", every(CONTRACTED))


SQUARES = "sum(i: (t[i] - T)^2)"
GAP = "(t[{0}] - T)^2*(dot(x[{0}], b) + beta*norm(m))"
SCATTER = f"dot(sum(j: (t[j] - T)*x[j]), sum(j: (t[j] - T)*x[j])) <= N*(1 - dot(m, m))*{SQUARES}"
NOT_ALONG = "dot(x[s], b) >= -beta*norm(m)"
NO_DEVIATION = rule(
    "square zero",
    have(
        [
            (
                f"{SQUARES} >= (t[s] - T)^2",
                rule("term of a positive sum", leaf("1: sq t[z] - T"), e="fn(i: (t[i] - T)^2)", y="s", new={"x": "z"}),
            )
        ],
        leaf(f"1: {SQUARES} >= (t[s] - T)^2", f"1: {SQUARES} <= 0"),
    ),
    a="t[s] - T",
)
BY_ALONG = "dot(d[s], d[s] + w) == dot(d[s], t[s]*(x[s] + b))"
AT_REST = take(
    "forall i: t[i] - T == 0",
    ["s"],
    have(
        [
            (BY_ALONG, lemma("LEM-same-dot", KNOWN, u="d[s] + w", w="t[s]*(x[s] + b)", z="d[s]")),
            ("dot(d[s], g) == dot(d[s], 0*g)", lemma("LEM-same-dot", KNOWN, u="g", w="0*g", z="d[s]")),
        ],
        leaf(
            f"eq 1: {BY_ALONG}",
            "eq -1: dot(d[s], g) == dot(d[s], 0*g)",
            "eq dot(d[s], b): t[s] - T == 0",
            use=[TANGENT],
        ),
    ),
)
formal(
    "LEM-injective-step",
    title="A step that keeps every token's direction moves no token",
    statement={**STEP, "show": "forall i: d[i] == 0"},
    proof=have(
        [
            (every(DEVIATIONS), lemma("LEM-deviations")),
            (contracted(x="m"), lemma("LEM-contracted", KNOWN, KNOWN, KNOWN, x="m")),
            ("(1 + beta)*dot(c, g) <= beta*dot(c, c)", KNOWN),
            (
                f"sum(i: {GAP.format('i')}) >= 0",
                rule(
                    "positive sum",
                    have(
                        [
                            (
                                "dot(b, b) <= beta^2*dot(m, m)",
                                take(LIPSCHITZ, ["m"], leaf("1: alpha^2*dot(V(m), V(m)) <= beta^2*dot(m, m)")),
                            ),
                            (
                                contracted(c="m", e="m", g="b", x="x[s]"),
                                lemma("LEM-contracted", KNOWN, KNOWN, KNOWN, c="m", e="m", g="b", x="x[s]"),
                            ),
                            NOT_ALONG,
                        ],
                        leaf(f"1: {NOT_ALONG}; sq t[s] - T"),
                    ),
                    e=f"fn(i: {GAP.format('i')})",
                    new={"x": "s"},
                ),
            ),
            (SCATTER, lemma("LEM-scatter", KNOWN, leaf(), r="fn(j: t[j] - T)")),
            (
                f"{SQUARES}/N <= 0",
                lemma(
                    "LEM-scatter.zero",
                    KNOWN,
                    KNOWN,
                    leaf(f"1: sum(i: {GAP.format('i')}) >= 0", f"eq 1: {SUMMED}", times=["N"]),
                    KNOWN,
                    leaf(f"1: {SCATTER}", times=["N", "N"]),
                    mu="norm(m)",
                    s=f"{SQUARES}/N",
                    cg="dot(c, g)",
                    cc="dot(c, c)",
                ),
            ),
        ],
        have(
            [
                (f"{SQUARES} <= 0", leaf(f"1: {SQUARES}/N <= 0; N > 0")),
                ("forall i: t[i] - T == 0", intro("s", NO_DEVIATION)),
                (
                    "sum(j: (t[j] - T)/N*x[j]) == sum(j: 0*x[j])",
                    rule(
                        "equal vector sums",
                        rule(
                            "equal vectors",
                            take(
                                "forall i: t[i] - T == 0", ["s"], leaf("eq (t[s] - T)/N^2: t[s] - T == 0", use=[UNIT])
                            ),
                            u="(t[s] - T)/N*x[s]",
                            w="0*x[s]",
                        ),
                        e="fn(j: (t[j] - T)/N*x[j])",
                        f="fn(j: 0*x[j])",
                        new={"x": "s"},
                    ),
                ),
                ("c == 0", KNOWN),
                ("g == 0", KNOWN),
            ],
            intro("s", rule("equal vectors", AT_REST, u="d[s]", w="0*d[s]")),
        ),
    ),
)
