"""Appendix B and Section 9.4: the cosine of tau*, and Laplace's principle for finitely many atoms."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import both, define, have, intro, leaf, rule

ROOT = "(sqrt(1 + 4*beta^2) - 1)/(2*beta)"
R = "sqrt(1 + 4*beta^2)"
NUMBERS: dict[str, Any] = {"letters": {"beta": "3/4", "c": "1/2", "b": 1, "d": "2/3"}}

_SQUARE = f"{R}^2 == 1 + 4*beta^2"
_ABOVE = (f"1 < {R}", rule("strictly below the square", leaf(), leaf("4: beta > 0; beta > 0"), a="1", b=R))
_UNDER = (
    f"{R} < 1 + 2*beta",
    rule("strictly below the square", leaf("1:", "2: beta > 0"), leaf("4: beta > 0"), a=R, b="1 + 2*beta"),
)
POSITIVE = have([_ABOVE], leaf(f"1/2: {_ABOVE[0]}; 1/beta > 0"))
BELOW = have([_UNDER], leaf(f"1/2: {_UNDER[0]}; 1/beta > 0"))
_ROOTS = [("beta*(1 - s^2) == s", leaf()), ("s > 0", POSITIVE)]
UNIQUE = have(
    [*_ROOTS, ("1 + beta*(c + s) > 0", leaf("1:", "1: beta > 0; c >= 0", "1: beta > 0; s > 0"))],
    leaf(
        "eq 1/(1 + beta*(c + s)): beta*(1 - s^2) == s",
        "eq -1/(1 + beta*(c + s)): beta*(1 - c^2) == c",
    ),
)
_FAR = (f"2*beta < {R}", rule("strictly below the square", leaf(), leaf("1:"), a="2*beta", b=R))
NEGATIVE = have(
    [*_ROOTS, _FAR, ("1 + beta*(s + c) > 0", leaf(f"1/2: {_FAR[0]}", "1/2:", "1: beta > 0; -1 < c"))],
    leaf("1: c < s; 1 + beta*(s + c) > 0", "eq 1: beta*(1 - s^2) == s"),
)
_INSIDE = (
    "1 - d^2 > 0",
    have(
        [("1 + b*d > 0", leaf("1:", "1: b > beta; d >= 0", "1: beta > 0; d >= 0"))],
        leaf("1:", "eq -d: b*(1 - d^2) == d", times=["1 + b*d"]),
    ),
)
RISES = have(
    [_INSIDE, ("1 + beta*(c + d) > 0", leaf("1:", "1: beta > 0; c >= 0", "1: beta > 0; d >= 0"))],
    leaf(
        "1: b > beta; 1 - d^2 > 0",
        "eq 1: b*(1 - d^2) == d",
        "eq -1: beta*(1 - c^2) == c",
        times=["1 + beta*(c + d)"],
    ),
)

formal(
    "PER-B.tau.cosine",
    title="The cosine of tau*",
    sentence=r"For $\beta > 0$: $c^* = (\sqrt{1 + 4\beta^2} - 1)/(2\beta)$ has $\beta(1 - c^{*2}) = c^*$ and $0 < c^*"
    r" < 1$; any other $c \geq 0$ with $\beta(1 - c^2) = c$ is $c^*$; $c < \beta(1 - c^2)$ for $-1 < c < c^*$; and"
    r" $c^*$ increases with $\beta$.",
    statement={
        "letters": ["beta, c, b, d: number"],
        "where": [f"s := {ROOT}"],
        "given": ["beta > 0"],
        "show": [
            "beta*(1 - s^2) == s",
            "0 < s and s < 1",
            "c >= 0 and beta*(1 - c^2) == c => c == s",
            "-1 < c and c < s => c - beta*(1 - c^2) < 0",
            "c >= 0 and beta*(1 - c^2) == c and d >= 0 and b*(1 - d^2) == d and b > beta => c < d",
        ],
    },
    proof=[
        leaf(),
        both(POSITIVE, BELOW),
        intro("", UNIQUE),
        intro("", NEGATIVE),
        intro("", RISES),
    ],
    instance=NUMBERS,
    twin=Variant("the other sign of the root", {"(sqrt(1 + 4*beta^2) - 1)": "(1 - sqrt(1 + 4*beta^2))"}, NUMBERS),
)

LOW = "-log(sum(j: p[j]*exp(-(alpha*f[j]))))/alpha"
TOTAL = "sum(j: p[j]*exp(-(alpha*f[j])))"
ATOMS: dict[str, Any] = {"tokens": 2, "letters": {"p": ["1/2", "1/2"], "f": [0, 1], "alpha": 2}}

_POSITIVE = (
    f"{TOTAL} > 0",
    rule(
        "strictly positive sum",
        leaf("1: p[q] > 0; exp(-(alpha*f[q])) > 0"),
        e="fn(j: p[j]*exp(-(alpha*f[j])))",
        new={"x": "q"},
    ),
)
_LOG = (f"exp(log({TOTAL})) == {TOTAL}", rule("exp of log", a=TOTAL))
_TERM = (
    f"{TOTAL} >= p[t]*exp(-(alpha*f[t]))",
    rule(
        "term of a positive sum",
        leaf("1: p[q] > 0; exp(-(alpha*f[q])) > 0"),
        e="fn(j: p[j]*exp(-(alpha*f[j])))",
        y="t",
        new={"x": "q"},
    ),
)
_OWN = "log(p[t]) - alpha*f[t]"
LARGEST = have(
    [
        _POSITIVE,
        _LOG,
        _TERM,
        ("exp(log(p[t])) == p[t]", rule("exp of log", a="p[t]")),
        (
            f"{_OWN} <= log({TOTAL})",
            rule(
                "exp reflects",
                leaf(f"1: {_TERM[0]}", f"eq -1: {_LOG[0]}", "eq exp(-(alpha*f[t])): exp(log(p[t])) == p[t]"),
                a=_OWN,
                b=f"log({TOTAL})",
            ),
        ),
    ],
    leaf(f"1: {_OWN} <= log({TOTAL}); 1/alpha > 0"),
)
_LEAST = "min(k: f[k])"
_BELOW = f"exp(-(alpha*f[q])) <= exp(-(alpha*{_LEAST}))"
_ABOVE_LEAST = (
    f"sum(j: p[j]*(exp(-(alpha*{_LEAST})) - exp(-(alpha*f[j])))) >= 0",
    rule(
        "positive sum",
        have(
            [
                (f"{_LEAST} <= f[q]", rule("above the least", e="fn(k: f[k])", y="q")),
                (
                    _BELOW,
                    rule(
                        "exp monotone",
                        leaf(f"1: alpha > 0; {_LEAST} <= f[q]"),
                        a="-(alpha*f[q])",
                        b=f"-(alpha*{_LEAST})",
                    ),
                ),
            ],
            leaf(f"1: p[q] > 0; {_BELOW}"),
        ),
        e=f"fn(j: p[j]*(exp(-(alpha*{_LEAST})) - exp(-(alpha*f[j]))))",
        new={"x": "q"},
    ),
)
SMALLEST = have(
    [
        _POSITIVE,
        _LOG,
        _ABOVE_LEAST,
        (
            f"log({TOTAL}) <= -(alpha*{_LEAST})",
            define(
                [f"top := exp(-(alpha*{_LEAST}))"],
                rule(
                    "exp reflects",
                    leaf(f"1: {_ABOVE_LEAST[0]}", f"eq 1: {_LOG[0]}", "eq top: sum(j: p[j]) == 1"),
                    a=f"log({TOTAL})",
                    b=f"-(alpha*{_LEAST})",
                ),
            ),
        ),
    ],
    leaf(f"1: log({TOTAL}) <= -(alpha*{_LEAST}); 1/alpha > 0"),
)

formal(
    "PER-9.4.laplace.atoms",
    title="Laplace's principle for finitely many atoms",
    sentence=r"For weights $p_j > 0$ of sum 1 and $\alpha > 0$: $\min_jf_j \leq -\frac1\alpha\log\sum_jp_je^{-\alpha"
    r" f_j} \leq f_i - \frac1\alpha\log p_i$ for every $i$, so that the middle tends to $\min_jf_j$ as"
    r" $\alpha \to \infty$.",
    statement={
        "letters": ["p[token], f[token]: number; alpha: number"],
        "given": ["forall j: p[j] > 0", "sum(j: p[j]) == 1", "alpha > 0"],
        "show": [f"min(j: f[j]) <= {LOW}", f"forall i: {LOW} <= f[i] - log(p[i])/alpha"],
    },
    proof=[SMALLEST, intro("t", LARGEST)],
    instance=ATOMS,
    twin=Variant("without the weight", {"- log(p[i])/alpha": "- 0*p[i]"}, ATOMS),
)
