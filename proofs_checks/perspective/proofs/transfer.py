"""Appendix D, step 3: from the products at the time 1/n to the least height alpha, (D.9) to (D.14)."""

from __future__ import annotations

from proofs_checks.perspective.proofs.lasting import decays, slow
from proofs_checks.perspective.proofs.later import FACES, FLOWS, NOW, RESTING, at_level, counted, motion, now
from proofs_checks.perspective.proofs.logistic import ALPHA, LOGISTIC, LOWEST, POINT, slope
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
)

LEVEL = "G(1/n)/2"
ERROR = "2*exp(L)*sqrt(log(d)/d)"
D9 = "d/log(d) >= 16*exp(2*L)/G(1/n)^2"
D7 = (
    "forall r1 in number: r1 >= 0 => (forall i, j: i != j =>"
    " abs(dot(place(i, r1), place(j, r1)) - G(r1)) <= 2*exp(L*n*r1)*sqrt(log(d)/d))"
)
CLOSE = f"{ERROR} <= {LEVEL}"
PAIR = "dot(place({0}, 1/n), place({1}, 1/n))".format
PAIRS = f"forall i, j: {PAIR('i', 'j')} >= {LEVEL}"
D11 = f"at_start({ALPHA} >= {LEVEL})"
D13 = f"almost_always(forall i: {LOWEST} => min(j: dot(x[i], x[j])) <= {ALPHA})"
D14 = f"almost_always(rate({ALPHA}) >= G(1/n)/(2*n*exp(2*beta))*(1 - {ALPHA}))"
D10 = f"always(1 - {ALPHA} <= exp(-(G(1/n)*time/(2*n*exp(2*beta)))))"


def _close() -> Tree:
    """(D.9) makes the error at the time 1/n half of the common product."""
    log = have(
        [
            ("exp(log(d)) == d", rule("exp of log", KNOWN, a="d")),
            (
                "log(d) > 0",
                cases(
                    "-log(d)",
                    absurd(
                        have(
                            [
                                (
                                    "exp(log(d)) <= exp(0)",
                                    rule("exp monotone", leaf("1: -log(d) >= 0"), a="log(d)", b="0"),
                                )
                            ],
                            leaf("1: exp(log(d)) <= exp(0)", "eq -1: exp(log(d)) == d", times=["d - 1"]),
                        )
                    ),
                    leaf("1: -log(d) < 0"),
                ),
            ),
        ],
        KNOWN,
    )
    square = "log(d)/d <= (G(1/n)/(4*exp(L)))^2"
    return have(
        [
            ("d > 0", leaf("1: d > 1", "1:")),
            ("log(d) > 0", log),
            (square, leaf(f"1/16: {D9}; log(d) > 0; 1/d > 0; G(1/n) > 0; G(1/n) > 0; exp(-2*L) > 0")),
            (
                "sqrt(log(d)/d) <= G(1/n)/(4*exp(L))",
                rule(
                    "below the square",
                    leaf("1/4: G(1/n) > 0; exp(-L) > 0"),
                    leaf(f"1: {square}"),
                    a="sqrt(log(d)/d)",
                    b="G(1/n)/(4*exp(L))",
                ),
            ),
        ],
        leaf("2: sqrt(log(d)/d) <= G(1/n)/(4*exp(L)); exp(L) > 0"),
    )


_FACED = "max(0, dot(place(q, 1/n), z))"


def _pairs(flow: str) -> list[tuple[str, Tree]]:
    """At the time 1/n all products are at least half of the common product."""
    own = f"forall i: {PAIR('i', 'i')} == 1"
    unit = have(
        [now("1/n", "1/n"), "dot(x[p], x[p]) == 1"], leaf("eq 1: dot(x[p], x[p]) == 1", use=[NOW("1/n", "1/n")])
    )
    near = f"abs({PAIR('p', 'q')} - G(1/n)) <= 2*exp(L*n*(1/n))*sqrt(log(d)/d)"
    minus = f"-({PAIR('p', 'q')} - G(1/n)) <= abs({PAIR('p', 'q')} - G(1/n))"
    other = have(
        ["p != q", near, (minus, rule("absolute above minus", e=f"{PAIR('p', 'q')} - G(1/n)"))],
        leaf(f"1: {near}", f"1: {minus}", f"1: {CLOSE}"),
    )
    same = rule(
        "same token",
        KNOWN,
        KNOWN,
        have([f"{PAIR('p', 'p')} == 1"], leaf(f"eq -1: {PAIR('p', 'p')} == 1", "1/2: G(1/n) <= 1", "1/2: 1 > 0")),
        i="p",
        j="q",
        P=f"fn(j: {PAIR('p', 'j')} >= {LEVEL})",
    )
    each = split("p < q or q <= p", other, split("q < p or p <= q", other, same))
    at = D7[D7.index("(forall i, j") + 1 : -1].replace("r1", "1/n")
    return [
        (own, unfold(f"solves({flow}, x)", intro("p", enter("start", unit)))),
        (at, take(D7, ["1/n"], KNOWN)),
        (PAIRS, intro("p,q", each)),
    ]


