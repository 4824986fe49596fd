"""From one start SA and USA have at most one solution: USA as tokens that draw each other with rows of bounded sum."""

from __future__ import annotations

from proofs_checks.lemmas.compared import APART
from proofs_checks.perspective.proofs.compared import LONG, PAIR, UNITS, near
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule, unfold

_P = "(x[p] - y[p])"
_LONG = LONG("p")
_ROWS = {family: f"exp(beta*dot({family}[{{0}}], {family}[{{1}}]))/n".format for family in "xy"}
_A, _B = _ROWS["x"], _ROWS["y"]
_TOP = "exp(beta)"


def _bounded(family: str) -> tuple[str, Tree]:
    """No weight is above exp(beta)."""
    fact = f"exp(beta*dot({family}[p], {family}[q])) <= {_TOP}"
    step = leaf(f"1/2: beta >= 0; sq norm({family}[p] - {family}[q])", use=UNITS)
    return fact, rule("exp monotone", step, a=f"beta*dot({family}[p], {family}[q])", b="beta")


def _mass(family: str) -> tuple[str, Tree]:
    """A row sums to at most exp(beta), and so do its multiples by minus the products."""
    fact = _bounded(family)
    e = f"({_TOP} + exp(beta*dot({family}[p], {family}[j]))*dot({family}[p], {family}[j]))/n"
    step = leaf(
        f"1/2: 1/n > 0; exp(beta*dot({family}[p], {family}[q])) > 0; sq norm({family}[p] + {family}[q])",
        f"1: 1/n > 0; {fact[0]}",
        use=UNITS,
    )
    return f"sum(j: {e}) >= 0", rule("positive sum", have([fact], step), e=f"fn(j: {e})", new={"x": "q"})


