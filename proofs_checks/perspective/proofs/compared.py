"""Two solutions beside each other: the flow map is Lipschitz, and SA stays near the flow at beta = 0."""

from __future__ import annotations

from proofs_checks.lemmas.compared import APART
from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, UNIT, WEIGHTS, still
from proofs_checks.perspective.proofs.pairs import size_at_least_one
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

PAIR = {"letters": ["x[token], y[token]: moving vector"]}
UNITS = [UNIT, UNIT.replace("x[", "y[")]
LONG = "norm(x[{0}] - y[{0}])".format
ROW = {"x": "e(x, i, j)/Z(x, i)", "y": "e(y, i, j)/Z(y, i)", "zero": "1/n"}


def pulls(family: str, flow: str, row: str) -> tuple[str, Tree]:
    """The flow as tokens that draw each other with the weights of a row of sum 1."""
    drawn = f"sum(j: {row}*({family}[j] - dot({family}[i], {family}[j])*{family}[i]))"
    fact = f"almost_always(forall i: rate({family}[i]) == {drawn})"
    return fact, enter("ae", intro("p", leaf(use=[f"forall i: rate({family}[i]) == {flow}({family}, i)", *UNITS])))


def rows_near(other: str, bound: str) -> str:
    """The row of softmax of token p near that with other logits."""
    row = "exp({0})/sum(h: exp({1}))"
    first = row.format("beta*dot(x[p], x[j])", "beta*dot(x[p], x[h])")
    return f"almost_always(sum(j: abs({first} - {row.format(other.format('j'), other.format('h'))})) <= 4*({bound}))"


def part(second: str, bound: str) -> Tree:
    """How fast the two solutions part, from the bound of the distance of their rows."""
    return lemma(
        "LEM-two-flows",
        *[KNOWN] * 4,
        enter("ae", intro("p,q", both(leaf(), leaf()))),
        enter("ae", intro("p", both(leaf(), leaf()))),
        KNOWN,
        a=f"fn(i, j: {ROW['x']})",
        b=f"fn(i, j: {second})",
        B=bound,
    )