def _start() -> tuple[str, Tree]:
    """(D.11): the limit is no further from a token than all the others are."""
    found = f"exists j: {PAIR('q', 'j')} <= {_FACED}"
    high, low = f"{PAIR('q', 't')} >= {LEVEL}", f"{PAIR('q', 't')} <= {_FACED}"
    height = "dot(place(q, 1/n), z)"
    seen = obtain(
        found,
        "t",
        have(
            [
                high,
                (f"{_FACED} == 0 or {_FACED} == {height}", rule("maximum is one", a="0", b=height)),
                (f"dot(z, x[q]) == {height}", leaf(use=[NOW("1/n", "1/n")])),
            ],
            split(
                f"{_FACED} == 0 or {_FACED} == {height}",
                absurd(leaf(f"1: {high}", f"1: {low}", f"eq 1: {_FACED} == 0", times=[LEVEL])),
                leaf(f"1: {high}", f"1: {low}", f"eq 1: {_FACED} == {height}", f"eq -1: dot(z, x[q]) == {height}"),
            ),
        ),
    )
    faces = FACES.split(" => ", 1)[1].replace("s1", "1/n")
    least = rule(
        "least",
        have([now("1/n", "1/n"), (faces, take(FACES, ["1/n"], KNOWN)), found], seen),
        e="fn(k: dot(z, x[k]))",
        b=LEVEL,
        new={"x": "q"},
    )
    return D11, enter("start", least)


def transfer(flow: str) -> Tree:
    """(D.11) at the time 1/n, and the rest from then on."""
    speed = at_level(LOGISTIC, LEVEL).split(" => ")[1][:-1]
    fall = f"1 - {ALPHA} <= start(1 - {ALPHA})*exp(-({slow(LEVEL)}*time))"
    decay = leaf(
        f"1: {fall}",
        f"1: start({ALPHA}) >= {LEVEL}; exp(-({slow(LEVEL)}*time)) > 0",
        f"1: {LEVEL} > 0; exp(-({slow(LEVEL)}*time)) > 0",
    )
    slopes = " and ".join(f"(solves({f}, x) => {slope(f)[0]})" for f in FLOWS)
    parts = both(
        KNOWN,
        KNOWN,
        enter("ae", intro(["p", ""], have([f"{ALPHA} >= {LEVEL}"], KNOWN))),
        enter("ae", have([f"{ALPHA} >= {LEVEL}", speed], leaf(f"1: {speed}"))),
        enter("every", decay),
    )
    return decays(flow, "1/n", LEVEL, [*_pairs(flow), _start(), (slopes, lemma("PER-L6.4.65.slope"))], parts)


_LARGE = {**RESTING, "letters": {**RESTING["letters"], "d": 10**12, "L": 10, "G": "fn(r in number: 1)"}}

formal(
    "PER-D.9",
    sentence=r"Let $x_i(t) \to x^*$ for all $i$, $\beta \geq 0$, $0 < \gamma_\beta(1/n) \leq 1$, $d/\log d \geq"
    r" 16c(\beta)^2/\gamma_\beta(1/n)^2$ with $d > 1$, and $|\langle x_i, x_j\rangle - \gamma_\beta(t)| \leq"
    r" 2c(\beta)^{nt}\sqrt{\log d/d}$ for $i \neq j$ and $t \geq 0$, with any $c(\beta) > 0$ (as $e^{10\max(1, \beta)}$"
    r" for SA and $e^{10e^\beta\max(1, \beta)}$ for USA). Then $\alpha(1/n) \geq \frac12\gamma_\beta(1/n)$, and from"
    r" the time $1/n$ on, for lowest tokens $i$, $\dot\alpha \geq \sum_ja_{ij}(1 - \langle x_i, x_j\rangle)\alpha$,"
    r" $\min_j\langle x_i, x_j\rangle \leq \alpha$, $\dot\alpha \geq \frac{\gamma_\beta(1/n)}{2ne^{2\beta}}(1 -"
    r" \alpha)$ and $1 - \alpha(t) \leq \exp(\gamma_\beta(1/n)(1 - nt)/(2n^2e^{2\beta}))$, for SA and USA.",
    reading="x is the motion counted from the time 1/n on; gamma_beta is G, any function of time with these properties;"
    " c(beta) = exp(L), L is any number",
    statement=model(
        WEIGHTS,
        {"letters": ["G(number), d, L: number"]},
        counted("1/n"),
        SA,
        USA,
        POINT,
        {
            "given": ["beta >= 0", "d > 1", "G(1/n) > 0", "G(1/n) <= 1", D9],
            "show": [
                CLOSE,
                *(
                    f"{motion(flow)} and ({D7}) => {D11} and {slope(flow)[0]} and {D13} and {D14} and {D10}"
                    for flow in FLOWS
                ),
            ],
        },
    ),
    proof=[_close(), *(transfer(flow) for flow in FLOWS)],
    instance=_LARGE,
    twin=Variant(
        "without the factor 16", {">= 16*": ">= "}, {**_LARGE, "letters": {**_LARGE["letters"], "d": 2 * 10**10}}
    ),
)
