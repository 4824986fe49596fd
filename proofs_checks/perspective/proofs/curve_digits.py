"""(6.12) in figures: when the common product is 1 - delta, from the equation alone, by Taylor polynomials of exp."""

from __future__ import annotations

import re
from fractions import Fraction
from math import factorial

from proofs_checks.lemmas.series import above, lower, taylor, upper
from proofs_checks.perspective.proofs.common_product import LAW, law
from proofs_checks.perspective.proofs.phase_curve import BETWEEN, INSIDE
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, boxes, enter, have, intro, leaf, lemma, rule, take
from verify.verdict import Verdict

DEGREE = 32
SANDWICH = [f"({law(flow)} => {INSIDE} and {BETWEEN[flow]})" for flow in ("sa", "usa")]


def coefficients(side: str) -> list[Fraction]:
    """Of the polynomial below or above exp."""
    found = [Fraction(1, factorial(k)) for k in range(DEGREE + 1)]
    return found if side == "below" else [*found, Fraction(2, factorial(DEGREE + 1))]


def horner(parts: list[Fraction], s: str) -> str:
    """A polynomial in s."""
    text = str(parts[-1])
    for part in reversed(parts[:-1]):
        text = f"{part} + {s}*({text})"
    return f"({text})"


def numbers(text: str, n: int, beta: str) -> str:
    """A formula at numbers of tokens and temperatures."""
    return re.sub(r"\bn\b", str(n), re.sub(r"\bbeta\b", f"({beta})", text)).replace(f"({n} - 1)", str(n - 1))


class Curve:
    """The time as a function of the common product g, with a polynomial in the place of exp(beta (1 - g)).

    With s = 1 - g the time is the integral of (P(beta s) + n - 1)/(2 s (n - (n-1) s)), SA, and of
    n exp(-beta) P(beta s)/(2 s (n - (n-1) s)), USA; (P(beta s) - 1)/s is divided by n - (n-1) s.
    """

    def __init__(self, flow: str, n: int, beta: Fraction, side: str) -> None:
        quotient = [c * beta**k for k, c in enumerate(coefficients(side))][1:]
        whole: list[Fraction] = []
        carry = Fraction(0)
        for part in reversed(quotient):
            carry = part + carry * n / (n - 1)
            whole.append(-carry / (n - 1))
        remainder = -whole.pop() * (n - 1)
        slope = whole[::-1]
        scale = n if flow == "usa" else 1
        slope = [scale * part for part in slope]
        share = 1 + scale * remainder / (n - 1)
        self.n = n
        factor = f"1/2*exp(-({beta}))" if flow == "usa" else "1/2"
        primitive = [Fraction(0), *(part / (k + 1) for k, part in enumerate(slope))]
        self.slope = f"{factor}*(1/(1 - g) + {share}*{n - 1}/(1 + {n - 1}*g) + {horner(slope, '(1 - g)')})"
        self.time = f"{factor}*(-log({{0}}) + {share}*log({{1}}) + {sum(primitive)} - {horner(primitive, '({0})')})"

    def behind(self, side: str) -> str:
        """What the time is ahead of the lower curve, or behind the upper one."""
        moving = self.at("1 - g", f"1 + {self.n - 1}*g")
        return f"time - ({moving})" if side == "below" else f"({moving}) - time"

    def at(self, low: str, high: str) -> str:
        """The time where 1 - g and 1 + (n-1) g are these."""
        return self.time.format(low, high)


def bound(flow: str, n: int, beta: str, side: str) -> list[tuple[str, Tree] | str]:
    """The time is at least, or at most, that of the curve."""
    curve = Curve(flow, n, Fraction(beta), side)
    left = f"({beta})*(1 - g)"
    polynomial = (taylor if side == "below" else above)(DEGREE, left)
    near = f"{polynomial} <= exp({left})" if side == "below" else f"exp({left}) <= {polynomial}"
    fact = lower(DEGREE) if side == "below" else upper(DEGREE)
    mass = f"(exp({beta}) + {n - 1}*exp(({beta})*g))"
    behind = curve.behind(side)
    over = f"1/{mass} > 0; exp(({beta})*g) > 0" if flow == "sa" else f"exp(-{left}) > 0"
    sign = "" if side == "below" else "-"
    step = have(
        [
            ("1 - g > 0", leaf("1: g < 1")),
            (f"1 + {n - 1}*g > 0", leaf(f"{n - 1}: 0 <= g", "1:")),
            (f"{mass} > 0", leaf(f"1: exp({beta}) > 0", f"{n - 1}: exp(({beta})*g) > 0")),
            (f"0 <= {left}", leaf(f"{beta}: 1 - g > 0")),
            (f"{left} <= {beta}", leaf(f"{beta}: 0 <= g")),
            (near, have([(fact, lemma(f"LEM-exp-{side}.{DEGREE}"))], take(fact, [left], KNOWN))),
        ],
        leaf(f"1: {over}; {near}", f"eq {sign}({curve.slope}): rate(g) == {numbers(LAW[flow], n, beta)}"),
    )
    start = have([("log(1) == 0", rule("log of exp", a="0"))], leaf(use=["g == 0", "log(1) == 0"]))
    return [
        (f"always({behind} >= start({behind}))", rule("monotone", step, z=behind)),
        (f"start({behind}) == 0", enter("start", start)),
    ]


