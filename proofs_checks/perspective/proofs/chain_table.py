"""Appendix B in figures: from which beta on the chain of n tokens is short enough, as printed and as improved."""

from __future__ import annotations

from fractions import Fraction

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, boxes, cases, have, intro, leaf, lemma
from verify.verdict import Verdict

PRINTED = {3: "1.4142", 4: "3.4641", 5: "6.3086", 8: "19.6893", 16: "91.0217", 32: "389.311", 64: "1608.40"}
BETTER = {4: "0.6666", 5: "1.4142", 6: "2.3416", 7: "3.4641", 8: "4.7858", 16: "22.6280", 32: "97.2023", 64: "401.976"}
PI = (Fraction(31415926535, 10**10), Fraction(31415926536, 10**10))


def around(figures: str) -> tuple[Fraction, Fraction]:
    """A number cut after its last figure, and the next one."""
    return Fraction(figures), Fraction(figures) + Fraction(1, 10 ** len(figures.partition(".")[2]))


def crossing(n: int, figures: str, arc: str) -> str:
    """The chain is shorter than the arc above the threshold, and longer below it."""
    low, high = around(figures)
    return f"(beta >= {high} => {n - 1}*tau < {arc}) and (beta <= {low} => {n - 1}*tau > {arc})"


def crossed(n: int, figures: str, arc: str) -> Tree:
    """On the wrong side of the arc beta sin(tau)^2 is not cos(tau)."""
    low, high = around(figures)
    share = Fraction(1 if arc == "pi" else 2) * (n - 1)
    first, last = (bound / share for bound in PI)
    beyond = have(
        [
            (f"{first} <= tau", leaf(f"{Fraction(1, n - 1)}: {n - 1}*tau - {arc} >= 0", f"{1 / share}: {PI[0]} <= pi")),
            (f"cos(tau) < {high}*sin(tau)^2", boxes(tau=(str(first), "8/5"))),
        ],
        lemma(
            "LEM-two-signs",
            leaf(f"1: beta >= {high}; sq sin(tau)", "eq 1: beta*sin(tau)^2 == cos(tau)"),
            KNOWN,
            a=f"cos(tau) - {high}*sin(tau)^2",
        ),
    )
    short = have(
        [
            (f"tau <= {last}", leaf(f"{Fraction(1, n - 1)}: {arc} - {n - 1}*tau >= 0", f"{1 / share}: pi <= {PI[1]}")),
            (f"{low}*sin(tau)^2 < cos(tau)", boxes(tau=("0", str(last)))),
        ],
        lemma(
            "LEM-two-signs",
            leaf(f"1: beta <= {low}; sq sin(tau)", "eq -1: beta*sin(tau)^2 == cos(tau)"),
            KNOWN,
            a=f"{low}*sin(tau)^2 - cos(tau)",
        ),
    )
    return have(
        [
            (f"{PI[0]} <= pi", boxes()),
            (f"pi <= {PI[1]}", boxes()),
            ("tau <= 8/5", leaf("1: tau <= pi/2", f"1/2: pi <= {PI[1]}", f"{Fraction(8, 5) - PI[1] / 2}:")),
        ],
        {
            "both": [
                intro("", cases(f"{n - 1}*tau - {arc}", absurd(beyond), KNOWN)),
                intro("", cases(f"{arc} - {n - 1}*tau", absurd(short), KNOWN)),
            ]
        },
    )


def table(id: str, title: str, sentence: str, rows: dict[int, str], arc: str, twin: Variant) -> None:
    """A claim that encloses the thresholds of a table."""
    formal(
        id,
        title=title,
        sentence=sentence,
        statement={
            "letters": ["beta, tau: number"],
            "given": ["0 <= tau", "tau <= pi/2", "beta*sin(tau)^2 == cos(tau)"],
            "show": [crossing(n, figures, arc) for n, figures in rows.items()],
        },
        proof=[crossed(n, figures, arc) for n, figures in rows.items()],
        instance={"letters": {"beta": 0, "tau": "pi/2"}},
        twin=twin,
        expected=Verdict.CERTIFIED,
    )


_AT_ZERO = {"letters": {"beta": 0, "tau": "pi/2"}}

table(
    "PER-B.chain.table",
    "The printed condition of the chain argument, in figures",
    r"With $\beta\sin^2\tau = \cos\tau$, $0 \leq \tau \leq \frac\pi2$: $(n-1)\tau < \frac\pi2$ for $\beta \geq b +"
    r" u$, and $> \frac\pi2$ for $\beta \leq b$, $u$ a unit of the last figure of $b$, for $n$ and $b$ as follows: "
    + ", ".join(f"${n}$: ${figures}$" for n, figures in PRINTED.items())
    + ".",
    PRINTED,
    "pi/2",
    Variant("without an upper bound of tau", {"beta >= 14143/10000": "beta >= 0"}, _AT_ZERO),
)

table(
    "PER-N2.table",
    "The improved condition of the chain argument, in figures",
    r"With $\beta\sin^2\tau = \cos\tau$, $0 \leq \tau \leq \frac\pi2$: $(n-1)\tau < \pi$ for $\beta \geq b +"
    r" u$, and $> \pi$ for $\beta \leq b$, $u$ a unit of the last figure of $b$, for $n$ and $b$ as follows: "
    + ", ".join(f"${n}$: ${figures}$" for n, figures in BETTER.items())
    + ".",
    BETTER,
    "pi",
    Variant("at every beta", {"beta >= 6667/10000": "beta >= 0"}, _AT_ZERO),
)