_FAR = APART.replace("j", "h")
_CAUCHY: Steps = [
    (f"dot({_P}, x[q] - y[q]) <= {_LONG}*norm(x[q] - y[q])", rule("Cauchy-Schwarz", u=_P, w="x[q] - y[q]")),
    (f"norm(x[q] - y[q]) <= {_FAR}", rule("below the greatest", e="fn(h: norm(x[h] - y[h]))", y="q")),
    (f"{_LONG} <= {_FAR}", rule("below the greatest", e="fn(h: norm(x[h] - y[h]))", y="p")),
]
_PULL = f"({_TOP}*{_LONG}*{_FAR} - exp(beta*dot(x[p], x[j]))*dot({_P}, x[j] - y[j]))/n"
_WEIGHT = f"(2*beta*{_TOP}*{_FAR}*{_LONG} - (exp(beta*dot(x[p], x[j])) - exp(beta*dot(y[p], y[j])))*dot({_P}, y[j]))/n"
_E, _F = "exp(beta*dot(x[p], x[q]))", "exp(beta*dot(y[p], y[q]))"
_S = "(beta*dot(x[p], x[q]) - beta*dot(y[p], y[q]))"
_SIDES: Steps = [
    (f"dot({_P}, y[q]) <= {_LONG}*norm(y[q])", rule("Cauchy-Schwarz", u=_P, w="y[q]")),
    (f"dot({_P}, -y[q]) <= {_LONG}*norm(-y[q])", rule("Cauchy-Schwarz", u=_P, w="-y[q]")),
    ("norm(y[q]) == 1", leaf(norms=["1"], use=UNITS)),
    ("norm(-y[q]) == 1", leaf(norms=["1"], use=UNITS)),
    (f"dot({_P}, y[q]) <= {_LONG}", leaf(f"1: dot({_P}, y[q]) <= {_LONG}*norm(y[q])", f"eq {_LONG}: norm(y[q]) == 1")),
    (
        f"-dot({_P}, y[q]) <= {_LONG}",
        leaf(f"1: dot({_P}, -y[q]) <= {_LONG}*norm(-y[q])", f"eq {_LONG}: norm(-y[q]) == 1"),
    ),
    (f"-(2*beta*{APART}) <= {_S} and {_S} <= 2*beta*{APART}", near()),
    f"-(2*beta*{APART}) <= {_S}",
    f"{_S} <= 2*beta*{APART}",
    _bounded("x"),
    _bounded("y"),
    (f"1 - {_S} <= exp(-{_S})", rule("exp tangent", a=f"-{_S}")),
    (f"1 + {_S} <= exp({_S})", rule("exp tangent", a=_S)),
    (f"{_FAR} >= 0", leaf(f"1: {_LONG} <= {_FAR}", f"1: {_LONG} >= 0")),
    (
        f"{_E} - {_F} <= 2*beta*{_TOP}*{_FAR}",
        leaf(
            f"1: 1 - {_S} <= exp(-{_S}); {_E} > 0",
            f"1: {_S} <= 2*beta*{APART}; {_E} > 0",
            f"2: beta >= 0; {_FAR} >= 0; {_E} <= {_TOP}",
        ),
    ),
    (
        f"{_F} - {_E} <= 2*beta*{_TOP}*{_FAR}",
        leaf(
            f"1: 1 + {_S} <= exp({_S}); {_F} > 0",
            f"1: -(2*beta*{APART}) <= {_S}; {_F} > 0",
            f"2: beta >= 0; {_FAR} >= 0; {_F} <= {_TOP}",
        ),
    ),
]
_UP, _DOWN = f"{_E} - {_F} <= 2*beta*{_TOP}*{_FAR}", f"{_F} - {_E} <= 2*beta*{_TOP}*{_FAR}"
# |E - F| |<P, y>| <= B |P|: the average of (B - D)(L + s) and (B + D)(L - s)
_SPREAD = leaf(
    f"1/2: 1/n > 0; {_UP}; -dot({_P}, y[q]) <= {_LONG}",
    f"1/2: 1/n > 0; {_DOWN}; dot({_P}, y[q]) <= {_LONG}",
)
_SPEED = have(
    [
        ("1/n > 0", leaf()),
        _mass("x"),
        _mass("y"),
        (
            f"sum(j: {_PULL}) >= 0",
            rule(
                "positive sum",
                have(
                    [*_CAUCHY, _bounded("x"), (f"{_FAR} >= 0", leaf(f"1: {_LONG} <= {_FAR}", f"1: {_LONG} >= 0"))],
                    leaf(
                        f"1: 1/n > 0; {_E} > 0; {_CAUCHY[0][0]}",
                        f"1: 1/n > 0; {_E} > 0; {_LONG} >= 0; {_CAUCHY[1][0]}",
                        f"1: 1/n > 0; {_LONG} >= 0; {_FAR} >= 0; {_bounded('x')[0]}",
                    ),
                ),
                e=f"fn(j: {_PULL})",
                new={"x": "q"},
            ),
        ),
        (
            f"sum(j: {_WEIGHT}) >= 0",
            rule("positive sum", have([*_CAUCHY, *_SIDES], _SPREAD), e=f"fn(j: {_WEIGHT})", new={"x": "q"}),
        ),
        _CAUCHY[2],
    ],
    leaf(
        f"1: sum(j: {_PULL}) >= 0",
        f"1: sum(j: {_WEIGHT}) >= 0",
        f"1/2: sq {_LONG}; {_mass('x')[0]}",
        f"1/2: sq {_LONG}; {_mass('y')[0]}",
        f"1: exp(beta) > 0; {_LONG} >= 0; {_CAUCHY[2][0]}",
        use=["forall i: rate(x[i]) == usa(x, i)", "forall i: rate(y[i]) == usa(y, i)", *UNITS],
    ),
)
_RATE = f"(2 + 2*beta)*exp(beta)*{APART}"
_SAME_START = "at_start(forall i: x[i] == y[i])"
_STARTS = (
    f"start({APART}) <= 0",
    enter(
        "start",
        rule(
            "greatest",
            have(["x[q] == y[q]"], leaf(norms=["0"], use=["x[q] == y[q]"])),
            e="fn(j: norm(x[j] - y[j]))",
            b="0",
            new={"x": "q"},
        ),
    ),
)
_BELOW = (f"{_LONG} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="p"))


def _equal(bound: str, factor: str) -> Tree:
    """Tokens whose distance is at most `factor` times that at the start are equal."""
    low = (f"{_LONG} <= 0", leaf(f"1: {bound}", f"1: {_STARTS[0]}; {factor} > 0"))
    square = leaf(f"1: {_LONG} <= 0; {_LONG} >= 0")
    return have([low], rule("equal vectors", square, u="x[p]", w="y[p]"))


def _solutions(flow: str) -> dict[str, list[str]]:
    """Two solutions of the flow from one start."""
    return model(
        WEIGHTS,
        SA if flow == "sa" else USA,
        PAIR,
        {
            "given": ["beta >= 0", f"solves({flow}, x)", f"solves({flow}, y)", _SAME_START],
            "show": ["always(forall i: x[i] == y[i])"],
        },
    )


_FAST = "exp(10*max(1, beta)*n*time)"
formal(
    "LEM-one-solution.sa",
    title="SA has at most one solution from one start",
    statement=_solutions("sa"),
    proof=have(
        [
            (f"always(forall i: norm(x[i] - y[i]) <= {_FAST}*start({APART}))", lemma("PER-D.4")),
            _STARTS,
        ],
        enter(
            "every",
            intro(
                "p", have([f"{_LONG} <= {_FAST}*start({APART})"], _equal(f"{_LONG} <= {_FAST}*start({APART})", _FAST))
            ),
        ),
    ),
)

_K = "((2 + 2*beta)*exp(beta))"
_GROWN = f"{APART} <= start({APART})*exp(-(-{_K})*time)"
formal(
    "LEM-one-solution.usa",
    title="USA has at most one solution from one start",
    statement=_solutions("usa"),
    proof=unfold(
        "solves(usa, x)",
        unfold(
            "solves(usa, y)",
            have(
                [
                    (
                        f"forall i: almost_always(rate(norm(x[i] - y[i])) <= {_RATE})",
                        intro(
                            "p",
                            lemma(
                                "LEM-norm",
                                enter("ae", intro("", _SPEED)),
                                enter(
                                    "ae",
                                    intro(
                                        "",
                                        have(
                                            [_BELOW, (f"{APART} >= 0", leaf(f"1: {_BELOW[0]}", f"1: {_LONG} >= 0"))],
                                            leaf(
                                                f"2: exp(beta) > 0; {APART} >= 0",
                                                f"2: beta >= 0; exp(beta) > 0; {APART} >= 0",
                                            ),
                                        ),
                                    ),
                                ),
                                p=_P,
                                b=_RATE,
                            ),
                        ),
                    ),
                    (
                        f"almost_always(rate({APART}) <= {_RATE})",
                        lemma(
                            "LEM-greatest.always",
                            enter("ae", intro(["p", ""], KNOWN)),
                            w="fn(j: norm(x[j] - y[j]))",
                            b=_RATE,
                        ),
                    ),
                    (
                        f"decays({APART}, -{_K})",
                        lemma("LEM-comparison", enter("ae", leaf(f"1: rate({APART}) <= {_RATE}")), z=APART, k=f"-{_K}"),
                    ),
                    _STARTS,
                ],
                unfold(
                    f"decays({APART}, -{_K})",
                    enter(
                        "every",
                        intro(
                            "p",
                            have(
                                [
                                    _BELOW,
                                    (
                                        f"{_LONG} <= exp({_K}*time)*start({APART})",
                                        leaf(f"1: {_BELOW[0]}", f"1: {_GROWN}"),
                                    ),
                                ],
                                _equal(f"{_LONG} <= exp({_K}*time)*start({APART})", f"exp({_K}*time)"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
