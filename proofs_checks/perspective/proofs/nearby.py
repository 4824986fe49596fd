"""(4.3): a start near one whose products are above 3/4 at the time m has products above 3/4 at that time."""

from __future__ import annotations

from proofs_checks.perspective.proofs.close_products import CLOSE, ONE_POINT, restarted, resting
from proofs_checks.perspective.proofs.later import LINK, LINKED, NOW, counted, now, solutions
from proofs_checks.perspective.proofs.models import EAST, SA, USA, WEIGHTS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, split, take, unfold

OTHER = {
    "letters": ["d(token, direction, number): number; g(token, direction, number): moving number"],
    "where": [
        "after(s) := fn(i: sum(h1 in direction: g(i, h1, s)*b[h1]))",
        "spot(i, r) := sum(h1 in direction: d(i, h1, r)*b[h1])",
    ],
}
"""A second motion, y, in coordinates along the same vectors."""
_TO_OTHER = (("later(", "after("), ("place(", "spot("), ("c(i", "d(i"), ("a(i", "g(i"))


def of_other(text: str) -> str:
    """What is said of x, said of y."""
    for old, new in _TO_OTHER:
        text = text.replace(old, new)
    return text


ROW = "min(j1: dot(place({0}, m), place(j1, m)))".format
LOW = f"min(i1: {ROW('i1')})"
GAP = f"({LOW} - 3/4)"
GROWTH = "exp(10*max(1, beta)*n*{0})".format
RADIUS = f"{GAP}/(4*{GROWTH('m')})"
NEAR = f"(forall i: norm(place(i, 0) - spot(i, 0)) <= {RADIUS})"
ROOM = f"{CLOSE('m')} => {GAP} > 0"
OPEN = f"{CLOSE('m')} and {NEAR} => {of_other(CLOSE('m'))} and {of_other(ONE_POINT)}"
SOLVED = solutions("sa")
_FAR = "max(j: norm(later(0)[j] - after(0)[j]))"
_LIPSCHITZ = f"always(forall i: norm(later(0)[i] - after(0)[i]) <= {GROWTH('time')}*start({_FAR}))"


def other_now(at: str) -> tuple[str, Tree]:
    """The coordinates of y at the time `at`, counted from then on."""
    return of_other(NOW(at, at)), have([(f"{at} + time == {at}", leaf())], take(of_other(LINKED), [at, at], KNOWN))


def _units(of: str) -> tuple[str, Tree]:
    """Tokens have the length 1 at the time m."""
    at, where, moment = ("later", "place", now("m", "m")) if of == "x" else ("after", "spot", other_now("m"))
    long = f"dot({at}(m)[p], {at}(m)[p]) == 1"
    step = intro("p", enter("start", have([moment, long], leaf(f"eq 1: {long}", use=[moment[0]]))))
    return f"forall i: dot({where}(i, m), {where}(i, m)) == 1", unfold(f"solves(sa, {at}(m))", step)