def reached(flow: str, n: int, beta: str, low: str, high: str) -> str:
    """When the product is 999/1000."""
    return f"{numbers(law(flow), n, beta)} => always(g == 999/1000 => {low} <= time and time <= {high})"


def reaching(flow: str, n: int, beta: str, low: str, high: str) -> Tree:
    """The curves at both bounds, and their values there."""
    inside, between = INSIDE, numbers(BETWEEN[flow], n, beta)
    sandwich = " and ".join(numbers(part, n, beta) for part in SANDWICH)
    steps: list[tuple[str, Tree] | str] = [
        (inside, have([(sandwich, lemma("PER-6.12.sandwich", beta=beta, n=str(n))), (between, KNOWN)], KNOWN)),
    ]
    for side, value, last in (("below", low, f"{low} <= time"), ("above", high, f"time <= {high}")):
        curve = Curve(flow, n, Fraction(beta), side)
        behind, there = curve.behind(side), curve.at("1/1000", str(1 + Fraction(999, 1000) * (n - 1)))
        final = f"{value} <= {there}" if side == "below" else f"{there} <= {value}"
        end = have(
            [(final, boxes())],
            leaf(
                f"1: {behind} >= start({behind})",
                f"eq -1: start({behind}) == 0",
                f"1: {final}",
                use=["g == 999/1000"],
            ),
        )
        steps.append(
            (f"always(g == 999/1000 => {last})", have(bound(flow, n, beta, side), enter("every", intro("", end))))
        )
    return intro("", have(steps, enter("every", intro("", both(KNOWN, KNOWN)))))


def digits(id: str, title: str, sentence: str, cases: list[tuple[str, int, str, str, str]]) -> None:
    """A claim that says when the product is 1 - 1/1000, for flows, numbers of tokens and temperatures."""
    formal(
        id,
        title=title,
        sentence=sentence,
        statement={
            "letters": ["g: moving number"],
            "given": ["at_start(g == 0)"],
            "show": [reached(*case) for case in cases],
        },
        proof=[reaching(*case) for case in cases],
        instance={"letters": {"g": 0}},
        twin=Variant(
            "from the start 1, where the product rests",
            {"g == 0": "g == 1", "g == 999/1000": "g == 1"},
            {"letters": {"g": 1}},
        ),
        expected=Verdict.CERTIFIED,
    )


digits(
    "PER-N4.digits",
    "The time of the common product for 32 tokens and beta = 4, in figures",
    r"For $n = 32$, $\beta = 4$ and $\gamma(0) = 0$: where $\gamma(t) = 1 - 10^{-3}$, SA has $6.95350184880806 \leq t"
    r" \leq 6.95350184880807$, USA $1.13077034129645 \leq t \leq 1.13077034129646$.",
    [
        ("sa", 32, "4", "695350184880806/10^14", "695350184880807/10^14"),
        ("usa", 32, "4", "113077034129645/10^14", "113077034129646/10^14"),
    ],
)

digits(
    "PER-6.12.digits",
    "The phase curve for 128 tokens at beta = 1 and beta = 4, in figures",
    r"SA, $n = 128$ (the number in the routine that draws the curve), $\gamma(0) = 0$: where $\gamma(t) = 1 -"
    r" 10^{-3}$, $5.90902039681168 \leq t \leq 5.90902039681170$ for $\beta = 1$ and $6.56954989277840 \leq t \leq"
    r" 6.56954989277841$ for $\beta = 4$.",
    [
        ("sa", 128, "1", "590902039681168/10^14", "590902039681170/10^14"),
        ("sa", 128, "4", "656954989277840/10^14", "656954989277841/10^14"),
    ],
)

digits(
    "PER-FIG3.curve",
    "Where the phase curve for 32 tokens leaves the panels of Figure 3",
    r"SA, $n = 32$, $\gamma(0) = 0$: where $\gamma(t) = 1 - 10^{-3}$, $29.9895 \leq t \leq 29.9896$ for $\beta ="
    r" 6.906$ and $30.0123 \leq t \leq 30.0124$ for $\beta = 6.907$; the panels of Figure 3 end at $t = 30$. Nothing is"
    r" said of random tokens.",
    [
        ("sa", 32, "6906/1000", "299895/10000", "299896/10000"),
        ("sa", 32, "6907/1000", "300123/10000", "300124/10000"),
    ],
)

digits(
    "PER-6.12.digits.two",
    "The time of the common product of two tokens at beta = 9, in figures",
    r"SA, $n = 2$, $\beta = 9$, $\gamma(0) = 0$: where $\gamma(t) = 1 - 10^{-3}$, $466.710 \leq t \leq 466.711$.",
    [("sa", 2, "9", "466710/1000", "466711/1000")],
)