def near() -> Tree:
    """Products of tokens change by at most the two distances."""
    steps = []
    for sign in ("", "-"):
        steps += [
            (
                f"dot({sign}(x[p] - y[p]), x[q]) <= norm({sign}(x[p] - y[p]))*norm(x[q])",
                rule("Cauchy-Schwarz", u=f"{sign}(x[p] - y[p])", w="x[q]"),
            ),
            (
                f"dot(y[p], {sign}(x[q] - y[q])) <= norm(y[p])*norm({sign}(x[q] - y[q]))",
                rule("Cauchy-Schwarz", u="y[p]", w=f"{sign}(x[q] - y[q])"),
            ),
        ]
    ones = [("norm(x[q]) == 1", leaf(norms=["1"], use=UNITS)), ("norm(y[p]) == 1", leaf(norms=["1"], use=UNITS))]
    most = [
        (f"{LONG(t)} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y=t)) for t in ("p", "q")
    ]
    change = "(dot(x[p], x[q]) - dot(y[p], y[q]))"
    ends = [
        (
            f"{sign}{change} <= 2*{APART}",
            leaf(
                f"1: {steps[at][0]}",
                f"1: {steps[at + 1][0]}",
                *(f"1: {fact}" for fact, _ in most),
                f"eq norm({sign}(x[p] - y[p])): norm(x[q]) == 1",
                f"eq norm({sign}(x[q] - y[q])): norm(y[p]) == 1",
            ),
        )
        for sign, at in (("-", 2), ("", 0))
    ]
    return have(
        [*steps, *ones, *most, *ends],
        both(leaf(f"1: beta >= 0; {ends[0][0]}"), leaf(f"1: beta >= 0; {ends[1][0]}")),
    )


NEAR_ROWS = "sum(j: abs(e(x, {0}, j)/Z(x, {0}) - e(y, {0}, j)/Z(y, {0}))) <= 8*beta*" + APART
FAST = f"exp(10*max(1, beta)*n*time)*start({APART})"
FAR_NOW = (
    f"{APART} >= 0",
    rule(
        "some element",
        have(
            [(f"{LONG('u')} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="u"))],
            leaf(f"1: {LONG('u')} <= {APART}", f"1: {LONG('u')} >= 0"),
        ),
        new={"x": "u"},
        C=f"{APART} >= 0",
    ),
)
DISTANCE_NOW = (f"start({APART}) >= 0", enter("start", FAR_NOW[1]))
GROWN = f"{APART} <= start({APART})*exp((2 + 8*beta)*time)"
FASTER = have(
    [
        (GROWN, leaf(f"1: {APART} <= start({APART})*exp(-(-(2 + 8*beta))*time)")),
        (f"{LONG('p')} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="p")),
        ("1 <= max(1, beta)", rule("maximum above first", a="1", b="beta")),
        ("beta <= max(1, beta)", rule("maximum above second", a="1", b="beta")),
        (
            "exp((2 + 8*beta)*time) <= exp(10*max(1, beta)*n*time)",
            rule(
                "exp monotone",
                leaf(
                    "10: n >= 1; time >= 0; 1 <= max(1, beta)",
                    "10: n >= 1; time >= 0",
                    "2: time >= 0; 1 <= max(1, beta)",
                    "8: time >= 0; beta <= max(1, beta)",
                ),
                a="(2 + 8*beta)*time",
                b="10*max(1, beta)*n*time",
            ),
        ),
    ],
    leaf(
        f"1: {LONG('p')} <= {APART}",
        f"1: {GROWN}",
        f"1: start({APART}) >= 0; exp((2 + 8*beta)*time) <= exp(10*max(1, beta)*n*time)",
    ),
)

formal(
    "PER-D.4",
    statement=model(
        WEIGHTS,
        SA,
        PAIR,
        {
            "given": ["beta >= 0", "solves(sa, x)", "solves(sa, y)"],
            "show": [f"always(forall i: norm(x[i] - y[i]) <= {FAST})"],
        },
    ),
    proof=unfold(
        "solves(sa, x)",
        unfold(
            "solves(sa, y)",
            have(
                [
                    ("always(time >= 0)", rule("time passes")),
                    pulls("x", "sa", ROW["x"]),
                    pulls("y", "sa", ROW["y"]),
                    (
                        f"forall i: almost_always({NEAR_ROWS.format('i')})",
                        intro(
                            "p",
                            have(
                                [
                                    (
                                        rows_near("beta*dot(y[p], y[{0}])", f"2*beta*{APART}"),
                                        lemma(
                                            "LEM-softmax.near.now",
                                            enter("ae", intro("q", near())),
                                            k="fn(j: beta*dot(x[p], x[j]))",
                                            l="fn(j: beta*dot(y[p], y[j]))",
                                            s=f"2*beta*{APART}",
                                        ),
                                    )
                                ],
                                enter("ae", KNOWN),
                            ),
                        ),
                    ),
                    (
                        f"almost_always(8*beta*{APART} >= 0 and (forall i: {NEAR_ROWS.format('i')}))",
                        enter("ae", both(have([FAR_NOW], leaf(f"8: beta >= 0; {FAR_NOW[0]}")), intro("p", KNOWN))),
                    ),
                    (f"almost_always(rate({APART}) <= 2*{APART} + 8*beta*{APART})", part(ROW["y"], f"8*beta*{APART}")),
                    DISTANCE_NOW,
                    ("n >= 1", size_at_least_one()),
                    (
                        f"decays({APART}, -(2 + 8*beta))",
                        lemma(
                            "LEM-comparison",
                            enter("ae", leaf(f"1: rate({APART}) <= 2*{APART} + 8*beta*{APART}")),
                            z=APART,
                            k="-(2 + 8*beta)",
                        ),
                    ),
                ],
                unfold(f"decays({APART}, -(2 + 8*beta))", enter("every", intro("p", FASTER))),
            ),
        ),
    ),
    instance=still(EAST, EAST, y=[NORTH, NORTH], beta=LOG2),
    twin=Variant("half of it", {"<= exp(": "<= 1/2*exp("}, still(EAST, EAST, y=[NORTH, NORTH], beta=LOG2)),
)

ZERO = {"flows": ["zero(X, i) = tangent(X[i], sum(j: X[j])/n) on fn(X: forall i: dot(X[i], X[i]) == 1)"]}
_LOGITS = both(
    leaf("1/2: beta >= 0; dot(x[p] + x[q], x[p] + x[q]) >= 0", use=UNITS),
    leaf("1/2: beta >= 0; dot(x[p] - x[q], x[p] - x[q]) >= 0", use=UNITS),
)
_FROM_MEAN = "sum(j: abs(e(x, {0}, j)/Z(x, {0}) - 1/n)) <= 4*beta"
_LATER = have(
    [
        (
            f"{APART} + 2*beta <= 2*beta*exp(2*time)",
            leaf(
                f"1: {APART} + 2*beta <= start({APART} + 2*beta)*exp(-(-2)*time)",
                f"1: start({APART}) <= 0; exp(2*time) > 0",
            ),
        ),
        (f"{LONG('p')} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="p")),
        ("exp(2*time) <= exp(3*time)", rule("exp monotone", leaf("1: time >= 0"), a="2*time", b="3*time")),
    ],
    leaf(
        f"1: {APART} + 2*beta <= 2*beta*exp(2*time)",
        f"1: {LONG('p')} <= {APART}",
        "2: beta >= 0; exp(2*time) <= exp(3*time)",
        "2: beta >= 0",
    ),
)

formal(
    "PER-T4.2.gron",
    reading="under SA; C = 2, whatever n, d, beta and the start are",
    statement=model(
        WEIGHTS,
        SA,
        ZERO,
        PAIR,
        {
            "given": ["beta >= 0", "solves(sa, x)", "solves(zero, y)", "at_start(forall i: x[i] == y[i])"],
            "show": ["always(forall i: norm(x[i] - y[i]) <= 2*beta*exp(3*time))"],
        },
    ),
    proof=unfold(
        "solves(sa, x)",
        unfold(
            "solves(zero, y)",
            have(
                [
                    ("always(time >= 0)", rule("time passes")),
                    pulls("x", "sa", ROW["x"]),
                    pulls("y", "zero", ROW["zero"]),
                    (
                        f"forall i: almost_always({_FROM_MEAN.format('i')})",
                        intro(
                            "p",
                            have(
                                [
                                    (
                                        rows_near("0", "beta"),
                                        lemma(
                                            "LEM-softmax.near.now",
                                            enter("ae", intro("q", _LOGITS)),
                                            k="fn(j: beta*dot(x[p], x[j]))",
                                            l="fn(j: 0)",
                                            s="beta",
                                        ),
                                    )
                                ],
                                enter("ae", KNOWN),
                            ),
                        ),
                    ),
                    (
                        f"almost_always(4*beta >= 0 and (forall i: {_FROM_MEAN.format('i')}))",
                        enter("ae", both(leaf("4: beta >= 0"), intro("p", KNOWN))),
                    ),
                    (f"almost_always(rate({APART}) <= 2*{APART} + 4*beta)", part(ROW["zero"], "4*beta")),
                    (
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
                    ),
                    (
                        f"decays({APART} + 2*beta, -2)",
                        lemma(
                            "LEM-comparison",
                            enter("ae", leaf(f"1: rate({APART}) <= 2*{APART} + 4*beta")),
                            z=f"{APART} + 2*beta",
                            k="-2",
                        ),
                    ),
                ],
                unfold(f"decays({APART} + 2*beta, -2)", enter("every", intro("p", _LATER))),
            ),
        ),
    ),
    instance=still(EAST, EAST, y=[EAST, EAST], beta=LOG2),
    twin=Variant(
        "from any two starts",
        {"at_start(forall i: x[i] == y[i])": "beta >= 0"},
        still(EAST, EAST, y=[NORTH, NORTH], beta=0),
    ),
)