_START = f"start({_FAR}) <= {RADIUS}"
_START_PROOF = enter(
    "start",
    rule(
        "greatest",
        have(
            [
                now("0", "0"),
                other_now("0"),
                f"norm(place(p, 0) - spot(p, 0)) <= {RADIUS}",
            ],
            leaf(
                f"1: norm(place(p, 0) - spot(p, 0)) <= {RADIUS}",
                use=[NOW("0", "0"), of_other(NOW("0", "0"))],
            ),
        ),
        e="fn(j: norm(later(0)[j] - after(0)[j]))",
        b=RADIUS,
        new={"x": "p"},
    ),
)
_THERE = f"norm(place(p, m) - spot(p, m)) <= {GAP}/4"
_AT_M = have(
    [
        ("0 + time == m", leaf("eq 1: time == m")),
        (NOW("0", "m"), take(LINKED, ["0", "m"], KNOWN)),
        (of_other(NOW("0", "m")), take(of_other(LINKED), ["0", "m"], KNOWN)),
        f"norm(later(0)[p] - after(0)[p]) <= {GROWTH('time')}*start({_FAR})",
        (
            f"norm(later(0)[p] - after(0)[p]) <= {GROWTH('m')}*start({_FAR})",
            leaf(f"1: norm(later(0)[p] - after(0)[p]) <= {GROWTH('time')}*start({_FAR})", use=["time == m"]),
        ),
    ],
    leaf(
        f"1: norm(later(0)[p] - after(0)[p]) <= {GROWTH('m')}*start({_FAR})",
        f"1: {GROWTH('m')} > 0; {_START}",
        use=[NOW("0", "m"), of_other(NOW("0", "m"))],
    ),
)
_AT_ZERO = enter("start", have([("time == m", leaf("eq -1: m == 0"))], _AT_M))
_EVERYWHERE = intro(
    "p",
    split(
        "0 < m or m <= 0",
        lemma("LEM-reached", KNOWN, enter("every", intro("", _AT_M)), T="m", C=_THERE),
        have([("m == 0", rule("antisymmetry", a="m", b="0"))], _AT_ZERO),
    ),
)
_PRODUCT = f"dot(spot(p, m), spot(q, m)) >= dot(place(p, m), place(q, m)) - 2*({GAP}/4)"
_CLOSE = intro(
    "p,q",
    have(
        [
            (
                _PRODUCT,
                lemma(
                    "LEM-near-products", x="place(p, m)", y="place(q, m)", u="spot(p, m)", v="spot(q, m)", s=f"{GAP}/4"
                ),
            ),
            (f"{LOW} <= {ROW('p')}", rule("above the least", e=f"fn(i1: {ROW('i1')})", y="p")),
            (
                f"{ROW('p')} <= dot(place(p, m), place(q, m))",
                rule("above the least", e="fn(j1: dot(place(p, m), place(j1, m)))", y="q"),
            ),
        ],
        leaf(
            f"1: {_PRODUCT}",
            f"1: {LOW} <= {ROW('p')}",
            f"1: {ROW('p')} <= dot(place(p, m), place(q, m))",
            f"1/2: {GAP} > 0",
        ),
    ),
)
_POSITIVE = rule(
    "least, strict",
    rule(
        "least, strict",
        have(["dot(place(p, m), place(q, m)) > 3/4"], KNOWN),
        e="fn(j1: dot(place(p, m), place(j1, m)))",
        b="3/4",
        new={"x": "q"},
    ),
    e=f"fn(i1: {ROW('i1')})",
    b="3/4",
    new={"x": "p"},
)
_REST = resting(EAST, EAST, m=0)
TWO = {**_REST, "letters": {**_REST["letters"], "d": _REST["letters"]["c"], "g": _REST["letters"]["c"]}}
MOTION = f"({LINK}) and ({SOLVED})"
MOTIONS = f"{MOTION} and {of_other(MOTION)}"

IN_A_BALL = [
    intro("", have([(f"{LOW} > 3/4", _POSITIVE)], leaf(f"1: {LOW} > 3/4"))),
    intro(
        "",
        have(
            [
                (f"{LOW} > 3/4", _POSITIVE),
                (f"{GAP} > 0", leaf(f"1: {LOW} > 3/4")),
                *restarted("0"),
                *restarted("m"),
                *((f"solves(sa, after({t}))", take(of_other(SOLVED), [t], KNOWN)) for t in ("0", "m")),
                (_LIPSCHITZ, lemma("PER-D.4", x="later(0)", y="after(0)")),
                (_START, _START_PROOF),
                _units("x"),
                _units("y"),
                (f"forall i: {_THERE.replace('(p,', '(i,')}", _EVERYWHERE),
                (of_other(CLOSE("m")), _CLOSE),
            ],
            both(KNOWN, lemma("LEM-close-products", c="d", a="g")),
        ),
    ),
]

formal(
    "PER-T4.2.nested.open",
    title="The starts whose products are above 3/4 at a time are an open set",
    sentence=r"For SA with $\beta \geq 0$, if all $\langle x_i(m), x_j(m)\rangle > 3/4$ at a time $m \geq 0$: every"
    r" solution $y$ with $|x_i(0) - y_i(0)| \leq \rho$ for all $i$ has all $\langle y_i(m), y_j(m)\rangle > 3/4$ and"
    r" tends to one point; $\rho = \frac14e^{-10\max(1,\beta)nm}(\min_{ij}\langle x_i(m), x_j(m)\rangle - \frac34)$,"
    r" which is positive.",
    role="extension",
    statement=model(
        WEIGHTS,
        counted("0"),
        OTHER,
        SA,
        USA,
        {
            "letters": ["m: number"],
            "given": ["beta >= 0", "m >= 0"],
            "show": [ROOM, f"{MOTIONS} and {OPEN}"],
        },
    ),
    proof=IN_A_BALL,
    instance=TWO,
    twin=Variant("a gap above 1/4", {f"{GAP} > 0": f"{GAP} > 1/4"}, TWO),
)
